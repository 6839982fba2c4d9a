"""Runs inside the environment of pyagentspec's LangGraph adapter: loads documents and runs them."""

from __future__ import annotations

import logging
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver  # type: ignore[import-not-found]
from langgraph.types import Command  # type: ignore[import-not-found]
from pyagentspec.adapters.langgraph import AgentSpecLoader  # type: ignore[import-not-found]
from serving import Finished, Job, NoReply, serve

CONFIG = {"recursion_limit": 100_000, "configurable": {"thread_id": "1"}}
"""The adapter counts node runs; no flow of these tests has a limit."""

INTERRUPTING = ("InputMessageNode", "ClientTool", "requires_confirmation")
"""What needs a checkpointer. Without one runs are faster, and integers may have any size."""


def run(job: Job) -> Finished:
    """Load the document, and run it to its end with the replies of the user."""
    saver = InMemorySaver() if any(word in job.document for word in INTERRUPTING) else None
    loader = AgentSpecLoader(tool_registry=job.tools, checkpointer=saver, config=CONFIG)
    graph = loader.load_json(job.document)
    job.stage = "run"
    result = graph.invoke({"inputs": job.inputs, "messages": []}, CONFIG)
    while "__interrupt__" in result:
        if not job.replies:
            raise NoReply("interrupt")
        result = graph.invoke(Command(resume=job.replies.pop(0)), CONFIG)
    return Finished(
        result["outputs"], result["node_execution_details"]["branch"], _messages(result)
    )


def _messages(result: Any) -> list[tuple[str, str]]:
    roles = {"human": "user", "ai": "agent"}
    return [(roles.get(it.type, it.type), it.content) for it in result.get("messages", [])]


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    serve(run)
