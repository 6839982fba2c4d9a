"""Generated modules for the tests: from `.flow` text to a loaded module and a run."""

from __future__ import annotations

import asyncio
from types import ModuleType, SimpleNamespace
from typing import Any

import flowc
from flowc.python import emit

SHA = "0" * 64


def code_of(text: str, **options: Any) -> str:
    """The module of a `.flow` text that has no errors."""
    program = flowc.parse(text, filename="test.flow")
    assert [item.title for item in program.diagnostics if item.is_error] == []
    return emit(program.document, source_name="test.flow", source_sha256=SHA, **options)


def load(code: str) -> ModuleType:
    module = ModuleType("generated")
    exec(compile(code, "generated.py", "exec"), module.__dict__)
    return module


def module_of(text: str, **options: Any) -> ModuleType:
    return load(code_of(text, **options))


def tools(**functions: Any) -> SimpleNamespace:
    return SimpleNamespace(**functions)


def failure(run: Any) -> tuple[str, str]:
    """The type and text of what a call raises."""
    try:
        run()
    except BaseException as error:
        return type(error).__name__, str(error)
    raise AssertionError("nothing was raised")


def wait(awaitable: Any) -> Any:
    return asyncio.run(awaitable)


def function(code: str, name: str) -> str:
    """The text of one top-level function."""
    start = code.index(f"def {name}(")
    return code[start:].split("\n\n\n", 1)[0]
