"""The component types of Agent Spec 26.3.1 and their own fields: data, no code that knows them.

Used for warnings about unknown and missing fields, and to keep secrets out of documents. Versions
are in :mod:`flowc.ir.versions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import lru_cache

from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A component type: all its own fields; those it must have; those that hold secrets; those
    that hold data, in which nothing is a component; those for which null says something; and all
    fields, those that every component may have included."""

    fields: tuple[str, ...]
    required: frozenset[str]
    sensitive: frozenset[str]
    data: frozenset[str]
    null_counts: frozenset[str]
    known: frozenset[str]

    def has_all(self, names: Set[str]) -> bool:
        """Whether a component of these fields has all that it must have, and only known ones."""
        return self.required <= names <= self.known


SHARED_FIELDS = ("id", "name", "description", "metadata", "inputs", "outputs")
"""Fields that every component may have, in the order in which they are written."""

_LLM = (
    "model_id! provider api_provider api_type api_key* default_generation_parameters~ retry_policy~"
)
_OPENAI_LIKE = f"{_LLM} url! key_file* cert_file* ca_file*"
_OCI = "service_endpoint! auth_type"
_HTTP = (
    "url! http_method! api_spec_uri data~ query_params~ headers~ sensitive_headers*~"
    " url_allow_list~ retry_policy~ allow_insecure_http allow_fragments allow_credentials"
)
_REMOTE = "url! session_parameters~ auth headers~ sensitive_headers*~ retry_policy~"
_MTLS = f"{_REMOTE} key_file!* cert_file!* ca_file!*"
_ORACLE = "user!* password!* dsn!* config_dir protocol"
_STORE = "datastore_schema!~ connection_config!"
_CACHE = "max_cache_size? max_cache_lifetime? cache_collection_name datastore?"

