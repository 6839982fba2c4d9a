"""Runs inside the environment of pyagentspec: measures how long it loads a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyagentspec.serialization import AgentSpecDeserializer  # type: ignore[import-not-found]
from timing import serve


def prepare(document: str) -> Callable[[Any], None]:
    """A function that loads the document."""

    def load(_: Any) -> None:
        AgentSpecDeserializer().from_json(document)

    return load


if __name__ == "__main__":
    serve(prepare)
