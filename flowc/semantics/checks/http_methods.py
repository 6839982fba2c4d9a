"""FLOW538: the methods of HTTP requests."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity, nearest
from flowc.ir.document import Document
from flowc.semantics.parts import parts_of

UNKNOWN_METHOD = Rule("FLOW538", Severity.WARNING, "an HTTP method looks misspelt")
"""Servers refuse a request with a method that they do not know. Methods that are no misspelling of
a usual one, such as `PURGE`, are not reported: some servers have their own.

Wrong:

```flow
RemoteTool search() -> (hits: string) {
  url: "https://example.com/search"
  http_method: "GTE"
}
```

Right:

```flow
RemoteTool search() -> (hits: string) {
  url: "https://example.com/search"
  http_method: "GET"
}
```
"""

_USUAL = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")
_OWN = frozenset(
    {"QUERY", "COPY", "MOVE", "LOCK", "UNLOCK", "LINK", "UNLINK", "PURGE", "BIND", "UNBIND"}
    | {"REBIND", "ACL", "SEARCH", "REPORT", "MERGE", "LABEL", "UPDATE", "MKCOL", "MKCALENDAR"}
    | {"PROPFIND", "PROPPATCH", "CHECKIN", "CHECKOUT", "UNCHECKOUT", "ORDERPATCH", "NOTIFY"}
    | {"SUBSCRIBE", "UNSUBSCRIBE", "LIST"}
)
"""Registered methods, and widespread ones, that few servers know."""
_ALIKE = 0.6


def check_http_methods(document: Document) -> Iterator[Diagnostic]:
    """A request has a method that servers know."""
    for part in parts_of(document):
        if part.component_type not in ("ApiNode", "RemoteTool"):
            continue
        method = part.own_field("http_method")
        if not isinstance(method, str) or method.upper() in {*_USUAL, *_OWN}:
            continue
        near = nearest(method.upper(), _USUAL, cutoff=_ALIKE)
        if near:
            yield UNKNOWN_METHOD.at(
                part.place("http_method"),
                f"'{method}' of {part.component_type} '{part.name}' is no usual HTTP method",
                label="most likely misspelt",
                hint=f"Did you mean '{near}'?",
            )
