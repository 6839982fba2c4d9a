"""The part of a worker that is the same everywhere. It needs the standard library alone: a worker
runs in an environment that has no flowc."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

Prepare = Callable[..., Callable[[Any], Any]]
"""Makes a function of inputs that is then measured."""


def serve(prepare: Prepare) -> None:
    """Answer requests until there are no more: `prepare` with keywords, `run` with inputs."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what others print goes elsewhere
    run: Callable[[Any], Any] | None = None
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            if "prepare" in request:
                run = prepare(**request["prepare"])
            else:
                assert run is not None
                answer = _measured(run, request["run"])
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), file=answers, flush=True)


def _measured(run: Callable[[Any], Any], inputs: Any) -> dict[str, Any]:
    start = time.perf_counter()
    result = run(inputs)
    return {"seconds": time.perf_counter() - start, "result": result}


def functions(source: str) -> dict[str, Callable[..., Any]]:
    """The tools of a Python text by name."""
    scope: dict[str, Any] = {}
    exec(source, scope)
    return {name: item for name, item in scope.items() if callable(item)}
