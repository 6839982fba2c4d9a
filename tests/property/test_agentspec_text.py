"""Laws of the texts: what is written is what is read, by every reader."""

from __future__ import annotations

import json
from typing import Any

import json5
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.agentspec.json5_text import Malformed, scan
from flowc.agentspec.json_text import load_json
from flowc.agentspec.yaml_text import load_yaml
from flowc.agentspec.yaml_writer import yaml_text
from flowc.ir.values import same_json

ODD_TEXTS = [
    "no", "Yes", "on", "y", "N", "null", "~", "08", "1e3", "26.10", "0o17", "0x1F", "1_000", "1:30",
    "2020-01-01", ".inf", ".nan", "=", "<<", "- a", "a: b", "a #b", "#", "", " ", "a ", "\ta", "é",
    "a\nb", "a\n", "a\n\n", "\na", " a\nb", "a\n \nb", "a\tb\nc", "a\r\nb", "\x85", "\u2028",
    "\ufeff", "\x00", "\x7f", "😀", "'", '"', "\\", "{{x}}", "${x}", "[a]", "{a}", "&a", "*a", "!a",
    "|", ">", "%a", "@a", "`a", "---", "...", "? a", "$component_ref", "x" * 2000, "a:\n", "True",
    "NULL",
]  # fmt: skip
texts = st.one_of(
    st.sampled_from(ODD_TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
numbers = st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)


@given(values)
@settings(max_examples=300, deadline=None)
def test_yaml_says_the_same_to_flowc_and_to_both_readers_of_pyyaml(value: Any) -> None:
    text = yaml_text(value)
    assert same_json(load_yaml(text, "f").value, value)
    assert same_json(yaml.safe_load(text), value)
    assert same_json(yaml.load(text, Loader=yaml.CSafeLoader), value)


@given(values)
@settings(max_examples=200, deadline=None)
def test_the_json5_reader_reads_json(value: Any) -> None:
    assert same_json(scan(json.dumps(value)).value, value)
    assert same_json(scan(json.dumps(value, indent=1, ensure_ascii=False)).value, value)


PIECES = [
    "{", "}", "[", "]", ",", ":", "a", "'x'", '"y"', "1", "-.5", "0x1F", "true", "null", "// c\n",
    "/* c */", " ", "\n", "'\\\n'", "'\\x41'", "+1", "5.", "$b", "'\\u0041'",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@settings(max_examples=500, deadline=None)
def test_json5_agrees_with_the_json5_package(text: str) -> None:
    try:
        expected = json5.loads(text, allow_duplicate_keys=True)
    except ValueError:
        expected = Malformed
    try:
        found = scan(text).value
    except Malformed:
        found = Malformed
    assert found is expected if Malformed in (found, expected) else same_json(found, expected)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    found = [(path, value)]
    if isinstance(value, dict):
        found += [item for key, inner in value.items() for item in paths(inner, (*path, key))]
    if isinstance(value, list):
        found += [item for n, inner in enumerate(value) for item in paths(inner, (*path, n))]
    return found


@given(values, st.sampled_from([None, 1, 3]))
@settings(max_examples=200, deadline=None)
def test_the_place_of_every_value_in_json_holds_that_value(value: Any, indent: int | None) -> None:
    loaded = load_json(json.dumps(value, indent=indent), "f")
    assert loaded.source is not None and loaded.source.locate is not None
    for path, inner in paths(value):
        start, end = loaded.source.locate(path)
        assert same_json(json.loads(loaded.source.text[start:end]), inner)


short = values.filter(lambda value: "x" * 2000 not in repr(value))  # YAML's limit for keys


@given(short)
@settings(max_examples=200, deadline=None)
def test_the_place_of_every_flow_value_in_yaml_holds_that_value(value: Any) -> None:
    loaded = load_yaml(json.dumps(value), "f")
    assert loaded.source is not None and loaded.source.locate is not None
    for path, inner in paths(value):
        start, end = loaded.source.locate(path)
        assert same_json(json.loads(loaded.source.text[start:end]), inner)


@given(st.text(alphabet="{}[]:,'\"\\/*#&!|>%-? \nab1.", max_size=30))
@settings(max_examples=400, deadline=None)
def test_no_text_crashes_the_readers(text: str) -> None:
    from flowc.diagnostics import FlowcError

    for load in (load_json, load_yaml):
        try:
            load(text, "f")
        except FlowcError as error:
            for diagnostic in error.diagnostics:
                assert diagnostic.location is not None
                span = diagnostic.location.span()
                assert 0 <= span.start <= span.end <= len(span.source.text)
