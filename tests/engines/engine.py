"""An engine as a process of its own that lives as long as the tests need it."""

from __future__ import annotations

import json
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from wire import decode, encode

from flowc.testing.tools import Call, Raise, Return, ToolScript

HERE = Path(__file__).parent
START_SECONDS = 120
CASE_SECONDS = 60
NOTHING: Mapping[str, Any] = {}


class WorkerFailed(Exception):
    """A worker crashed or did not answer in time; the text has the end of what it printed."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What an engine did with a case: outputs, branch and messages, or the kind and text of the
    error. `stage` is how far it got: `load`, `start` or `run`."""

    stage: str
    outputs: Mapping[str, Any] | None
    branch: str | None
    error: tuple[str, str] | None
    calls: tuple[Any, ...]
    messages: tuple[tuple[str, str], ...]


class Engine:
    """Runs documents in the environment of an engine. A worker that crashed or hangs is ended, and
    the next case gets a new one."""

    def __init__(self, name: str, interpreter: Path, worker: str) -> None:
        self.name = name
        self._command = [interpreter, HERE / worker]
        self._worker: _Worker | None = None

    def run(
        self,
        document: str,
        inputs: Mapping[str, Any],
        tools: Mapping[str, Any],
        replies: Sequence[Mapping[str, Any]] = (),
        *,
        client_tool: Mapping[str, Any] = NOTHING,
        confirm: Mapping[str, Any] = NOTHING,
        seconds: float = CASE_SECONDS,
    ) -> Ran:
        """What the engine does; `tools` are what :func:`scripts` gives, or sources by name,
        `replies` what the user answers in turn (`serving.Job`), and the others scripts too.

        WorkerFailed if it crashes or takes longer than `seconds`.
        """
        request = {
            "document": document,
            "inputs": encode(inputs),
            "tools": dict(tools),
            "client_tool": dict(client_tool),
            "confirm": dict(confirm),
            "replies": list(replies),
        }
        if self._worker is None:
            self._worker = _Worker(self._command)
        try:
            answer = self._worker.ask(request, seconds)
        except WorkerFailed:
            self.close()
            raise
        return _ran(answer)

    def close(self) -> None:
        """End the worker, if there is one."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def scripts(tools: Iterable[ToolScript]) -> dict[str, Any]:
    """Scripted tools as a worker wants them."""
    return {item.tool: script(item.answers, keyed=item.keyed) for item in tools}


def script(answers: Sequence[Return | Raise], *, keyed: bool) -> dict[str, Any]:
    """Answers as a worker wants them, in turn or chosen by the arguments."""
    return {"answers": [_answer(answer) for answer in answers], "keyed": keyed}


def _answer(answer: Return | Raise) -> dict[str, Any]:
    if isinstance(answer, Raise):
        return {"raise": [answer.kind, answer.text]}
    return {"return": encode(answer.value)}


def _ran(answer: Mapping[str, Any]) -> Ran:
    error = answer.get("error")
    return Ran(
        stage=answer["stage"],
        outputs=decode(answer["outputs"]) if error is None else None,
        branch=answer.get("branch"),
        error=None if error is None else (error[0], error[1]),
        calls=tuple(_call(item) for item in decode(answer["calls"])),
        messages=tuple((role, text) for role, text in answer.get("messages", ())),
    )


def _call(noted: Any) -> Any:
    """What a scripted tool noted, as flowc's recording tools note it; else as it is."""
    match noted:
        case (str(name), dict() as arguments, str(service)):
            return Call(name, arguments, service)
        case _:
            return noted


class _Worker:
    """A worker process, and a thread that reads its answers."""

    def __init__(self, command: list[Path]) -> None:
        self._printed: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._printed, text=True
        )
        self._answers: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._next(START_SECONDS)

    def ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it is dead: its answer says so
        return self._next(seconds)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._printed):
            assert pipe is not None
            pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(None)

    def _next(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise WorkerFailed(f"no answer in {seconds} s{self._last_words()}") from None
        if line is None:
            raise WorkerFailed(f"the worker crashed{self._last_words()}")
        found: dict[str, Any] = json.loads(line)
        return found

    def _last_words(self) -> str:
        self._printed.seek(0)
        return f"\n{self._printed.read()[-2000:].decode(errors='replace')}"
