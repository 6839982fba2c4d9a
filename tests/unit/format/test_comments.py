"""A comment survives in every gap between two words, once and in order."""

from __future__ import annotations

import pytest

from flowc.format import format_source
from flowc.syntax import lex, parse
from flowc.text import Source

SAMPLE = '''"What it says."
type Status = "a" | "b"

@id("f-1")
tool f(a: string, "second" b: { x: string, y?: integer[] } = { x: "1" }) -> (c: (string | null)[])

VllmConfig model { url: "http://localhost", list: [1, { a: 2 }], other: ref("x") }

export flow main(x: string = "d") -> (c: string?) {
  first = f(x, b: any = x | first.c default "e")
  route: match first.c {
    "a", "b" as ab => { return first.c }
    else => error
  }
  if x { return } else if x { goto first } else {
    loop { break }
  }
  t = try main(x) {
    next => {}
    catch => return (c = null) as failed -> (c: null)
  }
  say """
    Hi {{x}}
    """ (x)
  edges {
    first -> route
    first[next] -> t
    start.x -> t.x
  }
}
'''


def gaps() -> list[int]:
    """The places between words, the first before all of them."""
    words = [word for word in lex(Source("sample.flow", SAMPLE)) if word.kind != "NEWLINE"]
    return [0, *(word.end for word in words)]


@pytest.mark.parametrize("comment", ["  # here\n", "\n# here\n", "\n\n# one\n\n# two\n"])
def test_comments_in_every_gap(comment: str):
    wanted = [line.strip() for line in comment.split("\n") if line.strip()]
    taken = 0
    for gap in gaps():
        source = Source("sample.flow", SAMPLE[:gap] + comment + SAMPLE[gap:])
        if parse(source).diagnostics:
            continue  # a new line ends a statement there
        taken += 1
        text = format_source(source)
        found = [item.text for item in parse(Source("sample.flow", text)).comments]
        assert found == wanted, text
    assert taken > 140


def test_comments_in_all_gaps_at_once_keep_their_order():
    places = []
    for gap in gaps():
        source = Source("sample.flow", f"{SAMPLE[:gap]}  # here\n{SAMPLE[gap:]}")
        if not parse(source).diagnostics:
            places.append(gap)
    parts, end = [], 0
    for number, gap in enumerate(places):
        parts += [SAMPLE[end:gap], f"  # {number}\n"]
        end = gap
    source = Source("sample.flow", "".join([*parts, SAMPLE[end:]]))
    assert parse(source).diagnostics == ()
    text = format_source(source)
    found = [item.text for item in parse(Source("sample.flow", text)).comments]
    assert found == [f"# {number}" for number in range(len(places))]
