"""Tools in the making: their kinds and policies (SEMANTICS 12 and 15-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from flowc.ir.components import Component
from flowc.ir.placeholders import placeholders
from flowc.ir.types import Property
from flowc.ir.values import FieldValue, Json, Ref
from flowc.records import dataclass, field
from flowc.testing.choices import Choices
from flowc.testing.services import BASE_URL, EXECUTOR
from flowc.testing.tools import FAILURES, FUNCTION, Raise, Return

SERVICES: Mapping[str, str] = {
    "ClientTool": "client_tool",
    "BuiltinTool": "executors",
    "RemoteTool": "http",
    "MCPTool": "mcp",
}
"""What runs tools of each kind that have no function."""
TRANSPORT = Component(
    component_type="StreamableHTTPTransport",
    id="mcp-server",
    name="mcp-server",
    fields={"url": f"{BASE_URL}/mcp"},
)
"""The server of all MCPTools."""


@dataclass(slots=True)
class Tool:
    """A tool in the making: its inputs are settled by the first node that calls it.

    `keyed` tools are for runs side by side. `policies` are `metadata.flowc` of the tool, or of its
    nodes if they stand there (`on_node`); with `state`, nodes may leave inputs to the session.
    """

    name: str
    outputs: tuple[Property, ...]
    inputs: tuple[Property, ...] | None = None
    kind: str = "ServerTool"
    service: str = FUNCTION
    keyed: bool = False
    confirmed: bool = False
    state: bool = False
    on_node: bool = False
    policies: Mapping[str, Json] = field(default_factory=dict)

    def titles(self, choices: Choices) -> Sequence[str]:
        """What its inputs may be called: those of a RemoteTool are its placeholders."""
        return placeholder_titles(choices) if self.kind == "RemoteTool" else choices.dialect.titles

    def component(self) -> Component:
        """The finished tool."""
        return Component(
            component_type=self.kind,
            id=self.name,
            name=self.name,
            metadata={} if self.on_node or not self.policies else {"flowc": self.policies},
            inputs=self.inputs or (),
            outputs=self.outputs,
            fields=self._fields(),
        )

    def _fields(self) -> dict[str, FieldValue]:
        fields: dict[str, FieldValue] = {"requires_confirmation": True} if self.confirmed else {}
        match self.kind:
            case "BuiltinTool":
                fields["tool_type"] = EXECUTOR
            case "MCPTool":
                fields["client_transport"] = Ref(TRANSPORT.id)
            case "RemoteTool":
                fields["url"] = f"{BASE_URL}/tools/{quote(self.name)}"
                fields["http_method"] = "POST"
                fields["data"] = {it.title: f"{{{{{it.title}}}}}" for it in self.inputs or ()}
        return fields


def placeholder_titles(choices: Choices) -> list[str]:
    """The titles of a dialect that a placeholder can name."""
    return [title for title in choices.dialect.titles if placeholders(f"{{{{{title}}}}}")]


def draw_kind(choices: Choices, tool: Tool, answers: Sequence[Return | Raise]) -> None:
    """Perhaps another kind than ServerTool; some tools of others have no function. What HTTP
    answers is no exception, so a tool that raises has one there."""
    kinds = choices.dialect.tool_kinds
    if not kinds or not choices.chance(10):
        return
    tool.kind = choices.pick(kinds)
    service = SERVICES[tool.kind]
    raises = any(isinstance(answer, Raise) for answer in answers)
    if choices.chance(75) and not (raises and service == "http"):
        tool.service = service


def draw_policies(
    choices: Choices, tool: Tool, answers: Sequence[Return | Raise], *, asks: bool
) -> None:
    """Perhaps a confirmation, if it `asks` for one, `@retry`, `@state` and `@context`.

    Runs side by side have neither `@retry` nor `@context`: their calls are told apart by nothing
    but arguments, and nobody could say which attempt, or which call id, is whose.
    """
    dialect = choices.dialect
    tool.confirmed = asks and dialect.confirmations and choices.chance(3)
    tool.state = dialect.state and choices.chance(4)
    policies: dict[str, Json] = {}
    if not tool.keyed:
        raises = any(isinstance(answer, Raise) for answer in answers)
        if dialect.retries and choices.chance(50 if raises else 3):
            policies["retry"] = _retry(choices)
        if dialect.contexts and tool.service == FUNCTION and choices.chance(5):
            policies["context"] = True
    tool.policies = policies
    tool.on_node = bool(policies) and choices.chance(50)


def _retry(choices: Choices) -> dict[str, Json]:
    found: dict[str, Json] = {"max_attempts": choices.pick((2, 3, 1))}
    if choices.chance(50):
        found["initial_delay"] = choices.pick((0.5, 4, 0))
    if choices.chance(30):
        found["exceptions"] = [choices.pick(sorted(FAILURES))]
    return found
