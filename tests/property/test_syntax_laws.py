"""Laws of reading: nothing raises, places nest, sound declarations stay whatever stands beside."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.syntax import concrete, lex, parse
from flowc.syntax import tree as t
from flowc.syntax.engine import MAX_DEPTH
from flowc.text import Source, Span, normalised

sys.path.insert(0, str(Path(__file__).parent.parent / "unit" / "syntax"))

from syntax_forms import FORMS, broken_cases

SOURCES = [*FORMS, *(source for _, source, _ in broken_cases())]
WORDS = sorted({word.text for form in FORMS for word in lex(Source("", form))} | set("';`é"))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A source of the tests with a few pieces cut out, put in, or doubled."""
    text = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        new = draw(st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join))
        text = text[:start] + new + text[end:]
    return text


def parts(node: t.Syntax) -> Iterator[tuple[t.Syntax, bool]]:
    """The nodes directly inside a node, and whether they stand before it as its prefix."""
    for item in dataclasses.fields(node):
        value = getattr(node, item.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, t.Syntax):
                yield part, item.name in ("description", "annotations")


def nodes(tree: t.Tree) -> Iterator[t.Syntax]:
    work: list[t.Syntax] = [tree]
    while work:
        node = work.pop()
        yield node
        work.extend(part for part, _ in parts(node))


@settings(max_examples=200, deadline=None)
@given(st.text().map(normalised) | mutated())
def test_nothing_raises_and_every_finding_has_its_place(text: str) -> None:
    source = Source("x.flow", text)
    parsed = parse(source)
    for found in parsed.diagnostics:
        assert isinstance(found.location, Span)
        assert 0 <= found.location.start <= found.location.end <= len(text)
        assert found.title
        assert "\n" not in found.title
    assert parse(source) == parsed
    concrete(source)


@settings(max_examples=150, deadline=None)
@given(mutated())
def test_places_nest(text: str) -> None:
    for node in nodes(parse(Source("x.flow", text)).tree):
        end = node.span.start
        for part, is_prefix in sorted(parts(node), key=lambda item: item[0].span.start):
            if is_prefix:
                assert part.span.end <= node.span.start
            else:
                assert node.span.start <= part.span.start <= part.span.end <= node.span.end
                # `if a { }` has a subject argument and its value at one place
                assert part.span.start >= end
                end = part.span.end


@settings(max_examples=100, deadline=None)
@given(mutated())
def test_words_and_comments_cover_all_that_is_written(text: str) -> None:
    source = Source("x.flow", text)
    if text.lstrip().startswith("{"):
        return
    words = lex(source)
    gaps, end = [], 0
    for word in words:
        assert word.start >= end, "words do not overlap"
        assert word.text.rstrip() == text[word.start : word.end].rstrip()
        gaps.append(text[end : word.start])
        end = word.end
    gaps.append(text[end:])
    unreported = "".join(gaps).split()
    dropped = {found.location.span().text for found in parse(source).diagnostics if found.location}
    assert [gap for gap in unreported if gap not in dropped and set(gap) - set(")]}")] == []


@settings(max_examples=100, deadline=None)
@given(mutated(), st.sampled_from(["", "x", "x =", "f(", "}", '"', "tool a(b", "flow f() { g( }"]))
def test_a_broken_line_after_sound_declarations_hurts_none_of_them(text: str, broken: str) -> None:
    before = parse(Source("x.flow", text))
    if before.diagnostics:
        return
    after = parse(Source("x.flow", f"{text}\n{broken}\n"))
    count = len(before.tree.declarations)
    assert after.tree.declarations[:count] == before.tree.declarations


DEEP = {
    "blocks": ("flow f() {" + "loop {\n" * 5000, "}" * 5001),
    "blocks left open": ("flow f() {" + "loop {\n" * 5000, ""),
    "else if": ("flow f() { if a {} " + "else if a {} " * 5000, "}"),
    "matches": ("flow f() {" + 'match a { "b" => ' * 5000 + "g()", "}" * 5001),
    "objects": ("X a { b: " + "{ c: " * 5000 + "1", "}" * 5001),
    "arrays": ("X a { b: " + "[" * 5000, "]" * 5000 + "}"),
    "arrays left open": ("X a { b: " + "[" * 5000, ""),
    "array types": ("type A = string" + "[]" * 5000, ""),
    "nullable types": ("type A = string" + "?" * 5000, ""),
    "groups": ("type A = " + "(" * 5000 + "any", ")" * 5000),
    "object types": ("type A = " + "{ a: " * 5000 + "any", "}" * 5000),
    "components": ("X a { b: " + "X { c: " * 5000 + "1", "}" * 5001),
    "annotations": ("X a { b: " + "@a(" * 5000 + "1", ") X {}" * 5000 + "}"),
    "parentheses": ("tool a" + "(" * 5000, ""),
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_is_a_finding_and_hurts_no_neighbour(name: str) -> None:
    before, after = DEEP[name]
    source = Source("x.flow", f"tool first\n{before}{after}\ntool last\n")
    parsed = parse(source)
    assert {found.code for found in parsed.diagnostics} <= {"FLOW002", "FLOW009", "FLOW001"}
    assert parsed.diagnostics
    names = [item.name.text for item in parsed.tree.declarations if hasattr(item, "name")]
    assert names == ["first", "last"]
    assert len(lex(source)) > 5000
    assert concrete(source).span.source is source


@pytest.mark.parametrize("depth", [MAX_DEPTH - 1, MAX_DEPTH])
def test_the_limit_is_exact(depth: int) -> None:
    text = "flow f() {" + "loop {" * depth + "}" * depth + "}"
    codes = [found.code for found in parse(Source("x.flow", text)).diagnostics]
    assert codes == ([] if depth < MAX_DEPTH else ["FLOW009"])


@pytest.mark.parametrize(
    "line",
    ["a b c\n", "x = = y\n", "}\n", "'\n", "tool f(\n", "flow f() {\n", '"\n', "@a(@b(\n", "é\n"],
)
def test_time_grows_with_the_size(line: str) -> None:
    """Twice the size takes about twice the work, counted in calls, not seconds."""

    def calls(text: str) -> int:
        count = 0

        def tick(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(tick)
        try:
            parse(Source("x.flow", text))
        finally:
            sys.setprofile(None)
        return count

    parse(Source("x.flow", line))
    assert calls(line * 800) <= 2.5 * calls(line * 400)
