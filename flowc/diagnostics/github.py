"""Diagnostics as GitHub workflow commands, which become annotations of a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.diagnostics.diagnostic import Diagnostic, Severity
from flowc.diagnostics.display import visible
from flowc.diagnostics.messages import message

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_TEXTS = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_IN_PROPERTIES = {**_IN_TEXTS, ord(":"): "%3A", ord(","): "%2C"}


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One command a line: `::error file=…,line=…,col=…,endLine=…,title=FLOWnnn::message`.

    Whatever stands in a title or a file name, it cannot begin another command or property.
    """
    return "".join(f"{_command(item)}\n" for item in diagnostics)


def _command(item: Diagnostic) -> str:
    given = ",".join(f"{name}={value}" for name, value in _properties(item).items())
    return f"::{_COMMANDS[item.severity]} {given}::{message(item).translate(_IN_TEXTS)}"


def _properties(item: Diagnostic) -> dict[str, str]:
    if item.location is None:
        return {"title": item.code}
    span = item.location.span()
    name = visible(span.source.name).translate(_IN_PROPERTIES)
    if not span.source.text:
        return {"file": name, "title": item.code}
    line, column = span.source.line_column(span.start)
    return {
        "file": name,
        "line": str(line),
        "col": str(column),
        "endLine": str(span.source.line_column(max(span.start, span.end - 1))[0]),
        "title": item.code,
    }
