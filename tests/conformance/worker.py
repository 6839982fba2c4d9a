"""Runs inside the environment of pyagentspec: loads documents, says what it thinks of each.

One JSON text per line in, `{"error": null}` or `{"error": "…"}` per line out.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from pyagentspec.serialization import AgentSpecDeserializer  # type: ignore[import-not-found]

_HEADERS = "sensitive_headers"
_SECRETS = frozenset(
    "api_key key_file cert_file ca_file user password dsn wallet_location wallet_password sslkey"
    f" credentials auth_file_location client_id client_secret {_HEADERS}".split()
)


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$component_ref")
        if isinstance(reference, str):
            yield reference
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _secrets(document: Any) -> dict[str, Any]:
    """Values for the placeholders of sensitive fields, which a document never carries."""
    fields = {id_: id_.rpartition(".")[2] for id_ in _references(document) if "." in id_}
    return {
        id_: {"x": "secret"} if field == _HEADERS else "secret"
        for id_, field in fields.items()
        if field in _SECRETS
    }


def _error(text: str) -> str | None:
    secrets = _secrets(json.loads(text)) or None
    try:
        AgentSpecDeserializer().from_json(text, components_registry=secrets)
    except Exception as error:
        if "required in context" in str(error):  # the SDK failed to say what is wrong
            return _first_finding(json.loads(text), secrets)
        return f"{type(error).__name__}: {error}"
    return None


def _first_finding(document: Any, secrets: dict[str, Any] | None) -> str:
    """What the SDK's validation says first, without what it does to tell it."""
    loader = AgentSpecDeserializer()
    _, findings = loader.from_partial_dict(document, components_registry=secrets)
    return f"ValueError: {findings[0].msg}"


def main() -> None:
    warnings.simplefilter("ignore")
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps({"error": _error(json.loads(line))}), flush=True)


if __name__ == "__main__":
    main()
