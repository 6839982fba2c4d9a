"""Control that was written without `goto` comes back without `goto`."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.decompile import decompile
from flowc.ir.document import Document
from flowc.ir.meaning import differences
from flowc.semantics import bind
from flowc.syntax import parse, unparse
from flowc.text import Source

HEAD = 'agentspec "25.4.1"\n\ntool f(x: string)\n\nflow main(x: string) {\n'


class Writer:
    """Writes random flows of calls, `match`, `loop`, `break`, `continue` and `return`. Control gets
    to the end of every block, and every loop is left and goes round."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.count = 0

    def flow(self) -> str:
        self.block(3, [])
        return HEAD + "\n".join(self.lines) + "\nreturn\n}\n"

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def call(self) -> None:
        self.lines.append(f"{self.name('n')} = f(x)")

    def block(self, depth: int, loops: list[str]) -> None:
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.randint(0, 9) if depth else 0
            if kind < 3:
                self.call()
            elif kind < 7:
                self.match(depth, loops)
            else:
                self.loop(depth, loops)

    def match(self, depth: int, loops: list[str]) -> None:
        self.lines.append(f"{self.name('m')}: match x {{")
        for arm in range(self.random.randint(1, 3)):
            self.lines.append(f'"{arm}" => {{')
            if self.random.random() < 0.6:
                self.block(depth - 1, loops)
            self.leave(loops)
            self.lines.append("}")
        self.lines.append("}")

    def leave(self, loops: list[str]) -> None:
        way = self.random.randint(0, 9)
        if way < 2:
            self.lines.append(f"return as {self.name('r')}")
        elif way < 7 and loops:
            word = self.random.choice(("break", "continue"))
            self.lines.append(f"{word} {self.random.choice(loops)}")

    def loop(self, depth: int, loops: list[str]) -> None:
        label = self.name("l")
        self.lines.append(f"{label}: loop {{")
        self.call()
        self.block(depth - 1, [*loops, label])
        self.lines.append(f'{self.name("m")}: match x {{ "stop" => break {label} }} }}')


def bound(text: str) -> Document:
    source = Source("case.flow", text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    found = bind(parsed.tree, source)
    assert [item.title for item in found.diagnostics if item.is_error] == []
    assert found.document is not None
    return found.document


@given(random=st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_structured_control_comes_back_without_goto(random: Random) -> None:
    document = bound(Writer(random).flow())
    text = unparse(decompile(document))
    assert "goto" not in text
    assert "edges" not in text
    again = bound(text)
    assert differences(document, again) == ()
    assert unparse(decompile(again)) == text
