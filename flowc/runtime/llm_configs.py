"""LLM configuration components, as what an OpenAI-compatible client needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from flowc.runtime import faults
from flowc.runtime.secrets import Secrets, revealed
from flowc.runtime.urls import object_in, origin_of

TIMEOUT = 600.0
"""Seconds that a model may take, unless the `retry_policy` says otherwise."""
_OPENAI = "https://api.openai.com/v1"
_COMPATIBLE = ("VllmConfig", "OllamaConfig", "OpenAiCompatibleConfig")
_OURS = frozenset(
    {"model", "messages", "input", "tools", "response_format", "text", "stream", "stream_options"}
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is, and how to be let in."""

    base_url: str
    api_key: str = field(repr=False)
    organization: str | None = None
    project: str | None = None
    ca_file: str | None = None
    cert_file: str | None = None
    key_file: str | None = None

    @property
    def origin(self) -> str:
        """What error messages name."""
        return origin_of(self.base_url)


def endpoint_of(
    config: Mapping[str, Any], secrets: Secrets, environ: Mapping[str, str]
) -> Endpoint:
    """The endpoint of a VllmConfig, OllamaConfig, OpenAiCompatibleConfig or OpenAiConfig, or of a
    bare LlmConfig whose `api_provider` is ``openai``.

    `environ` is looked at for OpenAI itself alone: its variables are not for other servers, whose
    URL is in the document. NotImplementedError for other configurations, LookupError for a missing
    key or secret.
    """
    kind = config["component_type"]
    key = revealed(config.get("api_key"), secrets)
    if kind in _COMPATIBLE:
        files = {
            name: revealed(config.get(name), secrets)
            for name in ("ca_file", "cert_file", "key_file")
        }
        return Endpoint(_base_url(config["url"]), key or "EMPTY", **files)
    if kind != "OpenAiConfig" and (kind, config.get("api_provider")) != ("LlmConfig", "openai"):
        raise faults.NO_MODEL_CLIENT.error(type=kind)
    if config.get("url"):
        return Endpoint(_base_url(config["url"]), key or "EMPTY")
    key = key or environ.get("OPENAI_API_KEY")
    if not key:
        raise faults.NO_MODEL_KEY.error(secret=f"{config['id']}.api_key")
    return Endpoint(
        environ.get("OPENAI_BASE_URL") or _OPENAI,
        key,
        environ.get("OPENAI_ORG_ID"),
        environ.get("OPENAI_PROJECT_ID"),
    )


def parameters_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The generation parameters that are set. ValueError for one that is not a parameter of the
    generation, but part of the request."""
    given = object_in(config, "default_generation_parameters")
    found = {name: value for name, value in given.items() if value is not None}
    for name in found:
        if name in _OURS:
            raise faults.NO_PARAMETER.error(parameter=name)
    return found


def timeout_of(config: Mapping[str, Any]) -> float:
    """Seconds that one request may take."""
    seconds = object_in(config, "retry_policy").get("request_timeout")
    return TIMEOUT if seconds is None else float(seconds)


def uses_responses(config: Mapping[str, Any]) -> bool:
    """Whether the model is asked through the responses API, not through chat completions."""
    kind = config.get("api_type")
    if kind not in (None, "chat_completions", "responses"):
        raise faults.NO_API_TYPE.error(api_type=kind)
    return kind == "responses"


def _base_url(url: str) -> str:
    """The URL with a scheme, and with the path ``/v1`` if it has none; as the engines do it."""
    url = (url if "://" in url else f"http://{url}").rstrip("/")
    origin_of(url)
    return url if urlsplit(url).path else f"{url}/v1"
