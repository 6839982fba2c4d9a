"""The HTTP request that an ApiNode or RemoteTool describes, and what its answer holds
(SEMANTICS section 7)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from email.message import Message
from typing import Any

from flowc.runtime import faults
from flowc.runtime.secrets import Secrets, revealed
from flowc.runtime.services import Request, Response
from flowc.runtime.templates import as_text, rendered, rendered_deep
from flowc.runtime.urls import form_text, object_in, origin_of, request_url

TIMEOUT = 30.0
"""Seconds, unless the component's `retry_policy` says otherwise."""
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+\Z")
_CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_FRAMING = {"host", "content-length", "transfer-encoding", "connection"}
_FORM = "application/x-www-form-urlencoded"


def request_of(component: Mapping[str, Any], inputs: Mapping[str, Any]) -> Request:
    """The request, with every placeholder filled but those of `sensitive_headers`, which are left
    to whoever sends the request. ValueError or TypeError for what cannot be sent; the text shows no
    value."""
    method = rendered(as_text(component["http_method"]), inputs).upper()
    if not _TOKEN.match(method):
        raise faults.NO_HTTP_METHOD.error()
    headers = _filled(object_in(component, "headers"), inputs)
    body, content_type = _body(component.get("data"), inputs, headers)
    if content_type and _content_type(headers) is None:
        headers["Content-Type"] = content_type
    timeout = object_in(component, "retry_policy").get("request_timeout")
    return Request(
        method=method,
        url=request_url(component, inputs),
        headers=checked_headers(headers),
        secret_headers=object_in(component, "sensitive_headers"),
        inputs=inputs,
        body=body,
        timeout=TIMEOUT if timeout is None else float(timeout),
    )


def headers_of(request: Request, secrets: Secrets) -> dict[str, str]:
    """All headers that a request is sent with, secrets in place and their placeholders filled.

    LookupError for a missing secret, ValueError for headers that cannot be sent; the text shows no
    value.
    """
    secret = revealed(request.secret_headers, secrets)
    if not isinstance(secret, Mapping):
        raise faults.NO_OBJECT.error(field="sensitive_headers")
    return all_headers(request.headers, _filled(secret, request.inputs))


def all_headers(headers: Mapping[str, Any], secret: Mapping[str, Any]) -> dict[str, str]:
    """Headers of both kinds together, checked."""
    lower = {name.lower() for name in headers}
    if any(name.lower() in lower for name in secret):
        raise faults.HEADER_TWICE.error()
    return checked_headers({**headers, **secret})


def checked_headers(headers: Mapping[str, Any]) -> dict[str, str]:
    """Headers that can be sent: no value breaks out of its line, none changes how the request is
    framed or where it goes. ValueError shows no value, and no name that is made of one."""
    found: dict[str, str] = {}
    for name, value in headers.items():
        if not _TOKEN.match(name):
            raise faults.BAD_HEADER_NAME.error()
        if name.lower() in _FRAMING:
            raise faults.FRAMING_HEADER.error(header=name)
        text = as_text(value).strip(" \t")
        if _CONTROLS.search(text):
            raise faults.BAD_HEADER.error(header=name)
        found[name] = text
    return found


def answer_of(request: Request, response: Response) -> Any:
    """The body as JSON, else as text. HttpStatusError if the status is not 2xx."""
    if not 200 <= response.status < 300:
        place = f"{request.method} {origin_of(request.url)}"
        raise faults.status_error(place, response.status, response)
    text = text_of(response)
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def text_of(response: Response) -> str:
    """The body as text, in the charset of its content type or UTF-8."""
    header = Message()
    header["Content-Type"] = response.headers.get("content-type", "")
    try:
        return response.body.decode(header.get_content_charset() or "utf-8", "replace")
    except LookupError:
        return response.body.decode("utf-8", "replace")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _filled(headers: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, str]:
    return {
        rendered(name, inputs): rendered(as_text(value), inputs) for name, value in headers.items()
    }


def _content_type(headers: Mapping[str, Any]) -> str | None:
    for name, value in headers.items():
        if name.lower() == "content-type":
            return as_text(value).partition(";")[0].strip().lower()
    return None


def _body(
    data: Any, inputs: Mapping[str, Any], headers: Mapping[str, Any]
) -> tuple[bytes | None, str | None]:
    """The body, and its content type if the headers name none. The official SDK writes `{}` for
    "no data", so an empty object is none."""
    if data is None or data == {}:
        return None, None
    if isinstance(data, str):
        return rendered(data, inputs).encode("utf-8"), None
    if _content_type(headers) == _FORM:
        if not isinstance(data, Mapping):
            raise faults.NO_FORM.error()
        return form_text(data, inputs).encode("ascii"), None
    try:
        filled = rendered_deep(data, inputs)
        text = json.dumps(filled, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except RecursionError:
        raise faults.TOO_DEEP.error() from None
    return text.encode("utf-8"), "application/json"
