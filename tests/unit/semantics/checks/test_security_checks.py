"""FLOW530 to FLOW533: where requests go, what they carry, and what a document starts."""

from __future__ import annotations

from typing import Any

import pytest
from findings_shown import component, in_flow, in_json

import flowc
from flowc.diagnostics import Severity
from flowc.diagnostics.render import render_json, render_text
from flowc.semantics.credentials import (
    holds_credential,
    is_credential_name,
    is_credential_value,
)

REQUEST = """\
flow f(host: string, id: string) -> (state: string) {{
  get = ApiNode(host, id) -> (state: string) {{
    url: "{}"
    http_method: "GET"
  }}
  return get.state
}}
"""


# Where requests go --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["https://{{host}}/a", "{{host}}/a", "{{ host }}://a.b/c", "http://a.{{host}}"]
)
def test_an_input_may_not_say_where_a_request_goes(url: str):
    assert in_flow(REQUEST.format(url), "FLOW530") == [
        f"FLOW530 3:10 '\"{url}\"' input 'host' of ApiNode 'get' says where the request goes | "
        "'{{host}}' stands in the scheme or host | Write the host out, or say where it may go: "
        "'url_allow_list': [\"https://example.com/path\"]."
    ]


@pytest.mark.parametrize(
    "url",
    [
        "https://a.b/{{host}}",
        "https://a.b?x={{host}}",
        "https://{{host}}@a.b/",
        "https://a.b/#{{id}}",
    ],
)
def test_inputs_in_other_parts_of_a_url_are_fine(url: str):
    assert in_flow(REQUEST.format(url), "FLOW530") == []


def test_an_allow_list_and_a_deployment_are_fine():
    text = REQUEST.format("https://{{host}}/a")
    allowed = text.replace(
        "    http_method", '    url_allow_list: ["https://a.b/"]\n    http_method'
    )
    assert in_flow(allowed, "FLOW530") == []
    assert in_flow("env BASE\n" + REQUEST.format("{{BASE}}/a/{{id}}"), "FLOW530") == []


def test_a_remote_tool_without_inputs_takes_what_its_placeholders_name():
    tool = component("RemoteTool", "r", url="https://{{host}}/", http_method="GET")
    [found] = in_json(tool, "FLOW530")
    assert found.startswith(
        "FLOW530 5:9 '\"https://{{host}}/\"' input 'host' of RemoteTool 'r' says where the request"
    )
    assert in_json(tool | {"inputs": []}, "FLOW530") == []


# Credentials over http ----------------------------------------------------------------------------

REMOTE = component("RemoteTool", "r", http_method="GET", inputs=[], outputs=[])


@pytest.mark.parametrize(
    ("document", "carried"),
    [
        (
            REMOTE | {"url": "http://a.b/", "sensitive_headers": {"k": "{{K}}"}},
            "its 'sensitive_headers'",
        ),
        (REMOTE | {"url": "HTTP://a.b", "headers": {"Authorization": "{{K}}"}}, "'Authorization'"),
        (REMOTE | {"url": "http://a.b", "query_params": {"api_key": "{{K}}"}}, "'api_key'"),
        (REMOTE | {"url": "http://me:{{PW}}@a.b/"}, "the user of its URL"),
        (
            component("VllmConfig", "r", model_id="m", url="http://10.0.0.1/v1", api_key="{{K}}"),
            "its 'api_key'",
        ),
        (
            component("SSETransport", "r", url="http://a.b/sse", headers={"X-Auth-Token": "{{T}}"}),
            "'X-Auth-Token'",
        ),
    ],
)
def test_credentials_over_http(document: dict[str, Any], carried: str):
    [found] = in_json(document, "FLOW531")
    assert (
        f" {document['component_type']} 'r' sends {carried} over http | not encrypted | " in found
    )
    assert found.endswith("Write https://.")


@pytest.mark.parametrize(
    "url",
    [
        "https://a.b/",
        "http://localhost:8000/v1",
        "http://127.0.0.1/",
        "http://[::1]:80/",
        "http://models.localhost/",
        "http://{{HOST}}/",
        "{{BASE}}/x",
        "a.b/c",
        "http://<URL>",
    ],
)
def test_https_this_machine_and_open_hosts_are_fine(url: str):
    document = REMOTE | {"url": url, "headers": {"Authorization": "{{K}}"}}
    assert in_json(document, "FLOW531") == []


def test_http_without_credentials_is_fine():
    headers = {"Accept": "text/html", "X-Max-Tokens": "5"}
    assert in_json(REMOTE | {"url": "http://a.b/", "headers": headers}, "FLOW531") == []
    assert in_json(REMOTE | {"url": "http://a.b/", "sensitive_headers": {}}, "FLOW531") == []


# Credentials that are written out -----------------------------------------------------------------

HINT = 'Write a placeholder, such as "{{TOKEN}}", and give its value when the flow runs.'


