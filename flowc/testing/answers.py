"""Random answers of services, which are JSON: right ones, and those that do not fit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flowc.ir.types import Property
from flowc.testing.services import Answer, Status
from flowc.testing.tools import FAILURES, Raise, Return
from flowc.testing.types import draw_loose, draw_value, draw_wrong

if TYPE_CHECKING:
    from flowc.testing.library import Library

TEXTS = ("a", "b", "", "true", '{"a": 1}', "é\n")
_STATUSES = (404, 500, 302)


def text_answers(library: Library) -> list[Answer]:
    """What a model answers in plain text."""
    choices = library.choices
    texts = TEXTS if choices.dialect.odd_answers else tuple(filter(None, TEXTS))
    return [Return(choices.pick(texts)) for _ in range(choices.count(1, 3))]


def answers(library: Library, outputs: Sequence[Property], service: str) -> list[Answer]:
    """What a service answers for these outputs: JSON objects, of which some may not fit."""
    choices = library.choices
    found: list[Answer] = [_fit(library, outputs) for _ in range(choices.count(1, 2))]
    unfit = library.faulty and outputs and choices.dialect.odd_answers
    if unfit and choices.chance(25):
        found.append(_unfit(library, outputs, service))
        library.shapes.add("unfit answer")
    return found


def _fit(library: Library, outputs: Sequence[Property]) -> Answer:
    """An object with all outputs; some that have a default may be missing."""
    choices = library.choices
    odd = choices.dialect.odd_answers
    values: dict[str, Any] = {}
    for item in outputs:
        if item.has_default and odd and choices.chance(50):
            continue
        loose = odd and choices.chance(25) and choices.dialect.converts(item.type)
        values[item.title] = (draw_loose if loose else draw_value)(choices, item.type)
    return Return(values | {"surplus": 1} if choices.chance(20) else values)


def _unfit(library: Library, outputs: Sequence[Property], service: str) -> Answer:
    """An answer that fails the node, mostly."""
    choices = library.choices
    first, *rest = outputs
    values = {item.title: draw_value(choices, item.type) for item in rest}
    kind = choices.count(0, 4)
    if kind == 0:
        return Return(values)
    if kind == 1:
        return Return(choices.pick(([1], "text", None)))
    if kind >= 3 and service == "http":
        return Status(choices.pick(_STATUSES), values)
    if kind == 3 and service == "agents":
        return Raise(choices.pick(sorted(FAILURES)), "no agent")
    return Return({first.title: as_json(draw_wrong(choices, first.type)), **values})


def as_json(value: Any) -> Any:
    """The value as JSON has it; an object if it has none."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return {"wrong": True}
