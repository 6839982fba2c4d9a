"""Lines are broken as black breaks them."""

from __future__ import annotations

import black
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.python.layout import (
    Chain,
    Group,
    all_of,
    call,
    is_left_to_black,
    lay_out,
    one_line,
    width,
)


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
any_names = names | names.map(lambda name: name.ljust(90, "x"))
texts = st.text("ab (),.", max_size=120).map(lambda text: f'"{text}"')
atoms = any_names | texts
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
tuples = st.lists(st.tuples(st.just(""), texts), min_size=1, max_size=3).map(
    lambda items: Group("", tuple(items))
)
comparisons = st.tuples(
    names | st.builds(call, names, texts),
    st.tuples(st.sampled_from(["==", "!="]), texts)
    | st.tuples(st.sampled_from(["in", "not in"]), tuples),
).map(lambda it: Chain((("", it[0]), it[1])))
conditions = st.lists(
    names | st.builds(call, names, atoms, atoms) | comparisons, min_size=1, max_size=3
).map(all_of)
starts = st.sampled_from(["x = ", "return ", "", "raise ", "status: str = "])


def left_by_black(lines, depth, *inside):
    """Whether black leaves a statement as it is, in so many blocks."""
    opened = ["async def f():"] + ["    " * level + "if x:" for level in range(1, depth)]
    text = "\n".join([*opened, *lines, *inside]) + "\n"
    return black.format_str(text, mode=black.Mode()) == text


@pytest.mark.parametrize("depth", [1, 5])
@settings(max_examples=150, deadline=None)
@given(start=starts, expr=calls)
def test_black_changes_nothing_but_what_is_left_to_it(depth, start, expr):
    lines = lay_out(start, expr, "", depth)
    if start in ("", "raise ") and not (isinstance(expr, Group) and expr.head):
        return  # a string alone is a docstring
    assert any(map(is_left_to_black, lines)) or left_by_black(lines, depth)


@pytest.mark.parametrize("depth", [1, 5])
@settings(max_examples=150, deadline=None)
@given(condition=conditions)
def test_black_changes_no_condition_but_what_is_left_to_it(depth, condition):
    lines = lay_out("if ", condition, ":", depth)
    inside = "    " * (depth + 1) + "pass"
    assert any(map(is_left_to_black, lines)) or left_by_black(lines, depth, inside)


def test_what_stands_before_a_call_is_measured_as_in_parentheses():
    fits = Chain((("", "a" * 30), ("and", call("b" * 43, "c" * 10, "d"))))
    assert lay_out("if ", fits, ":", 1)[0] == f"    if {'a' * 30} and {'b' * 43}("
    longer = Chain((("", "a" * 30), ("and", call("b" * 45, "c" * 10, "d"))))
    for condition in (fits, longer):
        lines = lay_out("if ", condition, ":", 1)
        assert any(map(is_left_to_black, lines)) or left_by_black(lines, 1, "        pass")


@pytest.mark.parametrize(
    "text", ['"' + "a" * 90 + '"', "'" + 'a"' * 45 + "'", '"' + "\\\\" * 45 + '"']
)
def test_a_long_text_alone_on_its_line_is_not_left_to_black(text):
    lines = lay_out("raise ", call("LookupError", text), "", 2)
    assert lines == ["        raise LookupError(", f"            {text}", "        )"]
    assert not any(map(is_left_to_black, lines)) and left_by_black(lines, 2)
    lines = lay_out("", call("say", "x", place=text), "", 2)
    assert lines == ["        say(", "            x,", f"            place={text},", "        )"]
    assert not any(map(is_left_to_black, lines)) and left_by_black(lines, 2)


def test_a_long_line_with_something_to_break_is_left_to_black():
    assert is_left_to_black("    x = " + "a" * 50 + " + " + "b" * 50)
    assert is_left_to_black('    "a", ' + "b" * 90)
    assert not is_left_to_black("    x = a + b")


@pytest.mark.parametrize("form", ["{}", '{}["code"]', "str({})", '{}["a"]["b"]', "{} or other"])
def test_what_is_assigned_stands_alone_on_a_line_or_is_left_to_black(form):
    """Such texts are names of documents and what is taken out of what they name."""
    for before in range(4, 80, 7):
        for inside in range(4, 80, 5):
            lines = lay_out(f"{'v' * before} = ", form.format("n" * inside), "", 3)
            assert any(map(is_left_to_black, lines)) or left_by_black(lines, 3), lines
