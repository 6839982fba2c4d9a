"""What can be wrong with the text and the shape of an Agent Spec document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.text import Location

NO_DOCUMENT = Rule("FLOW500", Severity.ERROR, "the file holds no Agent Spec document")
BAD_TEXT = Rule("FLOW501", Severity.ERROR, "the file is no JSON, JSON5 or YAML")
DUPLICATE_KEY = Rule("FLOW502", Severity.ERROR, "an object has a key twice")
NO_JSON_VALUE = Rule("FLOW503", Severity.ERROR, "a value that JSON cannot hold")
TOO_LARGE = Rule("FLOW504", Severity.ERROR, "nested too deeply, or too many aliases")
ODD_KEY = Rule("FLOW505", Severity.WARNING, "a YAML key that is no text is read as text")
TWO_READINGS = Rule("FLOW506", Severity.WARNING, "YAML 1.2 reads another value")
BAD_SHAPE = Rule("FLOW510", Severity.ERROR, "a field of the wrong shape")
MISSING_FIELD = Rule("FLOW511", Severity.ERROR, "a required field is missing")
UNKNOWN_FIELD = Rule("FLOW512", Severity.WARNING, "a field that the component type does not have")
NO_NAME = Rule("FLOW513", Severity.WARNING, "a component without a name")
INLINE_SECRET = Rule("FLOW514", Severity.WARNING, "a secret stood in the document")
BESIDE_REFERENCE = Rule("FLOW515", Severity.WARNING, "keys beside a $component_ref are ignored")
UNTYPED_EDGE = Rule("FLOW516", Severity.WARNING, "an edge without a component_type")
ID_CLASH = Rule("FLOW520", Severity.ERROR, "one id for two different components (SEMANTICS 3)")
EQUAL_COPIES = Rule("FLOW521", Severity.WARNING, "equal copies of one component (SEMANTICS 3)")
NO_NODE = Rule("FLOW522", Severity.ERROR, "a flow lists something that is no node")
EMPTY_ID = Rule("FLOW524", Severity.WARNING, "an empty id, which names nothing")
WRITTEN_TEXT = Rule("FLOW523", Severity.WARNING, "text in YAML without the quotes that it needs")

Report: TypeAlias = Callable[[Diagnostic], None]
"""Takes findings, one after the other."""

DEPTH_LIMIT = 128
"""How deep objects and lists may nest. Real documents reach 14."""
ALIAS_LIMIT = 250_000
"""How many values the aliases of a YAML file may stand for, all together."""

KINDS: dict[type, str] = {
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def kind(value: object) -> str:
    """What a JSON value is, for messages: `a number`, `a list`."""
    return KINDS.get(type(value), "a component")


def too_deep(at: Location | None) -> Diagnostic:
    """The error for values that nest too deeply."""
    return TOO_LARGE.at(
        at,
        f"objects and lists are nested more than {DEPTH_LIMIT} levels deep",
        hint="Move inner components to '$referenced_components'.",
    )
