"""Statements inside statements, for what rewrites a tree. All of it calls itself as deep as arms
and loops nest, which the skeleton bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flowc.records import replace
from flowc.syntax import tree as t


def every_statement(block: t.Block) -> Iterator[t.Statement]:
    """The statements of a block and all that stand inside them, in the order of the lines."""
    for statement in block.statements:
        yield statement
        for inner in _blocks(statement):
            yield from every_statement(inner)


def _blocks(statement: t.Statement) -> list[t.Block]:
    match statement:
        case t.Loop():
            return [statement.body]
        case t.Call() | t.Match():
            return [arm.body for arm in statement.arms]
        case t.If():
            return [statement.then, *([statement.otherwise] if statement.otherwise else [])]
    return []


def changed(block: t.Block, change: Callable[[t.Statement], t.Statement]) -> t.Block:
    """The block with every statement changed, those inside others first."""
    statements = (change(_inside(statement, change)) for statement in block.statements)
    return replace(block, statements=tuple(statements))


def _inside(statement: t.Statement, change: Callable[[t.Statement], t.Statement]) -> t.Statement:
    match statement:
        case t.Loop():
            return replace(statement, body=changed(statement.body, change))
        case t.Call() | t.Match() if statement.arms:
            arms = (replace(arm, body=changed(arm.body, change)) for arm in statement.arms)
            return replace(statement, arms=tuple(arms))
        case t.If():
            otherwise = statement.otherwise
            return replace(
                statement,
                then=changed(statement.then, change),
                otherwise=None if otherwise is None else changed(otherwise, change),
            )
    return statement
