"""MCP tools over the official `mcp` SDK (extra ``flowc[mcp]``)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from flowc.runtime import faults
from flowc.runtime.background import BackgroundLoop
from flowc.runtime.errors import McpToolError
from flowc.runtime.mcp_results import answer_of
from flowc.runtime.mcp_transports import place_of, read_timeout_of, sdk_transport
from flowc.runtime.secrets import Secrets

if TYPE_CHECKING:
    from mcp import Client


class AsyncSdkMcp:
    """Calls tools of MCP servers. The session with a server is opened by the first call and kept
    for the next, so use it in an `async with` statement, or await :meth:`close`, in the event loop
    that made the calls.

    `secrets` has the values of `sensitive_headers` and certificate fields, by ``"ID.FIELD"``.
    `commands` says whether StdioTransports may start the programs that they name, as this user: say
    so for documents that you trust like a program.
    """

    def __init__(self, *, secrets: Secrets | None = None, commands: bool = False) -> None:
        self._secrets = secrets or {}
        self._commands = commands
        self._sessions: dict[str, _Session] = {}

    async def call_tool(
        self, transport: Mapping[str, Any], tool: str, arguments: Mapping[str, Any]
    ) -> Any:
        """The structured content that the tool gives, else its text.

        McpToolError for an error that the tool or the server reports; ConnectionError or
        TimeoutError if there is no answer. After these the next call opens a new session.
        """
        key = json.dumps(transport, sort_keys=True)
        session = self._sessions.get(key)
        if session is None:
            session = self._sessions[key] = _Session(self._open(transport), place_of(transport))
        try:
            return await session.call_tool(tool, arguments)
        except OSError:
            if self._sessions.get(key) is session:
                del self._sessions[key]
            await session.close()
            raise

    def _open(self, transport: Mapping[str, Any]) -> Client:
        from mcp import Client

        server = sdk_transport(transport, self._secrets, commands=self._commands)
        return Client(server, read_timeout_seconds=read_timeout_of(transport))

    async def close(self) -> None:
        """End all sessions, and the servers that were started."""
        sessions = list(self._sessions.values())
        self._sessions.clear()
        for session in sessions:
            await session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


class SdkMcp:
    """:class:`AsyncSdkMcp` for synchronous modules: the sessions live in an event loop in a thread
    of their own. Use it in a `with` statement, or call :meth:`close`."""

    def __init__(self, *, secrets: Secrets | None = None, commands: bool = False) -> None:
        self._loop = BackgroundLoop("flowc MCP")
        self._mcp = AsyncSdkMcp(secrets=secrets, commands=commands)

    def call_tool(
        self, transport: Mapping[str, Any], tool: str, arguments: Mapping[str, Any]
    ) -> Any:
        """What the tool gives; errors as of :meth:`AsyncSdkMcp.call_tool`."""
        return self._loop.run(self._mcp.call_tool(transport, tool, arguments))

    def close(self) -> None:
        """End all sessions, and the servers that were started."""
        self._loop.run(self._mcp.close())
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class _Session:
    """One session. A task of its own opens and closes it, because the SDK wants both in one task;
    calls come from wherever they are made."""

    def __init__(self, client: Client, place: str) -> None:
        self._client = client
        self._place = place
        self._opened = asyncio.Event()
        self._ending = asyncio.Event()
        self._task = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        try:
            async with self._client:
                self._opened.set()
                await self._ending.wait()
        finally:
            self._opened.set()

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        from mcp import MCPError
        from mcp.types import CONNECTION_CLOSED, REQUEST_TIMEOUT

        await self._opened.wait()
        if self._task.done():
            raise self._failure(self._task.exception())
        try:
            result = await self._client.call_tool(tool, dict(arguments))
        except MCPError as error:
            if error.code == REQUEST_TIMEOUT:
                raise faults.NO_ANSWER_IN_TIME.error(place=self._place) from None
            if error.code == CONNECTION_CLOSED:
                raise faults.not_reached(self._place, error) from None
            raise McpToolError(error.message) from None
        except RuntimeError:  # its text shows the content
            raise faults.BAD_MCP_OUTPUT.error(tool=tool) from None
        return answer_of(result)

    def _failure(self, error: BaseException | None) -> BaseException:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        return faults.not_reached(self._place, error or EOFError())

    async def close(self) -> None:
        self._ending.set()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.exception()  # what went wrong at the end concerns nobody any more
