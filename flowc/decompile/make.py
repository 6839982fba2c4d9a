"""Syntax that nobody wrote: constructors without places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.ir.values import Json
from flowc.syntax import tree as t
from flowc.text import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)


def name(text: str) -> t.Name:
    """An identifier."""
    return t.Name(text, span=NOWHERE)


def string(text: str) -> t.StringLiteral:
    """A string; one of several lines becomes a text block."""
    return t.StringLiteral(text, "\n" in text, span=NOWHERE)


def described(text: str | None) -> t.StringLiteral | None:
    """A description, if there is one."""
    return None if text is None else string(text)


def scalar(value: bool | int | float | str | None) -> t.Literal:
    """A number, boolean, null or string."""
    return t.Literal(value, isinstance(value, str) and "\n" in value, span=NOWHERE)


def array(items: Sequence[t.FieldExpr]) -> t.ArrayLiteral:
    """`[a, b]`."""
    return t.ArrayLiteral(tuple(items), span=NOWHERE)


def entry(key: str, value: t.FieldExpr) -> t.Entry:
    """`key: value`."""
    return t.Entry(name(key), value, span=NOWHERE)


def object_(entries: Mapping[str, t.FieldExpr]) -> t.ObjectLiteral:
    """`{ key: value }`."""
    return t.ObjectLiteral(tuple(entry(key, value) for key, value in entries.items()), span=NOWHERE)


def literal(value: Json) -> t.FieldExpr:
    """A JSON value."""
    if isinstance(value, Mapping):
        return object_({key: literal(item) for key, item in value.items()})
    if isinstance(value, Sequence) and not isinstance(value, str):
        return array([literal(item) for item in value])
    return scalar(value)


def annotation(word: str, *values: t.FieldExpr) -> t.Annotation:
    """`@word(values)`."""
    arguments = (t.AnnotationArgument(None, value, span=NOWHERE) for value in values)
    return t.Annotation(name(word), tuple(arguments), span=NOWHERE)


def named_annotation(word: str, values: Mapping[str, t.FieldExpr]) -> t.Annotation:
    """`@word(key = value)`."""
    arguments = (
        t.AnnotationArgument(name(key), value, span=NOWHERE) for key, value in values.items()
    )
    return t.Annotation(name(word), tuple(arguments), span=NOWHERE)


def block(statements: Sequence[t.Statement], *, braces: bool = True) -> t.Block:
    """`{ statements }`."""
    return t.Block(tuple(statements), braces, span=NOWHERE)


def goto(target: str) -> t.Goto:
    """`goto target`."""
    return t.Goto(target=name(target), span=NOWHERE)


def reference(*names: str) -> t.Reference:
    """`a.b`."""
    return t.Reference(tuple(map(name, names)), span=NOWHERE)
