"""A real MCP server with a few tools. Run as a program it speaks stdio; `McpHttpServer` serves
streamable HTTP and server-sent events on a free port of the loopback interface."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from starlette.applications import Starlette


def make_server() -> MCPServer:
    server = MCPServer("tools", log_level="CRITICAL")
    calls: list[str] = []

    @server.tool()
    def add(a: int, b: int) -> int:
        """The sum."""
        calls.append("add")
        return a + b

    @server.tool()
    def order(id: str) -> dict[str, Any]:
        """Structured content with several keys."""
        return {"status": f"{id} sent", "items": 2}

    @server.tool(structured_output=False)
    def shout(text: str) -> str:
        """Text alone."""
        return text.upper()

    @server.tool()
    def refuse(why: str) -> str:
        """An error of the tool."""
        raise ToolError(f"refused: {why}")

    @server.tool()
    def calls_so_far() -> int:
        """How many calls of `add` this server has had."""
        return len(calls)

    @server.tool()
    def process() -> int:
        """The server's process."""
        return os.getpid()

    @server.tool()
    def variable(name: str) -> str:
        """A variable of the server's environment."""
        return os.environ.get(name, "")

    @server.tool()
    async def sleep(seconds: float) -> str:
        """An answer that takes long."""
        await asyncio.sleep(seconds)
        return "at last"

    @server.tool()
    def die() -> str:
        """The server ends without an answer."""
        os._exit(3)

    @server.tool()
    def header(name: str, context: Context) -> str:
        """A header of the request, over HTTP."""
        return context.request_context.request.headers.get(name, "")

    return server


def stdio_transport(**fields: Any) -> dict[str, Any]:
    """The component that starts this server."""
    return {
        "component_type": "StdioTransport",
        "id": "t",
        "name": "tools",
        "command": sys.executable,
        "args": [str(Path(__file__))],
        **fields,
    }


class McpHttpServer:
    """`/mcp` speaks streamable HTTP, `/sse` server-sent events."""

    def __init__(self, certificates: tuple[Path, Path, Path] | None = None) -> None:
        server = make_server()
        streamable = server.streamable_http_app()
        events = server.sse_app()
        app = Starlette(
            routes=[*streamable.routes, *events.routes],
            lifespan=lambda app: streamable.router.lifespan_context(app),
        )
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._server = uvicorn.Server(
            uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)
        )
        self._thread = Thread(target=self._server.run, args=([self._socket],), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def transport(self, kind: str = "StreamableHTTPTransport", **fields: Any) -> dict[str, Any]:
        """The component that connects to this server."""
        path = "/sse" if kind.startswith("SSE") else "/mcp"
        return {
            "component_type": kind,
            "id": "t",
            "name": "tools",
            "url": self.url + path,
            **fields,
        }

    def __enter__(self) -> McpHttpServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


if __name__ == "__main__":
    make_server().run()
