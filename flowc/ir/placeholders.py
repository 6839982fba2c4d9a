"""Placeholders `{{ name }}` in texts (SEMANTICS 25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.ir.components import Component
from flowc.ir.values import FieldValue
from flowc.patterns import pattern

_PLACEHOLDER = pattern(r"\{\{\s*(\w+)\s*\}\}")
_REQUEST = ("url", "http_method", "api_spec_uri", "data", "query_params", "headers")
TEXTS: Mapping[str, tuple[str, ...]] = {
    "LlmNode": ("prompt_template",),
    "InputMessageNode": ("message",),
    "OutputMessageNode": ("message",),
    "ApiNode": _REQUEST,
    "RemoteTool": _REQUEST,
    "Agent": ("system_prompt",),
    "AgentSpecializationParameters": ("additional_instructions",),
}
"""The fields in which placeholders name inputs, by component type."""


def placeholders(value: FieldValue) -> tuple[str, ...]:
    """The names of the placeholders in the texts of a value, keys included, each once, in order."""
    return tuple(dict.fromkeys(_placeholders(value)))


def placeholders_of(component: Component) -> tuple[str, ...]:
    """The names of the placeholders in a component's own texts, each once, in order."""
    fields = component.own_fields()
    return placeholders([fields.get(name) for name in TEXTS.get(component.component_type, ())])


def _placeholders(value: FieldValue) -> Iterator[str]:
    if isinstance(value, str):
        yield from _PLACEHOLDER.findall(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _PLACEHOLDER.findall(key)
            yield from _placeholders(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _placeholders(item)
