"""A process in another environment that measures there, so that the pipe to it does not count."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class Stopwatch:
    """A worker: it makes one thing ready, and runs that as often as it is asked."""

    def __init__(self, interpreter: Path, worker: str) -> None:
        self._process = subprocess.Popen(
            [interpreter, HERE / worker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def prepare(self, **what: Any) -> None:
        """Make something ready; what the worker needs for it is for the worker to say."""
        self._ask({"prepare": what})

    def run(self, inputs: Any = None) -> tuple[float, Any]:
        """Run it once: how many seconds it took, and what came out."""
        answer = self._ask({"run": inputs})
        return answer["seconds"], answer["result"]

    def seconds(self, inputs: Any = None) -> float:
        """Run it once: how many seconds it took."""
        return self.run(inputs)[0]

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer
