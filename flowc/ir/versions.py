"""Agent Spec versions: which one a component needs (SEMANTICS 8).

A version is text of three numbers, `"25.4.2"`. Public files also say versions that the official SDK
does not know; flowc keeps them and compares them by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.types import Scalar
from flowc.ir.values import ABSENT, FieldValue
from flowc.records import dataclass

LOWEST = "25.4.1"
"""The first public version: what a document needs if nothing in it needs more."""
KNOWN_VERSIONS = (LOWEST, "25.4.2", "26.1.0", "26.1.2", "26.3.1")
"""The versions that the official SDK reads."""

_STRUCTURED, _RESILIENT, _VECTOR = "25.4.2", "26.1.2", "26.3.1"

TYPE_VERSIONS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "A2AAgent",
            "AgentSpecializationParameters",
            "BuiltinTool",
            "ManagerWorkers",
            "ParallelFlowNode",
            "ParallelMapNode",
            "SpecializedAgent",
            "Swarm",
        ),
        _STRUCTURED,
    ),
    **dict.fromkeys(
        (
            "CatchExceptionNode",
            "ConversationSummarizationTransform",
            "GeminiAIStudioAuthConfig",
            "GeminiConfig",
            "GeminiVertexAIAuthConfig",
            "InMemoryCollectionDatastore",
            "LlmConfig",
            "MTlsOracleDatabaseConnectionConfig",
            "MessageSummarizationTransform",
            "OAuthClientConfig",
            "OAuthConfig",
            "OracleDatabaseDatastore",
            "PostgresDatabaseDatastore",
            "TlsOracleDatabaseConnectionConfig",
            "TlsPostgresDatabaseConnectionConfig",
        ),
        _RESILIENT,
    ),
    "DbmsVectorChainLlmConfig": _VECTOR,
}
"""The version in which a component type appeared; types left out were there from the start."""

_TOOLS = frozenset({"ServerTool", "ClientTool", "RemoteTool", "BuiltinTool", "MCPTool"})
_HTTP = frozenset({"ApiNode", "RemoteTool"})
_TRANSPORTS = frozenset(
    {"SSETransport", "SSEmTLSTransport", "StreamableHTTPTransport", "StreamableHTTPmTLSTransport"}
)
_OPENAI_LIKE = frozenset({"OpenAiCompatibleConfig", "VllmConfig", "OllamaConfig"})
_OPENAI = _OPENAI_LIKE | {"OpenAiConfig"}
_LLMS = _OPENAI | {"OciGenAiConfig"}
_MCP = frozenset({"MCPTool", "MCPToolBox"})


def _is_set(value: FieldValue) -> bool:
    return value is not None


def _is_filled(value: FieldValue) -> bool:
    return bool(value)


def _is_no_object(value: FieldValue) -> bool:
    return value is not None and not isinstance(value, Mapping)


def _is_not(usual: str) -> Callable[[FieldValue], bool]:
    return lambda value: value is not None and str(value).lower() != usual


_FIELD_VERSIONS: tuple[tuple[str, frozenset[str], Callable[[FieldValue], bool], str], ...] = (
    ("requires_confirmation", _TOOLS | {"MCPToolSpec"}, _is_filled, _STRUCTURED),
    ("requires_confirmation", frozenset({"MCPToolBox"}), _is_filled, _RESILIENT),
    ("toolboxes", frozenset({"Agent"}), _is_filled, _STRUCTURED),
    ("human_in_the_loop", frozenset({"Agent"}), lambda value: value is False, _STRUCTURED),
    ("transforms", frozenset({"Agent"}), _is_filled, _RESILIENT),
    ("api_key", _OPENAI, _is_set, _STRUCTURED),
    ("api_type", _OPENAI, _is_not("chat_completions"), _STRUCTURED),
    ("api_type", frozenset({"OciGenAiConfig"}), _is_not("oci"), _STRUCTURED),
    ("conversation_store_id", frozenset({"OciGenAiConfig"}), _is_set, _STRUCTURED),
    ("provider", frozenset({"OciGenAiConfig"}), lambda value: value == "XAI", _RESILIENT),
    ("key_file", _OPENAI_LIKE, _is_set, _RESILIENT),
    ("cert_file", _OPENAI_LIKE, _is_set, _RESILIENT),
    ("ca_file", _OPENAI_LIKE, _is_set, _RESILIENT),
    ("data", _HTTP, _is_no_object, _STRUCTURED),
    ("sensitive_headers", _HTTP | _TRANSPORTS, _is_filled, _STRUCTURED),
    ("url_allow_list", _HTTP, _is_set, _RESILIENT),
    ("auth", _TRANSPORTS, _is_set, _RESILIENT),
    (
        "retry_policy",
        _HTTP | _TRANSPORTS | _LLMS | {"OciAgent", "A2AConnectionConfig"},
        _is_set,
        _RESILIENT,
    ),
    ("retry_policy", _MCP, _is_set, _VECTOR),
)
"""Fields that came later than their component types: field, types, the values that need a version,
and that version."""
_LATER_FIELDS = {
    type_: [
        (field, needs, since) for field, types, needs, since in _FIELD_VERSIONS if type_ in types
    ]
    for type_ in CATALOGUE
}
"""The same by component type."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A version, and what needs it: `BuiltinTool`, `field 'retry_policy'`."""

    version: str
    reason: str


def version_key(version: str) -> tuple[int, ...] | None:
    """The version as numbers to compare by; None for a text that is no version."""
    parts = version.split(".")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        return None
    return tuple(int(part) for part in parts)


def is_lower(a: str, b: str) -> bool:
    """Whether version `a` comes before `b`; never for texts that are no versions."""
    left, right = version_key(a), version_key(b)
    return left is not None and right is not None and left < right


def requirements(component: Component) -> Iterator[Requirement]:
    """All that makes the component need more than :data:`LOWEST`."""
    own = component.fields.get("component_type", component.component_type)
    type_ = component.overrides.get("component_type", own)
    if not isinstance(type_, str):
        return
    if type_ in TYPE_VERSIONS:
        yield Requirement(TYPE_VERSIONS[type_], type_)
    later = _LATER_FIELDS.get(type_, ())
    fields = {**component.own_fields(), **component.overrides} if later else {}
    for field, needs_it, version in later:
        value = fields.get(field)
        if value is not ABSENT and needs_it(value):
            yield Requirement(version, f"field '{field}'")
    if type_ == "LlmNode" and _is_structured(component):
        yield Requirement(_STRUCTURED, "structured output")


def needs(component: Component) -> str:
    """The lowest version that allows the component; what it refers to aside."""
    versions = [requirement.version for requirement in requirements(component)]
    return max([LOWEST, *versions], key=_known_key)


def lowest_version(document: Document) -> str:
    """The lowest version that allows every component and node of the document."""
    versions = [LOWEST]
    for component in document.components.values():
        if not component.extern:
            versions.append(needs(component))
    for flow in document.flows:
        versions.extend(needs(node) for node in flow.nodes)
    return max(versions, key=_known_key)


def _known_key(version: str) -> tuple[int, ...]:
    return version_key(version) or ()


def _is_structured(component: Component) -> bool:
    outputs = component.outputs or ()
    if not outputs:
        return False
    type_ = outputs[0].type
    return len(outputs) > 1 or not (isinstance(type_, Scalar) and type_.name == "string")
