"""Sound sources from which one opening bracket was taken."""

from __future__ import annotations

import pytest
from syntax_forms import DECLARATIONS, STATEMENTS

from flowc.diagnostics import Diagnostic
from flowc.syntax import lex, parse
from flowc.text import Source

SOUND = DECLARATIONS + STATEMENTS
OPENERS = [
    word.start for word in lex(Source("x.flow", SOUND)) if word.kind in ("LPAR", "LSQB", "LBRACE")
]


def findings(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("x.flow", text)).diagnostics


def without(at: int) -> str:
    return f"{SOUND[:at]} {SOUND[at + 1 :]}"


def test_the_sources_are_sound() -> None:
    assert findings(SOUND) == ()
    assert len(OPENERS) > 80


@pytest.mark.parametrize("at", OPENERS)
def test_no_fix_takes_the_partner_away(at: int) -> None:
    fixes = [found.fix for found in findings(without(at)) if found.fix]
    removed = [edit.span.text for fix in fixes for edit in fix.edits if not edit.text]
    assert not set("".join(removed)) & set(")]}")


@pytest.mark.parametrize("at", OPENERS)
def test_a_bracket_that_is_put_in_is_the_right_one(at: int) -> None:
    """The fix of a lone finding leaves nothing wrong."""
    text = without(at)
    found = findings(text)
    if len(found) != 1 or found[0].fix is None:
        return
    (edit,) = found[0].fix.edits
    assert edit.text.strip() == SOUND[at]
    assert findings(text[: edit.span.start] + edit.text + text[edit.span.end :]) == ()


def test_many_missing_brackets_are_put_in() -> None:
    """Where the line means something without it, or it may stand in several places, no fix is
    right."""
    alone = [findings(without(at)) for at in OPENERS]
    assert sum(len(found) == 1 and found[0].fix is not None for found in alone) > 40
