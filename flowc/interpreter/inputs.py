"""What a flow accepts as its input (SEMANTICS 18)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flowc import faults
from flowc.diagnostics import did_you_mean
from flowc.interpreter.convert import convert
from flowc.interpreter.defaults import default_of
from flowc.ir.flow import Flow


def flow_inputs(flow: Flow, inputs: object) -> dict[str, Any]:
    """The flow's inputs by title, in declared order, converted, defaults filled in.

    `inputs` is a mapping; text that is a JSON object; None, blank text, `null` or `[]` for no
    inputs; or a list of `{name, value}` objects (also as text). Raises TypeError for anything else,
    for an unknown input (its note suggests one) and for a missing one, then what conversion raises.
    """
    given = _by_title(flow, inputs)
    declared = {item.title: item for item in flow.effective_inputs()}
    for title in given:
        if title not in declared:
            raise _unknown(flow, title, declared)
    for title, item in declared.items():
        if title not in given and not item.has_default:
            raise faults.MISSING_INPUT.error(flow=flow.name, input=title)
    values: dict[str, Any] = {}
    for title, item in declared.items():
        value = given[title] if title in given else default_of(item)
        place = faults.FLOW_INPUT_PLACE.format(title=title, flow=flow.name)
        values[title] = convert(value, item.type, place)
    return values


def _by_title(flow: Flow, inputs: object) -> Mapping[str, Any]:
    if isinstance(inputs, str):
        inputs = _decoded(inputs)
    if inputs is None:
        return {}
    if isinstance(inputs, Mapping):
        return inputs
    if isinstance(inputs, list) and all(map(_is_named_value, inputs)):
        return {item["name"]: item["value"] for item in inputs}
    raise faults.INPUTS_NOT_AN_OBJECT.error(flow=flow.name, actual=type(inputs).__name__)


def _decoded(text: str) -> object:
    """The JSON value of a text, None if it is blank; the text itself if it is no JSON."""
    if not text.strip():
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _is_named_value(item: object) -> bool:
    return (
        isinstance(item, Mapping)
        and "name" in item
        and "value" in item
        and isinstance(item["name"], str)
    )


def _unknown(flow: Flow, title: str, declared: Mapping[str, object]) -> BaseException:
    error = faults.NOT_AN_INPUT.error(flow=flow.name, input=title)
    if hint := did_you_mean(str(title), declared):
        error.add_note(hint)
    return error
