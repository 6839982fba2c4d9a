"""Stubs: results that stand in for tools which do not exist yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from types import SimpleNamespace
from typing import Any

from flowc import faults
from flowc.interpreter.defaults import fresh
from flowc.ir.values import Json
from flowc.names import function_name


def stub_tools(results: Mapping[str, Json]) -> SimpleNamespace:
    """An object with a function for every tool in `results`, to be used as `tools`.

    A tool's result is given by every call; a list holds the results of the first, second, … call
    (so a result that is a list stands in a list), and one call more raises LookupError.
    """
    return SimpleNamespace(
        **{function_name(tool): _stub(tool, result) for tool, result in results.items()}
    )


def _stub(tool: str, result: Json) -> Callable[..., Any]:
    if not isinstance(result, (list, tuple)):
        return lambda **arguments: fresh(result)
    calls = count()

    def call(**arguments: object) -> Any:
        index = next(calls)
        if index >= len(result):
            raise faults.STUB_EXHAUSTED.error(tool=tool, call=index + 1)
        return fresh(result[index])

    return call
