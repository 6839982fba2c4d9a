"""Loopback servers, a clock that only counts, and both kinds of services."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from echo_server import EchoServer
from mcp_tools import McpHttpServer
from model_server import ModelServer

from flowc.runtime import (
    AgentRunner,
    AsyncAgentRunner,
    AsyncHttpxHttp,
    AsyncOpenAiLlm,
    AsyncSdkMcp,
    HttpxHttp,
    OpenAiLlm,
    SdkMcp,
    call_api,
    call_api_async,
    completed,
    completed_async,
)


class FakeClock:
    """Remembers sleeps, and draws the highest number."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.drawn: list[tuple[float, float]] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def uniform(self, low: float, high: float) -> float:
        self.drawn.append((low, high))
        return high


class AsyncFakeClock(FakeClock):
    async def sleep(self, seconds: float) -> None:  # type: ignore[override]
        self.slept.append(seconds)


SYNC = SimpleNamespace(
    Clock=FakeClock,
    Http=HttpxHttp,
    Llm=OpenAiLlm,
    Mcp=SdkMcp,
    Agents=AgentRunner,
    call_api=call_api,
    completed=completed,
)
ASYNC = SimpleNamespace(
    Clock=AsyncFakeClock,
    Http=AsyncHttpxHttp,
    Llm=AsyncOpenAiLlm,
    Mcp=AsyncSdkMcp,
    Agents=AsyncAgentRunner,
    call_api=call_api_async,
    completed=completed_async,
)


class Both:
    """The services of one kind, and a way to use them: `run(use, Service, …)` opens the service,
    finishes the plan ``use(service)`` and closes the service. In a plan, ``yield`` stands for the
    ``await`` that the asynchronous kind needs."""

    def __init__(self, kind: SimpleNamespace) -> None:
        self.kind = kind
        self.is_async = kind is ASYNC

    def __getattr__(self, name: str):
        return getattr(self.kind, name)

    def run(self, use, service):
        return asyncio.run(self._awaited(use, service)) if self.is_async else _done(use, service)

    async def _awaited(self, use, service):
        from flowc.runtime.driving import finished_async

        async with service:
            return await finished_async(use(service))


def _done(use, service):
    from flowc.runtime.driving import finished

    with service:
        return finished(use(service))


@pytest.fixture(params=[SYNC, ASYNC], ids=["sync", "async"])
def both(request) -> Both:
    return Both(request.param)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def echo():
    with EchoServer() as server:
        yield server


@pytest.fixture
def model():
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="session")
def mcp_server():
    with McpHttpServer() as server:
        yield server
