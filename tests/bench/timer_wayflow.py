"""Runs inside the environment of WayFlow: measures its runs of a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from timing import functions, serve
from wayflowcore.agentspec import AgentSpecLoader  # type: ignore[import-not-found]


def prepare(document: str, tools: str) -> Callable[[Any], Any]:
    """A function that runs the document, loaded once."""
    flow = AgentSpecLoader(tool_registry=functions(tools)).load_json(document)

    def run(inputs: Any) -> Any:
        conversation = flow.start_conversation(inputs=inputs)
        return conversation.execute().output_values

    return run


if __name__ == "__main__":
    serve(prepare)
