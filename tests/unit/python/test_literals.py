"""Texts of documents get into a module as literals, docstrings and comments, as nothing else."""

from __future__ import annotations

import ast

import black
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.ir.values import same_json
from flowc.python.layout import one_line
from flowc.python.literals import docstring, literal, one_comment_line, text_literal

NASTY = [
    '"""',
    "'''",
    "\\",
    '\\"',
    'ends with "',
    '"starts',
    "a\nb",
    "a\r\nb",
    "\0",
    "\ud800",
    "\u202e",
    "\u2028",
    "\x0c",
    "\\N{x}",
    "{{ x }} {% if %} ${y}",
    '""""',
    "__import__('os')",
]
texts = st.sampled_from(NASTY) | st.text(
    st.characters(exclude_categories=()) | st.sampled_from("\"'\\\n {}"), max_size=40
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", '"plain"'),
        ("it's", '"it\'s"'),
        ('say "hi"', "'say \"hi\"'"),
        ("both ' and \"", '"both \' and \\""'),
        ("line\n\ttab", '"line\\n\\ttab"'),
        ("\0\u202e\ud800", '"\\x00\\u202e\\ud800"'),
        ("Grüße", '"Grüße"'),
    ],
)
def test_text_literal(text, expected):
    assert text_literal(text) == expected


@given(texts)
@settings(max_examples=200)
def test_a_literal_is_its_text_in_the_quotes_that_black_prefers(text):
    source = text_literal(text)
    assert ast.literal_eval(source) == text
    assert "\n" not in source
    line = f"x = {source}\n"
    encodable = source.encode("utf-8", "replace").decode() == source
    assert encodable and black.format_str(line, mode=black.Mode(line_length=10_000)) == line


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(json_values)
@settings(max_examples=100)
def test_a_value_comes_back(value):
    assert same_json(eval(one_line(literal(value)), {"float": float}), value)


def test_numbers_that_json_has_no_form_for():
    assert literal(float("inf")) == 'float("inf")'
    assert literal(float("-inf")) == 'float("-inf")'
    assert literal(float("nan")) == 'float("nan")'


@given(texts, st.integers(0, 2))
@settings(max_examples=200, deadline=None)
def test_a_docstring_holds_any_text_and_black_leaves_it(text, depth):
    lines = docstring(text, depth)
    inner = [*lines, "    " * depth + "x = 1"] if lines else []
    opened = ["    " * level + "class C:" for level in range(depth)]
    if not inner:
        assert text.strip() == ""
        return
    source = "\n".join([*opened, *inner]) + "\n"
    if depth == 0:
        source = source.replace("\nx = 1", "\n\nx = 1")
    else:
        source = source.replace("\n" + "    " * depth + "x = 1", "\n\n" + "    " * depth + "x = 1")
    body = ast.parse(source).body
    for _ in range(depth):
        body = body[0].body
    assert len(body) == 2
    assert black.format_str(source, mode=black.Mode()) == source


def test_docstrings_are_wrapped_and_keep_their_lines():
    text = "First line.\n\n  indented " + "word " * 20 + "\nnot indented"
    assert docstring(text, 1) == (
        '    """First line.',
        "",
        "      indented word word word word word word word word word word word word word word",
        "      word word word word word word",
        "    not indented",
        '    """',
    )
    assert docstring("  \n ", 1) == ()
    assert docstring(None, 1) == ()


def test_a_comment_stays_on_its_line():
    assert one_comment_line("a\nb\u2028c\0d") == "a b c d"
