"""Tools of every kind: a function of `tools` wins, else a service runs it (SEMANTICS 17)."""

from __future__ import annotations

import json

import pytest

from flowc.runtime import Response

SOURCE = """
RemoteTool remote(city: string) -> (degrees: number) {
  url: "https://weather.example/{{city}}"
  http_method: "GET"
}
MCPTool served(q: string) -> (found: string) {
  client_transport: StreamableHTTPTransport { url: "https://mcp.example" }
}
ClientTool client(q: string) -> (a: string)
BuiltinTool builtin(q: string) -> (b: string) { tool_type: "sums" }
flow inner(city: string) -> (degrees: number) {
  remote(city)
  return remote.degrees
}
export flow main(q: string) -> (degrees: number, found: string, a: string, b: string) {
  again = inner(city = q)
  remote(city = q)
  served(q)
  client(q)
  builtin(q)
  return (degrees = remote.degrees, found = served.found, a = client.a, b = builtin.b)
}
"""


class Web:
    def __init__(self):
        self.urls = []

    def send(self, request):
        self.urls.append(request.url)
        return Response(200, {"content-type": "application/json"}, json.dumps(21).encode())


class Server:
    def __init__(self):
        self.calls = []

    def call_tool(self, transport, tool, arguments):
        self.calls.append((transport["url"], tool, dict(arguments)))
        return "found"


def ways():
    return {
        "http": Web(),
        "mcp": Server(),
        "client_tool": lambda name, arguments: f"{name} {arguments}",
        "executors": {"sums": lambda tool, arguments: f"{tool['tool_type']} {arguments}"},
    }


OUTPUTS = {
    "degrees": 21.0,
    "found": "found",
    "a": "client {'q': 'x'}",
    "b": "sums {'q': 'x'}",
}


def test_services_run_what_has_no_function(run):
    given = ways()
    assert run(SOURCE, {"q": "x"}, **given).outputs == OUTPUTS
    assert given["http"].urls == ["https://weather.example/x"] * 2
    assert given["mcp"].calls == [("https://mcp.example", "served", {"q": "x"})]


def test_functions_win(run):
    given = ways()
    tools = {
        "remote": lambda city: 1,
        "served": lambda q: "mine",
        "client": lambda q: "my a",
        "builtin": lambda q: "my b",
    }
    outputs = {"degrees": 1.0, "found": "mine", "a": "my a", "b": "my b"}
    assert run(SOURCE, {"q": "x"}, tools, **given).outputs == outputs
    assert run(SOURCE, {"q": "x"}, tools).outputs == outputs
    assert given["http"].urls == []


@pytest.mark.parametrize(
    ("absent", "missing"),
    [("http", "remote"), ("mcp", "served"), ("client_tool", "client"), ("executors", "builtin")],
)
def test_what_nothing_runs_is_an_error_before_the_first_node(ending, absent, missing):
    given = ways()
    del given[absent]
    error = (NotImplementedError, f"no implementation for {missing}")
    assert ending(SOURCE, {"q": "x"}, **given) == error
    assert given.get("mcp", Server()).calls == []