_TABLE: Mapping[str, str] = {
    # tools and what they come from
    "ServerTool": "requires_confirmation",
    "ClientTool": "requires_confirmation",
    "RemoteTool": f"requires_confirmation {_HTTP}",
    "BuiltinTool": "requires_confirmation tool_type! configuration~ executor_name tool_version",
    "MCPTool": "requires_confirmation client_transport! retry_policy~",
    "MCPToolSpec": "requires_confirmation",
    "MCPToolBox": "requires_confirmation client_transport! retry_policy~ tool_filter",
    "StdioTransport": "command! args env~ cwd session_parameters~",
    "SSETransport": _REMOTE,
    "SSEmTLSTransport": _MTLS,
    "StreamableHTTPTransport": _REMOTE,
    "StreamableHTTPmTLSTransport": _MTLS,
    "OAuthConfig": "issuer endpoints~ client! redirect_uri! scopes scope_policy pkce~ resource",
    "OAuthClientConfig": (
        "type! client_id* client_secret* token_endpoint_auth_method client_id_metadata_url*"
        " registration_endpoint"
    ),
    # models
    "LlmConfig": f"{_LLM} url",
    "OpenAiConfig": f"{_LLM} url",
    "OpenAiCompatibleConfig": _OPENAI_LIKE,
    "VllmConfig": _OPENAI_LIKE,
    "OllamaConfig": _OPENAI_LIKE,
    "GeminiConfig": f"{_LLM} url auth!",
    "GeminiAIStudioAuthConfig": "api_key*",
    "GeminiVertexAIAuthConfig": "project_id location credentials*~",
    "OciGenAiConfig": (
        f"{_LLM} url compartment_id! serving_mode client_config! conversation_store_id"
    ),
    "OciClientConfigWithApiKey": f"{_OCI} auth_profile! auth_file_location!*",
    "OciClientConfigWithSecurityToken": f"{_OCI} auth_profile! auth_file_location!*",
    "OciClientConfigWithInstancePrincipal": _OCI,
    "OciClientConfigWithResourcePrincipal": _OCI,
    "DbmsVectorChainLlmConfig": (
        f"{_LLM} provider! url! host credential_name transfer_timeout connection_config"
    ),
    # agents
    "Agent": "llm_config! system_prompt! tools toolboxes human_in_the_loop transforms",
    "OciAgent": "agent_endpoint_id! client_config! retry_policy~",
    "A2AAgent": "agent_url! connection_config! session_parameters~",
    "A2AConnectionConfig": ("timeout headers~ verify key_file cert_file ssl_ca_cert retry_policy~"),
    "SpecializedAgent": "agent! agent_specialization_parameters!",
    "AgentSpecializationParameters": "additional_instructions additional_tools human_in_the_loop",
    "Swarm": "first_agent! relationships! handoff",
    "ManagerWorkers": "group_manager! workers!",
    "MessageSummarizationTransform": (
        f"llm! max_message_size summarization_instructions summarized_message_template {_CACHE}"
    ),
    "ConversationSummarizationTransform": (
        "llm! max_num_messages? max_num_characters min_num_messages summarization_instructions"
        f" summarized_conversation_template {_CACHE}"
    ),
    # data
    "InMemoryCollectionDatastore": "datastore_schema!~",
    "OracleDatabaseDatastore": _STORE,
    "PostgresDatabaseDatastore": _STORE,
    "TlsOracleDatabaseConnectionConfig": _ORACLE,
    "MTlsOracleDatabaseConnectionConfig": f"{_ORACLE} wallet_location!* wallet_password!*",
    "TlsPostgresDatabaseConnectionConfig": (
        "user!* password!* url! sslmode sslcert sslkey* sslrootcert sslcrl"
    ),
    # flows, their nodes and their edges
    "Flow": "start_node! nodes! control_flow_connections! data_flow_connections",
    "ControlFlowEdge": "from_node! from_branch to_node!",
    "DataFlowEdge": "source_node! source_output! destination_node! destination_input!",
    "StartNode": "branches",
    "EndNode": "branches branch_name",
    "ToolNode": "branches tool!",
    "BranchingNode": "branches mapping!~",
    "FlowNode": "branches subflow!",
    "AgentNode": "branches agent!",
    "LlmNode": "branches llm_config! prompt_template!",
    "ApiNode": f"branches {_HTTP}",
    "InputMessageNode": "branches message",
    "OutputMessageNode": "branches message!",
    "MapNode": "branches subflow! reducers~",
    "ParallelMapNode": "branches subflow! reducers~",
    "ParallelFlowNode": "branches subflows",
    "CatchExceptionNode": "branches subflow!",
}
"""Fields by type: `!` required, `*` sensitive, `~` data, `?` null differs from absent."""


def _entry(row: str) -> Entry:
    marked: dict[str, str] = {}
    for word in row.split():
        name = word.rstrip("!*~?")
        marked[name] = marked.get(name, "") + word[len(name) :]

    def having(mark: str) -> frozenset[str]:
        return frozenset(name for name, marks in marked.items() if mark in marks)

    return Entry(
        fields=tuple(marked),
        required=having("!"),
        sensitive=having("*"),
        data=having("~"),
        null_counts=having("?"),
        known=frozenset((*SHARED_FIELDS, *marked)),
    )


CATALOGUE: Mapping[str, Entry] = {name: _entry(row) for name, row in _TABLE.items()}
"""The known component types by name."""

SENSITIVE = frozenset(name for entry in CATALOGUE.values() for name in entry.sensitive)
"""The fields of any type that hold secrets."""


def in_order(names: Iterable[str], component_type: str) -> tuple[str, ...]:
    """The names of a component's fields in the specification's order, unknown ones by name."""
    return _in_order(tuple(names), component_type)


@lru_cache(maxsize=256)  # most components of a type have the same fields
def _in_order(names: tuple[str, ...], component_type: str) -> tuple[str, ...]:
    entry = CATALOGUE.get(component_type)
    rest = set(names)
    first = [
        name
        for name in dict.fromkeys((*SHARED_FIELDS, *(() if entry is None else entry.fields)))
        if name in rest
    ]
    return (*first, *sorted(rest - set(first)))
