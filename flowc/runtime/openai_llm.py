"""LLM nodes and agents over the `openai` package (extra ``flowc[llm]``)."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from flowc.runtime.chat import Reply
from flowc.runtime.clock import AsyncRealClock, RealClock, slept
from flowc.runtime.driving import Plan, finished, finished_async
from flowc.runtime.llm_configs import Endpoint, endpoint_of
from flowc.runtime.model_calls import completion, reply
from flowc.runtime.retry_policy import RetryPolicy, attempts
from flowc.runtime.secrets import Secrets
from flowc.runtime.services import AsyncClock, Clock
from flowc.runtime.tls import client_context

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAI

Client = TypeVar("Client")


class _Clients(Generic[Client]):
    """One client for each endpoint, made when it is first needed, by whatever thread."""

    def __init__(
        self,
        secrets: Secrets | None,
        environ: Mapping[str, str] | None,
        make: Callable[[Endpoint], Client],
    ) -> None:
        self._secrets = secrets or {}
        self._environ = environ or {}
        self._make = make
        self._made: dict[Endpoint, Client] = {}
        self._lock = Lock()

    def for_(self, config: Mapping[str, Any]) -> tuple[Client, str]:
        """The client, and the name of its endpoint for error messages."""
        endpoint = endpoint_of(config, self._secrets, self._environ)
        with self._lock:
            if endpoint not in self._made:
                self._made[endpoint] = self._make(endpoint)
            return self._made[endpoint], endpoint.origin

    def drain(self) -> list[Client]:
        """All clients, which are forgotten."""
        with self._lock:
            made = list(self._made.values())
            self._made.clear()
            return made


class OpenAiLlm:
    """Asks models of VllmConfigs, OllamaConfigs, OpenAiCompatibleConfigs and OpenAiConfigs: an
    `Llm` for LlmNodes, and a `Chat` for the agent runner. Connections are kept: use it in a `with`
    statement, or call :meth:`close`.

    `secrets` has the values of `api_key` and other sensitive fields, by ``"ID.FIELD"``. `environ`
    is where OpenAI's own variables are looked up (``OPENAI_API_KEY``); pass `os.environ` if the
    environment may be used. It serves OpenAiConfigs only.
    """

    def __init__(
        self,
        *,
        secrets: Secrets | None = None,
        environ: Mapping[str, str] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._clients = _Clients(secrets, environ, _client)
        self._clock = clock or RealClock()

    def complete(
        self, prompt: str, *, config: Mapping[str, Any], schema: Mapping[str, Any] | None
    ) -> Any:
        """The answer; HttpStatusError, TimeoutError or ConnectionError if there is none, ValueError
        for one that is no text or, with a schema, no JSON."""
        client, place = self._clients.for_(config)
        return self._finished(config, lambda: completion(client, place, prompt, config, schema))

    def reply(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        config: Mapping[str, Any],
        tools: Sequence[Mapping[str, Any]],
    ) -> Reply:
        """The answer to a conversation; errors as of :meth:`complete`."""
        client, place = self._clients.for_(config)
        answer: Reply = self._finished(
            config, lambda: reply(client, place, messages, config, tools)
        )
        return answer

    def _finished(self, config: Mapping[str, Any], attempt: Callable[[], Plan[Any]]) -> Any:
        policy = RetryPolicy.of(config)
        return finished(attempts(attempt, policy, self._clock.sleep, self._clock.uniform))

    def close(self) -> None:
        """Close the connections."""
        for client in self._clients.drain():
            client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncOpenAiLlm:
    """:class:`OpenAiLlm` for asynchronous modules; use it in an `async with` statement, or await
    :meth:`close`."""

    def __init__(
        self,
        *,
        secrets: Secrets | None = None,
        environ: Mapping[str, str] | None = None,
        clock: Clock | AsyncClock | None = None,
    ) -> None:
        self._clients = _Clients(secrets, environ, _async_client)
        self._clock = clock or AsyncRealClock()

    async def complete(
        self, prompt: str, *, config: Mapping[str, Any], schema: Mapping[str, Any] | None
    ) -> Any:
        """The answer; errors as of :meth:`OpenAiLlm.complete`."""
        client, place = self._clients.for_(config)
        return await self._finished(
            config, lambda: completion(client, place, prompt, config, schema)
        )

    async def reply(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        config: Mapping[str, Any],
        tools: Sequence[Mapping[str, Any]],
    ) -> Reply:
        """The answer to a conversation; errors as of :meth:`complete`."""
        client, place = self._clients.for_(config)
        answer: Reply = await self._finished(
            config, lambda: reply(client, place, messages, config, tools)
        )
        return answer

    async def _finished(self, config: Mapping[str, Any], attempt: Callable[[], Plan[Any]]) -> Any:
        policy, sleep = RetryPolicy.of(config), partial(slept, self._clock)
        return await finished_async(attempts(attempt, policy, sleep, self._clock.uniform))

    async def close(self) -> None:
        """Close the connections."""
        for client in self._clients.drain():
            await client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


def _client(endpoint: Endpoint) -> OpenAI:
    import openai

    context = _context(endpoint)
    http = openai.DefaultHttpxClient(verify=context) if context else None
    client = openai.OpenAI(**_settings(endpoint), http_client=http)
    _forget_environment(client, endpoint)
    return client


def _async_client(endpoint: Endpoint) -> AsyncOpenAI:
    import openai

    context = _context(endpoint)
    http = openai.DefaultAsyncHttpxClient(verify=context) if context else None
    client = openai.AsyncOpenAI(**_settings(endpoint), http_client=http)
    _forget_environment(client, endpoint)
    return client


def _settings(endpoint: Endpoint) -> dict[str, Any]:
    # Retries are ours: they follow the specification's retry_policy.
    return {"base_url": endpoint.base_url, "api_key": endpoint.api_key, "max_retries": 0}


def _forget_environment(client: OpenAI | AsyncOpenAI, endpoint: Endpoint) -> None:
    """Undo what the client has read from the environment: it is not meant for a server whose URL is
    in the document."""
    client.organization = endpoint.organization
    client.project = endpoint.project
    client._custom_headers = {}  # no public way; they come from OPENAI_CUSTOM_HEADERS


def _context(endpoint: Endpoint) -> ssl.SSLContext | None:
    return client_context(endpoint.ca_file, endpoint.cert_file, endpoint.key_file)
