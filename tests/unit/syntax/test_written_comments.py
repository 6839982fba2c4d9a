"""Comments of a tree that was made from a document, as `unparse` writes them."""

from __future__ import annotations

import pytest

from flowc.format import format_source
from flowc.syntax import parse
from flowc.syntax import tree as t
from flowc.syntax.unparse import unparse
from flowc.text import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)


def name(text: str) -> t.Name:
    return t.Name(text, span=NOWHERE)


def call(*comments: str) -> t.Call:
    return t.Call(callees=(name("a"),), arguments=(), comments=comments, span=NOWHERE)


def flow(*statements: t.Statement, comments: tuple[str, ...] = ()) -> t.FlowDeclaration:
    body = t.Block(statements, span=NOWHERE)
    return t.FlowDeclaration(
        name=name("f"), inputs=(), outputs=None, body=body, comments=comments, span=NOWHERE
    )


def tree(*declarations: t.Declaration, **comments: tuple[str, ...]) -> t.Tree:
    return t.Tree(declarations, span=NOWHERE, **comments)


ENTRY = t.EdgeEntry(name("a"), None, None, name("b"), None, comments=("edge",), span=NOWHERE)
INLINE = t.InlineComponent(name("Odd"), None, None, None, (), comments=("in",), span=NOWHERE)
ARM = t.Arm((name("x"),), None, t.Block((call("arm"),), False, span=NOWHERE), span=NOWHERE)
IF = t.If(
    subject=t.Argument(
        None, None, t.Value((t.Reference((name("b"),), span=NOWHERE),), span=NOWHERE), span=NOWHERE
    ),
    then=t.Block((), span=NOWHERE),
    span=NOWHERE,
    comments=("if",),
)
ELSE_IF = t.If(
    subject=IF.subject,
    then=IF.then,
    otherwise=t.Block((IF,), False, span=NOWHERE),
    span=NOWHERE,
)
TOOL = t.ComponentDeclaration(
    type_name=name("Odd"),
    name=name("o"),
    entries=(t.Entry(name("x"), INLINE, span=NOWHERE),),
    description=t.StringLiteral("d", span=NOWHERE),
    comments=("tool",),
    export=True,
    span=NOWHERE,
)

CASES = [
    (tree(comments=("a",)), "# a\n"),
    (tree(comments=("a",), end_comments=("z",)), "# a\n\n# z\n"),
    (tree(flow(), comments=("a",)), "# a\n\nflow f() {}\n"),
    (tree(flow(), end_comments=("z", "")), "flow f() {}\n\n# z\n#\n"),
    (
        tree(flow(call("one", "", "two\nthree\r\n  four"), comments=("f",))),
        "# f\nflow f() {\n  # one\n  #\n  # two\n  # three\n  #   four\n  a()\n}\n",
    ),
    (
        tree(flow(call("\u200f \x00 \ud83d {} `\t\\ ", " # 'x'"))),
        "flow f() {\n  # \u200f \x00 \\ud83d {} `\t\\\n  #  # 'x'\n  a()\n}\n",
    ),
    (
        tree(flow(t.Edges(entries=(ENTRY,), comments=("all",), span=NOWHERE))),
        "flow f() {\n  # all\n  edges {\n    # edge\n    a -> b\n  }\n}\n",
    ),
    (
        tree(flow(t.Call(callees=(name("a"),), arguments=(), arms=(ARM,), span=NOWHERE))),
        "flow f() {\n  a() {\n    x => {\n      # arm\n      a()\n    }\n  }\n}\n",
    ),
    (
        tree(flow(ELSE_IF)),
        "flow f() {\n  if b {} else {\n    # if\n    if b {}\n  }\n}\n",
    ),
    (tree(TOOL), '# tool\n"d"\nexport Odd o {\n  x: Odd {\n    # in\n  }\n}\n'),
]


@pytest.mark.parametrize(("written", "text"), CASES)
def test_comments_stand_on_lines_of_their_own_before_what_they_belong_to(
    written: t.Tree, text: str
) -> None:
    assert unparse(written) == text


@pytest.mark.parametrize(("written", "text"), CASES)
def test_they_say_nothing_and_survive_the_formatter(written: t.Tree, text: str) -> None:
    parsed = parse(Source("f.flow", text))
    assert parsed.diagnostics == ()
    assert parsed.tree == written
    again = parse(Source("f.flow", format_source(Source("f.flow", text))))
    assert [item.text for item in again.comments] == [item.text for item in parsed.comments]
