"""The URLs of ApiNodes and RemoteTools (SEMANTICS section 7).

A value in a path or a query is percent-encoded, so it cannot leave its place. A value in scheme or
host goes in as it is, because it may bring a port or a whole base URL; that is why it needs a
`url_allow_list`, which is compared with the URL that comes out.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, quote, quote_plus, unquote, urlsplit

from flowc.runtime import faults
from flowc.runtime.templates import PLACEHOLDER, as_text, rendered

_PORTS = {"http": 80, "https": 443}
_RESERVED = ":/?#[]@!$&'()*+,;=%"  # with letters, digits and "-._~": all that a URL may hold
_URL = re.compile(rf"[A-Za-z0-9\-._~{re.escape(_RESERVED)}]*\Z")
_SCHEME = re.compile(r"((?:[A-Za-z0-9+.-]|\{\{\s*\w+\s*\}\})+://)?")
_AUTHORITY = re.compile(r"[^/?#]*")
_HOST = re.compile(r"[a-z0-9._-]+\Z|[0-9a-f:.]+\Z")


@dataclass(frozen=True, slots=True)
class Address:
    """A URL as far as an allow list looks at it: host and port without case and default."""

    scheme: str
    userinfo: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """What error messages name."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    def is_within(self, other: Address) -> bool:
        """Whether scheme and authority are the other's, and the path begins like its path."""
        mine = (self.scheme, self.userinfo, self.host, self.port)
        theirs = (other.scheme, other.userinfo, other.host, other.port)
        return mine == theirs and self.path.startswith(other.path)


def request_url(component: Mapping[str, Any], inputs: Mapping[str, Any]) -> str:
    """The URL that a node or tool asks for, without fragment. ValueError for one that may not be,
    by the rules or by the component's `url_allow_list` and `allow_…` fields."""
    allowed = component.get("url_allow_list")
    url = _filled(as_text(component["url"]), inputs, has_allow_list=allowed is not None)
    parts = _split(url)
    address = _address(parts)
    _check_path(address.path)
    if allowed is not None and not _is_allowed(address, allowed):
        raise faults.NOT_ALLOWED.error(origin=address.origin)
    if component.get("allow_insecure_http") is False and address.scheme == "http":
        raise faults.INSECURE.error(origin=address.origin)
    if component.get("allow_credentials") is False and address.userinfo:
        raise faults.CREDENTIALS.error(origin=address.origin)
    if component.get("allow_fragments") is False and "#" in url:
        raise faults.FRAGMENT.error(origin=address.origin)
    added = form_text(object_in(component, "query_params"), inputs)
    query = "&".join(filter(None, (parts.query, added)))
    return parts._replace(query=query, fragment="").geturl()


def target_of(template: str) -> str:
    """Scheme and host of a URL, placeholders as they are: what says where a request goes."""
    scheme, after = _cut(template, _SCHEME)
    authority, _ = _cut(after, _AUTHORITY)
    return scheme + authority.rpartition("@")[2]


def origin_of(url: str) -> str:
    """Scheme, host and port of a valid URL: all of it that an error may name."""
    return address_of(url).origin


def without_credentials(url: str) -> tuple[str, str | None]:
    """The URL without ``user:password@``, and the Authorization header that says the same."""
    parts = _split(url)
    userinfo, at, host = parts.netloc.rpartition("@")
    if not at:
        return url, None
    user, _, password = userinfo.partition(":")
    token = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode())
    return parts._replace(netloc=host).geturl(), f"Basic {token.decode()}"


def address_of(url: str) -> Address:
    """The parts of a URL; ValueError if it is not one of http or https."""
    return _address(_split(url))


def object_in(component: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    """A field that holds an object, empty if it is absent or null; else TypeError."""
    value = component.get(field)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise faults.NO_OBJECT.error(field=field)
    return value


def form_text(fields: Mapping[str, Any], inputs: Mapping[str, Any]) -> str:
    """Names and values as a query or a form has them: placeholders filled, a list as one entry per
    item, null as an empty value."""
    return "&".join(
        f"{quote_plus(_form_value(name, inputs))}={quote_plus(_form_value(item, inputs))}"
        for name, value in fields.items()
        for item in (value if isinstance(value, (list, tuple)) else [value])
    )


def _form_value(value: Any, inputs: Mapping[str, Any]) -> str:
    return "" if value is None else rendered(as_text(value), inputs)


def _filled(template: str, inputs: Mapping[str, Any], *, has_allow_list: bool) -> str:
    scheme, after = _cut(template, _SCHEME)
    authority, rest = _cut(after, _AUTHORITY)
    userinfo, at, host = authority.rpartition("@")
    if PLACEHOLDER.search(scheme + host) and not has_allow_list:
        raise faults.FREE_HOST.error()
    return (
        rendered(scheme, inputs)
        + _encoded(userinfo, inputs)
        + at
        + rendered(host, inputs)
        + _encoded(rest, inputs)
    )


def _cut(text: str, front: re.Pattern[str]) -> tuple[str, str]:
    found = front.match(text)
    end = found.end() if found else 0
    return text[:end], text[end:]


def _encoded(template: str, inputs: Mapping[str, Any]) -> str:
    """The template with its values percent-encoded, and of its own text what no URL may hold."""
    parts = PLACEHOLDER.split(template)  # text, name, text, name, …, text
    parts[::2] = [quote(text, safe=_RESERVED) for text in parts[::2]]
    parts[1::2] = [
        quote(as_text(inputs[name]) if name in inputs else f"{{{{{name}}}}}", safe="")
        for name in parts[1::2]
    ]
    return "".join(parts)


def _split(url: str) -> SplitResult:
    if not _URL.match(url):
        raise faults.BAD_URL_CHARACTER.error()
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (a bad port is a ValueError here)
    except ValueError:
        raise faults.MALFORMED_URL.error() from None
    if parts.scheme not in _PORTS or not _HOST.match(parts.hostname or ""):
        raise faults.NO_HTTP_URL.error()
    return parts


def _address(parts: SplitResult) -> Address:
    userinfo = parts.netloc.rpartition("@")[0]
    port = _PORTS[parts.scheme] if parts.port is None else parts.port
    return Address(parts.scheme, userinfo, parts.hostname or "", port, parts.path or "/")


def _check_path(path: str) -> None:
    # Clients, servers and proxies resolve these segments, some also the encoded ones, and then a
    # request goes elsewhere than the allow list and the author of the URL have seen.
    if {".", ".."} & set(re.split(r"[/\\]", unquote(path))):
        raise faults.DOT_SEGMENT.error()


def _is_allowed(address: Address, allowed: Sequence[str]) -> bool:
    return any(address.is_within(address_of(entry)) for entry in allowed)
