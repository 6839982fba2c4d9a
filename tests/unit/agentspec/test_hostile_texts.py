"""Texts that were made to hurt: each is refused by a coded finding, in time and memory that its
size bounds, or is read."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from flowc.agentspec import read_json, read_object, read_yaml, to_json
from flowc.decompile import decompile
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.diagnostics.render import render_text
from flowc.ir.values import MAX_DIGITS

TOO_DEEP = "objects and lists are nested more than 128 levels deep"
ALIASES = "the aliases stand for more than 250000 values"
DIGITS = f"this number has more than {MAX_DIGITS} digits"
ENDS = "this is no JSON: a value is expected here, not the end of the file"
NO_NUMBER = "is a number that JSON cannot hold"
NO_YAML = "this is no YAML: "
NO_START = NO_YAML + "found character that cannot start any token"
TAB = NO_YAML + "found a tab character that violates indentation"
NO_MAPPING = NO_YAML + "mapping values are not allowed in this context"
SEVERAL = "the file holds several YAML documents"
NO_KEY = "a key of a mapping must be text"
TABS = "YAML is indented with blanks, not with tabs."


def refused(read: Callable[[str], Any], text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(FlowcError) as error:
        read(text)
    render_text(error.value.diagnostics)
    return error.value.diagnostics


def in_tool(value: str, yaml: bool = False) -> str:
    """A tool with a value in its metadata."""
    if yaml:
        return f"component_type: ServerTool\nid: t\nname: t\nmetadata:\n  a: {value}\n"
    return (
        f'{{"component_type": "ServerTool", "id": "t", "name": "t", "metadata": {{"a": {value}}}}}'
    )


@pytest.mark.parametrize(
    ("text", "code", "title"),
    [
        ("", "FLOW500", "the file is empty"),
        (" \n", "FLOW500", "the file is empty"),
        ("\ufeff", "FLOW500", "the file is empty"),
        ("// c", "FLOW501", ENDS),
        ('{"a": "b', "FLOW501", "this is no JSON: this text has no closing quote"),
        ('{"a": [1,', "FLOW501", ENDS),
        ("null", "FLOW500", "this is null, not an Agent Spec document"),
        (in_tool("1, 'a': 2"), "FLOW502", "this object has the key 'a' twice"),
        (in_tool("NaN"), "FLOW503", f"'NaN' {NO_NUMBER}"),
        (in_tool("1e400"), "FLOW503", f"'1e400' {NO_NUMBER}"),
        (in_tool("1" * 400 + ".0"), "FLOW503", f"'{'1' * 19}…' {NO_NUMBER}"),
        (in_tool("9" * 1_000_000), "FLOW501", "this is no JSON: this number has too many digits"),
        (in_tool("0x" + "f" * 1_000_000), "FLOW503", DIGITS),
        (in_tool("-1" + "0" * MAX_DIGITS), "FLOW503", DIGITS),
        ("[" * 100_000, "FLOW504", TOO_DEEP),
        ('{"a": ' * 100_000 + "1" + "}" * 100_000, "FLOW504", TOO_DEEP),
        ("/* " * 300_000, "FLOW501", "this is no JSON: this comment has no end"),
        ("'" + "\\a" * 300_000, "FLOW501", "this is no JSON: this text has no closing quote"),
        ('{"a": "\ud800', "FLOW501", "this is no JSON: this text has no closing quote"),
    ],
    ids=lambda value: repr(value)[:24],
)  # fmt: skip
def test_json_that_hurts(text: str, code: str, title: str) -> None:
    assert [(item.code, item.title) for item in refused(read_json, text)] == [(code, title)]


def no_tag(name: str) -> str:
    return f"the tag 'tag:yaml.org,2002:{name}' has no meaning in an Agent Spec document"


def bomb() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join(lines)


def merge_bomb() -> str:
    lines = ["m0: &m0 {a: 1}"]
    lines += [f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}], k{n}: 1}}" for n in range(1, 60)]
    return "\n".join(lines)


def wide_merges() -> str:
    keys = ", ".join(f"k{n}: 1" for n in range(5000))
    return f"m: &m {{{keys}}}\n" + "".join(f"n{n}: {{<<: *m}}\n" for n in range(1000))


@pytest.mark.parametrize(
    ("text", "code", "title", "hint"),
    [
        ("", "FLOW500", "the file is empty", ...),
        ("\ufeff\n", "FLOW500", "the file is empty", ...),
        ("# a\n# b\n", "FLOW500", "this is null, not an Agent Spec document", ...),
        ("---\n", "FLOW500", "this is null, not an Agent Spec document", ...),
        ("text", "FLOW500", "this is text, not an Agent Spec document", ...),
        (in_tool("1\n  a: 2", True), "FLOW502", "this object has the key 'a' twice", ...),
        (in_tool(".nan", True), "FLOW503", f"'.nan' {NO_NUMBER}", ...),
        (in_tool("1.0e+400", True), "FLOW503", f"'1.0e+400' {NO_NUMBER}", ...),
        (in_tool("9" * 1_000_000, True), "FLOW501", DIGITS, ""),
        (in_tool("0x" + "f" * MAX_DIGITS, True), "FLOW501", DIGITS, ""),
        (in_tool("1" + ":30" * 300_000, True), "FLOW501", DIGITS, ""),
        (in_tool("1" + ":30" * 300_000 + ".5", True), "FLOW501", DIGITS, ""),
        ("[" * 100_000, "FLOW504", TOO_DEEP, ...),
        ("{a: " * 100_000, "FLOW504", TOO_DEEP, ...),
        ("- " * 100_000 + "a", "FLOW504", TOO_DEEP, ...),
        ("? " * 100_000 + "a", "FLOW501", NO_KEY, ""),
        ("".join(" " * n + "a:\n" for n in range(2000)), "FLOW504", TOO_DEEP, ...),
        (bomb(), "FLOW504", ALIASES, ""),
        (merge_bomb(), "FLOW504", ALIASES, ""),
        (wide_merges(), "FLOW504", ALIASES, ""),
        ("a: &a\n  b: *a\n", "FLOW501", "'*a' stands inside its own anchor", ""),
        ("a:\n\tb: c\n", "FLOW501", NO_START, TABS),
        ("a: b\n\tc: d\n", "FLOW501", TAB, TABS),
        ("%YAML 2.0\n---\na: b\n", "FLOW501", NO_YAML + "found incompatible YAML document", ""),
        ("a: b\n---\nc: d\n---\n", "FLOW501", SEVERAL, "Put each into a file of its own."),
        ("a: !!binary aGk=", "FLOW501", no_tag("binary"), "Remove it."),
        ("a: !!set {b}", "FLOW501", no_tag("set"), "Remove it."),
        ("!!python/name:os.exit []", "FLOW501", no_tag("python/name:os.exit"), "Remove it."),
        ("url: {{BASE}}/x", "FLOW501", NO_KEY, 'Write a text with "{{" in quotes.'),
        ("a: \0", "FLOW501", NO_YAML + "a character that YAML does not allow", ""),
        ("a: \ud800", "FLOW501", NO_YAML + "a character that no file can hold", ""),
        ("x" * 300_000 + ": y: z", "FLOW501", NO_MAPPING, ""),
    ],
    ids=lambda value: repr(value)[:24],
)  # fmt: skip
def test_yaml_that_hurts(text: str, code: str, title: str, hint: Any) -> None:
    (found,) = refused(read_yaml, text)
    assert (found.code, found.title) == (code, title)
    assert hint is ... or found.hint == hint


def test_directives_and_marks_of_one_document_are_read() -> None:
    text = "%YAML 1.2\n%TAG !e! tag:example.com:\n--- !!map\n" + in_tool("1", True) + "...\n# end\n"
    read = read_yaml(text)
    assert (read.diagnostics, read.document.end_comments) == ((), ("end",))


def test_the_longest_numbers_are_read_and_written() -> None:
    longest = "-" + "9" * MAX_DIGITS
    for read, yaml in ((read_json, False), (read_yaml, True)):
        document = read(in_tool(longest, yaml)).document
        assert longest in to_json(document)
        decompile(document)


def test_objects_of_python_are_bounded_too() -> None:
    value: Any = 10**MAX_DIGITS
    tool = {"component_type": "ServerTool", "name": "t", "metadata": {"a": value, 3: "x"}}
    with pytest.raises(FlowcError) as error:
        read_object(tool)
    assert [item.title for item in error.value.diagnostics] == [DIGITS, "the key 3 is no text"]
    loop: dict[str, Any] = {}
    loop["a"] = loop
    with pytest.raises(FlowcError) as error:
        read_object(loop)
    assert [item.title for item in error.value.diagnostics] == [TOO_DEEP]


def nested(levels: int, wrapped: Callable[[Any], Any]) -> dict[str, Any]:
    value: Any = 1
    for _ in range(levels - 1):
        value = wrapped(value)
    return {"component_type": "X", "id": "x", "name": "x", "data": value}


@pytest.mark.parametrize(
    "wrapped", [lambda v: [v], lambda v: (v,), lambda v: MappingProxyType({"a": v})]
)
def test_objects_of_python_nest_as_deep_as_texts_and_no_deeper(
    wrapped: Callable[[Any], Any],
) -> None:
    assert read_object(nested(128, wrapped)).document.root == "x"
    with pytest.raises(FlowcError) as error:
        read_object(nested(129, wrapped))
    assert [item.title for item in error.value.diagnostics] == [TOO_DEEP]


# Secrets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_json, '{"component_type": "VllmConfig", "api_key": "sk-secret" "x": 1}'),
        (read_json, '{"component_type": "VllmConfig", "api_key" "sk-secret"}'),
        (read_json, "{'api_key': 'sk-secret"),
        (read_json, '{"x": NaN, "client_secret": {"a": "sk-secret"}, "api_key": 5}'),
        (read_json, '{"no_type": 1, "password": "sk-secret"}'),
        (read_json, '{"sensitive_headers": {"a": "sk-secret", "a": "sk-secret"}}'),
        (read_yaml, "api_key: sk-secret: x"),
        (read_yaml, "password: |\n  sk-secret\n  sk-secret\n\tx: 1"),
        (read_yaml, "sensitive_headers:\n  a: sk-secret\n  a: sk-secret\nb: 1"),
        (read_yaml, "no_type: 1\napi_key: sk-secret"),
    ],
)
def test_secrets_of_texts_that_cannot_be_read_are_not_shown(
    read: Callable[[str], Any], text: str
) -> None:
    assert "sk-secret" not in render_text(refused(read, text))


def test_a_hidden_secret_leaves_the_rest_of_the_line() -> None:
    text = '{"a": 1, "api_key": "sk-secret", "b" 2}'
    assert render_text(refused(lambda text: read_json(text, "f.json"), text)) == (
        "error[FLOW501]: this is no JSON: ':' is expected here, not '2'\n"
        " --> f.json:1:38\n"
        "  |\n"
        '1 | {"a": 1, "api_key":************, "b" 2}\n'
        "  |                                      ^ the text stops making sense\n"
    )


# Time and memory ----------------------------------------------------------------------------------

LIST = "component_type: Odd\na:\n"
LARGE: dict[str, Callable[[int], tuple[Callable[[str], Any], str]]] = {
    "clashes": lambda n: (
        read_json,
        '{"component_type": "Odd", "a": ['
        + ", ".join(f'{{"component_type": "Odd", "id": "x", "n": {i}}}' for i in range(n))
        + "]}",
    ),
    "bad edges": lambda n: (
        read_json,
        '{"component_type": "Flow", "name": "f", "control_flow_connections": ['
        + ", ".join(["{}"] * n)
        + "]}",
    ),
    "secrets on one line": lambda n: (
        read_json,
        '{"component_type": "Odd", "a": ['
        + ", ".join(['{"component_type": "VllmConfig", "api_key": "sk"}'] * n)
        + "]}",
    ),
    "comments in one gap": lambda n: (read_json, "{'component_type': 'Odd' " + "/**/" * n + "}"),
    "comment lines": lambda n: (read_yaml, "component_type: Odd\n" + "  # c\n" * n + "a: 1\n"),
    "duplicates": lambda n: (read_json, "{" + '"a": 1, ' * n + "}"),
    "warnings": lambda n: (read_yaml, LIST + "- no\n" * n),
    "unquoted texts": lambda n: (read_yaml, LIST + "- {name: no, component_type: Odd}\n" * n),
    "surrogates": lambda n: (read_yaml, LIST + '- "\\ud83d\\ude00"\n' * n),
}  # fmt: skip


@pytest.mark.parametrize("kind", LARGE)
def test_large_texts_take_time_in_proportion(kind: str) -> None:
    def seconds(size: int) -> float:
        read, text = LARGE[kind](size)
        start = time.process_time()
        try:
            found = read(text).diagnostics
        except FlowcError as error:
            found = error.diagnostics
        render_text(found)
        return time.process_time() - start

    seconds(200)
    small, large = min(seconds(1000), seconds(1000)), seconds(8000)
    assert large < 40 * max(small, 0.01), (small, large)


MEMORY = 600 * 2**20


@pytest.mark.parametrize("text", [bomb(), merge_bomb(), wide_merges(), "[" * 100_000])
def test_bombs_stay_in_bounded_memory(text: str) -> None:
    code = (
        "import sys\n"
        "from flowc.agentspec import read_yaml\n"
        "from flowc.diagnostics import FlowcError\n"
        "try:\n"
        "    read_yaml(sys.stdin.read())\n"
        "except FlowcError as error:\n"
        "    print(error.diagnostics[0].code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "FLOW504\n", "")
