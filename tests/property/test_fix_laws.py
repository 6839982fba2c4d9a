"""Laws of fixes: a repaired text has fewer errors or as many, and comes to rest."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_syntax_laws import SOURCES, mutated

from flowc.api import parse
from flowc.diagnostics import Diagnostic
from flowc.diagnostics.fixes import fixed

NAME = "a.flow"


def findings_of(text: str) -> Sequence[Diagnostic]:
    return parse(text, filename=NAME).diagnostics


def errors(found: Sequence[Diagnostic]) -> tuple[int, int]:
    """How many errors of syntax, and how many of all kinds."""
    codes = [item.code for item in found if item.is_error]
    return sum(code.startswith("FLOW0") for code in codes), len(codes)


def require_laws(text: str) -> int:
    """Check the laws on one text; how many findings were repaired."""
    done = fixed(text, NAME, findings_of)
    assert errors(done.left) <= errors(findings_of(text))
    assert [str(item) for item in done.left] == [str(item) for item in findings_of(done.text)]
    assert done.repaired or done.text == text
    again = fixed(done.text, NAME, findings_of)
    assert (again.text, again.repaired) == (done.text, ())
    return len(done.repaired)


@given(mutated())
@settings(max_examples=300)
def test_laws_on_broken_texts(text: str) -> None:
    require_laws(text)


def test_laws_on_the_mistakes_of_the_syntax_tests() -> None:
    repaired = [require_laws(text) for text in SOURCES]
    assert sum(map(bool, repaired)) > 20


@given(st.lists(st.sampled_from([";", "'a'", "x: y()", "é", "`", "goto a", "\n"]), max_size=30))
def test_laws_on_mistakes_side_by_side(words: list[str]) -> None:
    require_laws(f"flow f() {{\n{' '.join(words)}\n}}\n")


@pytest.mark.parametrize("count", [1, 200])
def test_many_mistakes_are_repaired_in_one_run(count: int) -> None:
    text = "tool t\nflow f() {\n" + "  t();\n" * count + "}\n"
    done = fixed(text, NAME, findings_of)
    assert (done.text, len(done.repaired)) == (text.replace(";", ""), count)
