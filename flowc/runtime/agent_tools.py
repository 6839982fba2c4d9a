"""What an agent's model is offered: the agent's tools, and ways to finish and to ask the user."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SUBMIT = "submit_outputs"
TO_SUBMIT = "Finish the task by giving its outputs."
ASK = "ask_user"
TO_ASK = "Ask the user a question and wait for the answer."
QUESTION = ({"title": "question", "type": "string"},)
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST = 64  # names of functions in the chat completions API


def offered_names(names: Iterable[str]) -> list[str]:
    """The names under which tools of these names are offered, in order: of the characters that the
    API allows, and each once."""
    found: list[str] = []
    for name in names:
        base = _NOT_ALLOWED.sub("_", name)[: _LONGEST - 4] or "_"
        number, offered = 1, base
        while offered in found:
            number += 1
            offered = f"{base}_{number}"
        found.append(offered)
    return found


def function_of(
    name: str, description: str | None, inputs: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """A tool as the chat completions API describes it."""
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description or "",
            "parameters": {
                "type": "object",
                "properties": {item["title"]: dict(item) for item in inputs},
                "required": required_titles(inputs),
            },
        },
    }


def required_titles(properties: Sequence[Mapping[str, Any]]) -> list[str]:
    """The titles of those that have no default."""
    return [item["title"] for item in properties if "default" not in item]


def arguments_of(text: str) -> dict[str, Any] | None:
    """The arguments of a call, None if they are no JSON object."""
    try:
        arguments = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None
