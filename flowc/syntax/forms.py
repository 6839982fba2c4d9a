"""How the forms of the language are written, as hints for messages that have no better one."""

from __future__ import annotations

from flowc.syntax.trouble import Trouble

_AFTER = {
    "AGENTSPEC": "Write 'agentspec \"26.1.0\"' or 'agentspec none'.",
    "IMPORT": "Write 'import { name } from \"tools.flow\"'.",
    "BY": "Write 'by name' or 'by edges', or leave it out.",
    "EXPORT": "Write 'export' before the flow or component that is the document's root.",
    "GOTO": "Write the name of a node or the label of a loop.",
    "LOOP": "Write 'loop { … }'.",
    "MATCH": "Write 'match VALUE { \"A\" => …, else => … }'.",
    "IF": "Write 'if VALUE { … } else { … }'.",
    "TRY": "Write 'x = try some_flow(…) { catch => …, else => … }'.",
    "MAP": "Write 'x = map some_flow(item = each xs)'.",
    "PARALLEL": "Write 'parallel map some_flow(…)' or 'parallel [f, g](…)'.",
    "SAY": "Write 'say \"Hi {{who}}\" (who = n.name)'.",
    "EDGES": "Write 'edges { a -> b }'.",
    "DEFAULT": "After 'default' stands a constant, as in 'a.x default 0'.",
    "DOT": "Write 'node.output'.",
    "BAR": "Sources and types stand on both sides of '|', as in 'a.x | b.y'.",
    "EACH": "Write 'each' and a reference, as in 'item = each order.items'.",
    "DARROW": "After '=>' stands a statement or '{ … }'; '{}' means: go on below.",
    "AT": "Write '@name' or '@name(…)'.",
}
"""Hints by the kind of the word before."""


def form_hint(trouble: Trouble) -> str:
    """How what stands here is written; "" if there is nothing to say."""
    previous, expected = trouble.previous, trouble.expected
    if previous is not None and previous.kind == "ARROW":
        return (
            "Outputs stand in parentheses: -> (name: TYPE)."
            if "LPAR" in expected
            else "An edge is written 'a -> b', 'a[branch] -> b' or 'a.out -> b.in'."
        )
    if previous is not None and previous.kind in _AFTER:
        return _AFTER[previous.kind]
    if "DARROW" in expected:
        return "An arm is written 'A => …'."
    if {"LPAR", "TRUE", "NAME"} <= expected and "NULL" not in expected:
        return "A type is written as in 'string', 'integer[]', '\"a\" | \"b\"' or '{ a: string }'."
    if "COLON" in expected:
        return "Write ':' after the name."
    return ""
