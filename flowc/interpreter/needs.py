"""What a flow needs besides its inputs: functions and services (SEMANTICS 17)."""

from __future__ import annotations

from flowc import faults
from flowc.interpreter.services import Services
from flowc.interpreter.tools import ToolNamespace, tool_namespace
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.resolved import resolved_tool
from flowc.names import function_name
from flowc.runtime.completing import completed
from flowc.semantics.capabilities import reachable_flows
from flowc.semantics.services import called_tools, indispensable_services

_MADE = frozenset({"ClientTool", "BuiltinTool", "RemoteTool", "MCPTool"})
"""The kinds of tools that services run where the user gives no function."""


class Needs:
    """What runs of a flow cannot do without, worked out once for all of them."""

    def __init__(self, document: Document, root: Flow) -> None:
        flows = reachable_flows(document, root)
        self._flow = root.name
        self._services = indispensable_services(flows)
        called = called_tools(document, flows)
        self._functions = {tool.name: function_name(tool.name) for tool in called}
        self._made = {
            tool.name: resolved_tool(document, tool)
            for tool in document.components.values()
            if tool.component_type in _MADE
        }

    def met(self, tools: object, services: Services) -> ToolNamespace:
        """All functions that a run calls: those of `tools`, and those that services make.

        One NotImplementedError lists every tool without a function, else one every service that
        nodes cannot run without and that is not given.
        """
        functions = self.functions(tools, services)
        without = [
            name
            for name, function in self._functions.items()
            if getattr(functions, function, None) is None
        ]
        if without:
            raise faults.NO_IMPLEMENTATION.error(tools=", ".join(without))
        missing = [name for name in self._services if getattr(services, name) is None]
        if missing:
            raise faults.NO_SERVICE.error(flow=self._flow, services=", ".join(missing))
        return functions

    def functions(self, tools: object, services: Services) -> ToolNamespace:
        """The functions of `tools`, and those that services make of tools without one."""
        own = tool_namespace(tools)
        if not self._made:
            return own
        return ToolNamespace(
            completed(
                own,
                self._made,
                http=services.http,
                mcp=services.mcp,
                client_tool=services.client_tool,
                executors=services.executors,
                clock=services.clock,
            )
        )
