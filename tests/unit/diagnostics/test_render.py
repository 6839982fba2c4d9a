"""Diagnostics as people and as programs get them."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest

from flowc.diagnostics import Diagnostic, Edit, Fix, Related, Rule, Severity
from flowc.diagnostics.render import count_text, render_json, render_text
from flowc.text import Pointer, Source, Span

UNKNOWN = Rule("FLOW101", Severity.ERROR, "unknown name")
UNUSED = Rule("FLOW150", Severity.WARNING, "unused")
ASIDE = Rule("FLOW160", Severity.NOTE, "aside")

ORDER = Source(
    "order.flow",
    dedent(
        """\
        tool lookup_order(order_id: string) -> (status: string)

        flow main(order_id: string) -> (status: string) {
        \tlookup_oder(order_id)
          return lookup_order.status
        }
        """
    ),
)


def place(source: Source, text: str, nth: int = 0) -> Span:
    """The span of the nth place where `text` stands."""
    start = -1
    for _ in range(nth + 1):
        start = source.text.index(text, start + 1)
    return Span(source, start, start + len(text))


def rendered(*diagnostics: Diagnostic) -> str:
    return render_text(diagnostics)


def test_a_diagnostic_has_header_place_line_label_and_hint() -> None:
    found = UNKNOWN.at(
        place(ORDER, "lookup_oder"),
        "unknown tool 'lookup_oder'",
        label="no such name",
        hint="Did you mean 'lookup_order'?",
    )
    assert rendered(found) == dedent(
        """\
        error[FLOW101]: unknown tool 'lookup_oder'
         --> order.flow:4:2
          |
        4 |     lookup_oder(order_id)
          |     ^^^^^^^^^^^ no such name
          |
          hint: Did you mean 'lookup_order'?
        """
    )


def test_related_places_follow_with_marks_of_their_own() -> None:
    found = UNUSED.at(
        place(ORDER, "order_id", 1),
        "'order_id' is declared twice",
        related=[Related(place(ORDER, "order_id"), "first here")],
    )
    assert rendered(found) == dedent(
        """\
        warning[FLOW150]: 'order_id' is declared twice
         --> order.flow:3:11
          |
        3 | flow main(order_id: string) -> (status: string) {
          |           ^^^^^^^^
          |
         ::: order.flow:1:19
          |
        1 | tool lookup_order(order_id: string) -> (status: string)
          |                   -------- first here
        """
    )


def test_the_gutter_is_as_wide_as_the_longest_line_number() -> None:
    source = Source("long.flow", "first\n" + "x\n" * 98 + "last\n")
    found = UNKNOWN.at(
        place(source, "last"),
        "wrong",
        related=[Related(place(source, "first"), "see")],
        hint="one\ntwo",
    )
    assert rendered(found) == dedent(
        """\
        error[FLOW101]: wrong
           --> long.flow:100:1
            |
        100 | last
            | ^^^^
            |
           ::: long.flow:1:1
            |
          1 | first
            | ----- see
            |
            hint: one
                  two
        """
    )


def test_three_lines_are_shown_whole_and_of_more_the_first_and_the_last() -> None:
    source = Source("f.flow", "  a {\n  b\n  }\n}\n")
    short = UNKNOWN.at(Span(source, 2, source.text.index("}") + 2), "short", label="here")
    assert rendered(short) == dedent(
        """\
        error[FLOW101]: short
         --> f.flow:1:3
          |
        1 |   a {
          |   ^^^
        2 |   b
          |   ^
        3 |   }
          |   ^ here
        """
    )
    long = UNKNOWN.at(Span(source, 2, len(source.text)), "long", label="here")
    assert rendered(long) == dedent(
        """\
        error[FLOW101]: long
         --> f.flow:1:3
          |
        1 |   a {
          |   ^^^
        ...
        4 | }
          | ^ here
        """
    )


def test_wide_and_combining_characters_and_tabs_are_underlined_by_their_width() -> None:
    source = Source("wide.flow", "日本\t🎉e\u0301x = f()\n")
    found = UNKNOWN.at(place(source, "🎉e\u0301x"), "wide")
    assert rendered(found) == dedent(
        """\
        error[FLOW101]: wide
         --> wide.flow:1:4
          |
        1 | 日本    🎉e\u0301x = f()
          |         ^^^^
        """
    )


def test_what_a_terminal_would_obey_is_shown_escaped_everywhere() -> None:
    source = Source("a\x1b[31m.flow", "a\u202eb\x07c\ud800d\n")
    found = UNKNOWN.at(
        Span(source, 3, 5),
        "bad\nname '\u2066'",
        label="see \x9b",
        hint="no \U000e0001",
        related=[Related(Span(source, 0, 1), "\u200f")],
    )
    assert rendered(found) == dedent(
        """\
        error[FLOW101]: bad\\x0aname '\\u2066'
         --> a\\x1b[31m.flow:1:4
          |
        1 | a\\u202eb\\x07c\\ud800d
          |         ^^^^^ see \\x9b
          |
         ::: a\\x1b[31m.flow:1:1
          |
        1 | a\\u202eb\\x07c\\ud800d
          | - \\u200f
          |
          hint: no \\U000e0001
        """
    )


def test_of_a_long_line_only_the_surroundings_of_the_place_are_shown() -> None:
    source = Source("min.json", "x" * 5_000 + "BAD" + "y" * 5_000)
    text = rendered(UNKNOWN.at(place(source, "BAD"), "far away"))
    assert text == dedent(
        f"""\
        error[FLOW101]: far away
         --> min.json:1:5001
          |
        1 | …{"x" * 60}BAD{"y" * 97}…
          |  {" " * 60}^^^
        """
    )


@pytest.mark.parametrize(
    ("span", "line"),
    [((0, 0), "1 | abc\n  | ^\n"), ((3, 3), "1 | abc\n  |    ^\n"), ((4, 4), "2 |\n  | ^\n")],
)
def test_an_empty_place_is_one_mark(span: tuple[int, int], line: str) -> None:
    text = rendered(UNKNOWN.at(Span(Source("f", "abc\n"), *span), "t"))
    assert text.split("  |\n", 1)[1] == line


def test_without_a_text_the_place_is_a_json_pointer() -> None:
    at = Pointer(Source("<object>", ""), ("nodes", 1, "a/b~"))
    assert rendered(UNKNOWN.at(at, "wrong", label="here")) == dedent(
        """\
        error[FLOW101]: wrong
         --> <object> at /nodes/1/a~1b~0
          | here
        """
    )


def test_a_diagnostic_without_a_place_is_its_header_and_hint() -> None:
    assert rendered(ASIDE.at(None, "by the way", hint="Do this.")) == (
        "note[FLOW160]: by the way\n  hint: Do this.\n"
    )


def test_blocks_are_separated_by_a_blank_line_and_nothing_is_nothing() -> None:
    assert rendered(ASIDE.at(None, "one"), ASIDE.at(None, "two")) == (
        "note[FLOW160]: one\n\nnote[FLOW160]: two\n"
    )
    assert rendered() == ""


def test_beyond_the_limit_only_the_numbers_are_given() -> None:
    many = [UNKNOWN.at(None, "e")] * 4 + [UNUSED.at(None, "w")] * 2
    assert render_text(many, limit=2) == (
        "error[FLOW101]: e\n\nerror[FLOW101]: e\n\n… and 2 errors, 2 warnings more\n"
    )
    assert count_text(many) == "4 errors, 2 warnings"
    assert count_text(many[-1:]) == "1 warning"
    assert count_text([]) == ""


def test_colours_only_if_asked_for_and_always_reset() -> None:
    found = UNKNOWN.at(place(ORDER, "lookup_oder"), "wrong", label="here", hint="Do.")
    plain, colored = render_text([found]), render_text([found], color=True)
    assert "\x1b" not in plain
    assert colored.startswith("\x1b[1;31merror[FLOW101]\x1b[0m\x1b[1m: wrong\x1b[0m\n")
    assert "\x1b[1;31m^^^^^^^^^^^ here\x1b[0m" in colored
    stripped = colored
    for code in ("\x1b[1m", "\x1b[1;31m", "\x1b[1;34m", "\x1b[0m"):
        stripped = stripped.replace(code, "")
    assert stripped == plain


def test_json_has_every_key_and_positions_from_one() -> None:
    at = place(ORDER, "lookup_oder")
    fix = Fix("Write 'lookup_order'", (Edit(at, "lookup_order"),))
    found = UNKNOWN.at(at, "wrong", label="here", hint="Do.", fix=fix)
    located = {
        "file": "order.flow",
        "start": {"line": 4, "column": 2, "offset": at.start},
        "end": {"line": 4, "column": 13, "offset": at.end},
        "pointer": None,
    }
    assert json.loads(render_json([found, ASIDE.at(None, "\ud800")])) == {
        "version": 1,
        "diagnostics": [
            {
                "code": "FLOW101",
                "severity": "error",
                "title": "wrong",
                "label": "here",
                "hint": "Do.",
                "location": located,
                "related": [],
                "fix": {
                    "title": "Write 'lookup_order'",
                    "edits": [{"location": located, "text": "lookup_order"}],
                },
            },
            {
                "code": "FLOW160",
                "severity": "note",
                "title": "\ud800",
                "label": "",
                "hint": "",
                "location": None,
                "related": [],
                "fix": None,
            },
        ],
    }


def test_json_gives_the_pointer_of_a_place_in_a_document_and_is_ascii() -> None:
    source = Source("é.json", '{"a": [1]}', locate=lambda path: (7, 8))
    found = UNKNOWN.at(None, "t", related=[Related(Pointer(source, ("a", 0)), "é")])
    text = render_json([found])
    assert text.isascii() and text.endswith("}\n")
    (related,) = json.loads(text)["diagnostics"][0]["related"]
    assert related == {
        "label": "é",
        "location": {
            "file": "é.json",
            "start": {"line": 1, "column": 8, "offset": 7},
            "end": {"line": 1, "column": 9, "offset": 8},
            "pointer": "/a/0",
        },
    }
