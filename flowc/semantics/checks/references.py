"""FLOW527, FLOW529: what the fields of components refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, did_you_mean
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.kinds import HOLDS, Holds
from flowc.ir.nodes import Node
from flowc.ir.values import ABSENT, Ref, reference_paths, secret
from flowc.semantics.parts import parts_of
from flowc.text import JsonPath, Pointer

DANGLING = Rule("FLOW527", Severity.WARNING, "a reference to a component that is not there")
"""Nothing in the document has this id. Either it is misspelt, or the component lives elsewhere and
must be given when the document is loaded; engines refuse to load it without.

Wrong:

```json
{
  "component_type": "Agent",
  "id": "helper",
  "name": "helper",
  "system_prompt": "Help.",
  "llm_config": {"$component_ref": "gtp"},
  "$referenced_components": {
    "gpt": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "gpt-5"}
  }
}
```

Right:

```json
{
  "component_type": "Agent",
  "id": "helper",
  "name": "helper",
  "system_prompt": "Help.",
  "llm_config": {"$component_ref": "gpt"},
  "$referenced_components": {
    "gpt": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "gpt-5"}
  }
}
```
"""

WRONG_KIND = Rule("FLOW529", Severity.ERROR, "a component of the wrong kind in a field")
"""The field holds components of one kind only: a ToolNode runs a tool, an Agent has an LLM
configuration. Components of types that flowc does not know are never wrong.

Wrong:

```flow
tool search(q: string) -> (hits: string)

Agent helper {
  llm_config: search
  system_prompt: "Help."
}
```

Right:

```flow
tool search(q: string) -> (hits: string)

Agent helper {
  llm_config: OpenAiConfig gpt { model_id: "gpt-5" }
  system_prompt: "Help."
  tools: [search]
}
```
"""

_CONSIDERED = 300
"""How many ids a suggestion looks at, so that many mistakes in a large document stay cheap."""


def check_references(document: Document) -> Iterator[Diagnostic]:
    """What a field refers to is there, and of the kind that the field holds."""
    known: dict[str, Component] = {}
    for flow in document.flows:
        known.update((node.id, node) for node in flow.nodes)
    known.update(document.components)
    for part in parts_of(document):
        yield from _check(part, known)


def _check(component: Component, known: Mapping[str, Component]) -> Iterator[Diagnostic]:
    entry = CATALOGUE.get(component.component_type)
    holds = HOLDS.get(component.component_type, {})
    own = component.fields if isinstance(component, Flow) else component.own_fields()
    given = {**own, **component.overrides} if component.overrides else own
    for field, value in given.items():
        if entry is not None and (field not in entry.fields or field in entry.sensitive):
            continue  # it is unknown, which is reported as such, or given when it is loaded
        held = holds.get(field)
        found = [((field,), value)] if isinstance(value, Ref) else reference_paths(value, (field,))
        for path, ref in found:
            target = known.get(ref.id)
            if target is not None and held is not None:
                yield from _wrong_kind(component, path, held, target)
            elif target is None and not _is_secret(component, path, ref):
                yield from _dangling(component, path, ref, _possible(known, held))
        if held is not None and not isinstance(component, Node):
            yield from _no_component(component, field, held, value)


def _wrong_kind(
    component: Component, path: JsonPath, held: Holds, target: Component
) -> Iterator[Diagnostic]:
    type_ = target.component_type
    if type_ not in CATALOGUE or type_ in held.kind.types:
        return
    yield WRONG_KIND.at(
        component.place(*path),
        f"'{path[0]}' of {component.component_type} '{component.name}' must be "
        f"{held.kind.name}, but '{target.name}' is of type {type_}",
        label=f"of type {type_}",
        hint=f"Refer to {held.kind.name}{_types(held)}.",
        related=[] if target.origin is None else [Related(target.origin, "what it refers to")],
    )


def _types(held: Holds) -> str:
    types = sorted(held.kind.types)
    return f": {', '.join(types)}" if len(types) > 1 else ""


def _no_component(
    component: Component, field: str, held: Holds, value: object
) -> Iterator[Diagnostic]:
    """What stands in a field of a component in the place of one. (What stands so in a node, its
    reader or binder reports.)"""
    listed = held.is_list and isinstance(value, Sequence) and not isinstance(value, str)
    kind = f"a list, each of them {held.kind.name}" if held.is_list else held.kind.name
    items: list[tuple[JsonPath, object]] = [((field,), value)]
    if listed and isinstance(value, Sequence):
        kind = held.kind.name
        items = [
            ((field, index), item)
            for index, item in enumerate(value)
            if not isinstance(item, Sequence) or isinstance(item, str)
        ]
    for path, item in items:
        fits = isinstance(item, Ref) and (listed or not held.is_list)
        if not fits and not _is_open(item):
            yield WRONG_KIND.at(
                component.place(*path),
                f"'{field}' of {component.component_type} '{component.name}' must be {kind}",
                label="no component",
                hint="Write the component itself, with its 'component_type', or a reference to "
                "one.",
            )


def _is_open(value: object) -> bool:
    """Whether a value is nothing, or filled in later."""
    return value is None or value is ABSENT or (isinstance(value, str) and "{{" in value)


def _is_secret(component: Component, path: JsonPath, ref: Ref) -> bool:
    """Whether the reference is the placeholder of a value that is given at load time."""
    return ref == secret(component.id, ".".join(map(str, path)))


def _possible(known: Mapping[str, Component], held: Holds | None) -> Iterator[str]:
    """The ids of the components that the field could hold."""
    for id_, component in islice(known.items(), _CONSIDERED):
        type_ = component.component_type
        if held is None or type_ in held.kind.types or type_ not in CATALOGUE:
            yield id_


def _dangling(
    component: Component, path: JsonPath, ref: Ref, possible: Iterator[str]
) -> Iterator[Diagnostic]:
    """In a `.flow` text `ref("id")` says itself that the component lives elsewhere."""
    if not isinstance(component.origin, Pointer):
        return
    near = did_you_mean(ref.id, possible)
    yield DANGLING.at(
        component.place(*path),
        f"{component.component_type} '{component.name}' refers to '{ref.id}', which is not in "
        "the document",
        label="nothing has this id",
        hint=near
        if near.startswith("Did")
        else "Add it to '$referenced_components', or give it when the document is loaded.",
    )
