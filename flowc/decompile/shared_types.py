"""Types that stand in several places get a name: `type Item = { … }`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from flowc.decompile import make
from flowc.decompile.blocks import changed, every_statement
from flowc.decompile.context import FORBIDDEN
from flowc.decompile.make import NOWHERE
from flowc.decompile.readable import Identifiers, readable
from flowc.ir.catalogue import CATALOGUE
from flowc.records import dataclass, field, replace
from flowc.syntax import tree as t
from flowc.syntax.unparse import unparse

_COMPONENTS = (t.ComponentDeclaration, t.FlowDeclaration)
_Port = TypeVar("_Port", t.Parameter, t.Argument)

LONG = 40
"""A type whose text is shorter is easier to read where it stands."""


def with_named_types(tree: t.Tree) -> t.Tree:
    """The tree with a `type` declaration for every long type that it has more than once. A type
    inside a named one counts once."""
    places = _Places()
    for declaration in tree.declarations:
        for name, type_ in _types(declaration):
            places.add(name, type_)
    shared = places.shared(_taken(tree))
    if not shared:
        return tree
    declarations = [_renamed(item, shared) for item in tree.declarations]
    first = next(at for at, item in enumerate(declarations) if isinstance(item, _COMPONENTS))
    declarations[first:first] = [
        t.TypeDeclaration(
            name=make.name(name), type=_parts_named(places.types[text], shared), span=NOWHERE
        )
        for text, name in shared.items()
    ]
    return replace(tree, declarations=tuple(declarations))


@dataclass(slots=True)
class _Places:
    """The long types that were found, by their texts: how often, and what they belong to."""

    types: dict[str, t.TypeExpr] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, type_: t.TypeExpr) -> None:
        """A type and its parts; the parts of a type that was found before are not counted again.
        `name` is what the input, output or property is called."""
        work = [(name, type_)]
        while work:
            name, type_ = work.pop()
            if isinstance(type_, (t.ObjectOf, t.WithKeywords)):
                text = unparse(type_)
                self.counts[text] = self.counts.get(text, 0) + 1
                if self.counts[text] > 1:
                    continue
                self.types[text] = type_
                self.names[text] = name
            work += reversed(list(_named_parts(name, type_)))

    def shared(self, taken: frozenset[str]) -> dict[str, str]:
        """The name of each type that is worth one, by its text."""
        given = Identifiers(taken)
        return {
            text: given.give(_type_name(self.names[text]), otherwise="Type")
            for text, count in self.counts.items()
            if count > 1 and len(text) >= LONG
        }


def _type_name(name: str) -> str:
    """`email_data` as a type: `EmailData`."""
    words = re.split("_+", readable(name))
    return "".join(word[:1].upper() + word[1:] for word in words)


def _taken(tree: t.Tree) -> frozenset[str]:
    """The names that declarations have, and the types of components and nodes."""
    found = {*FORBIDDEN, *CATALOGUE}
    for item in tree.declarations:
        if isinstance(item, (t.TypeDeclaration, *_COMPONENTS)):
            found.add(item.name.text)
        if isinstance(item, t.ComponentDeclaration):
            found.add(item.type_name.text)
        if isinstance(item, t.FlowDeclaration):
            for statement in every_statement(item.body):
                if isinstance(statement, t.Call):
                    found |= {callee.text for callee in statement.callees}
    return frozenset(found)


# Types in declarations ----------------------------------------------------------------------------


def _types(declaration: t.Declaration) -> Iterator[tuple[str, t.TypeExpr]]:
    """The types of a declaration in the order of the text, with what they belong to."""
    if isinstance(declaration, t.TypeDeclaration):
        yield from _named_parts(declaration.name.text, declaration.type)
    if isinstance(declaration, _COMPONENTS):
        yield from _typed((*(declaration.inputs or ()), *(declaration.outputs or ())))
    if isinstance(declaration, t.FlowDeclaration):
        for statement in every_statement(declaration.body):
            yield from _typed(_ports(statement))


def _ports(statement: t.Statement) -> Sequence[t.Parameter | t.Argument]:
    match statement:
        case t.Call() | t.Say() | t.Ask() | t.Return():
            return (*statement.arguments, *(statement.outputs or ()))
        case t.Match() | t.If():
            return (statement.subject,)
    return ()


def _typed(items: Sequence[t.Parameter | t.Argument]) -> Iterator[tuple[str, t.TypeExpr]]:
    for item in items:
        if item.name is not None and item.type is not None:
            yield item.name.text, item.type


def _named_parts(name: str, type_: t.TypeExpr) -> Iterator[tuple[str, t.TypeExpr]]:
    """The types that a type is made of, with what they belong to."""
    match type_:
        case t.ArrayOf():
            yield name.removesuffix("s"), type_.items
        case t.Nullable() | t.WithKeywords():
            yield name, type_.type
        case t.UnionOf():
            for member in type_.members:
                yield name, member
        case t.ObjectOf():
            for item in type_.fields:
                yield item.name.text, item.type
            if type_.additional is not None:
                yield name, type_.additional


# Names for types ----------------------------------------------------------------------------------


def _renamed(declaration: t.Declaration, shared: Mapping[str, str]) -> t.Declaration:
    match declaration:
        case t.TypeDeclaration():
            return replace(declaration, type=_parts_named(declaration.type, shared))
        case t.ComponentDeclaration():
            return replace(
                declaration,
                inputs=_all_named(declaration.inputs, shared),
                outputs=_all_named(declaration.outputs, shared),
            )
        case t.FlowDeclaration():
            return replace(
                declaration,
                inputs=_all_named(declaration.inputs, shared) or (),
                outputs=_all_named(declaration.outputs, shared),
                body=changed(declaration.body, lambda item: _statement_named(item, shared)),
            )
    return declaration


def _statement_named(statement: t.Statement, shared: Mapping[str, str]) -> t.Statement:
    match statement:
        case t.Call() | t.Say() | t.Ask() | t.Return():
            return replace(
                statement,
                arguments=_all_named(statement.arguments, shared) or (),
                outputs=_all_named(statement.outputs, shared),
            )
        case t.Match() | t.If() if statement.subject.type is not None:
            subject = replace(statement.subject, type=_named(statement.subject.type, shared))
            return replace(statement, subject=subject)
    return statement


def _all_named(
    items: tuple[_Port, ...] | None, shared: Mapping[str, str]
) -> tuple[_Port, ...] | None:
    return items and tuple(
        item if item.type is None else replace(item, type=_named(item.type, shared))
        for item in items
    )


def _named(type_: t.TypeExpr, shared: Mapping[str, str]) -> t.TypeExpr:
    """The type by its name, or with its parts by theirs."""
    if isinstance(type_, (t.ObjectOf, t.WithKeywords)):
        name = shared.get(unparse(type_))
        if name is not None:
            return t.NamedType(make.name(name), span=NOWHERE)
    return _parts_named(type_, shared)


def _parts_named(type_: t.TypeExpr, shared: Mapping[str, str]) -> t.TypeExpr:
    match type_:
        case t.ArrayOf():
            return replace(type_, items=_named(type_.items, shared))
        case t.Nullable() | t.WithKeywords():
            return replace(type_, type=_named(type_.type, shared))
        case t.UnionOf():
            members = tuple(_named(member, shared) for member in type_.members)
            return replace(type_, members=members)
        case t.ObjectOf():
            fields = tuple(replace(item, type=_named(item.type, shared)) for item in type_.fields)
            extra = type_.additional
            additional = None if extra is None else _named(extra, shared)
            return replace(type_, fields=fields, additional=additional)
    return type_
