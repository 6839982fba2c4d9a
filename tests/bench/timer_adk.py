"""Runs inside the environment of ADK: measures its Workflow on the flows of `workloads`.

ADK reads no Agent Spec; these are the same flows in its own terms, tools as nodes of their own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from google.adk.events.event import Event  # type: ignore[import-not-found]
from google.adk.runners import InMemoryRunner  # type: ignore[import-not-found]
from google.adk.tools.function_tool import FunctionTool  # type: ignore[import-not-found]
from google.adk.workflow import Workflow, node  # type: ignore[import-not-found]
from google.genai import types  # type: ignore[import-not-found]
from timing import serve


def inc(x: int) -> dict[str, int]:
    return {"x": x + 1}


def dec(n: int) -> dict[str, int]:
    return {"n": n - 1}


def more(node_input: dict[str, int]) -> Any:
    return Event(output=node_input, route="again" if node_input["n"] > 0 else "done")


def kind(node_input: dict[str, int]) -> Any:
    return Event(output=node_input, route=str(node_input["x"] % 4))


def given(node_input: Any) -> Any:
    return json.loads(node_input.parts[0].text)["xs"]


def given_object(node_input: Any) -> Any:
    return json.loads(node_input.parts[0].text)


def inc_item(node_input: int) -> int:
    return node_input + 1


def collected(node_input: list[int]) -> dict[str, list[int]]:
    return {"ys": node_input}


def end(node_input: Any) -> Any:
    return node_input


def chain(nodes: int) -> Any:
    steps = [node(FunctionTool(inc), name=f"n{i}") for i in range(nodes)]
    return Workflow(name="chain", edges=[("START", *steps)])


def count(_: int) -> Any:
    first = node(FunctionTool(dec), name="dec")
    ways = {"again": first, "done": node(end, name="the_end")}
    return Workflow(name="count", edges=[("START", first, node(more, name="more"), ways)])


def choose(decisions: int) -> Any:
    kinds = [node(kind, name=f"kind_{i}") for i in range(decisions)]
    edges: list[Any] = [("START", node(given_object, name="given"), kinds[0])]
    for number, after in enumerate([*kinds[1:], node(end, name="the_end")]):
        arms = {str(i): node(FunctionTool(inc), name=f"s{number}_{i}") for i in range(4)}
        edges += [(kinds[number], arms), *((arm, after) for arm in arms.values())]
    return Workflow(name="choose", edges=edges)


def over(_: int) -> Any:
    each = node(inc_item, name="one", parallel_worker=True)
    last = node(collected, name="collected")
    return Workflow(name="over", edges=[("START", node(given, name="given"), each, last)])


FLOWS = {"chain": chain, "count": count, "choose": choose, "over": over}


def prepare(function: str, size: int) -> Callable[[Any], Any]:
    """A function that runs the workflow in a session of its own."""
    workflow = FLOWS[function](size)
    loop = asyncio.new_event_loop()
    return lambda inputs: loop.run_until_complete(_run(workflow, json.dumps(inputs)))


async def _run(workflow: Any, message: str) -> Any:
    runner = InMemoryRunner(node=workflow, app_name="measured")
    session = await runner.session_service.create_session(app_name="measured", user_id="user")
    content = types.UserContent(parts=[types.Part(text=message)])
    output = None
    async for event in runner.run_async(user_id="user", session_id=session.id, new_message=content):
        if event.output is not None:
            output = event.output
    return output


if __name__ == "__main__":
    serve(prepare)
