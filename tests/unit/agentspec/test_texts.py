"""JSON, JSON5 and YAML texts: what is read, and what is refused where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flowc.agentspec.json_text import Loaded, load_json
from flowc.agentspec.yaml_text import load_yaml
from flowc.diagnostics import FlowcError

TOO_DEEP = "objects and lists are nested more than 128 levels deep"
NO_TAG = "has no meaning in an Agent Spec document"


def refusals(load: Callable[[str, str], Loaded], text: str) -> list[tuple[str, str, str]]:
    """Code, title and characters of every finding."""
    with pytest.raises(FlowcError) as error:
        load(text, "f")
    found = []
    for item in error.value.diagnostics:
        assert item.location is not None
        found.append((item.code, item.title, item.location.span().text))
    return found


# JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('\ufeff{"a": 1}\r\n', {"a": 1}),
        ("// c\n{a: 1, /* c */ 'b': [1, 2,],}", {"a": 1, "b": [1, 2]}),
        ("{$a_1: +1, é: .5, c: 5., d: 0xFF}", {"$a_1": 1, "é": 0.5, "c": 5.0, "d": 255}),
        (r"""['a\
b', '\x41\u0042\'\0', "\ud83d\ude00", "\ud800"]""", ["ab", "AB'\0", "😀", "\ud800"]),
        ("{Infinity: 1, null: 2}", {"Infinity": 1, "null": 2}),
    ],
)  # fmt: skip
def test_json_and_json5_are_read(text: str, value: Any) -> None:
    assert load_json(text, "f").value == value


@pytest.mark.parametrize(
    ("text", "code", "title", "at"),
    [
        ("", "FLOW501", "this is no JSON: a value is expected here, not the end of the file", ""),
        ('{"a" 1}', "FLOW501", "this is no JSON: ':' is expected here, not '1'", "1"),
        ('{"a": }', "FLOW501", "this is no JSON: a value is expected here, not '}'", "}"),
        ("{a", "FLOW501", "this is no JSON: ':' is expected here, not the end of the file", ""),
        ("[1 2]", "FLOW501", "this is no JSON: ',' or ']' is expected here, not '2'", "2"),
        ("[1],", "FLOW501", "this is no JSON: the document has ended before ','", ","),
        ("[, 1]", "FLOW501", "this is no JSON: a value is expected here, not ','", ","),
        ("{1: 2}", "FLOW501", "this is no JSON: a key is expected here, not '1'", "1"),
        ('"abc', "FLOW501", "this is no JSON: this text has no closing quote", '"'),
        ("/* abc", "FLOW501", "this is no JSON: this comment has no end", "/"),
        ("[§]", "FLOW501", "this is no JSON: '§' cannot stand here", "§"),
        (r'"\u00"', "FLOW501", r"this is no JSON: '\u' is no escape here", "\\"),
        ('{"a": {"b": 1, "b": 2}}', "FLOW502", "this object has the key 'b' twice", '"b"'),
        ("{a: 1, 'a': 2}", "FLOW502", "the document has the key 'a' twice", "'a'"),
        ('{"a": 1e400}', "FLOW503", "'1e400' is a number that JSON cannot hold", "1e400"),
        ("[[NaN]]", "FLOW503", "'NaN' is a number that JSON cannot hold", "NaN"),
        ("[-Infinity]", "FLOW503", "'-Infinity' is a number that JSON cannot hold", "-Infinity"),
        ("9" * 5000, "FLOW501", "this is no JSON: this number has too many digits", "9"),
        ("[" * 129 + "]" * 129, "FLOW504", TOO_DEEP, "["),
        ("[" * 100_000, "FLOW504", TOO_DEEP, "["),
        ('{"a":' * 5000, "FLOW504", TOO_DEEP, "{"),
    ],
)  # fmt: skip
def test_json_that_cannot_be_read_says_why(text: str, code: str, title: str, at: str) -> None:
    assert refusals(load_json, text) == [(code, title, at)]


def test_all_that_is_wrong_is_reported_in_one_go() -> None:
    found = refusals(load_json, '{"a": 1, "a": 2, "b": [{"c": 1, "c": 2}]}')
    assert [title for _, title, _ in found] == [
        "the document has the key 'a' twice",
        "this object has the key 'c' twice",
    ]
    found = refusals(load_json, '{"a": 1e999, "b": [-1e999]}')
    assert [at for *_, at in found] == ["1e999", "-1e999"]


def test_128_levels_are_read() -> None:
    value = load_json("[" * 128 + "]" * 128, "f").value
    for _ in range(127):
        (value,) = value
    assert value == []


# YAML ---------------------------------------------------------------------------------------------


def test_scalars_are_those_of_yaml_1_1_but_dates_are_text() -> None:
    text = """
      [no, 08, 017, 0x1F, 1e3, 1.0e+3, 26.10, 1_000, 1:30, 2020-01-01, ~, 'no', !!str 5, y, =, 0x_]
    """
    assert load_yaml(text, "f").value == [
        False, "08", 15, 31, "1e3", 1000.0, 26.1, 1000, 90, "2020-01-01", None, "no", "5", "y", "=",
        "0x_",
    ]  # fmt: skip


def test_anchors_aliases_and_merge_keys() -> None:
    text = """
