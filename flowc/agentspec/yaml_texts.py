"""Text that YAML turns into numbers and booleans, where the specification says that it is text.

`agentspec_version: 26.10` is the number 26.1 to YAML, and `from_branch: no` is false. What was
written is what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.json_text import Loaded
from flowc.agentspec.keys import REFERENCE, TYPE, VERSIONS
from flowc.agentspec.text_rules import TWO_READINGS, WRITTEN_TEXT
from flowc.diagnostics import Diagnostic
from flowc.ir.catalogue import CATALOGUE, SENSITIVE
from flowc.ir.values import kind
from flowc.records import replace
from flowc.text import JsonPath, Span

_ALWAYS = frozenset({TYPE, REFERENCE, "id", "name", "description"})
_TEXTS = _ALWAYS | frozenset(
    {
        "additional_instructions", "agent_endpoint_id", "agent_url", "api_key", "api_provider",
        "api_spec_uri", "api_type", "auth_file_location", "auth_profile", "auth_type",
        "branch_name", "ca_file", "cache_collection_name", "cert_file", "client_id",
        "client_id_metadata_url", "client_secret", "command", "compartment_id", "config_dir",
        "conversation_store_id", "credential_name", "cwd", "destination_input", "dsn",
        "executor_name", "from_branch", "host", "http_method", "issuer", "key_file", "location",
        "message", "model_id", "password", "project_id", "prompt_template", "protocol",
        "provider", "redirect_uri", "registration_endpoint", "resource", "scope_policy", "scopes",
        "service_endpoint", "serving_mode", "source_output", "ssl_ca_cert", "sslcert", "sslcrl",
        "sslkey", "sslmode", "sslrootcert", "summarization_instructions",
        "summarized_conversation_template", "summarized_message_template", "system_prompt",
        "token_endpoint_auth_method", "tool_type", "tool_version", "type", "url", "user",
        "wallet_location", "wallet_password",
    }
)  # fmt: skip
"""The fields of known component types that hold text, whatever the type."""
_TEXTS_INSIDE = frozenset(
    ("args", "branches", "env", "executor_name", "mapping", "reducers", "scopes", "url_allow_list")
)
"""Fields that hold lists of texts, or texts by key."""
_SCHEMA_TEXTS = frozenset(("title", "description", "type"))
_EDGES = ("control_flow_connections", "data_flow_connections")
_DATA = frozenset(("metadata", "default", "enum", "const", "examples"))
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
"""Anchor and tag before a scalar."""


def with_texts(loaded: Loaded) -> Loaded:
    """A YAML document with text where the specification says so, and a warning for each."""
    assert loaded.source is not None and loaded.source.locate is not None
    warnings: list[Diagnostic] = []
    for owner, key, path in _found(loaded.value):
        span = Span(loaded.source, *loaded.source.locate(path))
        text = _PROPERTIES.sub("", span.text, count=1)
        if text.startswith("*") or (owner[key] is None and text != "null"):
            continue  # an alias, for what is written somewhere else; or no text at all
        if not SENSITIVE.intersection(path):
            warnings.append(_written_text(span, path, text, owner[key]))
        owner[key] = text
    known = {item.location for item in warnings}
    others = [
        item
        for item in loaded.diagnostics
        if item.code != TWO_READINGS.code or item.location not in known
    ]
    return replace(loaded, diagnostics=(*others, *warnings))


def _found(root: Any) -> Iterator[tuple[Any, str | int, JsonPath]]:
    """What should be text and is not: the object or list, the key in it, and the whole path."""
    work: list[tuple[Any, JsonPath, bool]] = [(root, (), False)]
    while work:
        value, path, in_schema = work.pop()
        if isinstance(value, list):
            work += [
                (item, (*path, index), in_schema)
                for index, item in enumerate(value)
                if isinstance(item, (dict, list))
            ]
            continue
        if not isinstance(value, dict):
            continue
        texts, inside = _expected(value, path, in_schema)
        for key, item in list(value.items()):
            here = (*path, key)
            if key in texts and _is_misread(key, item, in_schema):
                yield value, key, here
            elif key in inside and isinstance(item, (dict, list)):
                pairs = list(item.items() if isinstance(item, dict) else enumerate(item))
                for inner, scalar in pairs:
                    if _is_misread(inner, scalar, False):
                        yield item, inner, (*here, inner)
            elif isinstance(item, (dict, list)) and key not in _DATA:
                work.append((item, here, in_schema or key in ("inputs", "outputs")))


def _is_misread(key: str | int, value: Any, in_schema: bool) -> bool:
    return isinstance(value, (bool, int, float)) or (in_schema and key == "type" and value is None)


def _expected(
    value: Mapping[str, Any], path: JsonPath, in_schema: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """The fields of an object that are text, and those that have only texts in them."""
    if in_schema:
        return (frozenset() if path[-1] == "properties" else _SCHEMA_TEXTS), frozenset()
    type_ = value.get(TYPE)
    is_edge = TYPE not in value and len(path) > 1 and path[-2] in _EDGES
    texts = frozenset(VERSIONS) if path == () else frozenset()
    if is_edge or (isinstance(type_, str) and type_ in CATALOGUE):
        return texts | _TEXTS, _TEXTS_INSIDE
    named = TYPE in value or path == ()
    return texts | (_ALWAYS if named else frozenset({REFERENCE})), frozenset()


def _written_text(span: Span, path: JsonPath, text: str, value: Any) -> Diagnostic:
    name = next(key for key in reversed(path) if isinstance(key, str))
    title = f"'{name}' is text, but {text} without quotes is {kind(value)}; it is read as '{text}'"
    return WRITTEN_TEXT.at(span, title, hint=f"Write '{text}' in quotes.")
