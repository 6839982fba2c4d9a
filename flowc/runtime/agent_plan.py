"""How an agent works: its model is asked again and again, until it gives the outputs.

The model calls tools, asks the user only if the agent has a human in the loop, and finishes by
giving the outputs, or with a text if the agent has none. What it does wrong (a tool that there is
not, arguments that are no object) is told to it; an error of a tool fails the agent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from flowc.runtime import faults
from flowc.runtime.agent_tools import (
    ASK,
    QUESTION,
    SUBMIT,
    TO_ASK,
    TO_SUBMIT,
    arguments_of,
    function_of,
    offered_names,
    required_titles,
)
from flowc.runtime.chat import AsyncChat, Chat, Reply
from flowc.runtime.confirming import confirmation
from flowc.runtime.driving import Plan
from flowc.runtime.names import function_name, parameter_name
from flowc.runtime.services import AsyncUser, User
from flowc.runtime.templates import as_text, rendered

Component = Mapping[str, Any]
_BEGIN = "Begin."  # models want a message of the user's, and the task is in the system prompt
_FINISH = "Give the outputs by calling the function for that."


@dataclass(frozen=True, slots=True)
class Surroundings:
    """All that an agent can reach. `confirm` is asked before tools that require it."""

    chat: Chat | AsyncChat
    tools: object
    user: User | AsyncUser
    confirm: Callable[[str, Mapping[str, Any]], Any] | None
    max_turns: int


def check_agents(agents: Iterable[Component], tools: object) -> None:
    """NotImplementedError for agentic components, and parts of agents, that are not run, else one
    that lists all tools that nothing implements."""
    names: list[str] = []
    for agent in agents:
        kind = agent["component_type"]
        if kind != "Agent":
            raise faults.NO_RUNNER.error(type=kind)
        for field in ("toolboxes", "transforms"):
            for part in agent.get(field) or ():
                raise faults.NO_PART_RUNNER.error(agent=agent["name"], type=part["component_type"])
        names += [tool["name"] for tool in agent.get("tools") or ()]
    lacking = [name for name in names if not callable(getattr(tools, function_name(name), None))]
    if lacking:
        raise faults.NO_IMPLEMENTATION.error(tools=", ".join(dict.fromkeys(lacking)))


def agent_run(agent: Component, inputs: Mapping[str, Any], around: Surroundings) -> Plan[Any]:
    """The outputs of an Agent by title. RuntimeError if it takes more than `max_turns` answers of
    the model."""
    outputs = agent.get("outputs") or []
    menu = _Menu(agent, outputs)
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": rendered(agent["system_prompt"], inputs)},
        {"role": "user", "content": _BEGIN},
    ]
    for _ in range(around.max_turns):
        reply: Reply = yield around.chat.reply(
            messages, config=agent["llm_config"], tools=menu.offered
        )
        messages.append(_as_message(reply))
        if not reply.calls and not outputs:
            if reply.text:
                yield around.user.say(reply.text)
            return {}
        if not reply.calls:
            messages.append({"role": "user", "content": _FINISH})
        for call in reply.calls:
            arguments = arguments_of(call.arguments)
            answer = menu.complaint(call.name, arguments)
            if answer is None:
                given = menu.declared(call.name, arguments or {})
                if call.name == menu.submit:
                    return given
                answer = yield from _answer(menu, call.name, given, around)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": answer})
    raise faults.TOO_MANY_TURNS.error(agent=agent["name"], turns=around.max_turns)


class _Menu:
    """The functions that the model is offered, by the names that it knows."""

    def __init__(self, agent: Component, outputs: Sequence[Component]) -> None:
        tools: Sequence[Component] = agent.get("tools") or []
        *names, submit, ask = offered_names([*(tool["name"] for tool in tools), SUBMIT, ASK])
        self.tools = dict(zip(names, tools, strict=True))
        self.submit = submit if outputs else None
        self.ask = ask if agent.get("human_in_the_loop") is not False else None
        self.offered = [
            function_of(name, tool.get("description"), tool.get("inputs") or [])
            for name, tool in self.tools.items()
        ]
        self._inputs = {name: tool.get("inputs") or [] for name, tool in self.tools.items()}
        if self.submit:
            self.offered.append(function_of(self.submit, TO_SUBMIT, outputs))
            self._inputs[self.submit] = outputs
        if self.ask:
            self.offered.append(function_of(self.ask, TO_ASK, QUESTION))
            self._inputs[self.ask] = QUESTION

    def complaint(self, name: str, arguments: Component | None) -> str | None:
        """What the model is told of a call that cannot be made; None if it can."""
        if name not in self._inputs:
            return f"There is no function '{name}'."
        if arguments is None:
            return "The arguments are no JSON object."
        missing = [t for t in required_titles(self._inputs[name]) if t not in arguments]
        return f"These arguments are missing: {', '.join(missing)}." if missing else None

    def declared(self, name: str, arguments: Component) -> dict[str, Any]:
        """The arguments that the function has, in declared order, defaults for those not given."""
        return {
            item["title"]: arguments.get(item["title"], deepcopy(item.get("default")))
            for item in self._inputs[name]
        }


def _as_message(reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or ""}
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in reply.calls
        ]
    return message


def _answer(
    menu: _Menu, name: str, arguments: Mapping[str, Any], around: Surroundings
) -> Plan[str]:
    if name == menu.ask:
        answer: str = yield around.user.ask(as_text(arguments["question"]))
        return answer
    tool = menu.tools[name]
    asks = tool.get("requires_confirmation")
    if asks is not None and asks is not False:  # whatever it is: never unconfirmed by mistake
        yield from confirmation(around.confirm, tool["name"], arguments)
    function = getattr(around.tools, function_name(tool["name"]))
    result = yield function(**{parameter_name(title): arguments[title] for title in arguments})
    return as_text(result)
