"""The ready services that a run needs; nothing is made, or even loaded, for other documents."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flowc.cli.masking import Mask
from flowc.cli.terminal import Keyboard, Listener, confirm_all
from flowc.diagnostics import FlowcError, Rule, Severity
from flowc.interpreter import implementation
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import AgentNode, ToolNode
from flowc.ir.resolved import is_too_large, resolved, resolved_tool
from flowc.records import dataclass
from flowc.semantics.capabilities import reachable_flows
from flowc.semantics.services import indispensable_services, services_of

if TYPE_CHECKING:
    from flowc.runtime import AgentRunner, Database

NO_PACKAGE = Rule("FLOW797", Severity.ERROR, "a package is not installed")
"""Models, HTTP, MCP and databases need packages that flowc does not install by itself. The hint
says which extra has them.

No example: it depends on what is installed.
"""

BAD_DATABASE = Rule("FLOW798", Severity.ERROR, "a database cannot be used")
"""Tools of type `plsql_exec` run in a database. `--db` takes its URL, `postgresql://…` or
`oracle://…`, or `env:NAME` where that stands in an environment variable.

Wrong:

```flow
flow greet() {
  say "hello"
}
```

```console
$ flowc run example.flow --db env:NO_SUCH_VARIABLE
```

Right:

```flow
flow greet() {
  say "hello"
}
```

```console
$ flowc run example.flow
```
"""

PLSQL = "plsql_exec"
Executors = Mapping[str, Callable[..., Any]]
"""What runs BuiltinTools, by their `tool_type`."""
_PACKAGES = {
    "http": ("httpx", "http"),
    "llm": ("openai", "llm"),
    "mcp": ("mcp", "mcp"),
    "postgresql": ("psycopg", "postgres"),
    "postgres": ("psycopg", "postgres"),
    "oracle": ("oracledb", "oracle"),
}
"""For each service the package that it needs, and the extra that installs it."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What of a document runs without a function in `tools`."""

    document: Document
    flows: tuple[Flow, ...]
    without: tuple[Component, ...]
    """Tools that nodes call and that have no function."""

    @classmethod
    def of(cls, document: Document, root: Flow, tools: dict[str, Any]) -> Needs:
        flows = reachable_flows(document, root)
        nodes = (node for flow in flows for node in flow.nodes)
        ids = dict.fromkeys(node.tool.id for node in nodes if isinstance(node, ToolNode))
        called = (document.components[id_] for id_ in ids if id_ in document.components)
        return cls(
            document, flows, tuple(it for it in called if implementation(tools, it.name) is None)
        )

    @property
    def agents(self) -> bool:
        return "agents" in services_of(self.document, self.flows)

    def require_agents(self, runner: AgentRunner, tools: object) -> None:
        """NotImplementedError for agents that cannot run, before the first node does."""
        nodes = [node for flow in self.flows for node in flow.nodes if isinstance(node, AgentNode)]
        ids = dict.fromkeys(node.agent.id for node in nodes)
        here = [self.document.components[id_] for id_ in ids if id_ in self.document.components]
        agents = [
            resolved(self.document, agent.id)
            for agent in here
            if not is_too_large(self.document, agent)
        ]
        runner.check(*agents, tools=tools)

    @property
    def answers(self) -> bool:
        """Whether some node cannot run unless the user answers."""
        return "user" in indispensable_services(self.flows)

    @property
    def llm(self) -> bool:
        return self.agents or "llm" in services_of(self.document, self.flows)

    @property
    def http(self) -> bool:
        nodes = "http" in indispensable_services(self.flows)
        return nodes or self._tools_of("RemoteTool")

    @property
    def mcp(self) -> bool:
        return self._tools_of("MCPTool", "MCPToolBox")

    def procedures(self) -> list[dict[str, Any]]:
        """The tools that a database runs, as JSON."""
        return [
            resolved_tool(self.document, tool)
            for tool in self.without
            if tool.component_type == "BuiltinTool" and tool.fields.get("tool_type") == PLSQL
        ]

    def _tools_of(self, *kinds: str) -> bool:
        """Whether a node calls such a tool, or an agent may."""
        tools = list(self.without)
        if self.agents:
            tools += self.document.components.values()
        return any(tool.component_type in kinds for tool in tools)


def made(
    needs: Needs,
    arguments: argparse.Namespace,
    secrets: dict[str, Any],
    executors: Executors,
    mask: Mask,
) -> tuple[dict[str, Any], ExitStack]:
    """The services by keyword of `flowc.run`, and what closes them. FlowcError for packages that
    are missing."""
    from flowc import runtime

    stack = ExitStack()
    keyboard = Keyboard(mask) if sys.stdin is not None and sys.stdin.isatty() else None
    services: dict[str, Any] = {"user": _user(needs, arguments.reply, keyboard, mask)}
    services["confirm"] = confirm_all if arguments.yes else keyboard and keyboard.confirm
    if needs.http:
        require_package("http")
        services["http"] = stack.enter_context(runtime.HttpxHttp(secrets=secrets))
    if needs.mcp:
        require_package("mcp")
        mcp = runtime.SdkMcp(secrets=secrets, commands=arguments.allow_commands)
        services["mcp"] = stack.enter_context(mcp)
    if needs.llm:
        require_package("llm")
        llm = stack.enter_context(runtime.OpenAiLlm(secrets=secrets, environ=os.environ))
        services["llm"] = llm
    if needs.agents:
        ways: dict[str, Any] = {name: services.get(name) for name in ("http", "mcp", "confirm")}
        services["agents"] = runtime.AgentRunner(llm, executors=executors, **ways)
    return services, stack


def _user(needs: Needs, replies: list[str], keyboard: Keyboard | None, mask: Mask) -> Any:
    """Whom the flow speaks to; None if it must ask and nobody answers."""
    from flowc.runtime import Replies

    answers = Replies(replies) if replies else keyboard
    if answers is None and needs.answers:
        return None
    return Listener(mask, answers)


def opened(url: str) -> Database:
    """The database of `--db`. FlowcError if it is none, or its driver is missing."""
    from flowc.runtime import database

    scheme = url.partition(":")[0]
    if scheme in _PACKAGES:
        require_package(scheme)
    try:
        return database(url)
    except ValueError as error:
        raise FlowcError([BAD_DATABASE.at(None, f"--db: {error}")]) from None


def require_callable(base: Database, needs: Needs) -> None:
    """FlowcError with every procedure that cannot be called as its tool says."""
    found = [BAD_DATABASE.at(None, text) for text in base.problems(needs.procedures())]
    if found:
        raise FlowcError(found)


def require_package(service: str) -> None:
    """FlowcError, with how to install it, if a service's package is missing."""
    package, extra = _PACKAGES[service]
    if find_spec(package) is None:
        title = f"the package '{package}' is not installed, and this flow needs it"
        hint = f'Install it with: pip install "flowc[{extra}]"'
        raise FlowcError([NO_PACKAGE.at(None, title, hint=hint)])
