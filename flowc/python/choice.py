"""What a node chooses its way by: an expression, and the texts that lead to each branch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.types import STRING, AnyType, Scalar, Type, allows_null, members_of
from flowc.ir.values import Json
from flowc.python.conversion import Converters
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, call
from flowc.python.literals import text_literal
from flowc.python.nodecode import NodeCode, Sources, input_place


@dataclass(frozen=True, slots=True)
class Choice:
    """`subject` is a boolean or a text (or None); `keys` are the texts that lead to each branch,
    the last branch being that of all other texts."""

    subject: Expr
    is_boolean: bool
    keys: Mapping[str, tuple[str, ...]]

    @property
    def branches(self) -> tuple[str, ...]:
        """The branches that can be taken, "else" last."""
        return tuple(self.keys)


def choice_of(
    node: BranchingNode, nodes: NodeCode, converters: Converters, helpers: Helpers
) -> Choice:
    """How a BranchingNode chooses (SEMANTICS 19): by the text of its input; null takes `default`.

    Texts that the input's value cannot have are left out, and so is `default` if the mapping has
    all texts that there can be.
    """
    item = node.inputs[0]
    value, sources = nodes.read(node, item)
    possible = _possible_texts(sources, item.type)
    if nodes.is_literal(node, item) and isinstance(item.default, str):
        possible = frozenset((item.default,))
    keys = _keys(node, possible)
    if _is_boolean(sources, item.type) and all(len(texts) < 2 for texts in keys.values()):
        return Choice(value, True, keys)
    place = input_place(node, item)
    return Choice(_text(value, sources, item.type, place, converters, helpers), False, keys)


def _keys(node: BranchingNode, possible: frozenset[str] | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    covered = 0
    for text, branch in node.mapping.items():
        if possible is None or text in possible:
            covered += 1
            found[branch] = (*found.get(branch, ()), text)
    if possible is not None and covered == len(possible) and found:
        return found
    texts = found.pop(DEFAULT, ())
    return {**found, DEFAULT: texts}


def _members(sources: Sources) -> list[Type]:
    return [] if sources is None else [part for type_ in sources for part in members_of(type_)]


def _is_boolean(sources: Sources, type_: Type) -> bool:
    known = _members(sources)
    plain = type_ == STRING or type_ == Scalar("boolean")
    return plain and bool(known) and all(_named(part, "boolean") for part in known)


def _named(type_: Type, name: str) -> bool:
    return isinstance(type_, Scalar) and type_.name == name


def _possible_texts(sources: Sources, type_: Type) -> frozenset[str] | None:
    """The texts that the value can have; None if they cannot be listed."""
    if type_.enum is not None and _named(type_, "string"):
        return _texts(type_.enum)
    known = _members(sources)
    if not known or not (_named(type_, "string") or isinstance(type_, AnyType)):
        return frozenset(("true", "false")) if _is_boolean(sources, type_) else None
    found: frozenset[str] = frozenset()
    for part in known:
        if _named(part, "boolean"):
            found |= {"true", "false"}
        elif part.enum is not None and _named(part, "string"):
            found |= _texts(part.enum)
        else:
            return None
    return found


def _texts(enum: tuple[Json, ...]) -> frozenset[str]:
    return frozenset(item for item in enum if isinstance(item, str))


def _text(
    value: Expr,
    sources: Sources,
    type_: Type,
    place: str,
    converters: Converters,
    helpers: Helpers,
) -> Expr:
    """The value converted to the input's type and then to string, None if it is null."""
    known = _members(sources)
    may_be_null = not known or any(allows_null(part) for part in known)
    solid = tuple(part for part in known if not _named(part, "null")) if known else None
    first = converters.is_needed(solid, type_)
    texts = (type_,) if first else solid
    second = converters.is_needed(texts, STRING)
    if not first and not second:
        return value
    if not may_be_null:
        if first:
            value = converters.convert(value, type_, place)
        return converters.convert(value, STRING, place) if second else value
    arguments: list[Expr] = [value, text_literal(place)]
    if first and type_ != STRING:
        arguments.append(converters.function(type_))
    return call(helpers.use("key"), *arguments)
