"""Sources with syntax errors: what is sound is formatted, what is broken stays as it is."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flowc.format import Formatted, format_sound
from flowc.syntax import parse
from flowc.text import Source


def half_formatted(text: str) -> Formatted:
    return format_sound(Source("x.flow", text))


CASES = {
    "a broken declaration between sound ones": (
        """
        tool   a( )  # a


        # head of b
           tool b(x:, )   # trailing
              # lost


        # head of c
        tool   c( )
        tool   d( )
        """,
        """
        tool a()  # a


        # head of b
           tool b(x:, )   # trailing
              # lost


        # head of c
        tool c()
        tool d()
        """,
    ),
    "the first and the last are broken": (
        """
        # top
        tool (
        tool   a( )



        tool   b( )
        }
        # end
        """,
        """
        # top
        tool (
        tool a()

        tool b()
        }
        # end
        """,
    ),
    "an unclosed bracket hurts only its declaration": (
        """
        flow f( ) {
          a(   x
        "About   g."   tool g( )
        flow h( ) { a( ) }
        """,
        """
        flow f( ) {
          a(   x
        "About   g."
        tool g()
        flow h() {
          a()
        }
        """,
    ),
    "what follows a description decides whether it begins a declaration": (
        """
        tool   a( )
        tool b((x: string)
        "About   c." l c( )
        "About   d." @id("d") @meta({ x: [1,
        2] }) tool   d( )
        """,
        """
        tool a()
        tool b((x: string)
        "About   c." l c( )
        "About   d."
        @id("d")
        @meta({ x: [1, 2] })
        tool d()
        """,
    ),
    "a bracket that closes nothing": (
        """
        tool   a( )
        )
        tool   b( ) )
        tool   c( )
        """,
        """
        tool a()
        )
        tool   b( ) )
        tool c()
        """,
    ),
    "an open text block": (
        '''
        tool   a( )
        A b { x: """
          tool   c( )
        ''',
        '''
        tool a()
        A b { x: """
          tool   c( )
        ''',
    ),
    "a declaration that reads but says what cannot be": (
        """
        tool   a( )
        A b { x:   1, x: 2 }
        tool   match( )
        A c { d:   "\\q" }
        tool   e( )
        """,
        """
        tool a()
        A b { x:   1, x: 2 }
        tool   match( )
        A c { d:   "\\q" }
        tool e()
        """,
    ),
    "characters that only look like blanks": (
        "tool   a( )\n\u00a0\ntool   b( )\n\u2003tool   c( )\ntool   d( )\u3000\n",
        "tool a()\n\u00a0\ntool b()\n\u2003tool   c( )\ntool   d( )\u3000\n",
    ),
    "nothing is sound": ("  tool   (\n\n\n\t}", "  tool   (\n\n\n\t}"),
    "JSON": ('{ "a":   1 }\ntool   a( )\n', '{ "a":   1 }\ntool   a( )\n'),
    "no newline at the end of what is broken": ("tool   a( )\ntool (", "tool a()\ntool ("),
    "no newline at the end of what is sound": ("tool (\ntool   a( )", "tool (\ntool a()\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_sources(name: str):
    written, expected = (
        dedent(text).removeprefix("\n") if text.startswith("\n") else text for text in CASES[name]
    )
    done = half_formatted(written)
    assert done.text == expected
    assert [found.title for found in done.diagnostics] == [
        found.title for found in parse(Source("x.flow", written)).diagnostics
    ]
    assert half_formatted(expected).text == expected


def test_a_sound_source_has_no_diagnostics():
    assert half_formatted("tool   a( )") == Formatted("tool a()\n", ())


def test_many_comments_and_quotes_in_what_is_broken_take_no_time():
    comments = "# a # b # c ## d\n" * 2000
    text = f"tool   a( )\ntool (\n{comments}tool   b( )\n"
    assert half_formatted(text).text == f"tool a()\ntool (\n{comments}tool b()\n"
