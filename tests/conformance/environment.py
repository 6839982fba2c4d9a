"""An environment of its own for pyagentspec, which pins versions that flowc does not want.

`python tests/conformance/environment.py` makes it; the tests make it when they need it.
"""

from __future__ import annotations

import fcntl
import subprocess
import sys
import venv
from pathlib import Path

REQUIREMENT = "pyagentspec==26.3.1"
ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / ".venv-pyagentspec"


class CannotInstall(Exception):
    """The environment could not be made; the text says why."""


def python() -> Path:
    """The environment's interpreter; makes the environment if it is not there yet."""
    ready = FOLDER / f".installed-{REQUIREMENT}"
    interpreter = FOLDER / "bin" / "python"
    if ready.exists():
        return interpreter
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            _make(interpreter)
            ready.touch()
    return interpreter


def _make(interpreter: Path) -> None:
    venv.create(FOLDER, with_pip=True)
    done = subprocess.run(
        [interpreter, "-m", "pip", "install", "--quiet", REQUIREMENT],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotInstall(done.stderr.strip().splitlines()[-1] if done.stderr else "pip failed")


if __name__ == "__main__":
    sys.stdout.write(f"{python()}\n")
