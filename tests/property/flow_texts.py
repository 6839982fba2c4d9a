"""Random source texts, derived from the grammar itself: any rule, any blanks, newlines, comments.

They nearly always parse, but mean nothing: names are not declared, types do not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from lark import Lark

GRAMMAR = Path(__file__).parent.parent.parent / "grammar" / "flow.lark"

WORDS: dict[str, tuple[str, ...]] = {
    "NAME": (
        *("a", "b", "c", "order", "line_2", "Agent", "any", "integer", "tool", "by", "name", "as"),
        *("with", "id", "retry", "x1", "x2", "x3", "x4", "x5", "Tool", "limit", "each", "start"),
        *("`odd name`", "`match`", "`back\\`tick`", "number_of_things_that_were_ordered"),
    ),
    "NUMBER": ("0", "1", "-2.5", "1e3", "0.10", "12345678901234567890"),
    "STRING": ('""', '"a"', '"# no comment"', '"\\u00e9 \\" é"', f'"{"long text " * 9}"', '"北京"'),
    "TEXT_BLOCK": (
        *('""""""', '"""one line"""', '"""\n  lines\n    of text\n\n  """', '"""\n# text\n"""'),
        *('"""open\n  end"""', '"""\n\t\n\tlast \\\n\tline\n\t"""', '"""\n  a\\"""b ""\n  """'),
    ),
}
"""What the terminals that are no keywords may look like."""

NEWLINES = (
    "\n",
    "\n",
    "\n\n",
    "\n   \n\n\t",
    "  # after\n",
    "\n# own\n",
    "  # both\n\n  # sides\n",
)
"""How a newline that counts may be written, with its comments."""
BLANKS = (" ", " ", " ", "  ", "\t ")
FREE = (*BLANKS, "\n", "\n\n", "  # free\n", "\n\n # free\n\n")
"""What may stand between two words where newlines do not count."""

RARE = frozenset(
    (
        *("EXPORT", "absent_mark", "additional_field", "inner_description"),
        *("_prefix", "_inner_prefix", "_label"),
    )
)
"""What can stand in fewer places, or fewer times, than the grammar knows of."""

_FREE_AFTER = frozenset(("BAR", "EQUAL", "ARROW", "DARROW", "LBRACE", "COMMA"))
_FREE_BEFORE = frozenset(("BAR", "ARROW", "RBRACE", "COMMA"))
_WORDS = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_`"-.')


class _Grammar:
    """The rules of the grammar without repetitions, as lark makes them, and how deep each must
    go."""

    def __init__(self) -> None:
        parser = Lark(GRAMMAR.read_text("utf-8"), start="file", parser="lalr")
        self.fixed = {
            item.name: item.pattern.value for item in parser.terminals if item.name not in WORDS
        }
        self.rules: dict[str, list[list[str]]] = {}
        for rule in parser.rules:
            expansion = [symbol.name for symbol in rule.expansion]
            self.rules.setdefault(rule.origin.name, []).append(expansion)
        self.depths: dict[str, int] = {}
        while len(self.depths) < len(self.rules):
            for name, expansions in self.rules.items():
                reached = [self.depth(parts) for parts in expansions if self.is_known(parts)]
                if reached and name not in self.depths:
                    self.depths[name] = 1 + min(reached)

        self.rare = RARE | {
            name
            for name, expansions in self.rules.items()
            if name.startswith("__") and not RARE.isdisjoint(expansions[0])
        }

    def is_known(self, parts: list[str]) -> bool:
        return all(part in self.depths or part not in self.rules for part in parts)

    def depth(self, parts: list[str]) -> int:
        """The least number of rules inside each other that these symbols need."""
        return max((self.depths.get(part, 0) for part in parts), default=0)

    def steps(self, goal: str) -> dict[str, int]:
        """How many steps it is from each rule that can hold the goal."""
        found = {goal: 0}
        for name in (queue := [goal]):
            for outer, expansions in self.rules.items():
                if outer not in found and any(name in parts for parts in expansions):
                    found[outer] = found[name] + 1
                    queue.append(outer)
        return found


@cache
def grammar() -> _Grammar:
    return _Grammar()


def _tokens(below: Callable[[int], int], goal: str, size: int) -> list[str]:
    """The terminals of a random file, drawn with `below(limit)`: the goal is a rule that is in it;
    after `size` terminals every rule ends as soon as it can."""
    found: list[str] = []
    steps = grammar().steps(goal)
    work = ["file"]
    seeking = len(work) if steps["file"] else 0
    while work:
        sought = len(work) == seeking
        symbol = work.pop()
        expansions = grammar().rules.get(symbol)
        if expansions is None:
            found.append(symbol)
            continue
        if sought:
            nearer = steps[symbol] - 1
            expansions = [parts for parts in expansions if nearer in map(steps.get, parts)]
        elif len(found) + len(work) > size:
            least = min(map(grammar().depth, expansions))
            expansions = [parts for parts in expansions if grammar().depth(parts) == least]
        if below(8) < 7:
            usual = [parts for parts in expansions if grammar().rare.isdisjoint(parts)]
            expansions = usual or expansions
        chosen = expansions[below(len(expansions))]
        if sought:
            place = [steps.get(part) for part in chosen].index(nearer)
            seeking = len(work) + len(chosen) - place if nearer else 0
        work += reversed(chosen)
    return found


def rules() -> list[str]:
    """The names of all rules that make a node."""
    return sorted(str(name) for name in grammar().rules if not name.startswith("_"))


@st.composite
def flow_texts(draw: st.DrawFn, rule: str = "file", size: int = 120) -> str:
    """A source text of up to about `size` words, in which a rule of the grammar is used."""

    def below(limit: int) -> int:
        return draw(st.integers(0, limit - 1)) if limit > 1 else 0

    out: list[str] = []
    brackets: list[str] = []
    before = ""
    for kind in _tokens(below, rule, draw(st.integers(0, size))):
        if kind == "NEWLINE":
            out.append(NEWLINES[below(len(NEWLINES))])
        else:
            choices = WORDS.get(kind) or (grammar().fixed[kind],)
            word = choices[below(len(choices))]
            free = kind in _FREE_BEFORE or before in _FREE_AFTER or brackets[-1:] in (["("], ["["])
            gaps = FREE if free else BLANKS
            touching = not out or out[-1][-1] not in _WORDS or word[0] not in _WORDS
            gap = below(len(gaps) + touching)
            out += [gaps[gap] if gap < len(gaps) else "", word]
            if word in ("(", "[", "{"):
                brackets.append(word)
            elif word in (")", "]", "}"):
                brackets.pop()
        before = kind
    return "".join(out)
