"""Services that answer from scripts and record what they were asked, in the places of models,
servers, agents and people."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

from flowc.records import dataclass
from flowc.runtime import Conversation, Message, Replies, Request, Response, as_async
from flowc.runtime.async_conversation import AsyncConversation
from flowc.testing.tools import (
    Call,
    Raise,
    RecordingTools,
    Return,
    ToolScript,
    keyed_answer,
    played,
)

BASE_URL = "http://service.test"
"""Where all that the documents of cases name is: models, APIs, tools of servers."""
EXECUTOR = "flowc_test"
"""The `tool_type` of BuiltinTools."""


@dataclass(frozen=True, slots=True)
class Status:
    """An answer of HTTP that is no success: a status, and a JSON value as the body."""

    status: int
    value: Any = None


Answer: TypeAlias = Return | Raise | Status


@dataclass(frozen=True, slots=True)
class ServiceScript:
    """What a service answers for one model, request, agent or confirmation. The request chooses the
    answer (:func:`~flowc.testing.tools.keyed_answer`), so it is the same in every run.

    | `service` | `name` | what chooses | what `Return` holds |
    |---|---|---|---|
    | `llm` | the `model_id` | the prompt | a text, or the JSON value asked for |
    | `http` | the first part of the path | the rest of the URL, and the body | the JSON body |
    | `agents` | the agent's name | its inputs | its outputs by title |
    | `confirm` | the tool's name | the arguments | yes or no |
    """

    service: str
    name: str
    answers: tuple[Answer, ...]
    keyed: bool = False
    """Whether several runs of a Parallel node ask at the same time."""


class RecordingServices(RecordingTools):
    """The tools and all other services of one run, and the calls of all of them in one list."""

    def __init__(
        self,
        tools: Iterable[ToolScript],
        services: Iterable[ServiceScript] = (),
        *,
        replies: Sequence[str] = (),
        state: Mapping[str, Any] | None = None,
        async_: bool = False,
    ) -> None:
        tools, services = tuple(tools), tuple(services)
        super().__init__(tools, async_=async_)
        self._unordered |= {item.name for item in services if item.keyed}
        self._served = {item.tool: self.player(item) for item in tools}
        self._scripts = {(item.service, item.name): item for item in services}
        self._conversation: Conversation | AsyncConversation = (
            AsyncConversation(Replies(replies)) if async_ else Conversation(Replies(replies))
        )
        self._state = dict(copy.deepcopy(state or {}))
        self._async = async_

    @property
    def messages(self) -> Sequence[Message]:
        """The conversation so far."""
        return self._conversation.messages

    def services(self) -> dict[str, Any]:
        """The services by the names of the parameters of :func:`flowc.run`. Nobody confirms
        anything if no script does."""
        confirms = any(service == "confirm" for service, _ in self._scripts)
        in_form = as_async if self._async else _as_it_is
        return {
            "user": self._conversation,
            "llm": in_form(_Llm(self)),
            "http": in_form(_Http(self)),
            "mcp": in_form(_Mcp(self)),
            "agents": in_form(_Agents(self)),
            "confirm": self._confirm if confirms else None,
            "client_tool": self.served,
            "executors": {EXECUTOR: self._execute},
            "state": self._state,
            "clock": _AsyncClock(self) if self._async else _Clock(self),
        }

    def answer(self, service: str, name: str, request: Mapping[str, Any], *key: Any) -> Answer:
        """Note a call of a service; its answer, which `key` chooses."""
        self.record(Call(name, copy.deepcopy(request), service))
        return keyed_answer(self._scripts[service, name].answers, key)

    def served(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """What a tool without a function does."""
        return self._served[tool](arguments)

    def _execute(self, tool: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
        return self.served(tool["name"], arguments)

    def _confirm(self, tool: str, arguments: Mapping[str, Any]) -> bool:
        return bool(_value(self.answer("confirm", tool, arguments, *arguments.values())))


def _as_it_is(service: object) -> object:
    return service


def _value(answer: Answer) -> Any:
    """What comes of an answer that is not one of HTTP."""
    assert not isinstance(answer, Status)
    return played(answer)


class _Fake:
    def __init__(self, recording: RecordingServices) -> None:
        self._recording = recording


class _Llm(_Fake):
    def complete(
        self, prompt: str, *, config: Mapping[str, Any], schema: Mapping[str, Any] | None
    ) -> Any:
        request = {"prompt": prompt, "schema": schema}
        return _value(self._recording.answer("llm", config["model_id"], request, prompt))


class _Agents(_Fake):
    def run(
        self, agent: Mapping[str, Any], inputs: Mapping[str, Any], *, tools: object, user: object
    ) -> Any:
        return _value(self._recording.answer("agents", agent["name"], inputs, *inputs.values()))


class _Mcp(_Fake):
    def call_tool(
        self, transport: Mapping[str, Any], tool: str, arguments: Mapping[str, Any]
    ) -> Any:
        return self._recording.served(tool, arguments)


class _Http(_Fake):
    def send(self, request: Request) -> Response:
        path = urlsplit(request.url).path
        kind, _, rest = path.removeprefix("/").partition("/")
        if kind == "tools":
            return self._tool(unquote(rest), request)
        body = None if request.body is None else request.body.decode()
        where = request.url.removeprefix(f"{BASE_URL}/{kind}")
        asked = {"method": request.method, "url": where, "body": body}
        answer = self._recording.answer("http", kind, asked, where, body)
        if isinstance(answer, Status):
            return _response(answer.value, answer.status)
        return _response(_value(answer))

    def _tool(self, name: str, request: Request) -> Response:
        arguments = json.loads(request.body or b"{}")
        return _response(self._recording.served(name, arguments))


def _response(value: Any, status: int = 200) -> Response:
    body = json.dumps(value).encode()
    return Response(status, {"content-type": "application/json"}, body)


class _Clock(_Fake):
    """Nobody waits, and chance is the middle."""

    def sleep(self, seconds: float) -> None:
        self._recording.record(Call("sleep", {"seconds": seconds}, "clock"))

    def uniform(self, low: float, high: float) -> float:
        return (low + high) / 2


class _AsyncClock(_Clock):
    async def sleep(self, seconds: float) -> None:  # type: ignore[override]
        _Clock.sleep(self, seconds)
