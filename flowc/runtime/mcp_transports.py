"""Client transport components, as transports of the `mcp` SDK."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any

from flowc.runtime import faults
from flowc.runtime.requests import all_headers
from flowc.runtime.secrets import Secrets, revealed
from flowc.runtime.tls import client_context
from flowc.runtime.urls import object_in, origin_of

if TYPE_CHECKING:
    import httpx2
    from mcp import StdioServerParameters

READ_TIMEOUT = 60.0
"""Seconds to wait for an answer, unless `session_parameters` say otherwise (spec)."""
_CONNECT_TIMEOUT = 30.0
_STREAM_TIMEOUT = 300.0  # a server may be silent on an open stream for long


def read_timeout_of(transport: Mapping[str, Any]) -> float:
    """Seconds to wait for an answer."""
    seconds = object_in(transport, "session_parameters").get("read_timeout_seconds")
    return READ_TIMEOUT if seconds is None else float(seconds)


def place_of(transport: Mapping[str, Any]) -> str:
    """What error messages call the server."""
    url = transport.get("url")
    return f"MCP server '{transport['name']}'" if url is None else origin_of(url)


def sdk_transport(
    transport: Mapping[str, Any], secrets: Secrets, *, commands: bool
) -> StdioServerParameters | AbstractAsyncContextManager[Any]:
    """What an `mcp.Client` connects to.

    A StdioTransport names a program to start. Unless `commands` says that the document may do that,
    it is a ValueError. NotImplementedError for other kinds of transport, and for `auth`.
    """
    if transport.get("auth") is not None:
        kind = transport["auth"].get("component_type", "auth")
        raise faults.NO_MCP_AUTH.error(type=kind)
    match transport["component_type"]:
        case "StdioTransport":
            if not commands:
                raise faults.NO_COMMANDS.error(transport=transport["name"])
            return _program(transport)
        case "SSETransport" | "SSEmTLSTransport":
            return _events(transport["url"], _headers(transport, secrets), _tls(transport, secrets))
        case "StreamableHTTPTransport" | "StreamableHTTPmTLSTransport":
            return _streamable(
                transport["url"], _headers(transport, secrets), _tls(transport, secrets)
            )
        case kind:
            raise faults.NO_MCP_CLIENT.error(type=kind)


def _program(transport: Mapping[str, Any]) -> StdioServerParameters:
    from mcp import StdioServerParameters

    return StdioServerParameters(
        command=transport["command"],
        args=list(transport.get("args") or ()),
        env=transport.get("env"),
        cwd=transport.get("cwd"),
    )


def _headers(transport: Mapping[str, Any], secrets: Secrets) -> dict[str, str]:
    sensitive = revealed(object_in(transport, "sensitive_headers"), secrets)
    return all_headers(object_in(transport, "headers"), sensitive)


def _tls(transport: Mapping[str, Any], secrets: Secrets) -> ssl.SSLContext | None:
    files = (
        revealed(transport.get(name), secrets) for name in ("ca_file", "cert_file", "key_file")
    )
    return client_context(*files)


def _http(headers: Mapping[str, str], context: ssl.SSLContext | None) -> httpx2.AsyncClient:
    import httpx2

    timeout = httpx2.Timeout(_CONNECT_TIMEOUT, read=_STREAM_TIMEOUT)
    return httpx2.AsyncClient(headers=dict(headers), timeout=timeout, verify=context or True)


def _events(
    url: str, headers: Mapping[str, str], context: ssl.SSLContext | None
) -> AbstractAsyncContextManager[Any]:
    from mcp.client.sse import sse_client

    def client(
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
    ) -> httpx2.AsyncClient:
        return _http(headers or {}, context)

    return sse_client(url, dict(headers), httpx_client_factory=client)


@asynccontextmanager
async def _streamable(
    url: str, headers: Mapping[str, str], context: ssl.SSLContext | None
) -> AsyncIterator[Any]:
    from mcp.client.streamable_http import streamable_http_client

    async with (
        _http(headers, context) as client,
        streamable_http_client(url, http_client=client) as streams,
    ):
        yield streams
