"""Labels that go without saying: `if`, `match` and `say` get the same name without them. An `if`
without a label can follow an `else`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from flowc.decompile.blocks import changed, every_statement
from flowc.records import replace
from flowc.semantics.binding.collect import collect, derived_name
from flowc.semantics.binding.report import Report
from flowc.syntax import tree as t

ROUNDS = 5
"""How often a label is given back until all nodes have their own names; else all stay."""

_NUMBER = re.compile(r"_[0-9]+\Z")


def without_needless_names(tree: t.Tree) -> t.Tree:
    """The tree without the labels of statements that would be named so anyway, as the second `if`
    of its flow `if_2`. Labels that a jump or an edge names stay, for those who read it."""
    declarations = tuple(
        _shortened(item) if isinstance(item, t.FlowDeclaration) else item
        for item in tree.declarations
    )
    return replace(tree, declarations=declarations)


def _shortened(flow: t.FlowDeclaration) -> t.FlowDeclaration:
    names = _names(flow)
    kept = set(_mentioned(flow.body))
    for _ in range(ROUNDS):
        shorter = _without_names(flow, kept)
        derived = zip(names, _names(shorter), strict=True)
        wrong = next((mine for mine, other in derived if mine != other), None)
        if wrong is None:
            return shorter
        kept.add(wrong)
    return flow


def _without_names(flow: t.FlowDeclaration, kept: Container[str]) -> t.FlowDeclaration:
    return replace(flow, body=changed(flow.body, lambda item: _chained(_unnamed(item, kept))))


def _names(flow: t.FlowDeclaration) -> list[str]:
    """The names of all nodes, as the binder gives them."""
    return [draft.label for draft in collect(flow, "", Report()).drafts]


def _mentioned(block: t.Block) -> Iterator[str]:
    """The names to which jumps and edges go."""
    for statement in every_statement(block):
        match statement:
            case t.Goto():
                yield statement.target.text
            case t.Edges():
                for entry in statement.entries:
                    yield entry.source.text
                    yield entry.destination.text


def _unnamed(statement: t.Statement, kept: Container[str]) -> t.Statement:
    if statement.name is None or not isinstance(statement, (t.If, t.Match, t.Say)):
        return statement
    name = statement.name.text
    needless = name not in kept and _NUMBER.sub("", name) == derived_name(statement)
    return replace(statement, name=None) if needless else statement


def _chained(statement: t.Statement) -> t.Statement:
    """An `if` with `else if`, if only a plain `if` follows its `else`."""
    match statement:
        case t.If(otherwise=t.Block(statements=(t.If() as inner,)) as otherwise):
            if not (inner.name or inner.description or inner.annotations or inner.comments):
                return replace(statement, otherwise=replace(otherwise, braces=False))
    return statement
