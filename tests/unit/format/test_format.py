"""The one layout."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from flowc.diagnostics import FlowcError
from flowc.format import format_source
from flowc.text import Source, normalised


def formatted(text: str, width: int = 100) -> str:
    return format_source(Source("test.flow", normalised(text)), width)


WIDE = "北" * 36
"""Takes 72 columns."""
MARKED = "e\u0301\u200d" * 8
"""Takes 8 columns."""

LAYOUTS = {
    "blanks": (
        "tool   f( a:string ,b :  integer=1,)->( c:string? )\n"
        "flow main( x : string ){f( x,b=2 )\n}",
        """
        tool f(a: string, b: integer = 1) -> (c: string?)
        flow main(x: string) {
          f(x, b = 2)
        }
        """,
    ),
    "types": (
        'type T=("a"|"b")[]|{a:string,b?:integer{min:1}=2,[string]:any}?|any{xx:[1,{}]}',
        """
        type T = ("a" | "b")[] | { a: string, b?: integer { min: 1 } = 2, [string]: any }?
          | any { xx: [1, {}] }
        """,
    ),
    "a part of a union that is longer than a line breaks where it stands": (
        "type T = null | { " + ", ".join(f"field_{number}: string" for number in range(6)) + " }[]",
        """
        type T = null | {
          field_0: string
          field_1: string
          field_2: string
          field_3: string
          field_4: string
          field_5: string
        }[]
        """,
    ),
    "long patterns": (
        "flow f(x: string) { match x { "
        + ", ".join(f'"a long pattern {number}"' for number in range(6))
        + " as many => g(x = 1)\n1 => g("
        + ", ".join(f"argument_{number} = x" for number in range(6))
        + ") } }",
        """
        flow f(x: string) {
          match x {
            "a long pattern 0", "a long pattern 1", "a long pattern 2", "a long pattern 3",
              "a long pattern 4", "a long pattern 5" as many => g(x = 1)
            1 => g(
              argument_0 = x,
              argument_1 = x,
              argument_2 = x,
              argument_3 = x,
              argument_4 = x,
              argument_5 = x,
            )
          }
        }
        """,
    ),
    "many numbers share their lines, other items do not": (
        f"A a {{ x: [{', '.join(['1' * 15] * 12)}], y: [{'1, ' * 40}a], z: [1, 2] }}",
        """
        A a {
          x: [
            111111111111111, 111111111111111, 111111111111111, 111111111111111, 111111111111111,
            111111111111111, 111111111111111, 111111111111111, 111111111111111, 111111111111111,
            111111111111111, 111111111111111,
          ]
          y: [
"""
        + "            1,\n" * 40
        + """            a,
          ]
          z: [1, 2]
        }
        """,
    ),
    "wide and combining characters are counted as they are shown": (
        f'A a {{ x: ["{WIDE}", "{MARKED}"] }}\nA b {{ x: ["{WIDE}京", "{MARKED}"] }}',
        f"""
        A a {{ x: ["{WIDE}", "{MARKED}"] }}
        A b {{
          x: ["{WIDE}京", "{MARKED}"]
        }}
        """,
    ),
    "long unions": (
        "type Status = " + " | ".join(f'"STATUS_{number}"' for number in range(12)),
        """
        type Status = "STATUS_0" | "STATUS_1" | "STATUS_2" | "STATUS_3" | "STATUS_4" | "STATUS_5"
          | "STATUS_6" | "STATUS_7" | "STATUS_8" | "STATUS_9" | "STATUS_10" | "STATUS_11"
        """,
    ),
    "parameters one by one": (
        'tool f("what it is" first: string, @with({ x: 1 }) second: { inner: string[] }, '
        "third: { inner: number })",
        """
        tool f(
          "what it is"
          first: string,
          @with({ x: 1 }) second: { inner: string[] },
          third: { inner: number },
        )
        """,
    ),
    "fields on one line if they fit": (
        "VllmConfig a {\n  x: 1\n  y: [\n    2,\n    3\n  ]\n}\nAgent b { text: "
        + f'"{"long " * 15}", more: {{ a: 1, "b c": 2 }} }}',
        f"""
        VllmConfig a {{ x: 1, y: [2, 3] }}
        Agent b {{
          text: "{"long " * 15}"
          more: {{ a: 1, "b c": 2 }}
        }}
        """,
    ),
    "if chains break together": (
        "flow main(x: boolean) {\n a: if x { return } else { goto b }\n"
        " b: if x { return } else if x { goto a } else { c = f(x)\n d = f(x) }\n}",
        """
        flow main(x: boolean) {
          a: if x { return } else { goto b }
          b: if x {
            return
          } else if x {
            goto a
          } else {
            c = f(x)
            d = f(x)
          }
        }
        """,
    ),
    "arms": (
        'flow main(x: string) {\nr: match x { "a", "b" as ab => { return }, '
        '"c" => say "x" (y = x)\n'
        'else => error }\nloop { break }\nt = try f(x) { field: 1, next => {}, catch => { say "a"\n'
        "return } }\n}",
        """
        flow main(x: string) {
          r: match x {
            "a", "b" as ab => { return }
            "c" => say "x" (y = x)
            else => error
          }
          loop { break }
          t = try f(x) {
            field: 1
            next => {}
            catch => {
              say "a"
              return
            }
          }
        }
        """,
    ),
    "prefixes stand on lines of their own": (
        '"d" @id("i") @retry(max_attempts = 2) export flow main() {\n"e" @name("n") return\n'
        'edges { a->b @meta({ x: 1 }) a[ "c d" ]->b a.x->b.`y z` }\n}',
        """
        "d"
        @id("i")
        @retry(max_attempts = 2)
        export flow main() {
          "e"
          @name("n")
          return
          edges {
            a -> b
            @meta({ x: 1 })
            a["c d"] -> b
            a.x -> b.`y z`
          }
        }
        """,
    ),
    "brackets around brackets share their lines": (
        "@with({ first: " + f'"{"x" * 60}", second: "{"y" * 30}"' + " }) tool f()",
        f"""
        @with({{
          first: "{"x" * 60}"
          second: "{"y" * 30}"
        }})
        tool f()
        """,
    ),
    "single blank lines between items stay": (
        "\n\n\ntool a()\n\n\n\ntool b()\nflow main() {\n\n a()\n\n\n b()\n\n}\n\n\n",
        """
        tool a()

        tool b()
        flow main() {
          a()

          b()
        }
        """,
    ),
    "text blocks move with their margin": (
        'flow main() {\n              say """\n    a\n      b\n\n    c\\\n    d\n'
        '    """ (x = 1)\n}',
        '''
        flow main() {
          say """
            a
              b

            c\\
            d
            """ (x = 1)
        }
        ''',
    ),
    "a text block without a margin stays as it is": (
        'tool f(x: string = """one\n  two""")',
        '''
        tool f(
          x: string = """one
          two""",
        )
        ''',
    ),
    "other small things": (
        'agentspec none\nlibrary\nimport { a, b as C, } from "x.flow"\nenv A\nextern Foo foo\n'
        'Foo bar { a: ref( "x" ), b: type string?, c: secret, d: Inner x(a: string)->() { e: 1 } }',
        """
        agentspec none
        library
        import { a, b as C } from "x.flow"
        env A
        extern Foo foo
        Foo bar { a: ref("x"), b: type string?, c: secret, d: Inner x(a: string) -> () { e: 1 } }
        """,
    ),
    "comments": (
        "# top\n\n# head\ntool f(a: string, # first\n  # own\n  b: string) # after\n"
        "flow main() { # opens\n\n  # alone\n\n  f(a = x | # either\n  y)\n  # last\n}\n# end",
        """
        # top

        # head
        tool f(
          a: string,  # first
          # own
          b: string,
        )  # after
        flow main() {  # opens
          # alone

          f(
            a = x |  # either
              y,
          )
          # last
        }
        # end
        """,
    ),
    "only comments": ("\n# a\n\n\n#  b  ", "# a\n\n#  b\n"),
    "nothing": ("  \n\t\n", ""),
    "other line ends, tabs, no last newline": (
        "\ufefftool\tf()\r\ntool g()\rtool h()",
        "tool f()\ntool g()\ntool h()\n",
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout(name: str):
    written, expected = LAYOUTS[name]
    assert formatted(written) == dedent(expected).lstrip("\n")


@pytest.mark.parametrize("size", range(30, 60))
def test_the_comma_at_the_end_of_a_line_counts(size: int):
    name = "n" * size
    text = formatted(
        f"A a {{ b: [[{name}], c, {{ d: [{name}] }}, [1, 2, 3, {10**size}, 4, 5, {10**size}, 6], "
        f"type {{ e: {name} | {name}[] | {name} }}] }}",
        width=60,
    )
    assert max(map(len, text.splitlines())) <= max(60, size + len("        n: [],"))


def test_the_language_page_is_formatted(corpus: Path):
    page = (corpus.parent / "LANGUAGE.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```flow\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        assert formatted(block) == block


def test_values_are_never_rewritten():
    text = 'type T = 1 | 1.0 | 1e3 | 0.10 | "\\u00e9" | "é"\ntool `f`(`a`: string = "a\\/b")\n'
    assert formatted(text) == text


def test_syntax_errors_are_raised_all_of_them():
    with pytest.raises(FlowcError) as caught:
        formatted("tool (\n\ntool g()\n\nflow x {\n")
    assert [found.code for found in caught.value.diagnostics] != []
    assert all(found.code < "FLOW100" for found in caught.value.diagnostics)


def test_ten_thousand_words_on_one_line_take_no_recursion():
    text = f"type T = {' | '.join(map(str, range(10_000)))}\n"
    lines = formatted(text).splitlines()
    assert all(len(line) <= 100 for line in lines)
    assert len(lines) == 705