base: &base {a: 1, b: 2}
more: &more {b: 3, c: 4}
one: {<<: *base, b: 9}
two:
  c: 0
  <<: [*base, *more]
again: *base
text: &t hello
*t : a key
"""
    value = load_yaml(text, "f").value
    assert value["one"] == {"a": 1, "b": 9}
    assert value["two"] == {"a": 1, "b": 2, "c": 0}
    assert value["again"] == {"a": 1, "b": 2}
    assert value["hello"] == "a key"


def test_keys_that_are_no_text_are_read_as_they_are_written() -> None:
    loaded = load_yaml("{1: a, yes: b, ~: c}", "f")
    assert loaded.value == {"1": "a", "yes": "b", "~": "c"}
    assert [(item.code, item.title) for item in loaded.diagnostics] == [
        ("FLOW505", "the key 1 is no text in YAML; it is read as '1'"),
        ("FLOW505", "the key yes is no text in YAML; it is read as 'yes'"),
        ("FLOW505", "the key ~ is no text in YAML; it is read as '~'"),
    ]


def test_escaped_surrogates_are_read_as_in_json() -> None:
    text = r'{"a": "\ud83d\ude00", "\ud83d\ude00": "\ud800"}'
    assert load_yaml(text, "f").value == load_json(text, "f").value == {"a": "😀", "😀": "\ud800"}


@pytest.mark.parametrize(
    ("text", "code", "title", "at"),
    [
        ("a: 1\na: 2", "FLOW502", "the document has the key 'a' twice", "a"),
        ("b: {1: 1, '1': 2}", "FLOW502", "this object has the key '1' twice", "'1'"),
        ("a: *b", "FLOW501", "there is no anchor '&b' above", "*b"),
        ("a: &b [*b]", "FLOW501", "'*b' stands inside its own anchor", "*b"),
        ("a: !!binary x", "FLOW501", f"the tag 'tag:yaml.org,2002:binary' {NO_TAG}", "!!binary x"),
        ("!x a", "FLOW501", f"the tag '!x' {NO_TAG}", "!x a"),
        ("{[1]: 2}", "FLOW501", "a key of a mapping must be text", "["),
        ("<<: 3", "FLOW501", "'<<' can only merge mappings", "3"),
        ("a: 1\n---\nb: 2", "FLOW501", "the file holds several YAML documents", "---"),
        ("a: .nan", "FLOW503", "'.nan' is a number that JSON cannot hold", ".nan"),
        ("a: -.inf", "FLOW503", "'-.inf' is a number that JSON cannot hold", "-.inf"),
        ("a: \x01", "FLOW501", "this is no YAML: a character that YAML does not allow", "\x01"),
        ("[" * 500 + "]" * 500, "FLOW504", TOO_DEEP, "["),
        ("[" * 100_000, "FLOW504", TOO_DEEP, "["),
    ],
)  # fmt: skip
def test_yaml_that_cannot_be_read_says_why(text: str, code: str, title: str, at: str) -> None:
    assert refusals(load_yaml, text) == [(code, title, at)]


def test_billions_of_laughs_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 12):
        aliases = ", ".join([f"*a{level - 1}"] * 10)
        lines.append(f"a{level}: &a{level} [{aliases}]")
    ((code, title, _),) = refusals(load_yaml, "\n".join(lines))
    assert (code, title) == ("FLOW504", "the aliases stand for more than 250000 values")


# Places -------------------------------------------------------------------------------------------

JSON5 = "// first\n{ a: [1, {b: 'x'}, ], /* c */ 'd': {} }"
YAML = """\
a:
- 1
- b: 'é'
  c: |
    two
    lines
d: &d {e: "😀", f: plain text}
g: *d
"""


@pytest.mark.parametrize(
    ("load", "text", "path", "expected"),
    [
        (load_json, JSON5, (), "{ a: [1, {b: 'x'}, ], /* c */ 'd': {} }"),
        (load_json, JSON5, ("a",), "[1, {b: 'x'}, ]"),
        (load_json, JSON5, ("a", 1, "b"), "'x'"),
        (load_json, JSON5, ("d",), "{}"),
        (load_json, JSON5, ("d", "nowhere", 3), "{}"),
        (load_json, '{"a": [true, null]}', ("a", 1), "null"),
        (load_yaml, YAML, ("a",), "- 1\n- b: 'é'\n  c: |\n    two\n    lines\n"),
        (load_yaml, YAML, ("a", 1, "b"), "'é'"),
        (load_yaml, YAML, ("a", 1, "c"), "|\n    two\n    lines\n"),
        (load_yaml, YAML, ("d", "f"), "plain text"),
        (load_yaml, YAML, ("g",), "*d"),
        (load_yaml, YAML, ("g", "e"), '"😀"'),
    ],
)
def test_the_place_of_a_value(
    load: Callable[[str, str], Loaded], text: str, path: tuple[str | int, ...], expected: str
) -> None:
    source = load(text, "f").source
    assert source is not None and source.locate is not None
    start, end = source.locate(path)
    assert source.text[start:end] == expected
