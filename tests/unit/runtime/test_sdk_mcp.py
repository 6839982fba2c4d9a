"""MCP tools over the official SDK, with a real server over stdio and HTTP (SEMANTICS 17)."""

from __future__ import annotations

import os
import traceback

import pytest
from mcp_tools import stdio_transport

from flowc.runtime import McpToolError, SdkMcp

HTTP_KINDS = ["StreamableHTTPTransport", "SSETransport"]


def called(both, *calls, **services):
    """The results of calls `(transport, tool, arguments)` in one session each."""

    def use(mcp):
        results = []
        for call in calls:
            results.append((yield mcp.call_tool(*call)))
        return results

    return both.run(use, both.Mcp(**services))


@pytest.fixture(params=["stdio", *HTTP_KINDS])
def transport(request, mcp_server):
    if request.param == "stdio":
        return stdio_transport()
    return mcp_server.transport(request.param)


def test_structured_content_else_text(both, transport):
    results = called(
        both,
        (transport, "add", {"a": 1, "b": 2}),
        (transport, "order", {"id": "7"}),
        (transport, "shout", {"text": "hey"}),
        commands=True,
    )
    assert results == [{"result": 3}, {"status": "7 sent", "items": 2}, "HEY"]


def test_an_error_of_the_tool_has_its_text(both, mcp_server):
    transport = mcp_server.transport()
    with pytest.raises(McpToolError, match=r"^Error executing tool refuse: refused: no reason$"):
        called(both, (transport, "refuse", {"why": "no reason"}))
    with pytest.raises(McpToolError, match=r"^Unknown tool: no_such_tool$"):
        called(both, (transport, "no_such_tool", {}))


def test_a_session_is_kept_between_calls_and_ended_at_the_end(both):
    one, other = called(
        both,
        (stdio_transport(), "process", {}),
        (stdio_transport(), "process", {}),
        commands=True,
    )
    assert one == other != {"result": os.getpid()}
    with pytest.raises(ProcessLookupError):
        os.kill(one["result"], 0)


def test_a_server_that_died_is_started_again(both):
    transport = stdio_transport()

    def use(mcp):
        one = yield mcp.call_tool(transport, "process", {})
        try:
            yield mcp.call_tool(transport, "die", {})
        except ConnectionError as error:
            text = str(error)
        other = yield mcp.call_tool(transport, "process", {})
        return one, text, other

    one, text, other = both.run(use, both.Mcp(commands=True))
    assert text == "MCP server 'tools' could not be reached (MCPError)"
    assert one != other


def test_the_environment_of_a_program_is_the_documents(both, monkeypatch):
    monkeypatch.setenv("FLOWC_TEST_SECRET", "hunter2")
    transport = stdio_transport(env={"GIVEN": "yes"})
    results = called(
        both,
        (transport, "variable", {"name": "GIVEN"}),
        (transport, "variable", {"name": "FLOWC_TEST_SECRET"}),
        commands=True,
    )
    assert results == [{"result": "yes"}, {"result": ""}]


def test_programs_are_started_only_if_the_user_says_so(both, tmp_path):
    proof = tmp_path / "started"
    transport = stdio_transport(command="touch", args=[str(proof)])
    with pytest.raises(ValueError) as caught:
        called(both, (transport, "add", {}))
    assert str(caught.value) == "'tools' is a command; commands of documents are not allowed"
    assert not proof.exists()


@pytest.mark.parametrize("kind", HTTP_KINDS)
def test_headers_and_secret_headers(both, mcp_server, kind):
    transport = mcp_server.transport(
        kind,
        headers={"X-A": "a"},
        sensitive_headers={"$component_ref": "t.sensitive_headers"},
    )
    results = called(
        both,
        (transport, "header", {"name": "x-a"}),
        (transport, "header", {"name": "x-sec"}),
        secrets={"t.sensitive_headers": {"X-Sec": "hunter2"}},
    )
    assert results == [{"result": "a"}, {"result": "hunter2"}]


def test_a_missing_secret_is_named(both, mcp_server):
    transport = mcp_server.transport(sensitive_headers={"$component_ref": "t.sensitive_headers"})
    with pytest.raises(LookupError, match=r"^no value for the secret 't.sensitive_headers'$"):
        called(both, (transport, "add", {}))


@pytest.mark.parametrize("kind", HTTP_KINDS)
def test_nothing_there(both, kind):
    transport = {
        "component_type": kind,
        "id": "t",
        "name": "tools",
        "url": "http://127.0.0.1:1/mcp?hunter2",
        "sensitive_headers": {"X-Sec": "hunter2"},
    }
    with pytest.raises(ConnectionError) as caught:
        called(both, (transport, "add", {}))
    assert str(caught.value) == "http://127.0.0.1:1 could not be reached (ConnectError)"
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))


def test_a_program_that_is_not_there(both):
    transport = stdio_transport(command="/no/such/program")
    with pytest.raises(ConnectionError, match=r"^MCP server 'tools' could not be reached \("):
        called(both, (transport, "add", {}), commands=True)


def test_an_answer_that_takes_too_long(both, mcp_server):
    transport = mcp_server.transport(session_parameters={"read_timeout_seconds": 1.0})
    with pytest.raises(TimeoutError) as caught:
        called(both, (transport, "sleep", {"seconds": 30}))
    assert str(caught.value) == f"{mcp_server.url} did not answer in time"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"component_type": "MyTransport"}, "no client for a MyTransport"),
        (
            {"auth": {"component_type": "OAuthConfig"}},
            "no client for MCP servers with an OAuthConfig",
        ),
    ],
)
def test_what_is_not_there_yet_is_refused_by_name(both, mcp_server, fields, text):
    with pytest.raises(NotImplementedError) as caught:
        called(both, (mcp_server.transport() | fields, "add", {}))
    assert str(caught.value) == text


@pytest.mark.parametrize("kind", ["StreamableHTTPmTLSTransport", "SSEmTLSTransport"])
def test_certificates_are_read_from_the_secrets(both, mcp_server, kind):
    fields = {
        name: {"$component_ref": f"t.{name}"} for name in ("key_file", "cert_file", "ca_file")
    }
    secrets = {f"t.{name}": "/no/such/hunter2" for name in fields}
    with pytest.raises(ValueError) as caught:
        called(both, (mcp_server.transport(kind, **fields), "add", {}), secrets=secrets)
    assert str(caught.value) == "the TLS certificates cannot be used (FileNotFoundError)"


def test_calls_of_many_threads(mcp_server):
    from concurrent.futures import ThreadPoolExecutor

    with SdkMcp() as mcp, ThreadPoolExecutor(4) as pool:
        transport = mcp_server.transport()
        results = pool.map(lambda n: mcp.call_tool(transport, "add", {"a": n, "b": 1}), range(12))
        assert [result["result"] for result in results] == list(range(1, 13))


def test_a_service_that_is_not_used_starts_nothing():
    import threading

    before = threading.active_count()
    with SdkMcp():
        assert threading.active_count() == before
