"""FLOW532: credentials that are written out where no secret is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import parse_qsl, urlsplit

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.values import Ref
from flowc.semantics.credentials import (
    holds_credential,
    is_credential_name,
    is_credential_value,
)
from flowc.semantics.parts import parts_of
from flowc.text import JsonPath

WRITTEN_CREDENTIAL = Rule("FLOW532", Severity.WARNING, "a credential is written out")
"""Agent Spec knows which fields hold secrets, and flowc keeps them out of all that it writes. What
looks like a password, a token or a key in any other field is written, shared and logged like all
else. Replace a credential that stood in a shared file.

Wrong:

```flow
flow orders() -> (count: integer) {
  get = ApiNode() -> (count: integer) {
    url: "https://shop.example.com/orders"
    http_method: "GET"
    headers: { Authorization: "Bearer 8f14e45fceea167a" }
  }
  return get.count
}
```

Right:

```flow
flow orders() -> (count: integer) {
  get = ApiNode() -> (count: integer) {
    url: "https://shop.example.com/orders"
    http_method: "GET"
    sensitive_headers: secret
  }
  return get.count
}
```
"""

_NAMED = ("headers", "query_params", "data", "env", "configuration", "session_parameters")
"""The fields whose keys say what their values are."""


def check_credentials(document: Document) -> Iterator[Diagnostic]:
    """Credentials stand in no field that everyone sees."""
    for part in parts_of(document):
        entry = CATALOGUE.get(part.component_type)
        for field, value in _fields(part).items():
            if not isinstance(value, Ref) and (entry is None or field not in entry.sensitive):
                for path, what in _found(value, (field,), named=field in _NAMED):
                    yield _finding(part, path, what)


def _fields(part: Component) -> Mapping[str, object]:
    """The fields of a component; a flow's nodes and edges aside, of which nodes are parts too."""
    if isinstance(part, Flow):
        return {**part.fields, "start_node": part.start_node}
    return part.own_fields()


def _found(value: object, path: JsonPath, *, named: bool) -> Iterator[tuple[JsonPath, str]]:
    """Where credentials stand in a value, and what they are."""
    if isinstance(value, str):
        what = _in_text(value, path, named=named)
        if what:
            yield path, what
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _found(item, (*path, key), named=named)
    elif isinstance(value, Sequence):
        for index, item in enumerate(value):
            yield from _found(item, (*path, index), named=named)


def _in_text(text: str, path: JsonPath, *, named: bool) -> str:
    name = path[-1]
    if named and len(path) > 1 and isinstance(name, str) and is_credential_name(name):
        return f"'{name}'" if is_credential_value(text) else ""
    if holds_credential(text):
        return "a key of a well-known form"
    return _in_url(text) if path[-1] in ("url", "agent_url") else ""


def _in_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        password = parts.password
    except ValueError:
        return ""
    if password and is_credential_value(password):
        return "the password of a URL"
    for name, value in parse_qsl(parts.query):
        if is_credential_name(name) and is_credential_value(value):
            return f"'{name}' in a URL"
    return ""


def _finding(part: Component, path: JsonPath, what: str) -> Diagnostic:
    place = part.place(*path)
    if place is not None and place != part.origin:
        place.source.secrets.append(place)
    hint = 'Write a placeholder, such as "{{TOKEN}}", and give its value when the flow runs.'
    entry = CATALOGUE.get(part.component_type)
    if path[0] == "headers" and entry is not None and "sensitive_headers" in entry.fields:
        hint = f"Move it to 'sensitive_headers', which is never written. {hint}"
    return WRITTEN_CREDENTIAL.at(
        place,
        f"{what} is written out in '{path[0]}' of {part.component_type} '{part.name}'",
        label="a credential",
        hint=hint,
    )
