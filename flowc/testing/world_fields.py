"""Random values for every field of every component type: what the catalogue lists, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.testing.world_values import Stranger, draw_json, draw_property, draw_text, draw_title

TOOLS = ("ServerTool", "ClientTool", "RemoteTool", "BuiltinTool", "MCPTool", "PluginRegexTool")
LLMS = (
    "VllmConfig",
    "OpenAiConfig",
    "OpenAiCompatibleConfig",
    "OllamaConfig",
    "LlmConfig",
    "OciGenAiConfig",
    "GeminiConfig",
    "DbmsVectorChainLlmConfig",
)
AGENTS = (
    "Agent",
    "OciAgent",
    "A2AAgent",
    "SpecializedAgent",
    "Swarm",
    "ManagerWorkers",
    "ExtendedAgent",
)
TRANSPORTS = (
    "StdioTransport",
    "SSETransport",
    "SSEmTLSTransport",
    "StreamableHTTPTransport",
    "StreamableHTTPmTLSTransport",
)
STORES = ("InMemoryCollectionDatastore", "OracleDatabaseDatastore", "PostgresDatabaseDatastore")
CONNECTIONS = (
    "TlsOracleDatabaseConnectionConfig",
    "MTlsOracleDatabaseConnectionConfig",
    "TlsPostgresDatabaseConnectionConfig",
    "A2AConnectionConfig",
)
OCI_CLIENTS = (
    "OciClientConfigWithApiKey",
    "OciClientConfigWithSecurityToken",
    "OciClientConfigWithInstancePrincipal",
    "OciClientConfigWithResourcePrincipal",
)
OTHERS = (
    "MCPToolSpec",
    "OAuthClientConfig",
    "AgentSpecializationParameters",
    "PluginPromptTemplate",
    "Acme Type",
    "日本Config",
    "flow",
    "tool",
    "string",
)
"""Types that stand nowhere in particular, with names that look like words of the language."""

PARTS: Mapping[str, tuple[str, ...]] = {
    "tool": TOOLS,
    "llm_config": LLMS,
    "llm": LLMS,
    "agent": AGENTS,
    "subflow": ("Flow",),
    "client_transport": TRANSPORTS,
    "client_config": OCI_CLIENTS,
    "connection_config": CONNECTIONS,
    "auth": ("OAuthConfig", "GeminiAIStudioAuthConfig", "GeminiVertexAIAuthConfig"),
    "client": ("OAuthClientConfig",),
    "agent_specialization_parameters": ("AgentSpecializationParameters",),
    "first_agent": AGENTS,
    "group_manager": AGENTS,
    "datastore": STORES,
}
"""The types of the components in a field that holds one."""

LISTS: Mapping[str, tuple[str, ...]] = {
    "tools": (*TOOLS, "Agent", "Flow"),
    "additional_tools": TOOLS,
    "toolboxes": ("MCPToolBox", "ConnectorToolBox"),
    "subflows": ("Flow",),
    "workers": AGENTS,
    "transforms": ("MessageSummarizationTransform", "ConversationSummarizationTransform"),
    "tool_filter": ("MCPToolSpec",),
}
"""The types of the components in a field that holds a list of them."""

_USUAL: Mapping[str, tuple[Any, ...]] = {
    "requires_confirmation": (False, True, None),
    "human_in_the_loop": (True, False, None),
    "url": ("http://localhost:8000", "{{BASE_URL}}/x/{{x}}", "https://[::1]/a?b=c#d"),
    "http_method": ("GET", "POST", "{{method}}", "get"),
    "data": ({}, {"q": "{{x}}", "n": [1, {"k": None}]}, "raw {{x}}", [1, "{{y}}"], None),
    "headers": ({}, {"Accept": "a", "X-{{y}}": "{{x}}"}, None),
    "query_params": ({}, {"page": 1, "q": "{{q}}"}),
    "sensitive_headers": ({}, {"Authorization": "{{TOKEN}}"}, {"Authorization": "s3cret"}, None),
    "api_key": ("s3cret", "{{KEY}}", None, {"$component_ref": "llm.api_key"}, ""),
    "password": ("s3cret", {"$component_ref": "store.password"}),
    "retry_policy": ({"max_attempts": 3, "recoverable_statuses": {"409": [], "429": []}}, None, {}),
    "default_generation_parameters": ({}, {"temperature": 0.0, "max_tokens": 512}, None),
    "mapping": ({}, {"yes": "yes", "no": "no"}, {"1": "one", "": "blank", "a\nb": "default"}),
    "reducers": ({}, {"x": "append", "y": "sum"}, None),
    "branch_name": ("next", "approved", "line\nbreak", "", None),
    "configuration": ({"package_name": "P", "nested": {"a": [None, {}]}}, {}, None),
    "session_parameters": ({"read_timeout_seconds": 60}, {}, None),
    "env": ({}, {"KEY": "{{KEY}}"}, None),
    "args": ([], ["-m", "x", ""], None),
    "scopes": (["a"], "a b", None),
    "handoff": (True, False, "always", None),
    "datastore_schema": ({}, {"rows": {"type": "object", "title": "rows", "properties": {}}}),
    "max_cache_size": (10, None),
    "max_num_messages": (10, None),
    "serving_mode": ("ON_DEMAND", "DEDICATED", None),
}
"""What people write into a field."""


def draw_field(choices: Stranger, name: str) -> Any:
    """A value for a field that holds no component."""
    if choices.odd(15):
        return draw_json(choices)
    options = _USUAL.get(name)
    return draw_text(choices) if options is None else choices.pick(options)


def draw_properties(choices: Stranger) -> Any:
    """A list of inputs or outputs; now and then what people write instead of one."""
    if choices.odd(5):
        return choices.pick((None, {}, {"x": {"type": "string"}}, "x", [True], [None]))
    titles = dict.fromkeys(draw_title(choices) for _ in range(choices.count(0, 3)))
    repeated = list(titles)[:1] if choices.odd(3) else []
    return [draw_property(choices, title) for title in (*titles, *repeated)]
