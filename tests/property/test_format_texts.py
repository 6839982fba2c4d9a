"""Laws of the formatter, over texts derived from the grammar, and over damaged ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from flow_texts import flow_texts, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.format import format_sound, format_source
from flowc.format.safety import same_tree
from flowc.format.sections import Broken, sections
from flowc.syntax import Concrete, concrete, lex, parse
from flowc.text import Source

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "unit" / "syntax"))

from syntax_forms import FORMS  # noqa: E402

EXAMPLES = tuple(path.read_text("utf-8") for path in sorted(ROOT.glob("examples/*/*.flow")))
JUNK = (
    *('"', '"""', "`", "(", ")", "[", "]", "{", "}", "@", "=", "|", "->", ",", ":", "#", "\\", "'"),
    *("5x", "//", "flow", "if", "else", "match", "tool x()", "\n", "\n)\n", "\ntool z(\n"),
)


def comments(text: str) -> list[str]:
    return [comment.text for comment in parse(Source("x.flow", text)).comments]


def is_formatted_well(text: str, width: int) -> None:
    """The same trees, the same comments, what is broken as it was, stable."""
    source = Source("x.flow", text)
    before = parse(source)
    done = format_sound(source, width)
    formatted = Source("x.flow", done.text)
    after = parse(formatted)
    assert same_tree(before.tree, after.tree)
    assert comments(done.text) == comments(text)
    left = [part.text for part in sections(source, before) if isinstance(part, Broken)]
    assert [part.text for part in sections(formatted, after) if isinstance(part, Broken)] == left
    assert format_sound(formatted, width).text == done.text
    if not before.diagnostics:
        assert format_source(source, width) == done.text


@pytest.mark.parametrize("rule", rules())
def test_every_text_of_the_grammar_is_formatted(rule: str) -> None:
    used = 0

    @settings(max_examples=6)
    @given(flow_texts(rule), st.sampled_from([1, 40, 100]))
    def law(text: str, width: int) -> None:
        nonlocal used
        used += uses(text, rule)
        is_formatted_well(text, width)

    law()
    assert used


@settings(max_examples=40)
@given(flow_texts(size=400))
def test_long_texts_are_formatted(text: str) -> None:
    is_formatted_well(text, 80)


def uses(text: str, rule: str) -> bool:
    work = [concrete(Source("x.flow", text))]
    while work:
        node = work.pop()
        if node.rule == rule:
            return True
        work += [part for part in node.parts if isinstance(part, Concrete)]
    return False


def test_most_texts_of_the_grammar_are_sound() -> None:
    """Else the tests above would say little."""
    sound: list[bool] = []

    @settings(max_examples=60)
    @given(flow_texts())
    def collect(text: str) -> None:
        sound.append(not parse(Source("x.flow", text)).diagnostics)

    collect()
    assert sum(sound) > len(sound) / 2


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A sound text in which a few words are left out, doubled or replaced."""
    text = draw(st.sampled_from([*FORMS[:4], *EXAMPLES])).replace(
        "  ", draw(st.sampled_from("  \t"))
    )
    for _ in range(draw(st.integers(1, 3))):
        words = lex(Source("x.flow", text))
        word = words[draw(st.integers(0, len(words) - 1))]
        instead = draw(st.sampled_from(["", f"{word.text} {word.text}", *JUNK]))
        text = text[: word.start] + instead + text[word.end :]
    return text


@settings(max_examples=50)
@given(damaged(), st.sampled_from([40, 100]))
def test_damage_stays_and_all_else_is_formatted(text: str, width: int) -> None:
    is_formatted_well(text, width)


@pytest.mark.parametrize("junk", ["@", "5x", "a b", "| x", ")", "//", "'a'", "(", "{", "tool"])
@pytest.mark.parametrize("place", range(4))
def test_damage_in_one_declaration_leaves_no_other_unformatted(junk: str, place: int) -> None:
    sound = [f"tool   tool_{number}( a:string )" for number in range(4)]
    wanted = [f"tool tool_{number}(a: string)" for number in range(4)]
    sound[place] = wanted[place] = f"{sound[place]} {junk}"
    done = format_sound(Source("x.flow", "\n\n\n".join(sound)))
    assert [line for line in done.text.split("\n") if line] == wanted
    assert done.diagnostics != ()
