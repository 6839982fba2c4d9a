"""The models and servers of cases: they answer each engine in its own way, and note the calls as
flowc makes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from comparison import REMOTE
from service_server import WAYFLOW_ASKS, WAYFLOW_SCHEMA, ServiceServer

from flowc.semantics import bind
from flowc.syntax import parse
from flowc.testing import Call, Case, Return, ServiceScript, Status
from flowc.text import Source

SOURCE = """
VllmConfig m { url: "http://service.test/v1", model_id: "m" }
export flow main() -> (a: string) {
  x = LlmNode() -> (a: { b: string }) { llm_config: m, prompt_template: "Hello" }
  return (x.a)
}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[ServiceServer]:
    with ServiceServer() as server:
        yield server


def serve(server: ServiceServer, *scripts: ServiceScript) -> None:
    source = Source("case.flow", SOURCE)
    server.serve(Case(bind(parse(source).tree, source).document, {}, (), scripts))


def completion(server: ServiceServer, prompt: Any, **fields: Any) -> str:
    body = {"model": "m", "messages": [{"role": "user", "content": prompt}], **fields}
    answer = httpx.post(f"{server.url}/v1/chat/completions", json=body).json()
    return answer["choices"][0]["message"]["content"]


def test_a_text_is_given_as_it_is(server: ServiceServer) -> None:
    serve(server, ServiceScript("llm", "m", (Return("a {"),)))
    assert completion(server, "Hello") == "a {"
    (call,) = server.recording.calls
    assert (call.tool, call.service, call.arguments["prompt"]) == ("m", "llm", "Hello")
    assert call.service in REMOTE


def test_an_object_is_json_where_a_format_is_asked_for(server: ServiceServer) -> None:
    serve(server, ServiceScript("llm", "m", (Return({"a": {"b": "x"}}),)))
    assert (
        completion(server, "Hello", response_format={"type": "json_schema"}) == '{"a": {"b": "x"}}'
    )


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        ({"type": "object", "properties": {"b": {}}}, '{"b": "x"}'),
        ({"title": "expected_output", "type": "object"}, '{"a": {"b": "x"}, "surplus": 1}'),
    ],
)
def test_wayflow_gets_what_its_schema_says(
    server: ServiceServer, schema: dict[str, Any], given: str
) -> None:
    serve(server, ServiceScript("llm", "m", (Return({"a": {"b": "x"}, "surplus": 1}),)))
    asked = f"Hello{WAYFLOW_ASKS}Finish with JSON for {WAYFLOW_SCHEMA}{json.dumps(schema)}"
    text = completion(server, [{"type": "text", "text": asked}])
    assert text == f"<final_answer>{given}</final_answer>"
    assert server.recording.calls[0].arguments["prompt"] == "Hello"


@pytest.mark.parametrize(
    ("agent", "target"),
    [
        ("python-httpx2/2.0", "/r/a+b%2Fc/1e+16?q=1+2"),
        ("python-httpx/0.28", "/r/a%20b%2Fc/1e+16?q=1%202"),
    ],
)
def test_requests_are_noted_as_flowc_writes_them(
    server: ServiceServer, agent: str, target: str
) -> None:
    serve(server, ServiceScript("http", "r", (Return({"x": 1}),)))
    headers = {"user-agent": agent, "content-type": "application/json"}
    text = json.dumps({"k": "é"})
    response = httpx.post(server.url + target, content=text, headers=headers)
    assert response.json() == {"x": 1}
    noted = {"method": "POST", "url": "/a%20b%2Fc/1e%2B16?q=1+2", "body": '{"k":"é"}'}
    assert server.recording.calls == [Call("r", noted, "http")]


def test_an_empty_object_is_no_body(server: ServiceServer) -> None:
    serve(server, ServiceScript("http", "r", (Status(404, {"x": 1}),)))
    response = httpx.request("GET", f"{server.url}/r", json={})
    assert (response.status_code, response.json()) == (404, {"x": 1})
    assert server.recording.calls[0].arguments["body"] is None


def test_what_the_case_does_not_know_is_not_found(server: ServiceServer) -> None:
    serve(server)
    assert httpx.get(f"{server.url}/r").status_code == 404
