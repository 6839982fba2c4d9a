"""Environments of their own, for what pins versions that flowc or each other does not want.

`python tests/environments.py wayflow langgraph` makes those; the tests make what they need.
"""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PINS = Path(__file__).parent / "engines"


class CannotInstall(Exception):
    """An environment could not be made; the text says why."""


@dataclass(frozen=True)
class Environment:
    """A virtual environment in the project's folder, made when it is first asked for.

    `requirements` is what pip is told to install. It may be made by many processes at once: one
    does it, the others wait. Other requirements, or another Python, install again.
    """

    name: str
    requirements: tuple[str, ...]

    def python(self) -> Path:
        """The environment's interpreter. CannotInstall if pip fails."""
        folder = ROOT / f".venv-{self.name}"
        ready = folder / f".installed-{self._fingerprint}"
        interpreter = folder / "bin" / "python"
        if ready.exists():
            return interpreter
        folder.mkdir(exist_ok=True)
        with (folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not ready.exists():
                venv.create(folder, with_pip=True)
                self._install(interpreter)
                ready.touch()
        return interpreter

    @property
    def _fingerprint(self) -> str:
        text = "\n".join((*self.requirements, sys.version))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _install(self, interpreter: Path) -> None:
        command = [interpreter, "-m", "pip", "install", "--quiet", "--retries", "2"]
        done = subprocess.run(
            [*command, *self.requirements], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            said = done.stderr.strip().splitlines()
            raise CannotInstall(f"{self.name}: {said[-1] if said else 'pip failed'}")


def _pinned(name: str) -> tuple[str, ...]:
    """All packages of a list, exactly; their own wishes are not asked."""
    return ("--no-deps", *_pins(PINS / f"{name}.txt"))


def _pins(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        pin = line.partition("#")[0].strip()
        if pin:
            yield pin


PYAGENTSPEC = Environment("pyagentspec", ("pyagentspec==26.3.1",))
PYRIGHT = Environment("pyright", ("basedpyright==1.40.2",))
WAYFLOW = Environment("wayflow", _pinned("wayflow"))
LANGGRAPH = Environment("langgraph", _pinned("langgraph"))
ADK = Environment("adk", _pinned("adk"))
ENVIRONMENTS = {it.name: it for it in (PYAGENTSPEC, WAYFLOW, LANGGRAPH, ADK)}


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ENVIRONMENTS:
        sys.stdout.write(f"{ENVIRONMENTS[wanted].python()}\n")
