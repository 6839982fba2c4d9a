"""The LALR(1) loop over the parse tables, with recovery from errors.

It works bottom up without recursion, so nesting costs no stack. A word is a keyword only where the
grammar can take that keyword; this is finer than lark's contextual lexer, which asks the state but
not the context.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from flowc.syntax.tables import Tables
from flowc.syntax.tokens import END, Token

MAX_DEPTH = 128
"""How deep constructs nest at most, so that all that works over trees may use recursion."""

_NESTING = frozenset(
    [
        "annotation",
        "arguments",
        "array",
        "array_type",
        "block",
        "body",
        "branches",
        "edges",
        "else_if",
        "group_type",
        "inputs",
        "keyword_type",
        "nullable_type",
        "object_type",
        "outputs",
    ]
)
"""Rules that can hold themselves; they count for `MAX_DEPTH`."""

_RESYNC = [
    "annotation_argument",
    "argument",
    "arm",
    "declaration",
    "edge",
    "entry",
    "imported_name",
    "object_field",
    "parameter",
    "statement",
]
"""Rules that an error is confined to: what is left of one is skipped."""

_SYNC = frozenset(("NEWLINE", "COMMA", "RBRACE", "RPAR", "RSQB", END))
"""Words at which parsing goes on."""


class Reducer(Protocol):
    """Makes values of rules, and is told what goes wrong."""

    def reduce(self, rule: str, parts: list[Any]) -> Any:
        """The value of `rule` from the values of its parts; words are parts too."""

    def stopped(self, states: Sequence[int], tokens: Sequence[Token], index: int) -> None:
        """The grammar cannot go on from these states with the word at `index`."""

    def too_deep(self, parts: list[Any]) -> None:
        """A construct of these parts nests deeper than `MAX_DEPTH`."""


class Engine:
    """One parse.

    A declaration in which something is wrong is read to its end but left out of the file: its value
    is an empty list. A broken one is not built any more; one that is only flawed is, for what may
    be found in it.
    """

    def __init__(self, tables: Tables, reducer: Reducer) -> None:
        self._tables = tables
        self._reducer = reducer
        self._states = [tables.start]
        self._values: list[Any] = []
        self._heights: list[int] = []
        self._levels = [0]
        self._undo: list[list[int]] = []
        self._broken = False
        self._flawed = False

    def run(self, tokens: list[Token]) -> Any:
        """The value of the whole file. `tokens` end with `END`, their brackets are paired."""
        actions, keywords = self._tables.actions, self._tables.keywords
        states, undo, index = self._states, self._undo, 0
        while True:
            token = tokens[index]
            kind = token.kind
            undo.clear()
            if kind == "NAME" and token.text in keywords:
                kind = token.kind = self._name_or_keyword(keywords[token.text])
            action = actions[states[-1]].get(kind)
            while action is not None and action < 0:
                self._reduce(~action)
                action = actions[states[-1]].get(kind)
            if action is not None:
                self._shift(action, token)
                index += 1
            elif kind == END and states[-1] == self._tables.end:
                return self._values[-1]
            else:
                index = self._recover(tokens, index)

    def _name_or_keyword(self, keyword: str) -> str:
        """What a word that could be a keyword is here. That the state has an action for the keyword
        is not enough: states are shared between contexts, and only some of them may take it."""
        action = self._tables.actions[self._states[-1]].get(keyword)
        if action is None:
            return "NAME"
        taken = action >= 0 or accepts(self._tables, self._states, keyword)
        return keyword if taken else "NAME"

    def _shift(self, state: int, token: Token) -> None:
        level = token.level
        if token.kind in ("LPAR", "LSQB", "LBRACE"):
            level += 1
        elif token.kind in ("RPAR", "RSQB", "RBRACE"):
            level -= 1
        self._flawed = self._flawed or token.flawed
        self._push(state, token, 0, level)

    def _push(self, state: int, value: Any, height: int, level: int) -> None:
        self._states.append(state)
        self._values.append(value)
        self._heights.append(height)
        self._levels.append(level)

    def _reduce(self, number: int) -> None:
        rule, size, inlined = self._tables.productions[number]
        if inlined and size == 1:  # the part stays what it is
            self._undo.append([self._states.pop()])
            self._states.append(self._tables.gotos[self._states[-1]][rule])
            return
        height = 0
        parts: list[Any] = []
        level = self._levels[-1]
        if size:
            parts = self._values[-size:]
            height = self._heights[-1] if size == 1 else max(self._heights[-size:])
            self._undo.append(self._states[-size:])
            del self._states[-size:], self._values[-size:]
            del self._heights[-size:], self._levels[-size:]
        if rule in _NESTING:
            height += 1
            if height > MAX_DEPTH and not self._broken:
                self._reducer.too_deep(parts)
                self._broken = True
        value: Any
        if rule == "declaration" and (self._broken or self._flawed):
            value, self._broken, self._flawed = [], False, False
        elif inlined:
            value = _spliced(parts)
        elif self._broken and rule != "file":
            value = []
        else:
            value = self._reducer.reduce(rule, _flat(parts))
        self._push(self._tables.gotos[self._states[-1]][rule], value, height, level)

    def _recover(self, tokens: list[Token], index: int) -> int:
        """Report the word at `index`; give the current rule up, and go on after what is left of it.
        The result is the index of the word to go on with."""
        self._reducer.stopped(self._states_before(), tokens, index)
        if self._can_skip(tokens, index):
            self._broken = True
            return index + 1
        for depth in range(len(self._states) - 1, -1, -1):
            gotos = self._tables.gotos[self._states[depth]]
            for rule in _RESYNC:
                if rule in gotos:
                    found = self._sync(tokens, index, depth, gotos[rule])
                    if found is not None:
                        self._give_up(depth, gotos[rule], rule)
                        return found
        raise AssertionError("the end of the file always ends a declaration")

    def _states_before(self) -> list[int]:
        """The states before the reductions that the last word brought about. Tables that share
        states between contexts reduce before they notice that a word does not fit."""
        states = list(self._states)
        for removed in reversed(self._undo):
            states.pop()
            states.extend(removed)
        return states

    def _can_skip(self, tokens: list[Token], index: int) -> bool:
        """Whether the word is a newline before a `{` that belongs on the line before."""
        return (
            tokens[index].kind == "NEWLINE"
            and tokens[index + 1].kind == "LBRACE"
            and accepts(self._tables, self._states, "LBRACE")
        )

    def _sync(self, tokens: list[Token], index: int, depth: int, state: int) -> int | None:
        """The first word that can follow the rule that began at `depth`, in the same brackets."""
        level = self._levels[depth]
        for found in range(index, len(tokens)):
            token = tokens[found]
            if token.level < level:
                return None
            if token.level > level or token.kind not in _SYNC:
                continue
            if accepts(self._tables, self._states, token.kind, depth + 1, state):
                return found
        return None

    def _give_up(self, depth: int, state: int, rule: str) -> None:
        level = self._levels[depth]
        del self._states[depth + 1 :], self._levels[depth + 1 :]
        del self._values[depth:], self._heights[depth:]
        self._broken = rule != "declaration"
        self._flawed = self._flawed and self._broken
        self._push(state, [], 0, level)


def accepts(
    tables: Tables, states: Sequence[int], kind: str, kept: int | None = None, *pushed_states: int
) -> bool:
    """Whether the grammar can take a word of this kind after the first `kept` of `states` (all, if
    None) and `pushed_states`."""
    if kept is None:
        kept = len(states)
    pushed = list(pushed_states)
    while True:
        state = pushed[-1] if pushed else states[kept - 1]
        action = tables.actions[state].get(kind)
        if action is None:
            return kind == END and state == tables.end
        if action >= 0:
            return True
        production = tables.productions[~action]
        from_pushed = min(production.size, len(pushed))
        del pushed[len(pushed) - from_pushed :]
        kept -= production.size - from_pushed
        state = pushed[-1] if pushed else states[kept - 1]
        pushed.append(tables.gotos[state][production.rule])


def acceptable(tables: Tables, states: Sequence[int]) -> frozenset[str]:
    """The kinds of words that the grammar can take."""
    row = tables.actions[states[-1]]
    return frozenset(kind for kind in row if accepts(tables, states, kind))


def _spliced(parts: list[Any]) -> Any:
    """The several parts of an inlined rule, as one list that grows in place."""
    first, *rest = parts
    out = first if isinstance(first, list) else [first]
    for part in rest:
        if isinstance(part, list):
            out.extend(part)
        else:
            out.append(part)
    return out


def _flat(parts: list[Any]) -> list[Any]:
    """The parts of a rule, with those of inlined rules in their places."""
    if list not in map(type, parts):
        return parts
    out: list[Any] = []
    for part in parts:
        if type(part) is list:
            out.extend(part)
        else:
            out.append(part)
    return out
