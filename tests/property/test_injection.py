"""No text of a document becomes code: in modules, in skeletons, in any written form.

Texts are those that break careless printers; they stand in every text field of random flows of all
kinds of nodes and tools, and as names, titles, defaults, enum values and branches of one flow.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import flowc
from flowc.agentspec import read_json, read_yaml, to_json, to_yaml
from flowc.ir.meaning import differences as lost
from flowc.python import emit, emit_stub
from flowc.testing import cases, differences
from flowc.testing.executions import Executions

SHA = "0" * 64
PIECES = st.one_of(
    st.sampled_from(['"', "'", '"""', "'''", "\\", "\n", "\r", "#", "$", "\0", "\\N{x}", "\\x"]),
    st.sampled_from(["{", "}", "{{", "}}", "{%", "%}", "{#", "{evil}", "{{ evil() }}"]),
    st.sampled_from(["\ud800", "\u202e", "\u2028", "\u2029", "\x0c", "\x85", "\ufeff"]),
    st.sampled_from(["evil()", "__import__('os').system('evil')", ";evil();", "\nimport evil\n"]),
    st.sampled_from(["]\nevil()\n[", ")\nevil()\n(", "# type: ignore", "# noqa", "e" * 5000]),
)
TEXTS = st.lists(PIECES, min_size=1, max_size=5).map("".join)
WITHOUT_PLACEHOLDERS = TEXTS.map(lambda text: text.replace("{", "(").replace("}", ")"))

SOURCE = """
"TEXT"
@name("t TEXT")
tool t(`x TEXT`: string = "TEXT", kind: ("TEXT" | "b")) -> (
  `y TEXT`: string,
  z: { "TEXT"?: string },
)
"TEXT"
@name("f TEXT")
flow f(`x TEXT`: string = "TEXT") -> (`y TEXT`: string) {
  @name("n TEXT")
  `n TEXT` = t(`x TEXT`, kind = "TEXT")
  `m TEXT`: match `x TEXT` {
    "TEXT" as `a TEXT` => `r TEXT`: return "TEXT" as `b TEXT`
    else => {}
  }
  return `n TEXT`.`y TEXT`
}
"""


def hostile(text: str) -> flowc.Program:
    """A program full of a text: in a document, where a text may be anything."""
    document = flowc.parse(SOURCE.replace("TEXT", "MARK"), filename="a.flow").to_dict()
    return flowc.from_json(_filled(document, text))


def _filled(value: Any, text: str) -> Any:
    if isinstance(value, str):
        return value.replace("MARK", text)
    if isinstance(value, list):
        return [_filled(item, text) for item in value]
    if isinstance(value, dict):
        return {_filled(key, text): _filled(item, text) for key, item in value.items()}
    return value


# Proofs ---------------------------------------------------------------------------------------

COMMENT = re.compile(r"# (ruff: noqa: [A-Z0-9, ]+|pyright: reportPossiblyUnboundVariable=false)\Z")
FORBIDDEN = {"evil", "os", "system", "__import__", "eval", "exec", "compile", "open"}
ALLOWED_IMPORTS = {
    "__future__",
    "asyncio",
    "collections.abc",
    "concurrent.futures",
    "difflib",
    "flowc.runtime",
    "functools",
    "itertools",
    "json",
    "typing",
}


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Everything in a module that is a name and no value."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for field, value in ast.iter_fields(node):
            if isinstance(value, str) and not (isinstance(node, ast.Constant) or field == "kind"):
                yield value


def assert_inert(code: str) -> None:
    """Texts of the document stand in string literals alone, and in no comment."""
    tree = ast.parse(code)
    assert FORBIDDEN.isdisjoint(identifiers(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= ALLOWED_IMPORTS
        elif isinstance(node, ast.ImportFrom):
            assert node.module in ALLOWED_IMPORTS
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    assert [text for text in comments if not COMMENT.match(text)] == []
    exec(compile(code, "generated.py", "exec"), {"__name__": "generated"})


def test_the_proof_finds_what_is_code():
    for code in ("evil()", "x = a.system", "def f(evil=1): ...", "f(evil=1)", "import evil"):
        with pytest.raises(AssertionError):
            assert_inert(code)
    with pytest.raises(AssertionError):
        assert_inert("x = 1  # type: ignore\n")


# One flow of which everything is named by a text ----------------------------------------------


@pytest.mark.parametrize("async_", [False, True])
@settings(max_examples=25)
@given(TEXTS)
def test_names_and_values(async_: bool, text: str):
    document = hostile(text).document
    name = f"a{text}.flow"
    assert_inert(emit(document, async_=async_, source_name=name, source_sha256=SHA))
    assert_inert(emit(document, checks="none", source_name=name, source_sha256=SHA))
    assert_inert(emit_stub(document, async_=async_))


@settings(max_examples=25)
@given(TEXTS)
def test_a_hostile_flow_runs(text: str):
    program = hostile(text)
    names: dict[str, Any] = {}
    exec(emit(program.document, source_name="a.json", source_sha256=SHA), names)

    class AnyTools:
        def __getattr__(self, name):
            return lambda **given: {f"y {text}": given["kind"], "z": {}}

    inputs = {f"x {text}": "other"}
    assert names["run_outcome"](inputs, tools=AnyTools()) == ("next", {f"y {text}": text})
    assert names["run_outcome"]({}, tools=AnyTools()) == (f"b {text}", {f"y {text}": text})


@settings(max_examples=25)
@given(TEXTS)
def test_written_texts_come_back(text: str):
    document = hostile(text).document
    assert lost(document, read_json(to_json(document), "a.json").document) == ()
    assert lost(document, read_yaml(to_yaml(document), "a.yaml").document) == ()
    flow = flowc.from_json(to_json(document)).to_flow()
    assert lost(document, flowc.parse(flow, filename="a.flow").document) == ()


# All kinds of nodes and tools -----------------------------------------------------------------

TEMPLATES = ("message", "prompt_template", "system_prompt", "custom_instruction", "url")
"""Fields whose text may have placeholders, which the texts added to them have not."""


def poisoned(value: Any, text: str) -> Any:
    """A JSON document whose descriptions, names and prompts are, or end in, the text. Names of
    tools and models stay, because they say who answers."""
    if isinstance(value, list):
        return [poisoned(item, text) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: poisoned(item, text) for key, item in value.items()}
    kind = value.get("component_type")
    if isinstance(kind, str):
        found["description"] = text
        found["metadata"] = {**(value.get("metadata") or {}), text: text}
        if kind.endswith("Node") or kind == "Flow":
            found["name"] = f"{value['name']} {text}"
        for key in TEMPLATES:
            if isinstance(value.get(key), str):
                found[key] = f"{value[key]}{text}"
    elif "title" in value and "type" in value:
        found["description"] = text
    return found


@pytest.mark.parametrize("async_", [False, True])
@settings(max_examples=15, phases=[Phase.explicit, Phase.generate])
@given(cases(), WITHOUT_PLACEHOLDERS)
def test_all_kinds_of_nodes(async_: bool, case, text: str):
    document = poisoned(json.loads(to_json(case.document)), text)
    case = replace(case, document=read_json(json.dumps(document), "a.json").document)
    executions = Executions(case)
    code = executions.code(async_=async_)
    assert_inert(code)
    assert_inert(emit_stub(executions.document))
    found = differences(executions.interpreted(), executions.generated(async_=async_))
    assert found == [], code
