"""A comment survives in every gap between two words, once, in its place and in order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from flowc.format import format_sound
from flowc.syntax import Concrete, concrete, lex, parse
from flowc.text import Source

ROOT = Path(__file__).parent.parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "unit" / "syntax"))

from syntax_forms import FORMS  # noqa: E402

SOURCES = {
    **{path.stem: path.read_text("utf-8") for path in sorted(ROOT.glob("examples/*/*.flow"))},
    **{f"forms {number}": text for number, text in enumerate(FORMS)},
}
COMMENTS = ("  # here\n", "\n# here\n", "\n\n# one\n\n\n# two\n\n")


def words_and_comments(text: str) -> list[str]:
    """Everything but what the layout decides: newlines, commas, the lines of text blocks."""
    return [
        "text block" if word.kind == "TEXT_BLOCK" else word.text
        for word in lex(Source("x.flow", text))
        if word.kind not in ("NEWLINE", "COMMA")
    ]


def gaps(text: str) -> list[int]:
    """The places between words, the first before all of them."""
    words = lex(Source("x.flow", text))
    return [0, *(word.end for word in words if word.kind not in ("NEWLINE", "COMMENT"))]


def units(text: str) -> Iterator[str]:
    """The declarations of a text, each as a text; a long flow as one for each of its statements."""
    for declaration in concrete(Source("x.flow", text)).parts:
        if not isinstance(declaration, Concrete):
            continue
        statements = [
            part
            for inner in declaration.parts
            if isinstance(inner, Concrete) and inner.rule == "flow_declaration"
            for part in inner.parts[-1].parts
            if isinstance(part, Concrete)
        ]
        if len(statements) > 2:
            yield text[declaration.span.start : statements[0].span.end] + "\n}\n"
            for statement in statements[1:]:
                yield f"flow f() {{\n  {statement.span.text}\n}}\n"
        else:
            yield declaration.span.text + "\n"


def is_sound(text: str) -> bool:
    return not parse(Source("x.flow", text)).diagnostics


@cache
def open_gaps(text: str) -> list[int]:
    """The places in which a newline may stand."""
    return [gap for gap in gaps(text) if is_sound(f"{text[:gap]}\n{text[gap:]}")]


def formatted(text: str) -> str:
    """The text formatted, as far as it is sound; all that counts in it is still there."""
    found = format_sound(Source("x.flow", text)).text
    assert words_and_comments(found) == words_and_comments(text)
    return found


@pytest.mark.parametrize("name", SOURCES)
def test_a_comment_between_any_two_words(name: str):
    taken = tried = 0
    for unit in units(SOURCES[name]):
        for number, gap in enumerate(gaps(unit)):
            before, after = unit[:gap], unit[gap:]
            text = before + COMMENTS[number % len(COMMENTS)] + after
            tried += 1
            taken += is_sound(text)
            assert is_sound(text) or not is_sound(f"{before}\n{after}")
            formatted(text)
    assert taken > tried * 0.6 or not tried


@pytest.mark.parametrize("comment", COMMENTS)
@pytest.mark.parametrize("name", SOURCES)
def test_comments_in_all_gaps_at_once(name: str, comment: str):
    text = SOURCES[name]
    places = open_gaps(text)
    parts = [text[start:end] for start, end in zip([0, *places], [*places, None], strict=True)]
    numbered = [comment.replace("#", f"# {number}") for number in range(len(places))]
    commented = parts[0] + "".join(map("".join, zip(numbered, parts[1:], strict=True)))
    assert is_sound(commented)
    text = formatted(commented)
    assert formatted(text) == text
