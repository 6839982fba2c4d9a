"""All kinds of defects that are put into documents to see whether check finds them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import control_defects
import data_defects
import part_defects
from raw_flows import Expected, Raw

import flowc
from flowc.agentspec.yaml_writer import yaml_text
from flowc.diagnostics import Diagnostic
from flowc.text import Pointer

Defect = Callable[[Raw], Expected | None]

DEFECTS: Mapping[str, Defect] = {
    defect.__name__: defect
    for defect in (*control_defects.DEFECTS, *data_defects.DEFECTS, *part_defects.DEFECTS)
}
_TRIES = 20


def with_defect(
    document: Mapping[str, Any], random: Random
) -> tuple[str, dict[str, Any], Expected] | None:
    """The document with a defect that it has a place for: its name, the document, what is to be
    found. None if a number of tries find none."""
    for _ in range(_TRIES):
        name = random.choice(list(DEFECTS))
        raw = Raw(document, random)
        expected = DEFECTS[name](raw)
        if expected is not None:
            return name, raw.document, expected
    return None


def in_json(document: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    """What flowc says of the document as JSON text."""
    return flowc.from_json(json.dumps(document, indent=1), filename="d.json").diagnostics


def in_yaml(document: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    """What flowc says of the document as YAML text."""
    return flowc.from_yaml(yaml_text(document), filename="d.yaml").diagnostics


def is_found(expected: Expected, found: tuple[Diagnostic, ...]) -> bool:
    """Whether the code was found, at the very place."""
    return any(it.code == expected.code and _is_at(expected, it) for it in found)


def _is_at(expected: Expected, found: Diagnostic) -> bool:
    place = found.location
    if place is None:
        return False
    if isinstance(place, Pointer) and not expected.words:
        return place.path == expected.path
    value = Pointer(place.source, expected.path).span()
    span = place.span()
    if not expected.words:
        return (span.start, span.end) == (value.start, value.end)
    return span.text == expected.words and value.start <= span.start and span.end <= value.end
