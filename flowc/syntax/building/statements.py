"""Statements and what they are made of."""

from __future__ import annotations

from flowc.syntax import tree
from flowc.syntax.building.branches import AsBranch, Branches, check_call_arms, check_pattern
from flowc.syntax.building.labels import label_of
from flowc.syntax.building.parts import (
    Arguments,
    Build,
    Context,
    Core,
    Parts,
    core,
    name,
    node,
    nodes,
    outputs_of,
    span_of,
    split_prefix,
    string,
    words,
)


def _statement(context: Context, parts: Parts) -> tree.Statement:
    prefix, rest = split_prefix(context, parts)
    made: Core = rest[-1]
    statement: tree.Statement = made.type(
        span=span_of(rest),
        name=label_of(context, rest[:-1], made.type),
        description=prefix.description,
        annotations=prefix.annotations,
        **made.fields,
    )
    return statement


def _body(context: Context, parts: Parts) -> tree.Block:
    return tree.Block(span=span_of(parts), statements=nodes(parts, tree.Statement))


def _arguments(context: Context, parts: Parts) -> Arguments:
    return Arguments(span_of(parts), nodes(parts, tree.Argument))


def _arguments_of(parts: Parts) -> tuple[tree.Argument, ...]:
    found = node(parts, Arguments)
    return () if found is None else found.arguments


def _entries_of(parts: Parts) -> tuple[tree.Entry, ...]:
    block = node(parts, tree.ObjectLiteral)
    return () if block is None else block.entries


# Calls, say, ask -----------------------------------------------------------------------------


def _callee(context: Context, parts: Parts) -> tree.Name:
    return name(context, parts[0])


def _call(context: Context, parts: Parts) -> Core:
    branches = node(parts, Branches)
    arms = branches.arms if branches else ()
    check_call_arms(context, arms)
    form = " ".join(token.text for token in words(parts, "TRY", "PARALLEL", "MAP"))
    return core(
        parts,
        tree.Call,
        form=form,
        callees=nodes(parts, tree.Name),
        arguments=_arguments_of(parts),
        outputs=outputs_of(parts),
        entries=branches.entries if branches else (),
        arms=arms,
    )


def _say(context: Context, parts: Parts) -> Core:
    return core(
        parts,
        tree.Say,
        text=string(context, parts[1]),
        arguments=_arguments_of(parts),
        outputs=outputs_of(parts),
        entries=_entries_of(parts),
    )


def _ask(context: Context, parts: Parts) -> Core:
    texts = words(parts, "STRING", "TEXT_BLOCK")
    return core(
        parts,
        tree.Ask,
        text=string(context, texts[0]) if texts else None,
        arguments=_arguments_of(parts),
        outputs=outputs_of(parts),
        entries=_entries_of(parts),
    )


# Branches ------------------------------------------------------------------------------------


def _subject(parts: Parts) -> tree.Argument:
    argument = node(parts, tree.Argument)
    if argument is not None:
        return argument
    value = node(parts, tree.Value)
    assert value is not None, "the grammar gives a match and an if a subject"
    return tree.Argument(span=value.span, name=None, value=value)


def _match(context: Context, parts: Parts) -> Core:
    branches: Branches = parts[-1]
    for arm in branches.arms:
        for pattern in arm.patterns:
            check_pattern(context, pattern)
    return core(
        parts,
        tree.Match,
        subject=_subject(parts),
        entries=branches.entries,
        arms=branches.arms,
    )


def _if(context: Context, parts: Parts) -> Core:
    blocks = nodes(parts, tree.Block)
    return core(
        parts,
        tree.If,
        subject=_subject(parts),
        then=blocks[0],
        otherwise=blocks[1] if len(blocks) > 1 else None,
    )


def _else_if(context: Context, parts: Parts) -> tree.Block:
    core: Core = parts[1]
    inner = core.type(span=core.span, **core.fields)
    return tree.Block(span=core.span, statements=(inner,), braces=False)


# Jumps ---------------------------------------------------------------------------------------


def _loop(context: Context, parts: Parts) -> Core:
    return core(parts, tree.Loop, body=parts[1])


def _break(context: Context, parts: Parts) -> Core:
    return core(parts, tree.Break, target=_target(context, parts))


def _continue(context: Context, parts: Parts) -> Core:
    return core(parts, tree.Continue, target=_target(context, parts))


def _goto(context: Context, parts: Parts) -> Core:
    return core(parts, tree.Goto, target=_target(context, parts))


def _target(context: Context, parts: Parts) -> tree.Name | None:
    return name(context, parts[1]) if len(parts) > 1 else None


def _return(context: Context, parts: Parts) -> Core:
    value = node(parts, tree.Value)
    branch = node(parts, AsBranch)
    return core(
        parts,
        tree.Return,
        arguments=_arguments_of(parts)
        if value is None
        else (tree.Argument(span=value.span, name=None, value=value),),
        branch=None if branch is None else branch.name,
        outputs=outputs_of(parts),
    )


def _start(context: Context, parts: Parts) -> Core:
    return core(parts, tree.Start)


RULES: dict[str, Build] = {
    "statement": _statement,
    "body": _body,
    "arguments": _arguments,
    "callee": _callee,
    "call": _call,
    "say": _say,
    "ask": _ask,
    "match": _match,
    "if": _if,
    "else_if": _else_if,
    "loop": _loop,
    "break": _break,
    "continue": _continue,
    "goto": _goto,
    "return": _return,
    "start": _start,
}
