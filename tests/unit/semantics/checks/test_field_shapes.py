"""FLOW510, FLOW537 and FLOW538: what the fields of components hold, in both forms."""

from __future__ import annotations

import json

import pytest
from findings_shown import component, in_flow, in_json

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.field_shapes import FIELD_SHAPES
from flowc.ir.kinds import HOLDS
from flowc.ir.nodes import NODE_CLASSES

NEEDED = {
    "ServerTool": {},
    "RemoteTool": {"url": "https://a.example", "http_method": "GET"},
    "BuiltinTool": {"tool_type": "plsql_exec"},
    "VllmConfig": {"url": "http://localhost", "model_id": "m"},
    "StdioTransport": {"command": "serve"},
    "SSETransport": {"url": "https://a.example"},
    "TlsPostgresDatabaseConnectionConfig": {"url": "a"},
    "OciGenAiConfig": {"model_id": "m"},
    "A2AConnectionConfig": {},
}
WRONG = [
    ("ServerTool", "requires_confirmation", "yes", "", "true or false, not text"),
    ("ServerTool", "requires_confirmation", "true", "", "true or false, not text"),
    ("ServerTool", "requires_confirmation", 1, "", "true or false, not a number"),
    ("VllmConfig", "url", 5, "", "text, not a number"),
    ("VllmConfig", "model_id", 5, "", "text, not a number"),
    ("RemoteTool", "headers", ["a"], "", "an object, not a list"),
    ("RemoteTool", "query_params", "a=b", "", "an object, not text"),
    ("RemoteTool", "retry_policy", "often", "", "an object, not text"),
    (
        "RemoteTool",
        "retry_policy",
        {"max_attempts": "3"},
        ".max_attempts",
        "a whole number, not text",
    ),
    (
        "RemoteTool",
        "retry_policy",
        {"max_attempts": True},
        ".max_attempts",
        "a whole number, not a boolean",
    ),
    (
        "RemoteTool",
        "retry_policy",
        {"max_attempts": 1.5},
        ".max_attempts",
        "a whole number, not a number",
    ),
    ("RemoteTool", "url_allow_list", "http://a", "", "a list of texts, not text"),
    ("RemoteTool", "url_allow_list", ["http://a", 1], ".1", "text, not a number"),
    ("RemoteTool", "allow_insecure_http", "no", "", "true or false, not text"),
    ("StdioTransport", "command", ["ls"], "", "text, not a list"),
    ("StdioTransport", "args", "-l", "", "a list of texts, not text"),
    ("StdioTransport", "env", {"A": 1}, ".A", "text, not a number"),
    ("SSETransport", "headers", {"A": 1}, ".A", "text, not a number"),
    ("BuiltinTool", "tool_type", 5, "", "text, not a number"),
    ("BuiltinTool", "configuration", ["a"], "", "an object, not a list"),
    ("BuiltinTool", "executor_name", ["a", 2], ".1", "text, not a number"),
    ("A2AConnectionConfig", "timeout", "1s", "", "a number, not text"),
]
RIGHT = [
    ("ServerTool", "requires_confirmation", True),
    ("ServerTool", "requires_confirmation", None),
    ("ServerTool", "requires_confirmation", "{{ASK}}"),
    ("VllmConfig", "retry_policy", {"max_attempts": 3.0, "jitter": "full", "request_timeout": 2}),
    ("VllmConfig", "retry_policy", {"max_attempts": "{{ATTEMPTS}}", "jitter": None}),
    ("VllmConfig", "default_generation_parameters", {"max_tokens": 5, "seed": "any"}),
    ("RemoteTool", "headers", {"A": 1, "B": ["{{b}}"]}),
    ("RemoteTool", "data", "text"),
    ("RemoteTool", "data", [1]),
    ("RemoteTool", "url_allow_list", []),
    ("StdioTransport", "env", {"A": "1"}),
    ("BuiltinTool", "executor_name", "a"),
    ("BuiltinTool", "executor_name", ["a"]),
    ("TlsPostgresDatabaseConnectionConfig", "sslmode", "verify-ca"),
    ("A2AConnectionConfig", "timeout", 1),
]


def document(type_, field, value):
    return component(type_, "c", **{**NEEDED[type_], field: value})


def source(type_, field, value):
    fields = {**NEEDED[type_], field: value}
    block = ", ".join(f"{name}: {json.dumps(item)}" for name, item in fields.items())
    return f"{type_} c {{ {block} }}\n"


def titles(found):
    return [line.partition("' ")[2].partition(" | ")[0] for line in found]


@pytest.mark.parametrize(("type_", "field", "value", "path", "expected"), WRONG)
def test_a_field_of_another_shape(type_, field, value, path, expected):
    title = f"field '{field}{path}' of {type_} 'c' must be {expected}"
    for found in (
        in_json(document(type_, field, value), "FLOW510"),
        in_flow(source(type_, field, value), "FLOW510"),
        in_flow(
            f"@with({{ {field}: {json.dumps(value)} }})\n{source(type_, field, None)}", "FLOW510"
        ),
    ):
        assert titles(found) == [title]


@pytest.mark.parametrize(("type_", "field", "value"), RIGHT)
def test_fields_of_their_shape(type_, field, value):
    assert in_json(document(type_, field, value), "FLOW510") == []
    assert in_flow(source(type_, field, value), "FLOW510") == []


