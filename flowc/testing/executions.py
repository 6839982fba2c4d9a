"""The two executions of a case: the document interpreted, and compiled to Python and run.

Both start from the JSON text of the document, as users do, and share nothing else.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import signature
from types import ModuleType, SimpleNamespace
from typing import Any

from flowc.agentspec import read_json, to_json
from flowc.interpreter import Services, interpret
from flowc.ir.document import Document
from flowc.ir.resolved import resolved_tool
from flowc.python import emit
from flowc.python.plan import Checks
from flowc.runtime import completed, completed_async
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

    def code(self, *, async_: bool = False, checks: Checks = "full") -> str:
        """The generated module's source text."""
        return emit(
            self.document,
            async_=async_,
            checks=checks,
            source_name=FILE_NAME,
            source_sha256=hashlib.sha256(self.text.encode()).hexdigest(),
        )

    def interpreted(self) -> Result:
        """What the interpreter does."""

        recording = self.case.recording_services()
        services = Services(**recording.services())

        def run(tools: SimpleNamespace) -> tuple[Mapping[str, Any], str]:
            outcome = interpret(self.document, self.case.inputs, tools=tools, services=services)
            return outcome.outputs, outcome.branch

        return observe(run, recording)

    def generated(
        self,
        *,
        async_: bool = False,
        checks: Checks = "full",
        edit: Callable[[str], str] = lambda code: code,
    ) -> Result:
        """What the generated module does, synchronous or not. `edit` may change its source first:
        to prove that a comparison finds a fault in it."""
        module = load_module(edit(self.code(async_=async_, checks=checks)))
        recording = self.case.recording_services(async_=async_)
        given = recording.services()
        complete = completed_async if async_ else completed

        def run(tools: SimpleNamespace) -> tuple[Mapping[str, Any], str]:
            taken = signature(module.run_outcome).parameters
            found = module.run_outcome(
                self.case.inputs,
                tools=complete(
                    tools,
                    self._tools_of_callers(),
                    client_tool=given["client_tool"],
                    executors=given["executors"],
                ),
                **{name: service for name, service in given.items() if name in taken},
            )
            branch, outputs = asyncio.run(found) if async_ else found
            return outputs, branch

        return observe(run, recording)

    def _tools_of_callers(self) -> dict[str, Any]:
        """The tools that a module's caller runs if they have no function (SEMANTICS 17)."""
        return {
            item.name: resolved_tool(self.document, item)
            for item in self.document.components.values()
            if item.component_type in ("ClientTool", "BuiltinTool")
        }


def load_module(code: str, name: str = "case") -> ModuleType:
    """The module that a source text defines; it is not put into `sys.modules`."""
    module = ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module
