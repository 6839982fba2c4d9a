"""Sources and places in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.text import JsonPath, Pointer, Source, Span, normalised


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ufeffa\r\nb\rc\n", "a\nb\nc\n"),
        ("a\r\r\nb", "a\n\nb"),
        ("a\ufeffb", "a\ufeffb"),
        ("a\x0cb\x85c\u2028", "a\x0cb\x85c\u2028"),
        ("", ""),
    ],
)
def test_normalised(text: str, expected: str) -> None:
    assert normalised(text) == expected
    assert normalised(normalised(text)) == expected


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (1, (1, 2)), (2, (1, 3)), (3, (2, 1)), (4, (3, 1)), (6, (3, 3))],
)
def test_lines_and_columns_count_from_one(offset: int, place: tuple[int, int]) -> None:
    assert Source("f", "ab\n\n日🎉").line_column(offset) == place


def test_line_texts_are_without_newline() -> None:
    source = Source("f", "ab\n\nc")
    assert source.line_starts == (0, 3, 4)
    assert [source.line_text(line) for line in (1, 2, 3)] == ["ab", "", "c"]
    assert Source("f", "a\n").line_text(2) == ""


@given(st.text(st.sampled_from("a\n🎉\u2028")), st.data())
def test_every_offset_is_where_its_line_and_column_say(text: str, data: st.DataObject) -> None:
    source = Source("f", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.line_column(offset)
    assert source.line_starts[line - 1] + column - 1 == offset
    assert column - 1 <= len(source.line_text(line))
    assert text.split("\n")[line - 1] == source.line_text(line)


def test_a_span_knows_its_text_and_place_and_joins_others() -> None:
    source = Source("f", "one\ntwo three")
    two, three = Span(source, 4, 7), Span(source, 8, 13)
    assert (two.text, two.line, two.column) == ("two", 2, 1)
    assert two.to(three).text == "two three"
    assert two.to(Span(source, 5, 6)) == two
    assert two.span() is two


def test_a_pointer_is_located_only_when_asked() -> None:
    asked: list[JsonPath] = []

    def locate(path: JsonPath) -> tuple[int, int]:
        asked.append(path)
        return 7, 8

    pointer = Pointer(Source("f", '{"a":\n [1]}', locate), ("a",)).child(0)
    assert pointer.path == ("a", 0) and asked == []
    assert pointer.span() == Span(pointer.source, 7, 8)
    assert pointer.line == 2 and asked == [("a", 0), ("a", 0)]


def test_a_pointer_into_what_has_no_text_is_the_start() -> None:
    source = Source("<object>", "")
    assert Pointer(source, ("a",)).span() == Span(source, 0, 0)
