"""The user at the terminal: sees messages and questions on stderr, answers on stdin."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from threading import Lock
from typing import Any, Protocol

from flowc.cli.masking import Mask
from flowc.diagnostics.display import visible

MAX_ARGUMENTS = 500


class Asks(Protocol):
    """A user who answers."""

    def ask(self, text: str | None) -> str: ...


class Listener:
    """Shows what the agent says; whoever is given answers."""

    def __init__(self, mask: Mask, answers: Asks | None = None) -> None:
        self._mask = mask
        self._answers = answers

    def say(self, text: str) -> None:
        """Show a message."""
        shown = visible(self._mask.text(text), keep="\n")
        print(shown, file=sys.stderr, flush=True)

    def ask(self, text: str | None) -> str:
        """Show the question, and give the answer; NotImplementedError if nobody answers."""
        if text is not None:
            self.say(text)
        if self._answers is None:
            raise NotImplementedError("no user answers")
        return self._answers.ask(text)


class Keyboard:
    """Asks for one line at a time; parts that run side by side take turns."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._lock = Lock()

    def ask(self, text: str | None) -> str:
        """The next line; LookupError at the end of the input."""
        return self._line("> ")

    def confirm(self, tool: str, arguments: Mapping[str, Any]) -> bool:
        """Whether the user says yes to a call (SEMANTICS 16)."""
        values = json.dumps(self._mask.values(arguments), ensure_ascii=False)
        if len(values) > MAX_ARGUMENTS:
            values = values[:MAX_ARGUMENTS] + "…"
        answer = self._line(f"Run tool '{visible(tool)}' with {visible(values)}? [y/N] ")
        return answer.strip().lower() in ("y", "yes")

    def _line(self, prompt: str) -> str:
        with self._lock:
            print(prompt, end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
        if not line:
            raise LookupError("the user has no more answers")
        return line.removesuffix("\n")


def confirm_all(tool: str, arguments: Mapping[str, Any]) -> bool:
    """Yes to everything."""
    return True
