"""Flows written in the language, to be run by the interpreter."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import flowc
from flowc.interpreter import Outcome, Services, interpret


def run(source: str, inputs: object = None, tools: object = None, **services: Any) -> Outcome:
    """Run the root flow of a `.flow` text, which must have no errors; keywords are services."""
    program = flowc.parse(source)
    program.require_no_errors()
    functions = SimpleNamespace() if tools is None else tools
    return interpret(program.document, inputs, tools=functions, services=Services(**services))


def outcome_or_error(*args: Any, **kwargs: Any) -> Any:
    """The outputs of a run, else its error's kind and text."""
    try:
        return run(*args, **kwargs).outputs
    except BaseException as error:
        return type(error), str(error)
