"""Runs inside the environment of pyagentspec's LangGraph adapter: measures its runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyagentspec.adapters.langgraph import AgentSpecLoader  # type: ignore[import-not-found]
from timing import functions, serve

CONFIG = {"recursion_limit": 100_000}


def prepare(document: str, tools: str) -> Callable[[Any], Any]:
    """A function that runs the document, loaded once."""
    graph = AgentSpecLoader(tool_registry=functions(tools), config=CONFIG).load_json(document)

    def run(inputs: Any) -> Any:
        return graph.invoke({"inputs": inputs, "messages": []}, CONFIG)["outputs"]

    return run


if __name__ == "__main__":
    serve(prepare)
