"""The constants of a module: values and texts of the document that its functions refer to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flowc.names import function_name
from flowc.python.layout import INDENT, LINE_LENGTH, Expr, lay_out, one_line, width
from flowc.python.literals import literal, text_literal, text_parts, tuple_of
from flowc.python.modulescope import ModuleScope
from flowc.python.plan import Lines

_SHORT = 60
"""A text of that many characters on one line stands where it is used."""


class Constants:
    """Gives out constants; equal ones are one. `lines` are their statements, in order."""

    def __init__(self, scope: ModuleScope) -> None:
        self._scope = scope
        self._names: dict[str, str] = {}
        self._tools: dict[str, str] = {}
        self.lines: list[Lines] = []

    def tools(self, names: Sequence[str], flow: str) -> str:
        """The functions of the tools of those names."""
        value = tuple_of([function_name(name) for name in names])
        key = one_line(value)
        if key not in self._tools:
            self._tools[key] = self._define(f"{flow}_tools" if self._tools else "tools", value)
        return self._tools[key]

    def json(self, wanted: str, value: Mapping[str, Any]) -> str:
        """A JSON object."""
        expr = literal(value)
        key = one_line(expr)
        if key not in self._names:
            annotation = f"dict[str, {self._scope.imported('typing', 'Any')}]"
            self._names[key] = self._define(wanted, expr, f": {annotation}")
        return self._names[key]

    def text(self, wanted: str, text: str) -> Expr:
        """A text: itself if it is short, else a constant, on as many lines as it needs."""
        whole = text_literal(text)
        if "\n" not in text and width(whole) <= _SHORT:
            return whole
        if whole not in self._names:
            self._names[whole] = self._scope.constant(wanted)
            self.lines.append(text_lines(self._names[whole], text))
        return self._names[whole]

    def _define(self, wanted: str, value: Expr, annotation: str = "") -> str:
        name = self._scope.constant(wanted)
        self.lines.append(tuple(lay_out(f"{name}{annotation} = ", value)))
        return name


def text_lines(name: str, text: str) -> Lines:
    """The statement that gives a text a name, with a literal for each line of it, and for each part
    of a long line."""
    whole = text_literal(text)
    if width(INDENT + whole) <= LINE_LENGTH:
        return tuple(lay_out(f"{name} = ", whole))
    parts = [INDENT + text_literal(part) for part in text_parts(text, LINE_LENGTH - len(INDENT))]
    return (f"{name} = (", *parts, ")") if len(parts) > 1 else (f"{name} = {whole}",)
