"""The two executions of a case: the document interpreted, and compiled to Python and run.

Both start from the JSON text of the document, as users do, and share nothing else.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType, SimpleNamespace
from typing import Any

from flowc.agentspec import read_json, to_json
from flowc.interpreter import interpret
from flowc.ir.document import Document
from flowc.python import emit
from flowc.testing.case import Case
from flowc.testing.results import Result, observe

FILE_NAME = "case.json"


class Executions:
    """A case, and what it does when it runs in either way."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.text = to_json(case.document)

    @cached_property
    def document(self) -> Document:
        """The document read back from its JSON text."""
        return read_json(self.text, FILE_NAME).document

    def code(self, *, async_: bool = False) -> str:
        """The generated module's source text."""
        return emit(
            self.document,
            async_=async_,
            source_name=FILE_NAME,
            source_sha256=hashlib.sha256(self.text.encode()).hexdigest(),
        )

    def interpreted(self) -> Result:
        """What the interpreter does."""

        def run(tools: SimpleNamespace) -> tuple[Mapping[str, Any], str]:
            outcome = interpret(self.document, self.case.inputs, tools=tools)
            return outcome.outputs, outcome.branch

        return observe(run, self.case.recording_tools())

    def generated(
        self, *, async_: bool = False, edit: Callable[[str], str] = lambda code: code
    ) -> Result:
        """What the generated module does, synchronous or not. `edit` may change its source first:
        to prove that a comparison finds a fault in it."""
        module = load_module(edit(self.code(async_=async_)))

        def run(tools: SimpleNamespace) -> tuple[Mapping[str, Any], str]:
            found = module.run_outcome(self.case.inputs, tools=tools)
            branch, outputs = asyncio.run(found) if async_ else found
            return outputs, branch

        return observe(run, self.case.recording_tools(async_=async_))


def load_module(code: str, name: str = "case") -> ModuleType:
    """The module that a source text defines; it is not put into `sys.modules`."""
    module = ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module
