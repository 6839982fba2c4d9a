"""Lines are broken as black breaks them."""

from __future__ import annotations

import black
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.python.layout import LINE_LENGTH, Chain, Group, call, lay_out, one_line, width


def test_what_fits_stays_on_one_line():
    assert lay_out("x = ", call("f", "a", b="1"), "", 1) == ["    x = f(a, b=1)"]


def test_a_call_is_filled_then_exploded():
    long = {f"argument_{number}": "value" for number in range(4)}
    assert lay_out("status = ", call("tools.look_up", **long)) == [
        "status = tools.look_up(",
        "    argument_0=value, argument_1=value, argument_2=value, argument_3=value",
        ")",
    ]
    longer = {f"argument_{number}": "value" for number in range(6)}
    assert lay_out("status = ", call("tools.look_up", **longer)) == [
        "status = tools.look_up(",
        *(f"    argument_{number}=value," for number in range(6)),
        ")",
    ]


def test_a_display_is_exploded_at_once():
    entries = tuple((f'"key_{number}": ', "value") for number in range(6))
    assert lay_out("return ", Group("", entries, "{}")) == [
        "return {",
        *(f'    "key_{number}": value,' for number in range(6)),
        "}",
    ]


def test_a_condition_is_put_in_parentheses():
    chain = Chain((("", call("_string", "x" * 40, '"a place of some length"')), ("==", '"true"')))
    assert lay_out("if ", chain, ":", 1) == [
        "    if (",
        f'        _string({"x" * 40}, "a place of some length")',
        '        == "true"',
        "    ):",
    ]


def test_a_tuple_of_one_keeps_its_comma():
    single = Group("", (("", f'"{"a" * 90}"'),))
    assert one_line(single) == f'("{"a" * 90}",)'
    assert lay_out("x = ", single) == ["x = (", f'    "{"a" * 90}",', ")"]


def test_width_is_counted_in_columns():
    assert width("日本") == 4
    assert width("é") == 1


names = st.text("abc_", min_size=1, max_size=30).filter(lambda text: text.strip("_"))
atoms = st.one_of(names, st.text("ab ", max_size=60).map(lambda text: f'"{text}"'))
calls = st.recursive(
    atoms,
    lambda inner: (
        st.builds(
            lambda head, items: Group(head, tuple(items)),
            names,
            st.lists(
                st.tuples(st.just(""), inner)
                | st.tuples(names.map(lambda name: f"{name}="), inner),
                max_size=4,
                unique_by=lambda item: item[0] or object(),
            ).map(lambda items: sorted(items, key=lambda item: item[0] != "")),
        )
        | st.lists(st.tuples(names.map(lambda name: f'"{name}": '), inner), max_size=4).map(
            lambda items: Group("", tuple(items), "{}")
        )
    ),
    max_leaves=8,
)
starts = st.sampled_from(["x = ", "return ", "", "status: str = "])


@pytest.mark.parametrize("depth", [1, 5])
@settings(max_examples=150, deadline=None)
@given(start=starts, expr=calls)
def test_black_changes_nothing_where_every_line_fits(depth, start, expr):
    opened = ["async def f():"] + ["    " * level + "if x:" for level in range(1, depth)]
    lines = lay_out(start, expr, "", depth)
    if isinstance(expr, str) and not start:
        return  # a string alone is a docstring
    if any(width(line) > LINE_LENGTH for line in lines):
        return  # left to black (flowc.python.render)
    text = "\n".join([*opened, *lines]) + "\n"
    assert black.format_str(text, mode=black.Mode()) == text
