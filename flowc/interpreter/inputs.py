"""What a flow accepts as its input (SEMANTICS 18)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flowc import faults
from flowc.diagnostics import did_you_mean
from flowc.interpreter.defaults import default_of
from flowc.interpreter.ports import Conversion
from flowc.ir.flow import Flow


class FlowInputs:
    """The inputs of a flow: what it accepts, worked out once for all its runs."""

    def __init__(self, flow: Flow) -> None:
        self._name = flow.name
        self._declared = {item.title: item for item in flow.effective_inputs()}
        self._conversions = {
            title: Conversion(_place(flow, title), item.type)
            for title, item in self._declared.items()
        }

    def taken(self, inputs: object) -> dict[str, Any]:
        """The flow's inputs by title, in declared order, converted, defaults filled in.

        `inputs` is a mapping; text that is a JSON object; None, blank text, `null` or `[]` for no
        inputs; or a list of `{name, value}` objects (also as text). Raises TypeError for anything
        else, for an unknown input (its note suggests one) and for a missing one, then what
        conversion raises.
        """
        given = self._by_title(inputs)
        if given.keys() != self._conversions.keys():
            given = self._completed(given)
        return {title: convert(given[title]) for title, convert in self._conversions.items()}

    def _completed(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is given, and the defaults of what is not."""
        for title in given:
            if title not in self._declared:
                raise self._unknown(title)
        missing = [title for title in self._declared if title not in given]
        for title in missing:
            if not self._declared[title].has_default:
                raise faults.MISSING_INPUT.error(flow=self._name, input=title)
        return {**given, **{title: default_of(self._declared[title]) for title in missing}}

    def _by_title(self, inputs: object) -> Mapping[str, Any]:
        if isinstance(inputs, str):
            inputs = _decoded(inputs)
        if inputs is None:
            return {}
        if isinstance(inputs, (dict, Mapping)):  # of a dict that is quicker to find out
            return inputs
        if isinstance(inputs, list) and all(map(_is_named_value, inputs)):
            return {item["name"]: item["value"] for item in inputs}
        raise faults.INPUTS_NOT_AN_OBJECT.error(flow=self._name, actual=type(inputs).__name__)

    def _unknown(self, title: str) -> BaseException:
        error = faults.NOT_AN_INPUT.error(flow=self._name, input=title)
        if hint := did_you_mean(str(title), self._declared):
            error.add_note(hint)
        return error


def _place(flow: Flow, title: str) -> str:
    """How errors name an input of the flow."""
    return faults.FLOW_INPUT_PLACE.format(title=title, flow=flow.name)


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
