"""The calls of tools: bare, or as confirmations, `@retry`, `@timeout` and `@context` ask
(SEMANTICS 12, 15 and 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.ir.nodes import ToolNode
from flowc.ir.types import Property
from flowc.names import function_name, parameter_name
from flowc.python.bodyimports import RUNTIME
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import literal, text_literal, tuple_of
from flowc.python.writing import Writing


class CallingCode:
    """Writes the calls of one flow's tools."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._calls = writing.calls

    def call(self, node: ToolNode, arguments: list[tuple[str, Expr]]) -> Expr:
        """The expression that calls the node's tool; `arguments` are its parameters with their
        values. What must come before the call is written."""
        flow = self._writing.flow
        asked, tool = flow.policies(node), flow.module.tool(node)
        if asked.confirmed:
            types = {parameter_name(it.title): it for it in flow.module.tool_inputs(tool)}
            arguments = [
                (name, self._shown(tool.name, types[name], value)) for name, value in arguments
            ]
            self._confirm(tool.name, arguments)
        keywords = [(f"{parameter}=", value) for parameter, value in arguments]
        if asked.context:
            context = call(f"{self._calls.contexts}.of", text_literal(node.name))
            keywords.append(("context=", context))
        function = f"tools.{function_name(tool.name)}"
        if asked.retry is None and asked.timeout is None:
            return Group(self._calls.await_ + function, tuple(keywords))
        attempt = self._partial(Group(function, tuple(keywords)))
        if asked.timeout is not None:
            timed = call(self._calls.runtime("timed"), attempt, repr(asked.timeout))
            if asked.retry is None:
                return self._awaited(timed)
            attempt = self._partial(timed)
        return self._awaited(
            call(self._calls.runtime("retried"), attempt, self._retry(asked.retry or {}), "clock")
        )

    def _shown(self, tool: str, item: Property, value: Expr) -> Expr:
        """A value that is shown first and then passed: worked out once, in a local."""
        annotation = self._writing.converters.annotation(item.type, tool, item.title)
        return self._writing.in_local(parameter_name(item.title), value, annotation)

    def _confirm(self, tool: str, arguments: list[tuple[str, Expr]]) -> None:
        entries = tuple((f"{text_literal(name)}: ", value) for name, value in arguments)
        require = self._calls.await_ + self._calls.runtime("require_confirmation")
        question = call(require, "confirm", text_literal(tool), Group("", entries, "{}"))
        self._writing.body.put("", question)

    def _partial(self, called: Group) -> Expr:
        partial = self._calls.imported("functools", "partial")
        return Group(partial, (("", called.head), *called.items))

    def _awaited(self, called: Group) -> Expr:
        return Group(self._calls.await_ + called.head, called.items)

    def _retry(self, fields: Mapping[str, Any]) -> Expr:
        values = {
            name: tuple_of(value) if isinstance(value, tuple) else literal(value)
            for name, value in fields.items()
        }
        return call(self._calls.imported(RUNTIME, "Retry"), **values)
