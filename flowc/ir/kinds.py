"""Which kinds of components the fields of components hold: data from the specification.

Types that are not in :mod:`flowc.ir.catalogue` are never of a wrong kind: nobody knows what they
are.
"""

from __future__ import annotations

from collections.abc import Mapping

from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component: what messages call it, and the known types that are of it."""

    name: str
    types: frozenset[str]


@dataclass(frozen=True, slots=True)
class Holds:
    """What a field holds: components of a kind, in a list or not."""

    kind: Kind
    is_list: bool = False


def _kind(name: str, types: str) -> Kind:
    return Kind(name, frozenset(types.split()))


_TOOL = _kind("a tool", "ServerTool ClientTool RemoteTool BuiltinTool MCPTool")
_TOOLBOX = _kind("a toolbox", "MCPToolBox")
_FLOW = _kind("a flow", "Flow")
_AGENT = _kind("an Agent", "Agent")
_AGENTIC = _kind("an agent", "Agent OciAgent A2AAgent SpecializedAgent Swarm ManagerWorkers Flow")
_LLM = _kind(
    "an LLM configuration",
    "LlmConfig OpenAiConfig OpenAiCompatibleConfig VllmConfig OllamaConfig GeminiConfig"
    " OciGenAiConfig DbmsVectorChainLlmConfig",
)
_TRANSPORT = _kind(
    "an MCP transport",
    "StdioTransport SSETransport SSEmTLSTransport StreamableHTTPTransport"
    " StreamableHTTPmTLSTransport",
)
_TRANSFORM = _kind(
    "a message transform", "MessageSummarizationTransform ConversationSummarizationTransform"
)
_OCI_CLIENT = _kind(
    "an OCI client configuration",
    "OciClientConfigWithApiKey OciClientConfigWithSecurityToken"
    " OciClientConfigWithInstancePrincipal OciClientConfigWithResourcePrincipal",
)
_OAUTH = _kind("an OAuthConfig", "OAuthConfig")
_OAUTH_CLIENT = _kind("an OAuthClientConfig", "OAuthClientConfig")
_GEMINI_AUTH = _kind("a Gemini authentication", "GeminiAIStudioAuthConfig GeminiVertexAIAuthConfig")
_A2A_CONNECTION = _kind("an A2AConnectionConfig", "A2AConnectionConfig")
_ORACLE_CONNECTION = _kind(
    "an Oracle connection", "TlsOracleDatabaseConnectionConfig MTlsOracleDatabaseConnectionConfig"
)
_POSTGRES_CONNECTION = _kind("a PostgreSQL connection", "TlsPostgresDatabaseConnectionConfig")
_DATASTORE = _kind(
    "a datastore", "InMemoryCollectionDatastore OracleDatabaseDatastore PostgresDatabaseDatastore"
)
_SPECIALIZATION = _kind("AgentSpecializationParameters", "AgentSpecializationParameters")

_LLM_FIELD = {"llm_config": Holds(_LLM)}
_SUBFLOW = {"subflow": Holds(_FLOW)}
_CLIENT_TRANSPORT = {"client_transport": Holds(_TRANSPORT)}
_CLIENT_CONFIG = {"client_config": Holds(_OCI_CLIENT)}
_AUTH = {"auth": Holds(_OAUTH)}
_SUMMARY = {"llm": Holds(_LLM), "datastore": Holds(_DATASTORE)}

HOLDS: Mapping[str, Mapping[str, Holds]] = {
    "ToolNode": {"tool": Holds(_TOOL)},
    "FlowNode": _SUBFLOW,
    "MapNode": _SUBFLOW,
    "ParallelMapNode": _SUBFLOW,
    "CatchExceptionNode": _SUBFLOW,
    "ParallelFlowNode": {"subflows": Holds(_FLOW, is_list=True)},
    "AgentNode": {"agent": Holds(_AGENTIC)},
    "LlmNode": _LLM_FIELD,
    "Agent": {
        **_LLM_FIELD,
        "tools": Holds(_TOOL, is_list=True),
        "toolboxes": Holds(_TOOLBOX, is_list=True),
        "transforms": Holds(_TRANSFORM, is_list=True),
    },
    "OciAgent": _CLIENT_CONFIG,
    "A2AAgent": {"connection_config": Holds(_A2A_CONNECTION)},
    "SpecializedAgent": {
        "agent": Holds(_AGENT),
        "agent_specialization_parameters": Holds(_SPECIALIZATION),
    },
    "AgentSpecializationParameters": {"additional_tools": Holds(_TOOL, is_list=True)},
    "Swarm": {"first_agent": Holds(_AGENTIC), "relationships": Holds(_AGENTIC, is_list=True)},
    "ManagerWorkers": {
        "group_manager": Holds(_AGENTIC),
        "workers": Holds(_AGENTIC, is_list=True),
    },
    "MCPTool": _CLIENT_TRANSPORT,
    "MCPToolBox": _CLIENT_TRANSPORT,
    "SSETransport": _AUTH,
    "SSEmTLSTransport": _AUTH,
    "StreamableHTTPTransport": _AUTH,
    "StreamableHTTPmTLSTransport": _AUTH,
    "OAuthConfig": {"client": Holds(_OAUTH_CLIENT)},
    "GeminiConfig": {"auth": Holds(_GEMINI_AUTH)},
    "OciGenAiConfig": _CLIENT_CONFIG,
    "DbmsVectorChainLlmConfig": {"connection_config": Holds(_ORACLE_CONNECTION)},
    "MessageSummarizationTransform": _SUMMARY,
    "ConversationSummarizationTransform": _SUMMARY,
    "OracleDatabaseDatastore": {"connection_config": Holds(_ORACLE_CONNECTION)},
    "PostgresDatabaseDatastore": {"connection_config": Holds(_POSTGRES_CONNECTION)},
}
"""What the fields of component types hold, by type and field; fields that hold no components, or
components beside texts, are left out."""
