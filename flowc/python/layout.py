"""Statements broken into lines as black breaks them (line length 88).

Generated statements use few forms: a prefix, one expression made of names, literals, calls and
displays, a suffix. For these black's rules are short, and :func:`lay_out` follows them. A line that
stays too long is left to black itself (`flowc.python.render`), unless nothing in it can be broken.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TypeAlias

from flowc.patterns import pattern
from flowc.records import dataclass

LINE_LENGTH = 88
INDENT = "    "
_LONE_ATOM = pattern(r" +(?:\w+=)?(\w+|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'),?")
"""A name or a string literal that stands alone on a line, as an item of what is in brackets."""


@dataclass(frozen=True, slots=True)
class Group:
    """`head(item, item)`: a call, or with other brackets and no head a display.

    Each item has a prefix (`name=`, `"key": `, or nothing) and an expression.
    """

    head: str
    items: tuple[tuple[str, Expr], ...]
    brackets: str = "()"

    @property
    def is_display(self) -> bool:
        """Whether this is a list, dict or tuple: black never fills those on one inner line."""
        return not self.head


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with an operator before each but the first: `a == b`, `a and not b`."""

    parts: tuple[tuple[str, Expr], ...]


Expr: TypeAlias = "str | Group | Chain"


def all_of(conditions: Sequence[Expr]) -> Expr:
    """`a and b`; one condition alone is itself."""
    if len(conditions) == 1:
        return conditions[0]
    return Chain(tuple(("and" if index else "", item) for index, item in enumerate(conditions)))


def call(function: str, *arguments: Expr, **keywords: Expr) -> Group:
    """A call with positional and keyword arguments."""
    named = [(f"{name}=", value) for name, value in keywords.items()]
    return Group(function, (*(("", item) for item in arguments), *named))


def one_line(expr: Expr) -> str:
    """The expression on one line."""
    if isinstance(expr, str):
        return expr
    if isinstance(expr, Chain):
        return " ".join(f"{before} {one_line(part)}".lstrip() for before, part in expr.parts)
    inner = ", ".join(prefix + one_line(item) for prefix, item in expr.items)
    if _is_tuple_of_one(expr):
        inner += ","
    return f"{expr.head}{expr.brackets[0]}{inner}{expr.brackets[1]}"


def lay_out(prefix: str, expr: Expr, suffix: str = "", depth: int = 0) -> list[str]:
    """The lines of `prefix` + `expr` + `suffix`, indented `depth` levels, each broken only where
    the whole does not fit."""
    pad = INDENT * depth
    line = f"{pad}{prefix}{one_line(expr)}{suffix}"
    if width(line) <= LINE_LENGTH:
        return [line]
    if isinstance(expr, str):
        return _in_parentheses(prefix, expr, suffix, depth) or [line]
    if isinstance(expr, Chain):
        lines = _lay_out_chain(prefix, expr, suffix, depth)
        return lines if all(width(it) <= LINE_LENGTH for it in lines) else [line]
    if not expr.items:
        return [line]
    opening, closing = expr.brackets[0], expr.brackets[1]
    inner = INDENT + pad + ", ".join(start + one_line(item) for start, item in expr.items)
    fills = not expr.is_display or (len(expr.items) == 1 and not _is_tuple_of_one(expr))
    if fills and width(inner) <= LINE_LENGTH:
        body = [inner]
    else:
        comma = "," if len(expr.items) > 1 or _is_tuple_of_one(expr) else ""
        body = [
            part for start, item in expr.items for part in lay_out(start, item, comma, depth + 1)
        ]
    return [f"{pad}{prefix}{expr.head}{opening}", *body, f"{pad}{closing}{suffix}"]


def _is_tuple_of_one(expr: Group) -> bool:
    return expr.is_display and expr.brackets == "()" and len(expr.items) == 1


def _in_parentheses(prefix: str, expr: str, suffix: str, depth: int) -> list[str]:
    """The right side of an assignment alone on a line, if it fits there. One that ends in brackets
    is left to black, which would rather break it in these."""
    pad = INDENT * depth
    inner = pad + INDENT + expr
    is_assigned = prefix.endswith((" = ", "return "))
    if not is_assigned or expr.endswith(("]", ")")) or width(inner) > LINE_LENGTH:
        return []
    return [f"{pad}{prefix}(", inner, f"{pad}){suffix}"]


def _lay_out_chain(prefix: str, expr: Chain, suffix: str, depth: int) -> list[str]:
    """A condition: split in the brackets of the second of two operands if what is before them fits,
    else in parentheses, each operand on a line of its own if it must be. Other brackets at the end
    of the second of two are left to black."""
    pad = INDENT * depth
    *first, (operator, last) = expr.parts
    before = "".join(f"{word} {one_line(part)} ".lstrip() for word, part in first)
    start = f"{prefix}{before}{operator} "
    if len(expr.parts) == 2 and not isinstance(_end(last), str):
        # Black measures it with the prefix, and without in parentheses.
        room = LINE_LENGTH - len(pad) - max(width(prefix), len(INDENT))
        if isinstance(last, Group) and width(f"{before}{operator} {last.head}(") <= room:
            return lay_out(start, last, suffix, depth)
        return [f"{pad}{prefix}{one_line(expr)}{suffix}"]
    body = [f"{pad}{INDENT}{one_line(expr)}"]
    if width(body[0]) > LINE_LENGTH:
        body = [line for part in expr.parts for line in _lay_out_operand(*part, depth + 1)]
    return [f"{pad}{prefix}(", *body, f"{pad}){suffix}"]


def _end(expr: Expr) -> Expr:
    """What an expression ends in."""
    return _end(expr.parts[-1][1]) if isinstance(expr, Chain) else expr


def _lay_out_operand(operator: str, operand: Expr, depth: int) -> list[str]:
    """An operand inside parentheses, a comparison that does not fit each side on its own lines."""
    start = f"{operator} ".lstrip()
    line = f"{INDENT * depth}{start}{one_line(operand)}"
    if not isinstance(operand, Chain) or width(line) <= LINE_LENGTH:
        return lay_out(start, operand, "", depth)
    (_, first), *others = operand.parts
    lines = lay_out(start, first, "", depth)
    return lines + [line for other in others for line in _lay_out_operand(*other, depth)]


def is_left_to_black(line: str) -> bool:
    """Whether a line is too long, and black may know how to break it or what is around it."""
    return width(line) > LINE_LENGTH and not _LONE_ATOM.fullmatch(line)


def width(line: str) -> int:
    """How wide a line is on a terminal, which is how black counts."""
    if line.isascii():
        return len(line)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in line
    )