def test_the_place_is_the_value_in_the_field():
    text = source("RemoteTool", "retry_policy", {"max_attempts": "three"})
    assert in_flow(text, "FLOW510") == [
        "FLOW510 1:93 '\"three\"' field 'retry_policy.max_attempts' of RemoteTool 'c' must be a "
        "whole number, not text | wrong kind of value | "
    ]


def test_an_object_with_fields_of_its_own_has_no_others():
    text = source("VllmConfig", "retry_policy", {"max_atempts": 3})
    assert in_flow(text, "FLOW510") == [
        "FLOW510 1:71 '\"max_atempts\"' 'retry_policy' of VllmConfig 'c' has no field "
        "'max_atempts' | not a field of it | Did you mean 'max_attempts'?"
    ]


@pytest.mark.parametrize(
    ("name", "policy", "annotation"),
    [
        (
            "max_retries",
            "'max_attempts', which does not count the first attempt?",
            "'max_attempts', which counts the first attempt?",
        ),
        (
            "Retries",
            "'max_attempts', which does not count the first attempt?",
            "'max_attempts', which counts the first attempt?",
        ),
        ("delay", "'initial_retry_delay'?", "'initial_delay'?"),
        ("max_wait", "'max_retry_delay'?", "'max_delay'?"),
        ("multiplier", "'backoff_factor'?", "'backoff_factor'?"),
        ("retry_on", "'recoverable_statuses'?", "'exceptions'?"),
        ("jiter", "'jitter'?", "'jitter'?"),
    ],
)
def test_fields_of_retries_as_others_call_them(name: str, policy: str, annotation: str):
    (found,) = in_flow(source("VllmConfig", "retry_policy", {name: 3}), "FLOW510")
    assert found.endswith(f"not a field of it | Did you mean {policy}")
    (found,) = in_flow(f"@retry({name} = 3)\ntool t()", "FLOW114")
    assert found.endswith(f"wrong argument | Did you mean {annotation}")


def test_one_of_some_texts():
    found = in_json(document("OciGenAiConfig", "serving_mode", "ON_DEMND"), "FLOW510")
    assert [line.partition("field ")[2] for line in found] == [
        "'serving_mode' of OciGenAiConfig 'c' must be 'ON_DEMAND' or 'DEDICATED', not 'ON_DEMND' "
        "| wrong kind of value | Did you mean 'ON_DEMAND'?"
    ]


NODE = """\
flow f() {{
  n = ApiNode() -> (x: string) {{
    url: {url}
    http_method: "GET"
    headers: {headers}
  }}
}}
"""


def test_fields_of_nodes_are_reported_once():
    text = NODE.format(url='"https://a.example"', headers='"a"')
    assert titles(in_flow(text, "FLOW510", "FLOW116")) == [
        "field 'headers' of ApiNode 'n' must be an object, not text"
    ]
    text = NODE.format(url="5", headers="{}")
    assert [line[:7] for line in in_flow(text, "FLOW510", "FLOW116")] == ["FLOW116"]


def test_secrets_and_types_that_nobody_knows_are_not_looked_at():
    assert in_json(document("VllmConfig", "api_key", 5), "FLOW510") == []
    assert in_json(component("MyTool", "c", requires_confirmation="yes"), "FLOW510") == []


def test_each_field_has_a_shape_or_holds_components_or_anything():
    anything = {"RemoteTool": {"data"}, "ApiNode": {"data"}, "Swarm": {"relationships"}}
    for name, entry in CATALOGUE.items():
        if name in NODE_CLASSES or name in ("Flow", "ControlFlowEdge", "DataFlowEdge"):
            continue
        known = {*FIELD_SHAPES.get(name, ()), *HOLDS.get(name, ()), *anything.get(name, ())}
        assert set(entry.fields) == known, name


@pytest.mark.parametrize("url", ["/w/{{query}}", "a.example/{{query}}", "", "ftp://a.example"])
def test_a_url_without_a_server(url):
    found = in_json(document("RemoteTool", "url", url), "FLOW537")
    assert [line.partition(" the ")[2] for line in found] == [
        "URL of RemoteTool 'c' does not begin with https:// or http:// | nothing to send a request "
        "to | Write the whole URL, such as https://example.com/path."
    ]
    text = NODE.format(url=json.dumps(url), headers="{}")
    assert [line.partition(" the ")[0] for line in in_flow(text, "FLOW537")] == [
        f"FLOW537 3:10 {json.dumps(url)!r}"
    ]


@pytest.mark.parametrize(
    "url",
    ["https://a.example", "HTTP://a.example", "{{base}}/w", "http{{s}}://a", "https://{{host}}/w"],
)
def test_a_url_with_a_server_or_a_placeholder_for_it(url):
    assert in_json(document("RemoteTool", "url", url), "FLOW537") == []


def test_urls_of_models_may_be_hosts_alone():
    assert in_json(document("VllmConfig", "url", "localhost:8000"), "FLOW537") == []


@pytest.mark.parametrize(
    ("method", "meant"), [("GTE", "GET"), ("pots", "POST"), ("DELET", "DELETE")]
)
def test_a_misspelt_method(method, meant):
    found = in_json(document("RemoteTool", "http_method", method), "FLOW538")
    assert [line.partition(f"'{method}' ")[2] for line in found] == [
        "of RemoteTool 'c' is no usual HTTP method | most likely misspelt | "
        f"Did you mean '{meant}'?"
    ]


@pytest.mark.parametrize("method", ["get", "PATCH", "PURGE", "PROPFIND", "{{method}}", "QUERY"])
def test_methods_that_some_server_knows(method):
    assert in_json(document("RemoteTool", "http_method", method), "FLOW538") == []
