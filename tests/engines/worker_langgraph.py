"""Runs inside the environment of pyagentspec's LangGraph adapter: loads documents and runs them."""

from __future__ import annotations

import copy
import logging
import sys
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver  # type: ignore[import-not-found]
from langgraph.types import Command  # type: ignore[import-not-found]
from pyagentspec.adapters.langgraph import AgentSpecLoader  # type: ignore[import-not-found]
from serving import Finished, Job, NoReply, remember_valid_schemas, serve

CONFIG = {"recursion_limit": 10_007, "configurable": {"thread_id": "1"}}
"""The adapter's own limit of node runs, said because it gives subflows 25 else."""
ASKING = ("InputMessageNode", "ClientTool", "requires_confirmation", "AgentNode")
"""What needs a checkpointer. Without one runs are faster."""
ROLES = {"human": "user", "ai": "agent"}
NO_TURNS = 3600.0
"""Seconds. A checkpointer copies in a thread what nodes go on changing, so no copy must be
interrupted; the adapter's own cannot be."""


def run(job: Job) -> Finished:
    """Load the document, and run it to its end with what the user answers."""
    asking = any(word in job.document for word in ASKING)
    saver = InMemorySaver(serde=Kept()) if asking else None
    loader = AgentSpecLoader(tool_registry=job.tools, checkpointer=saver, config=CONFIG)
    graph = job.load(loader)
    job.stage = "run"
    result = graph.invoke({"inputs": job.inputs, "messages": []}, CONFIG)
    answered = None
    while "__interrupt__" in result:
        (asked, *_) = result["__interrupt__"]
        if asked.id == answered:
            raise NoReply("the answer is not taken")
        answered = asked.id
        result = graph.invoke(Command(resume=_answer(asked.value, job)), CONFIG)
    messages = [(ROLES.get(it.type, it.type), it.content) for it in result.get("messages", [])]
    return Finished(result["outputs"], result["node_execution_details"]["branch"], messages)


class Kept:
    """What a checkpointer saves, as it is: the adapter's own form has no integers of all sizes."""

    def __init__(self) -> None:
        self._values: list[Any] = []

    def dumps_typed(self, value: Any) -> tuple[str, bytes]:
        """Keep a copy; its number."""
        self._values.append(copy.deepcopy(value))
        return "kept", str(len(self._values) - 1).encode()

    def loads_typed(self, number: tuple[str, bytes]) -> Any:
        """A copy of the value with that number."""
        return copy.deepcopy(self._values[int(number[1])])


def _answer(asked: Any, job: Job) -> Any:
    """A reply as the adapter wants it."""
    match asked:
        case {"action_requests": [{"name": name, "arguments": arguments}]}:
            reply = job.confirmation(name, arguments)
            if reply["confirm"]:
                return {"decisions": [{"type": "approve"}]}
            return {"decisions": [{"type": "reject", "reason": reply.get("reason")}]}
        case {"name": name, "inputs": {"kwargs": arguments}}:
            return job.client_reply(name, arguments)["result"]
        case _:
            return job.reply("user")["user"]


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    sys.setswitchinterval(NO_TURNS)
    remember_valid_schemas()
    serve(run)