def test_a_credential_in_a_header_is_found_and_never_shown():
    headers = {"Accept": "a", "Authorization": "Bearer 8f14e45fceea"}
    program = flowc.from_json(REMOTE | {"url": "https://a.b/", "headers": headers})
    assert [item.code for item in program.diagnostics] == ["FLOW532"]
    text = (
        'RemoteTool r() -> () {\n  url: "https://a.b/"\n  http_method: "GET"\n'
        '  headers: { Accept: "a", Authorization: "Bearer 8f14e45fceea" }\n}\n'
    )
    program = flowc.parse(text, filename="r.flow")
    [found] = program.diagnostics
    assert (found.title, found.label, found.hint) == (
        "'Authorization' is written out in 'headers' of RemoteTool 'r'",
        "a credential",
        f"Move it to 'sensitive_headers', which is never written. {HINT}",
    )
    assert found.location is not None
    assert (found.location.span().line, found.location.span().column) == (4, 42)
    shown = render_text([found], color=False) + render_json([found])
    assert "8f14e45fceea" not in shown
    assert "Authorization: " + "*" * len('"Bearer 8f14e45fceea"') in shown


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"url": "https://me:s3cr3t@a.b/"}, "the password of a URL is written out in 'url' of"),
        ({"url": "https://a.b/?api_key=12345"}, "'api_key' in a URL is written out in 'url' of"),
        ({"query_params": {"access_token": "12345"}}, "'access_token' is written out in 'query_p"),
        (
            {"data": {"a": [{"clientSecret": "12345"}]}},
            "'clientSecret' is written out in 'data' of",
        ),
        (
            {"headers": {"X": "key ghp_0123456789abcdefghijABCDEFGHIJ012345"}},
            "a key of a well-known form is written out in 'headers' of",
        ),
    ],
)
def test_credentials_wherever_they_are_written(fields: dict[str, Any], told: str):
    found = in_json(REMOTE | {"url": "https://a.b/"} | fields, "FLOW532")
    assert [f"{told}" in item for item in found] == [True]


@pytest.mark.parametrize(
    "fields",
    [
        {"headers": {"Authorization": "Bearer {{TOKEN}}"}},
        {"headers": {"Authorization": "Bearer GITHUB_PERSONAL_ACCESS_TOKEN"}},
        {"headers": {"Authorization": "Bearer <your token>", "Cookie": "", "X-Api-Key": "$KEY"}},
        {"data": {"max_tokens": "100", "token_type": "bearer", "sort_key": "name"}},
        {"url": "https://a.b/?page_size=10&token={{T}}"},
        {"url": "https://me@a.b/"},
        {"url": "https://[broken/"},
        {"metadata": {"api_key": "12345"}},
    ],
)
def test_placeholders_and_harmless_values_are_fine(fields: dict[str, Any]):
    assert in_json(REMOTE | {"url": "https://a.b/"} | fields, "FLOW532") == []


def test_sensitive_fields_have_a_rule_of_their_own():
    document = REMOTE | {"url": "https://a.b/", "sensitive_headers": {"Authorization": "s3cr3t"}}
    found = in_json(document, "FLOW514", "FLOW532")
    assert [item.partition(" ")[0] for item in found] == ["FLOW514"]


def test_a_branch_named_token_is_no_credential():
    text = 'flow f(a: string) {\n  match a {\n    "token" => {}\n    else => {}\n  }\n}\n'
    assert in_flow(text, "FLOW532") == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Authorization", True),
        ("X-Api-Key", True),
        ("apikey", True),
        ("accessToken", True),
        ("OPENAI_API_KEY", True),
        ("Ocp-Apim-Subscription-Key", True),
        ("max_tokens", False),
        ("tokens", False),
        ("monkey", False),
        ("sort_key", False),
        ("secretary", False),
        ("cookies_accepted", False),
    ],
)
def test_names_of_credentials(name: str, expected: bool):
    assert is_credential_name(name) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("hunter2", True),
        ("Bearer 8f14e45f", True),
        ("Basic dXNlcjpwYXNz", True),
        ("Bearer", False),
        ("Bearer ...", False),
        ("your-api-key", False),
        ("CHANGE_ME", False),
        ("${TOKEN}", False),
        ("***", False),
    ],
)
def test_values_of_credentials(value: str, expected: bool):
    assert is_credential_value(value) is expected


def test_forms_of_well_known_keys():
    assert holds_credential("use AKIAABCDEFGHIJKLMNOP here")
    assert holds_credential("-----BEGIN RSA PRIVATE KEY-----\nMIIE")
    assert not holds_credential("task-sk-short, an AKIA of four letters, eyJ.eyJ.x")


# Commands -----------------------------------------------------------------------------------------


def test_a_command_that_a_document_starts():
    text = (
        "library\nMCPTool t() {\n"
        '  client_transport: StdioTransport s { command: "npx", args: ["--key", "s3cr3t"] }\n}\n'
    )
    assert in_flow(text, "FLOW533") == [
        "FLOW533 3:49 '\"npx\"' StdioTransport 's' starts the command 'npx' | runs on this machine "
        "| Run the document only if you trust it."
    ]
    [found] = [it for it in flowc.parse(text).diagnostics if it.code == "FLOW533"]
    assert found.severity is Severity.NOTE


def test_a_transport_over_the_network_starts_nothing():
    transport = component("SSETransport", "s", url="https://a.b/sse", command="npx")
    assert in_json(transport, "FLOW533") == []
