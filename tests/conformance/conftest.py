"""The official SDK, as a process of its own that the tests of a session share."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import environment
import pytest

WORKER = Path(__file__).parent / "worker.py"


class Sdk:
    """pyagentspec 26.3.1."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def load(self, text: str) -> str | None:
        """Load a document from JSON text; None, or what the SDK has against it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(text) + "\n")
        self._process.stdin.flush()
        answer: dict[str, str | None] = json.loads(self._process.stdout.readline())
        return answer["error"]


@pytest.fixture(scope="session")
def pyagentspec() -> Iterator[Sdk]:
    """The official SDK; tests are skipped if it cannot be installed (it is, in CI)."""
    try:
        interpreter = environment.python()
    except environment.CannotInstall as error:
        pytest.skip(f"{environment.REQUIREMENT} cannot be installed: {error}")
    process = subprocess.Popen(
        [interpreter, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline()) == {"ready": True}
    yield Sdk(process)
    assert process.stdin is not None
    process.stdin.close()
    process.wait(timeout=30)
