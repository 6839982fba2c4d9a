"""The fields of node kinds: which ones each has, and what their values must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flowc.diagnostics import Rule, Severity
from flowc.ir.components import SHARED
from flowc.ir.nodes import NODE_KINDS, Node
from flowc.ir.values import FieldValue, Ref
from flowc.records import dataclass, fields
from flowc.semantics.binding.report import Report
from flowc.syntax.tree import Entry

SIGNATURE_FIELD = Rule("FLOW115", Severity.ERROR, "a block sets what stands elsewhere")
"""Some fields of a component have a place of their own in the language: its type, id, name,
description, metadata, inputs and outputs. In the block they would be said twice.

Wrong:

```flow
VllmConfig llama {
  name: "Llama"
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}
```

Right:

```flow
@name("Llama")
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}
```
"""

WRONG_FIELD = Rule("FLOW116", Severity.ERROR, "a node's field has the wrong kind of value")
"""Each field of a node that flowc runs has one kind of value: a text, a reference to a component, a
list. The hint says which. In JSON and YAML this is FLOW510.

Wrong:

```flow
flow greet(who: string) -> (text: string) {
  greet_them = LlmNode(who) -> (text: string) {
    llm_config: "llama"
    prompt_template: "Greet {{who}}."
  }
  return greet_them.text
}
```

Right:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}

flow greet(who: string) -> (text: string) {
  greet_them = LlmNode(who) -> (text: string) {
    llm_config: llama
    prompt_template: "Greet {{who}}."
  }
  return greet_them.text
}
```
"""

ELSEWHERE: Mapping[str, str] = {
    "component_type": "It is the word before the name; @with({ component_type: … }) overrides it.",
    "id": 'Write @id("…") before it.',
    "name": 'Write @name("…") before it.',
    "description": 'Write it as a text on the line before: "…".',
    "metadata": "Write @meta({ … }) before it.",
    "inputs": "Write the inputs in the parentheses after the name.",
    "outputs": "Write the outputs after `->`.",
}
"""Fields of every component that have a place of their own, and which one."""

OWN: Mapping[type[Node], tuple[str, ...]] = {
    kind: tuple(spec.name for spec in fields(kind) if spec.name not in SHARED)
    for kind in NODE_KINDS
}
"""The fields that only a node kind has."""


def _is_refs(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, Ref) for item in value)


def _is_texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(item, str) for item in value.values())


@dataclass(frozen=True, slots=True)
class Shape:
    """What a field's value must be: a test, what to call it, and how it is written."""

    fits: Callable[[Any], bool]
    what: str
    form: str


_REF = Shape(lambda v: isinstance(v, Ref), "a component", "NAME")
_TEXT = Shape(lambda v: isinstance(v, str), "a text", '"…"')
_TRUTH = Shape(lambda v: isinstance(v, bool), "true or false", "true")
_TEXTS = Shape(_is_texts, "an object of texts", '{ KEY: "…" }')
SHAPES: Mapping[str, Shape] = {
    "tool": _REF,
    "subflow": _REF,
    "agent": _REF,
    "llm_config": _REF,
    "subflows": Shape(_is_refs, "a list of flows", "[NAME, NAME]"),
    "prompt_template": _TEXT,
    "message": _TEXT,
    "url": _TEXT,
    "http_method": _TEXT,
    "branch_name": _TEXT,
    "allow_insecure_http": _TRUTH,
    "allow_fragments": _TRUTH,
    "allow_credentials": _TRUTH,
    "mapping": _TEXTS,
    "reducers": _TEXTS,
}
"""What the fields of node kinds must be."""


def refuse_shared(entries: tuple[Entry, ...], report: Report) -> tuple[Entry, ...]:
    """The entries of a block without those that have a place of their own."""
    kept = []
    for entry in entries:
        if entry.key.text in ELSEWHERE:
            report.add(
                SIGNATURE_FIELD,
                entry.key.span,
                f"'{entry.key.text}' cannot be set in the block",
                label="stands elsewhere",
                hint=ELSEWHERE[entry.key.text],
            )
        else:
            kept.append(entry)
    return tuple(kept)


def fitting(
    kind: type[Node],
    values: Mapping[str, FieldValue],
    entries: tuple[Entry, ...],
    report: Report,
) -> dict[str, FieldValue]:
    """The fields without those of the kind's own whose value is of the wrong kind."""
    places = {entry.key.text: entry.value.span for entry in entries}
    found: dict[str, FieldValue] = {}
    for name, value in values.items():
        shape = SHAPES.get(name) if name in OWN.get(kind, ()) else None
        if shape is None or shape.fits(value):
            found[name] = value
        elif value is not None:
            report.add(
                WRONG_FIELD,
                places.get(name),
                f"the field '{name}' of {kind.__name__} must be {shape.what}",
                label="wrong kind of value",
                hint=f"Write `{name}: {shape.form}`."
                + (" Names stand without quotes." if "NAME" in shape.form else ""),
            )
    return found
