"""What the fields of components must look like: data from the specification, 26.3.1.

Fields that hold components are in :mod:`flowc.ir.kinds`; those of nodes that have a place of their
own in the IR are read with their shape, and so are what all components have, such as `inputs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from flowc.ir.placeholders import placeholders
from flowc.ir.values import ABSENT, Ref
from flowc.records import dataclass
from flowc.text import JsonPath


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value must be: a test, what messages call it, and the shape of all that is in it or of
    its fields by name. A `closed` object has no other fields. `choices` are the texts it may be."""

    expected: str
    fits: Callable[[object], bool]
    inner: Shape | None = None
    fields: Mapping[str, Shape] | None = None
    closed: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that is not of its shape: where it stands and what it is. Without a `shape`, the
    object in which it stands has no such field, but `known` ones."""

    path: JsonPath
    value: object
    shape: Shape | None
    known: tuple[str, ...] = ()


def misfits(shape: Shape, value: object, path: JsonPath) -> Iterator[Misfit]:
    """What of a value at `path` is not of its shape. Null says nothing; a placeholder is filled
    later; what a reference stands for is not looked at."""
    if value is None or value is ABSENT or isinstance(value, Ref) or _is_filled_later(value):
        return
    if not shape.fits(value):
        yield Misfit(path, value, shape)
        return
    if shape.inner is not None:
        for key, item in _entries(value):
            yield from misfits(shape.inner, item, (*path, key))
    if shape.fields is not None and isinstance(value, Mapping):
        for key, item in value.items():
            field = shape.fields.get(key)
            if field is not None:
                yield from misfits(field, item, (*path, key))
            elif shape.closed:
                yield Misfit((*path, key), item, None, tuple(shape.fields))


def _is_filled_later(value: object) -> bool:
    """Whether a placeholder stands for the value; `[[NAME]]` without quotes is a list in YAML."""
    match value:
        case str():
            return bool(placeholders(value))
        case [[str(name)]]:
            return name.isidentifier()
        case _:
            return False


def _entries(value: object) -> Iterable[tuple[str | int, object]]:
    """What is in an object or a list, by key or index; nothing is in anything else."""
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if _is_list(value) and isinstance(value, Sequence) else ()


# Shapes -------------------------------------------------------------------------------------------


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_integer(value: object) -> bool:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return whole and not isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _one_of(*choices: str) -> Shape:
    listed = " or ".join(f"'{choice}'" for choice in choices)
    return Shape(listed, lambda value: value in choices, choices=choices)


def _object(*, closed: bool = False, **fields: Shape) -> Shape:
    return Shape("an object", _is_object, fields=fields, closed=closed)


_TEXT = Shape("text", lambda value: isinstance(value, str))
_FLAG = Shape("true or false", lambda value: isinstance(value, bool))
_NUMBER = Shape("a number", _is_number)
_INTEGER = Shape("a whole number", _is_integer)
_TEXTS = Shape("an object of texts", _is_object, _TEXT)
_OBJECT = Shape("an object", _is_object)
_OBJECTS = Shape("an object of JSON schemas", _is_object, _OBJECT)
_LIST = Shape("a list", _is_list)
_TEXT_LIST = Shape("a list of texts", _is_list, _TEXT)
_TEXT_OR_TEXTS = Shape(
    "text or a list of texts", lambda value: isinstance(value, (str, list, tuple)), _TEXT
)
_TEXT_OR_OBJECT = Shape("text or an object", lambda value: isinstance(value, (str, Mapping)))
_HANDOFF = Shape(
    "true, false, 'never', 'optional' or 'always'",
    lambda value: isinstance(value, bool) or value in ("never", "optional", "always"),
    choices=("never", "optional", "always"),
)
_RETRY_POLICY = _object(
    closed=True,
    max_attempts=_INTEGER,
    request_timeout=_NUMBER,
    initial_retry_delay=_NUMBER,
    max_retry_delay=_NUMBER,
    backoff_factor=_NUMBER,
    jitter=_one_of("equal", "full", "full_and_equal_for_throttle", "decorrelated"),
    service_error_retry_on_any_5xx=_FLAG,
    recoverable_statuses=Shape("an object of lists", _is_object, _TEXT_LIST),
)

# Fields that several types have -------------------------------------------------------------------

Shapes = Mapping[str, Shape]

_TOOL: Shapes = {"requires_confirmation": _FLAG}
_RETRIED: Shapes = {"retry_policy": _RETRY_POLICY}
_SESSION: Shapes = {"session_parameters": _object(read_timeout_seconds=_NUMBER)}
_REQUEST: Shapes = {
    **_RETRIED,
    "api_spec_uri": _TEXT,
    "query_params": _OBJECT,
    "headers": _OBJECT,
    "sensitive_headers": _OBJECT,
    "url_allow_list": _TEXT_LIST,
}
_REMOTE: Shapes = {
    **_RETRIED,
    **_SESSION,
    "url": _TEXT,
    "headers": _TEXTS,
    "sensitive_headers": _TEXTS,
}
_CERTIFIED: Shapes = {"key_file": _TEXT, "cert_file": _TEXT, "ca_file": _TEXT}
_LLM: Shapes = {
    **_RETRIED,
    "model_id": _TEXT,
    "provider": _TEXT,
    "api_provider": _TEXT,
    "api_type": _TEXT,
    "url": _TEXT,
    "api_key": _TEXT,
    "default_generation_parameters": _object(
        max_tokens=_INTEGER, temperature=_NUMBER, top_p=_NUMBER
    ),
}
_OPENAI_LIKE: Shapes = {
    **_LLM,
    **_CERTIFIED,
    "api_type": _one_of("chat_completions", "responses"),
}
_OCI: Shapes = {"service_endpoint": _TEXT, "auth_type": _TEXT}
_OCI_FILE: Shapes = {**_OCI, "auth_profile": _TEXT, "auth_file_location": _TEXT}
_ORACLE: Shapes = {
    "user": _TEXT,
    "password": _TEXT,
    "dsn": _TEXT,
    "config_dir": _TEXT,
    "protocol": _one_of("tcp", "tcps"),
}
_STORE: Shapes = {"datastore_schema": _OBJECTS}
_CACHE: Shapes = {
    "summarization_instructions": _TEXT,
    "max_cache_size": _INTEGER,
    "max_cache_lifetime": _INTEGER,
    "cache_collection_name": _TEXT,
}

FIELD_SHAPES: Mapping[str, Shapes] = {
    # tools and what they come from
    "ServerTool": _TOOL,
    "ClientTool": _TOOL,
    "RemoteTool": {
        **_TOOL,
        **_REQUEST,
        "url": _TEXT,
        "http_method": _TEXT,
        "allow_insecure_http": _FLAG,
        "allow_fragments": _FLAG,
        "allow_credentials": _FLAG,
    },
    "BuiltinTool": {
        **_TOOL,
        "tool_type": _TEXT,
        "configuration": _OBJECT,
        "executor_name": _TEXT_OR_TEXTS,
        "tool_version": _TEXT,
    },
    "MCPTool": {**_TOOL, **_RETRIED},
    "MCPToolSpec": _TOOL,
    "MCPToolBox": {**_TOOL, **_RETRIED, "tool_filter": _LIST},
    "StdioTransport": {
        **_SESSION,
        "command": _TEXT,
        "args": _TEXT_LIST,
        "env": _TEXTS,
        "cwd": _TEXT,
    },
    "SSETransport": _REMOTE,
    "SSEmTLSTransport": {**_REMOTE, **_CERTIFIED},
    "StreamableHTTPTransport": _REMOTE,
    "StreamableHTTPmTLSTransport": {**_REMOTE, **_CERTIFIED},
    "OAuthConfig": {
        "issuer": _TEXT,
        "endpoints": _object(
            authorization_endpoint=_TEXT, token_endpoint=_TEXT, refresh_endpoint=_TEXT
        ),
        "redirect_uri": _TEXT,
        "scopes": _TEXT_OR_TEXTS,
        "scope_policy": _one_of("use_challenge_or_supported", "fixed"),
        "pkce": _object(required=_FLAG, method=_one_of("plain", "S256")),
        "resource": _TEXT,
    },
    "OAuthClientConfig": {
        "type": _one_of("pre_registered", "client_id_metadata_document", "dynamic_registration"),
        "client_id": _TEXT,
        "client_secret": _TEXT,
        "token_endpoint_auth_method": _TEXT,
        "client_id_metadata_url": _TEXT,
        "registration_endpoint": _TEXT,
    },
    # models
    "LlmConfig": _LLM,
    "OpenAiConfig": {**_LLM, "api_type": _one_of("chat_completions", "responses")},
    "OpenAiCompatibleConfig": _OPENAI_LIKE,
    "VllmConfig": _OPENAI_LIKE,
    "OllamaConfig": _OPENAI_LIKE,
    "GeminiConfig": _LLM,
    "GeminiAIStudioAuthConfig": {"api_key": _TEXT},
    "GeminiVertexAIAuthConfig": {
        "project_id": _TEXT,
        "location": _TEXT,
        "credentials": _TEXT_OR_OBJECT,
    },
    "OciGenAiConfig": {
        **_LLM,
        "api_type": _one_of("openai_chat_completions", "openai_responses", "oci"),
        "provider": _one_of("META", "GROK", "XAI", "COHERE", "OTHER"),
        "compartment_id": _TEXT,
        "serving_mode": _one_of("ON_DEMAND", "DEDICATED"),
        "conversation_store_id": _TEXT,
    },
    "OciClientConfigWithApiKey": _OCI_FILE,
    "OciClientConfigWithSecurityToken": _OCI_FILE,
    "OciClientConfigWithInstancePrincipal": _OCI,
    "OciClientConfigWithResourcePrincipal": _OCI,
    "DbmsVectorChainLlmConfig": {
        **_LLM,
        "host": _TEXT,
        "credential_name": _TEXT,
        "transfer_timeout": _INTEGER,
    },
    # agents
    "Agent": {"system_prompt": _TEXT, "human_in_the_loop": _FLAG},
    "OciAgent": {**_RETRIED, "agent_endpoint_id": _TEXT},
    "A2AAgent": {
        "agent_url": _TEXT,
        "session_parameters": _object(timeout=_NUMBER, poll_interval=_NUMBER, max_retries=_INTEGER),
    },
    "A2AConnectionConfig": {
        **_RETRIED,
        "timeout": _NUMBER,
        "headers": _TEXTS,
        "verify": _FLAG,
        "key_file": _TEXT,
        "cert_file": _TEXT,
        "ssl_ca_cert": _TEXT,
    },
    "AgentSpecializationParameters": {
        "additional_instructions": _TEXT,
        "human_in_the_loop": _FLAG,
    },
    "Swarm": {"handoff": _HANDOFF},
    "MessageSummarizationTransform": {
        **_CACHE,
        "max_message_size": _INTEGER,
        "summarized_message_template": _TEXT,
    },
    "ConversationSummarizationTransform": {
        **_CACHE,
        "max_num_messages": _INTEGER,
        "max_num_characters": _INTEGER,
        "min_num_messages": _INTEGER,
        "summarized_conversation_template": _TEXT,
    },
    # data
    "InMemoryCollectionDatastore": _STORE,
    "OracleDatabaseDatastore": _STORE,
    "PostgresDatabaseDatastore": _STORE,
    "TlsOracleDatabaseConnectionConfig": _ORACLE,
    "MTlsOracleDatabaseConnectionConfig": {
        **_ORACLE,
        "wallet_location": _TEXT,
        "wallet_password": _TEXT,
    },
    "TlsPostgresDatabaseConnectionConfig": {
        "user": _TEXT,
        "password": _TEXT,
        "url": _TEXT,
        "sslmode": _one_of("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
        "sslcert": _TEXT,
        "sslkey": _TEXT,
        "sslrootcert": _TEXT,
        "sslcrl": _TEXT,
    },
    # nodes: the fields that are read as they are
    "ApiNode": _REQUEST,
}
"""The shapes of fields by type and field."""
