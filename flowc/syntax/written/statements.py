"""Statements and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flowc.syntax import tree as t
from flowc.syntax.written.parts import (
    Part,
    Parts,
    braced,
    bracketed,
    branch_text,
    headed,
    is_headed,
    listed,
    name_text,
    title_text,
)


def call(node: t.Call) -> Parts:
    """`[x =] [form] callee(args) [-> (outputs)] [{ … }]`."""
    yield from _assigned(node)
    if node.form:
        yield node.form + " "
    yield "[" if node.form == "parallel" else ""
    yield from listed(node.callees)
    yield "]" if node.form == "parallel" else ""
    yield from bracketed(node.arguments)
    yield from _tail(node.outputs, [*node.entries, *node.arms])


def say(node: t.Say) -> Parts:
    """`[x =] say "text" [(args)] …`."""
    yield from _assigned(node)
    yield "say "
    yield node.text
    if node.arguments:
        yield " "
        yield from bracketed(node.arguments)
    yield from _tail(node.outputs, node.entries)


def ask(node: t.Ask) -> Parts:
    """`[x =] ask ["text"] [(args)] …`."""
    yield from _assigned(node)
    yield "ask"
    if node.text is not None:
        yield " "
        yield node.text
    if node.arguments:
        yield " "
        yield from bracketed(node.arguments)
    yield from _tail(node.outputs, node.entries)


def _assigned(node: t.Statement) -> Iterator[Part]:
    yield from headed(node)
    if node.name is not None:
        yield name_text(node.name) + " = "


def _labelled(node: t.Statement) -> Iterator[Part]:
    yield from headed(node)
    if node.name is not None:
        yield name_text(node.name) + ": "


def _tail(outputs: Sequence[t.Parameter] | None, block: Sequence[t.Syntax]) -> Parts:
    if outputs is not None:
        yield " -> "
        yield from bracketed(outputs)
    if block:
        yield " "
        yield from braced(block)


def match(node: t.Match) -> Parts:
    """`[label:] match subject { arms }`."""
    yield from _labelled(node)
    yield "match "
    yield from _subject(node.subject)
    yield " "
    yield from braced([*node.entries, *node.arms])


def if_(node: t.If) -> Parts:
    """`[label:] if subject { … } else { … }`."""
    yield from _labelled(node)
    yield "if "
    yield from _subject(node.subject)
    yield " "
    yield from braced(node.then.statements)
    if node.otherwise is not None:
        yield " else "
        chained = [type(statement) for statement in node.otherwise.statements] == [t.If]
        if chained and not node.otherwise.braces:
            yield from block(node.otherwise)
        else:
            yield from braced(node.otherwise.statements)


def _subject(subject: t.Argument) -> Parts:
    return (subject,) if _is_bare(subject) else bracketed((subject,))


def _is_bare(argument: t.Argument) -> bool:
    headed = argument.description is not None or argument.annotations
    return argument.name is None and argument.type is None and not headed


def arm(node: t.Arm) -> Parts:
    """`patterns [as branch] => body`."""
    yield "else" if node.is_else else ""
    yield from listed(node.patterns)
    yield f" as {branch_text(node.branch)}" if node.branch is not None else ""
    yield " => "
    yield "error" if node.error else node.body


def loop(node: t.Loop) -> Parts:
    """`[label:] loop { … }`."""
    yield from _labelled(node)
    yield "loop "
    yield from braced(node.body.statements)


def jump(node: t.Break | t.Continue | t.Goto) -> Parts:
    """`break [label]`, `continue [label]`, `goto label`."""
    yield from _labelled(node)
    yield type(node).__name__.lower()
    if node.target is not None:
        yield " "
        yield node.target


def return_(node: t.Return) -> Parts:
    """`[label:] return [VALUE | (args)] [as branch] [-> (outputs)]`."""
    yield from _labelled(node)
    yield "return"
    if len(node.arguments) == 1 and _is_bare(node.arguments[0]):
        yield " "
        yield node.arguments[0]
    elif node.arguments:
        yield " "
        yield from bracketed(node.arguments)
    yield f" as {branch_text(node.branch)}" if node.branch is not None else ""
    if node.outputs is not None:
        yield " -> "
        yield from bracketed(node.outputs)


def start(node: t.Start) -> Parts:
    """`start`."""
    yield from _labelled(node)
    yield "start"


def edges(node: t.Edges) -> Parts:
    """`edges { … }`."""
    yield from _labelled(node)
    yield "edges "
    yield from braced(node.entries)


def edge_entry(node: t.EdgeEntry) -> Parts:
    """`a[branch] -> b` or `a.out -> b.in`."""
    yield from headed(node)
    yield title_text(node.source)
    yield f".{title_text(node.source_output)}" if node.source_output is not None else ""
    yield f"[{branch_text(node.branch)}]" if node.branch is not None else ""
    yield " -> "
    yield title_text(node.destination)
    yield f".{title_text(node.destination_input)}" if node.destination_input is not None else ""


def block(node: t.Block) -> Parts:
    """A block in braces, or where one statement may stand alone, that statement."""
    alone = node.statements[0] if len(node.statements) == 1 and not node.braces else None
    if alone is None or is_headed(alone):
        return braced(node.statements)
    return (alone,)
