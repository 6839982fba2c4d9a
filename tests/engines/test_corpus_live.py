"""What the corpus says the engines did with its runtime cases, they still do. A soak test."""

from __future__ import annotations

import ast
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from engine import Engine, Ran, WorkerFailed

pytestmark = pytest.mark.skipif(
    not os.environ.get("FLOWC_SOAK"), reason="set FLOWC_SOAK to run the corpus in the engines"
)

SECONDS = 300
COUNTED = {"api_retry_404"}
"""Outputs that say how many requests the server has had: not compared."""
PORTS = {"echo.py": 18765, "llm.py": 18766}
"""The servers that the cases with HTTP and models were observed with."""


@pytest.fixture(scope="module")
def servers(corpus: Path) -> Iterator[None]:
    """The corpus's loopback servers."""
    running = [subprocess.Popen([sys.executable, corpus / "servers" / name]) for name in PORTS]
    for port in PORTS.values():
        _wait_for(port)
    yield
    for process in running:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"no server on port {port}")


@pytest.mark.usefixtures("servers")
def test_the_corpus_says_what_the_engines_do(corpus, engine) -> None:
    observed = json.loads((corpus / "observed_runtime.json").read_text("utf-8"))
    wrong = []
    for name in ("wayflow", "langgraph"):
        for path in sorted((corpus / "runtime").glob("*.json")):
            case = json.loads(path.read_text("utf-8"))
            was = observed[path.stem][name]
            if path.stem in COUNTED:
                continue
            found = _changes(was, _run(engine(name), case))
            wrong += [f"{name} {path.stem}: {item}" for item in found]
    assert "\n".join(wrong) == ""


def _run(engine: Engine, case: Mapping[str, Any]) -> Ran | None:
    document = case["doc"] if isinstance(case["doc"], str) else json.dumps(case["doc"])
    try:
        return engine.run(
            document, case["inputs"], case["tools"], case.get("script", ()), seconds=SECONDS
        )
    except WorkerFailed:
        return None


def _changes(was: Mapping[str, Any], ran: Ran | None) -> Iterator[str]:
    if ran is None:
        yield "no answer"
    elif not was["ok"]:
        if ran.error is None:
            yield f"was {was['error']}, is {ran.outputs}"
        elif (was["stage"], was["error"]) != (ran.stage, ran.error[0]):
            yield f"was {was['error']} at {was['stage']}, is {ran.error} at {ran.stage}"
    elif ran.error is not None:
        yield f"was {was['outputs']}, is {ran.error}"
    else:
        outputs = ast.literal_eval(was["outputs"])
        if repr(outputs) != repr(ran.outputs):
            yield f"was {outputs}, is {ran.outputs}"
        if was.get("branch", ran.branch) != ran.branch:
            yield f"was branch {was['branch']}, is {ran.branch}"
