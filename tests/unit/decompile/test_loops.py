"""Loops of documents as `loop`, `break` and `continue`."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from flowc.decompile import decompile
from flowc.format import format_source
from flowc.ir.document import Document
from flowc.ir.meaning import differences
from flowc.semantics import bind
from flowc.syntax import parse, unparse
from flowc.text import Source

TOOLS = 'agentspec "25.4.1"\n\ntool f(x: string) -> (x: string, done: boolean)\n\n'


def bound(text: str) -> Document:
    source = Source("test.flow", text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    result = bind(parsed.tree, source)
    assert [found.title for found in result.diagnostics if found.is_error] == []
    assert result.document is not None
    return result.document


def shown(document: Document) -> str:
    return format_source(Source("shown.flow", unparse(decompile(document))))


def flow(lines: str) -> str:
    """A flow of these lines, without outputs."""
    body = indent(dedent(lines).strip("\n"), "  ")
    return f"{TOOLS}flow main(x: string) {{\n{body}\n}}\n"


SAME = {
    "an exit at the end": """
        loop {
          a = f(x)
          b = f(x)
          if b.done { break }
        }
        c = f(x)
        return
        """,
    "an exit on the second node": """
        loop {
          a = f(x)
          if a.done { break }
          b = f(x)
        }
        c = f(x)
        return
        """,
    "a head that is a branch": """
        loop {
          match x {
            "go" => a = f(x)
            else => break
          }
        }
        b = f(x)
        return
        """,
    "only a return leaves it": """
        loop {
          a = f(x)
          if a.done { return }
        }
        """,
    "one exit returns, the other goes on below": """
        loop {
          a = f(x)
          if a.done { return as early }
          b = f(x)
          match b.x {
            "more" => {}
            else => break
          }
        }
        c = f(x)
        return
        """,
    "two ways back to one head": """
        loop {
          a = f(x)
          if a.done { continue }
          b = f(x)
          if b.done { break }
        }
        c = f(x)
        return
        """,
    "nothing leaves it": """
        loop { a = f(x) }
        """,
    "one node, again and again": """
        loop {
          a = f(x)
          match a.x {
            "stop" => return
          }
        }
        """,
    "one after the other": """
        loop {
          a = f(x)
          if a.done { break }
        }
        loop {
          b = f(x)
          if b.done { break }
        }
        c = f(x)
        return
        """,
    "one in the other": """
        loop {
          a = f(x)
          loop {
            b = f(x)
            if b.done { break }
          }
          c = f(x)
          if c.done { break }
        }
        d = f(x)
        return
        """,
    "the inner one at the end of the outer one": """
        loop {
          a = f(x)
          if a.done { break }
          loop {
            b = f(x)
            if b.done { break }
          }
        }
        c = f(x)
        return
        """,
    "labels where an outer loop is meant": """
        a_loop: loop {
          a = f(x)
          loop {
            b = f(x)
            match b.x {
              "out" => break a_loop
              "again" => continue a_loop
              "done" => break
              "enough" => break
            }
          }
          c = f(x)
        }
        d = f(x)
        return
        """,
    "in an arm, and left to below the match": """
        match x {
          "many" => {
            loop {
              a = f(x)
              match a.x {
                "good" => {
                  b = f(x)
                  break
                }
                "bad" => {
                  c = f(x)
                  break
                }
              }
            }
          }
          else => d = f(x)
        }
        e = f(x)
        return
        """,
    "arms that join inside, some leave": """
        loop {
          a = f(x)
          match a.x {
            "one" => b = f(x)
            "two" => c = f(x)
            "three" => continue
            else => return
          }
          d = f(x)
        }
        """,
    "all ways of the last choice go round": """
        loop {
          a = f(x)
          match a.x {
            "one" => b = f(x)
            "two" => c = f(x)
            else => return
          }
        }
        """,
    "a branch of a call leaves it": """
        loop {
          ask_again(x) {
            yes => {}
            no => return
          }
        }
        """,
}
"""Bodies that come back just as they are."""

SUBFLOW = """\
flow ask_again(x: string) {
  a = f(x)
  if a.done { return as yes } else { return as no }
}

"""


@pytest.mark.parametrize("name", SAME)
def test_a_loop_comes_back_as_it_is(name: str):
    text = flow(SAME[name])
    if "ask_again" in text:
        text = text.replace("flow main", f"{SUBFLOW}flow main")
    assert shown(bound(text)) == text


OTHERWISE = {
    "a jump back": (
        """
        a = f(x)
        b = f(x)
        if b.done { return } else { goto a }
        """,
        """
        loop {
          a = f(x)
          b = f(x)
          if b.done { return }
        }
        """,
    ),
    "a jump into the middle of a loop": (
        """
        match x {
          "late" => goto b
          else => {}
        }
        loop {
          a = f(x)
          b = f(x)
          if b.done { break }
        }
        return
        """,
        """
        match x {
          "late" => {}
          else => goto a
        }
        b = f(x)
        if b.done { return }
        a = f(x)
        goto b
        """,
    ),
    "a loop that is none": (
        """
        loop {
          a = f(x)
          break
        }
        return
        """,
        """
        a = f(x)
        return
        """,
    ),
    "two loops with one head": (
        """
        outer: loop {
          loop {
            a = f(x)
            if a.done { break }
          }
          goto a
        }
        """,
        """
        loop {
          a = f(x)
          if a.done {}
        }
        """,
    ),
    "the short ways out stand inside, the long one below": (
        """
        loop {
          a = f(x)
          match a.x {
            "long" => {
              b = f(x)
              c = f(x)
              return as long
            }
            "short" => return as short
            else => {}
          }
        }
        """,
        """
        loop {
          a = f(x)
          match a.x {
            "long" => break
            "short" => return as short
          }
        }
        b = f(x)
        c = f(x)
        return as long
        """,
    ),
    "two loops share what follows": (
        """
        match x {
          "one" => loop {
            a = f(x)
            if a.done { goto c }
          }
          else => loop {
            b = f(x)
            if b.done { goto c }
          }
        }
        c: return
        """,
        """
        match x {
          "one" => {
            loop {
              a = f(x)
              if a.done { break }
            }
          }
          else => {
            loop {
              b = f(x)
              if b.done { break }
            }
          }
        }
        return
        """,
    ),
}
"""Bodies, and what they are when they come back."""


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_graph_is_written_with_loops(name: str):
    written, wanted = OTHERWISE[name]
    document = bound(flow(written))
    text = shown(document)
    assert text == flow(wanted)
    assert differences(document, bound(text)) == ()
    assert shown(bound(text)) == text


def test_loops_nest_only_so_deep():
    depth = 40
    lines = ['agentspec "25.4.1"', "tool f()", "flow main(x: string) {"]
    lines += [f"loop {{ a{level} = f()" for level in range(depth)]
    lines += [f'match x {{ "out{level}" => break, else => {{}} }} }}' for level in range(depth)]
    document = bound("\n".join([*lines, "return", "}"]) + "\n")
    text = shown(document)
    assert max(len(line) - len(line.lstrip()) for line in text.splitlines()) == 34
    assert "goto a16\n" in text
    assert differences(document, bound(text)) == ()
    assert shown(bound(text)) == text
