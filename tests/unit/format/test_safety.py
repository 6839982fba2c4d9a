"""The formatter refuses to write what does not say the same."""

from __future__ import annotations

import pytest

from flowc.diagnostics import FlowcError
from flowc.format import formatter
from flowc.format.safety import same_tree
from flowc.syntax import parse
from flowc.text import Source

SOURCE = Source("x.flow", "# why\ntype T = 1\n")


def tree(text: str):
    return parse(Source("x.flow", text)).tree


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("type T = 1", "type T = 1.0"),
        ("type T = 0.0", "type T = -0.0"),
        ("Foo a { x: 1 }", "Foo a { x: true }"),
        ("Foo a { x: 0 }", "Foo a { x: false }"),
        ("Foo a {}", "Foo a"),
        ("tool a()", "tool a() -> ()"),
        ("tool a()\ntool b()", "tool b()\ntool a()"),
        ('"x"\ntool a()', "tool a()"),
    ],
)
def test_trees_that_differ(one: str, other: str):
    assert same_tree(tree(one), tree(one))
    assert not same_tree(tree(one), tree(other))


def test_trees_that_only_look_different():
    assert same_tree(tree('tool a( x : "a"|"b", )'), tree('tool `a`(x: ("a" | "b"))'))
    assert same_tree(tree('Foo a { x: """\n  b\n  """ }'), tree('Foo a { x: "b" }'))


@pytest.mark.parametrize(
    ("outputs", "code", "title"),
    [
        (["# why\ntype T = (1)\n"], "FLOW650", "formatting would change what this file says"),
        (["# why\ntype `T` = 1\n"], "FLOW650", "formatting would change what this file says"),
        (["# why\ntype T = 1\ntool (\n"], "FLOW650", "formatting would change what this file says"),
        (["type T =  # why\n  1\n"], "FLOW651", "formatting would change this file's comments"),
        (["type T = 1  # why\n"], "FLOW651", "formatting would change this file's comments"),
        (["# why\ntype T = 2\n"], "FLOW650", "formatting would change what this file says"),
        (["# why\ntype T = \n"], "FLOW650", "formatting would change what this file says"),
        (["type T = 1\n"], "FLOW651", "formatting would change this file's comments"),
        (["# why\n# why\ntype T = 1\n"], "FLOW651", "formatting would change this file's comments"),
        (
            ["# why\ntype T  = 1\n", "# why\ntype T = 1\n"],
            "FLOW652",
            "formatting this file a second time would change it again",
        ),
    ],
)
def test_a_faulty_layout_is_refused(
    monkeypatch: pytest.MonkeyPatch, outputs: list[str], code: str, title: str
):
    texts = iter(outputs)
    monkeypatch.setattr(formatter, "lay_out", lambda instructions, width: next(texts))
    with pytest.raises(FlowcError) as caught:
        formatter.format_source(SOURCE)
    (found,) = caught.value.diagnostics
    assert (found.code, found.title) == (code, title)
    assert found.location is not None
    assert found.location.span().start == 0
    assert found.hint == (
        "The file is left as it is. This is a fault of flowc: please report it with the file."
    )


def test_a_change_of_what_is_broken_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formatter, "lay_out", lambda instructions, width: "tool a(\n")
    with pytest.raises(FlowcError) as caught:
        formatter.format_sound(Source("x.flow", "tool  a()\ntool b(\n"))
    assert [found.code for found in caught.value.diagnostics] == ["FLOW650"]


def test_text_blocks_are_compared_by_what_they_say(monkeypatch: pytest.MonkeyPatch):
    written = 'A a { x:  """\n  b\n  """ }\n'
    for block, refused in (('"""\n      b\n      """', False), ('"""\n   b\n  """', True)):
        text = f"A a {{ x: {block} }}\n"
        monkeypatch.setattr(formatter, "lay_out", lambda instructions, width, text=text: text)
        if refused:
            with pytest.raises(FlowcError) as caught:
                formatter.format_source(Source("x.flow", written))
            assert [found.code for found in caught.value.diagnostics] == ["FLOW650"]
        else:
            assert formatter.format_source(Source("x.flow", written)) == text
