"""The look for all tools before a flow's first node, and what makes them complete
(SEMANTICS 17).

Without checks a typed function trusts that `tools` are what its type says: it looks only for tools
that are no part of `Tools`, because a service may stand in for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from flowc.ir.resolved import resolved_tool
from flowc.names import SERVICES, Namer
from flowc.python.body import Body
from flowc.python.bodyimports import in_form
from flowc.python.constants import Constants
from flowc.python.facts import FlowFacts, ModuleFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, call
from flowc.python.modulescope import ModuleScope
from flowc.python.plan import Checks

_COMPLETING = ("http", "mcp", "clock")
"""The services that make functions of tools."""


class Toolset:
    """Writes what public functions do with their `tools`.

    `all_tools` is the Protocol of `Tools` with those tools that a service may run, "" if the module
    calls none of them.
    """

    def __init__(
        self,
        facts: ModuleFacts,
        scope: ModuleScope,
        constants: Constants,
        helpers: Helpers,
        async_: bool,
        checks: Checks,
    ) -> None:
        self._facts = facts
        self._scope = scope
        self._constants = constants
        self._helpers = helpers
        self._async = async_
        self._trusts = checks == "none"
        self.all_tools = scope.private("AllTools") if facts.served_tools else ""

    def require(self, flow: FlowFacts, body: Body) -> str:
        """Complete the tools and look for them all, but for those that are trusted to be there; the
        name of the local that has them."""
        tools = "tools"
        if flow.has_served_tools:
            parameters = self._scope.flows[flow.flow.id].parameters.values()
            tools = Namer((*SERVICES, *parameters)).unique("all_tools")
            body.put(f"{tools}: {self.all_tools} = ", self._completed(flow))
        names = self._facts.tools_below(flow)
        if self._trusts:
            names = [name for name in names if name in self._facts.served_names]
        self._look_for(names, flow, tools, body)
        return tools

    def look(self, flow: FlowFacts, body: Body) -> None:
        """Look for all tools, for a function that takes anything as `tools` and hands them to
        another that completes them."""
        tools = self._completed(flow) if flow.has_served_tools else "tools"
        self._look_for(self._facts.tools_below(flow), flow, tools, body)

    def _look_for(self, names: Sequence[str], flow: FlowFacts, tools: Expr, body: Body) -> None:
        if names:
            constant = self._constants.tools(names, flow.flow.name)
            body.put("", call(self._helpers.use("require"), tools, constant))

    @cached_property
    def _served(self) -> str:
        """The constant that holds the tools for which services may stand in."""
        document = self._facts.document
        served = {tool.name: resolved_tool(document, tool) for tool in self._facts.served_tools}
        return self._constants.json("served_tools", served)

    def _completed(self, flow: FlowFacts) -> Expr:
        services = [(f"{name}=", name) for name in _COMPLETING if name in flow.services]
        return Group(
            self._scope.imported(*in_form("completed", self._async)),
            (("", "tools"), ("", self._served), *services),
        )
