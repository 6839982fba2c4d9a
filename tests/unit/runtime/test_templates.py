"""`{{ name }}` and nothing else (SEMANTICS 25)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.ir.placeholders import placeholders
from flowc.runtime import rendered
from flowc.runtime.templates import PLACEHOLDER, rendered_deep

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("Hi {{ x }}!", {"x": "you"}, "Hi you!"),
        ("{{x}}{{ x}}{{x }}{{\tx\n}}", {"x": "a"}, "aaaa"),
        ("{x} {{x}}", {"x": "v"}, "{x} v"),
        ("{{{x}}}", {"x": "v"}, "{v}"),
        ("{{ x|upper }} {{x.a}} {% if x %}", {"x": "v"}, "{{ x|upper }} {{x.a}} {% if x %}"),
        ("{{x}}", {"x": "{{y}} \\1 \\g<0>", "y": "no"}, "{{y}} \\1 \\g<0>"),
        ("{{größe}}", {"größe": 5}, "5"),
        ("{{x}} {{y}}", {"y": 1}, "{{x}} 1"),
        ("{{x}}", {"x": True}, "true"),
        ("{{x}}", {"x": None}, "null"),
        ("{{x}}", {"x": 5.0}, "5.0"),
        ("{{x}}", {"x": {"a": [True, None, "é"]}}, '{"a": [true, null, "\\u00e9"]}'),
        ("", {}, ""),
    ],
)
def test_placeholders_are_filled(template, values, text):
    assert rendered(template, values) == text


@given(JSON)
def test_a_value_is_its_text_or_its_json(value):
    assert rendered("{{x}}", {"x": value}) == (
        value if isinstance(value, str) else json.dumps(value)
    )


@given(st.text(alphabet="{} \n\txy1_|.", max_size=30))
def test_what_is_filled_is_what_the_inputs_are_derived_from(template):
    """The two regular expressions are one in meaning: with every derived input given, no
    placeholder is left."""
    names = placeholders(template)
    assert PLACEHOLDER.search(rendered(template, dict.fromkeys(names, "v"))) is None
    assert rendered(template, {}) == template


@pytest.mark.parametrize("value", [{1, 2}, b"x", object()])
def test_a_value_that_is_no_json_is_a_type_error(value):
    with pytest.raises(TypeError, match=f"^{type(value).__name__} cannot be written as JSON$"):
        rendered("{{x}}", {"x": value})


def test_a_value_nested_too_deep_is_a_type_error():
    value: list = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(TypeError, match="list cannot be written"):
        rendered("{{x}}", {"x": value})


def test_keys_and_values_at_any_depth():
    value = {"{{a}}": ["{{b}}", {"k": "x{{a}}"}], "n": 1, "t": True, "z": None}
    assert rendered_deep(value, {"a": "A", "b": 2}) == {
        "A": ["2", {"k": "xA"}],
        "n": 1,
        "t": True,
        "z": None,
    }
