"""The services of a run: everything through which a flow has an effect, besides its tools.

A flow takes those that it needs as keyword arguments, each a Protocol with one or two methods, so
that a test, a queue or a durable engine can stand in for the real thing. Ready implementations are
in the other modules of this package. Modules built with ``--async`` take the ``Async…`` forms.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation with the user (SEMANTICS 25)."""

    role: Literal["agent", "user"]
    text: str


class User(Protocol):
    """Whom OutputMessageNodes speak to and InputMessageNodes ask."""

    def say(self, text: str) -> None:
        """Take a message of the agent."""

    def ask(self, text: str | None) -> str:
        """Take a message of the agent, if there is one, and wait for one text of the user."""


class AsyncUser(Protocol):
    """:class:`User` for asynchronous modules."""

    async def say(self, text: str) -> None: ...

    async def ask(self, text: str | None) -> str: ...


class Llm(Protocol):
    """Answers the prompts of LlmNodes."""

    def complete(
        self, prompt: str, *, config: Mapping[str, Any], schema: Mapping[str, Any] | None
    ) -> Any:
        """The answer to one user message, from the model that `config` describes (an LLM
        configuration component, references resolved). Without a schema it is the text; with one,
        the JSON value that the model was asked to give in that schema, not yet validated."""


class AsyncLlm(Protocol):
    """:class:`Llm` for asynchronous modules."""

    async def complete(
        self, prompt: str, *, config: Mapping[str, Any], schema: Mapping[str, Any] | None
    ) -> Any: ...


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request, ready to be sent. `timeout` is in seconds.

    `secret_headers` are sent like the others and never shown. They are as the component has them,
    with references to secrets and with placeholders, whose values are in `inputs`, because only
    whoever sends the request has the secrets: :func:`flowc.runtime.headers_of` gives all headers.
    """

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    secret_headers: Mapping[str, Any] = field(default_factory=dict, repr=False)
    inputs: Mapping[str, Any] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    timeout: float = 30.0


@dataclass(frozen=True, slots=True)
class Response:
    """What came back: header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Http(Protocol):
    """Sends the requests of ApiNodes and RemoteTools. Redirects are not followed."""

    def send(self, request: Request) -> Response:
        """The response, whatever its status; OSError (or a subclass) if there is none."""


class AsyncHttp(Protocol):
    """:class:`Http` for asynchronous modules."""

    async def send(self, request: Request) -> Response: ...


class Mcp(Protocol):
    """Calls the tools of MCP servers."""

    def call_tool(
        self, transport: Mapping[str, Any], tool: str, arguments: Mapping[str, Any]
    ) -> Any:
        """What the tool gives: its structured content, else its text. `transport` is the client
        transport component, references resolved."""


class AsyncMcp(Protocol):
    """:class:`Mcp` for asynchronous modules."""

    async def call_tool(
        self, transport: Mapping[str, Any], tool: str, arguments: Mapping[str, Any]
    ) -> Any: ...


class Agents(Protocol):
    """Runs the agents of AgentNodes."""

    def run(
        self, agent: Mapping[str, Any], inputs: Mapping[str, Any], *, tools: object, user: User
    ) -> Mapping[str, Any]:
        """The agent's outputs by title. `agent` is the agentic component, references resolved;
        `tools` are the functions of the run, `user` is whom the agent may speak to."""


class AsyncAgents(Protocol):
    """:class:`Agents` for asynchronous modules."""

    async def run(
        self, agent: Mapping[str, Any], inputs: Mapping[str, Any], *, tools: object, user: AsyncUser
    ) -> Mapping[str, Any]: ...


Confirm: TypeAlias = Callable[[str, Mapping[str, Any]], bool]
"""Asked with a tool's name and arguments before a tool that `requires_confirmation` runs
(SEMANTICS 16)."""

AsyncConfirm: TypeAlias = Callable[[str, Mapping[str, Any]], "bool | Awaitable[bool]"]
""":data:`Confirm` for asynchronous modules: it may be a coroutine function or not."""

ClientTool: TypeAlias = Callable[[str, Mapping[str, Any]], Any]
"""Runs ClientTools that have no function: called with the tool's name and arguments."""


class Clock(Protocol):
    """Time and chance for `@retry` and `@timeout` (SEMANTICS 15)."""

    def sleep(self, seconds: float) -> None:
        """Wait."""

    def uniform(self, low: float, high: float) -> float:
        """A random number between the two."""


class AsyncClock(Protocol):
    """:class:`Clock` for asynchronous modules; they take a :class:`Clock` too."""

    async def sleep(self, seconds: float) -> None: ...

    def uniform(self, low: float, high: float) -> float: ...
