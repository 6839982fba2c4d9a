"""Tools as fixed steps: `as_node`, as the first seed describes it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from flowc.records import dataclass, field
from flowc.runtime.policies import Retry, ToolContext
from flowc.steps.arguments import arguments_of
from flowc.steps.changes import Changes

UNCONFIRMED: Mapping[str, str] = {
    "error": "This tool call requires confirmation, please approve or reject."
}
"""What a tool that requires confirmation gives in a graph, where nobody is asked."""


@dataclass(slots=True)
class Actions:
    """What a tool may ask for that only a model call can honor; a fixed step drops all of it."""

    transfer_to_agent: str | None = None
    skip_summarization: bool = False
    requested_confirmation: object = None


@dataclass(frozen=True, slots=True)
class StepContext:
    """What a tool gets as its context: an id that is new for each run of the step, the path of the
    step, the session's state and artifacts, and :class:`Actions`."""

    call_id: str
    node: str
    state: Changes
    artifacts: Changes
    actions: Actions = field(default_factory=Actions)


@dataclass(frozen=True, slots=True)
class Event:
    """What one run of a step gave: its output (None: no output), and what it changed of the
    session's state and artifacts."""

    step: str
    output: Any
    state: Mapping[str, Any]
    artifacts: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A node that runs one tool. Two steps are never equal, whatever their tools."""

    name: str
    tool: Any
    retry: Retry | None = None

    def run(self, value: object, context: ToolContext, artifacts: dict[str, Any]) -> Event:
        """Call the tool with what `value` holds. What the tool raises is raised, and then it has
        changed nothing."""
        own = StepContext(context.call_id, context.node, Changes(context.state), Changes(artifacts))
        arguments = arguments_of(value, self.name)
        for name in required_of(self.tool):
            if name not in arguments and name in own.state:
                arguments[name] = own.state[name]
        output = _called(self.tool, arguments, own)
        return Event(self.name, output, own.state.commit(), own.artifacts.commit())


def as_node(tool: Any, *, retry: Retry | None = None, name: str | None = None) -> Step:
    """A node that runs `tool` as a fixed step of a :func:`flowc.sequence`: what came
    before it gives the arguments, and what the tool returns is the node's output, unchanged.

    `tool` is a function, which is called with keyword arguments (and with `context`, if it has a
    parameter of that name), or an object with a `name` and `run(arguments, context)`. Without
    `retry` the tool is called once. Each call gives a new node; to use a tool at several places,
    convert it once. TypeError for what is no tool.
    """
    named = name or getattr(tool, "name", None) or getattr(tool, "__name__", None)
    if not isinstance(named, str) or not named:
        raise TypeError(f"{type(tool).__name__} has no name, which a node needs")
    if not callable(tool) and not hasattr(tool, "name"):
        raise TypeError(f"{type(tool).__name__} is neither a function nor a tool")
    return Step(named, tool, retry)


def required_of(tool: Any) -> tuple[str, ...]:
    """The parameters that the tool cannot do without: what an object lists as `required`, and of a
    function those without a default."""
    listed = getattr(tool, "required", None)
    if isinstance(listed, (list, tuple)):
        return tuple(item for item in listed if isinstance(item, str))
    if not _is_function(tool):
        return ()
    return tuple(
        name
        for name, parameter in _parameters(tool).items()
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        and name != "context"
    )


def _called(tool: Any, arguments: dict[str, Any], context: StepContext) -> Any:
    if getattr(tool, "requires_confirmation", False):
        return dict(UNCONFIRMED)
    if not _is_function(tool):
        run = getattr(tool, "run", None)
        if run is None:
            name = getattr(tool, "name", type(tool).__name__)
            raise NotImplementedError(f"tool '{name}' works only inside a model call")
        return _finished(run(arguments, context))
    if "context" in _parameters(tool):
        arguments["context"] = context
    return _finished(tool(**arguments))


def _is_function(tool: Any) -> bool:
    return callable(tool) and not hasattr(tool, "run")


def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # some built-in functions have no signature
        return {}


def _finished(result: Any) -> Any:
    return asyncio.run(_awaited(result)) if inspect.isawaitable(result) else result


async def _awaited(result: Any) -> Any:
    return await result
