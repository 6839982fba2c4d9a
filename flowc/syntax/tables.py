"""The parse tables of the grammar, as plain data.

lark reads `grammar/flow.lark`, proves it free of conflicts and computes the LALR(1) tables. They
are kept here without lark's classes, so that a cached copy is JSON and nothing of it can run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from flowc.records import dataclass

START = "file"


class Production(NamedTuple):
    """One expansion of a rule. `inlined`: the rule makes no node of its own, but gives its parts to
    its parent."""

    rule: str
    size: int
    inlined: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """What the parser and the lexer need of the grammar.

    `actions[state][terminal]` is the state to shift to, or `~p` to reduce by production `p`;
    `gotos[state][rule]` is the state after the rule. `patterns` are the regular expressions of the
    terminals that are no keywords; `keywords` are the kinds of the keywords by their text.
    """

    productions: tuple[Production, ...]
    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    start: int
    end: int
    patterns: dict[str, str]
    keywords: dict[str, str]


def build(grammar: str) -> Tables:
    """The tables of a grammar text. Takes about half a second."""
    from lark import Lark
    from lark.lexer import PatternStr
    from lark.parsers.lalr_analysis import Shift

    parser = Lark(grammar, start=START, parser="lalr", lexer="contextual", keep_all_tokens=True)
    table = parser.parser.parser._parse_table
    order = _reached(table.states, table.start_states[START], Shift)
    numbers = {state: number for number, state in enumerate(order)}
    productions: dict[Any, int] = {}
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for state in order:
        actions.append({})
        gotos.append({})
        for symbol, (action, argument) in sorted(table.states[state].items()):
            if action is not Shift:
                actions[-1][symbol] = ~productions.setdefault(argument, len(productions))
            elif symbol.isupper() or symbol.startswith("$"):
                actions[-1][symbol] = numbers[argument]
            else:
                gotos[-1][symbol] = numbers[argument]
    terminals = sorted(
        parser.terminals, key=lambda item: (-item.priority, -len(item.pattern.value), item.name)
    )
    keywords = {
        terminal.pattern.value: terminal.name
        for terminal in terminals
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha()
    }
    return Tables(
        productions=tuple(
            _production(str(rule.origin.name), len(rule.expansion)) for rule in productions
        ),
        actions=tuple(actions),
        gotos=tuple(gotos),
        start=numbers[table.start_states[START]],
        end=numbers[table.end_states[START]],
        patterns={
            terminal.name: terminal.pattern.to_regexp()
            for terminal in terminals
            if terminal.name not in keywords.values()
        },
        keywords=keywords,
    )


def _production(rule: str, size: int) -> Production:
    return Production(rule, size, inlined=rule.startswith("_"))


def _reached(states: Mapping[int, Mapping[str, Any]], start: int, shift: object) -> list[int]:
    """The states in the order in which they are reached by symbols in alphabetical order: lark
    numbers them as its sets happen to be ordered, and the same grammar should give the same
    tables."""
    order = [start]
    seen = {start}
    for state in order:
        for _, (action, argument) in sorted(states[state].items()):
            if action is shift and argument not in seen:
                seen.add(argument)
                order.append(argument)
    return order


def to_text(tables: Tables) -> str:
    """The tables as JSON."""
    return json.dumps(
        {
            "productions": [[item.rule, item.size] for item in tables.productions],
            "actions": tables.actions,
            "gotos": tables.gotos,
            "start": tables.start,
            "end": tables.end,
            "patterns": tables.patterns,
            "keywords": tables.keywords,
        },
        separators=(",", ":"),
    )


def from_text(text: str) -> Tables:
    """The tables in a text that `to_text` wrote; ValueError, KeyError or TypeError else."""
    data = json.loads(text)
    return Tables(
        productions=tuple(_production(str(rule), int(size)) for rule, size in data["productions"]),
        actions=tuple(data["actions"]),
        gotos=tuple(data["gotos"]),
        start=int(data["start"]),
        end=int(data["end"]),
        patterns=dict(data["patterns"]),
        keywords=dict(data["keywords"]),
    )
