"""Runs inside the environment of pyagentspec's LangGraph adapter: loads documents and runs them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver  # type: ignore[import-not-found]
from langgraph.types import Command  # type: ignore[import-not-found]
from pyagentspec.adapters.langgraph import AgentSpecLoader  # type: ignore[import-not-found]
from serving import Finished, Job, NoReply, remember_valid_schemas, serve

CONFIG = {"recursion_limit": 10_007, "configurable": {"thread_id": "1"}}
"""The adapter's own limit of node runs, said because it gives subflows 25 else."""
ASKING = ("InputMessageNode", "ClientTool", "requires_confirmation", "AgentNode")
"""What needs a checkpointer. Without one runs are faster, and integers may have any size."""
ROLES = {"human": "user", "ai": "agent"}


def run(job: Job) -> Finished:
    """Load the document, and run it to its end with what the user answers."""
    saver = InMemorySaver() if any(word in job.document for word in ASKING) else None
    loader = AgentSpecLoader(tool_registry=job.tools, checkpointer=saver, config=CONFIG)
    graph = job.load(loader)
    job.stage = "run"
    result = graph.invoke({"inputs": job.inputs, "messages": []}, CONFIG)
    while "__interrupt__" in result:
        if not job.replies:
            raise NoReply("interrupt")
        result = graph.invoke(Command(resume=_resumed(job.replies.pop(0))), CONFIG)
    messages = [(ROLES.get(it.type, it.type), it.content) for it in result.get("messages", [])]
    return Finished(result["outputs"], result["node_execution_details"]["branch"], messages)


def _resumed(reply: Mapping[str, Any]) -> Any:
    """A reply as the adapter wants it."""
    match reply:
        case {"user": answer} | {"result": answer}:
            return answer
        case {"confirm": True}:
            return {"decisions": [{"type": "approve"}]}
        case _:
            return {"decisions": [{"type": "reject", "reason": reply.get("reason")}]}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    remember_valid_schemas()
    serve(run)
