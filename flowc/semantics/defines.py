"""Env placeholders: `{{NAME}}` that is no input of its component (SEMANTICS 27).

They are deployment values. Only `--define NAME=value` and `--define-env NAME` fill them, in the
document, before it runs or becomes code; documents that are written keep them.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.derived import component_inputs
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import ApiNode, InputMessageNode, LlmNode, Node, OutputMessageNode
from flowc.ir.placeholders import placeholders
from flowc.ir.values import ABSENT, FieldValue, secret
from flowc.records import dataclass, replace

UNFILLED = Rule("FLOW706", Severity.ERROR, "a placeholder has no value")
"""`{{NAME}}` that is no input of its component stands for a value that is set where the flow is
deployed (SEMANTICS 27). Nothing is taken from the environment unasked.

Wrong:

```flow
env SHOP

flow greet() {
  say "Welcome to {{SHOP}}."
}
```

```console
$ flowc run example.flow
```

Right:

```flow
env SHOP

flow greet() {
  say "Welcome to {{SHOP}}."
}
```

```console
$ flowc run example.flow --define SHOP=Acme
```
"""

_HTTP = ("url", "http_method", "api_spec_uri", "data", "query_params", "headers")
_TEMPLATES: Mapping[type[Node], tuple[str, ...]] = {
    LlmNode: ("prompt_template",),
    InputMessageNode: ("message",),
    OutputMessageNode: ("message",),
    ApiNode: (*_HTTP, "sensitive_headers"),
}
"""The fields of nodes that are templates; of other components, all are."""
_OTHERS = {"Flow", "MessageSummarizationTransform", "ConversationSummarizationTransform"}
"""Components whose placeholders are for another time: a summary's are filled with messages."""
_PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class Defined:
    """A document whose placeholders are filled. Sensitive fields are not: they refer to `secrets`,
    which are by `ID.FIELD`, so that nothing that is written from the document can hold them."""

    document: Document
    secrets: Mapping[str, Any]


def env_names(document: Document, root: Component | None) -> dict[str, Component]:
    """The env placeholders under `root` (of the whole document without one), each with the first
    component that has it."""
    found: dict[str, Component] = {}
    for component in _used(document, root):
        for name in _names(document, component):
            found.setdefault(name, component)
    return found


def unfilled(document: Document, root: Component | None) -> Iterator[Diagnostic]:
    """One error that lists all env placeholders, if there are any."""
    found = env_names(document, root)
    if found:
        where = next(iter(found.values()))
        listed = ", ".join(
            f"'{name}' (of {it.component_type} '{it.name}')" for name, it in found.items()
        )
        yield UNFILLED.at(
            where.origin,
            f"no value for the placeholder{'s' if len(found) > 1 else ''} {listed}",
            hint="Give one with --define NAME=value, or --define-env NAME to take it from the "
            "environment; if it is an input, declare it as one.",
        )


def defined(document: Document, values: Mapping[str, str]) -> Defined:
    """The document with `values` in the place of its env placeholders of these names. A value is a
    text like any other: what it holds is not a placeholder again (ValueError if it looks so)."""
    if any(_PLACEHOLDER.search(value) for value in values.values()):
        raise ValueError("a value holds a placeholder")
    if not values:
        return Defined(document, {})
    secrets: dict[str, Any] = {}
    components = {
        id_: _filled(document, component, values, secrets)
        for id_, component in document.components.items()
    }
    return Defined(replace(document, components=components), secrets)


def _used(document: Document, root: Component | None) -> Iterator[Component]:
    """The components under the root, nodes of flows after their flow."""
    work = deque(document.components.values() if root is None else [root])
    seen = {component.id for component in work}
    while work:
        component = work.popleft()
        parts = (component, *component.nodes) if isinstance(component, Flow) else (component,)
        for part in parts:
            yield part
            for id_ in () if root is None else part.references():
                if id_ not in seen and id_ in document.components:
                    seen.add(id_)
                    work.append(document.components[id_])


def _templates(component: Component) -> dict[str, FieldValue]:
    """The fields in which placeholders may stand, with their values."""
    values = {**component.own_fields(), **component.overrides}
    if isinstance(component, Node):
        names = _TEMPLATES.get(type(component), ())
    elif component.component_type not in CATALOGUE or component.component_type in _OTHERS:
        names = ()
    else:
        names = CATALOGUE[component.component_type].fields
    return {name: values[name] for name in names if values.get(name, ABSENT) is not ABSENT}


def _inputs(document: Document, component: Component) -> frozenset[str]:
    items = (
        component.inputs or ()
        if isinstance(component, Node)
        else component_inputs(component, document.components)
    )
    return frozenset(item.title for item in items)


def _names(document: Document, component: Component) -> list[str]:
    templates = _templates(component)
    if not templates:
        return []
    inputs = _inputs(document, component)
    return [name for name in placeholders(templates) if name not in inputs]


def _filled(
    document: Document, component: Component, values: Mapping[str, str], secrets: dict[str, Any]
) -> Component:
    if isinstance(component, Flow):
        nodes: Any = tuple(_filled(document, node, values, secrets) for node in component.nodes)
        return component if nodes == component.nodes else replace(component, nodes=nodes)
    wanted = {name: values[name] for name in _names(document, component) if name in values}
    if not wanted:
        return component
    changed: dict[str, FieldValue] = {}
    for name, value in _templates(component).items():
        new = _substituted(value, wanted)
        if new == value:
            continue
        if name in CATALOGUE[component.component_type].sensitive:
            secrets[f"{component.id}.{name}"] = new
            new = secret(component.id, name)
        changed[name] = new
    return _with(component, changed)


def _with(component: Component, changed: Mapping[str, FieldValue]) -> Component:
    """The component with other values, wherever it keeps those fields."""
    overrides = {name: changed.get(name, value) for name, value in component.overrides.items()}
    fields = {name: changed.get(name, value) for name, value in component.fields.items()}
    own: dict[str, Any] = {
        name: it for name, it in changed.items() if name not in {**overrides, **fields}
    }
    return replace(component, fields=fields, overrides=overrides, **own)


def _substituted(value: FieldValue, values: Mapping[str, str]) -> FieldValue:
    if isinstance(value, str):
        return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), value)
    if isinstance(value, Mapping):
        return {
            str(_substituted(key, values)): _substituted(item, values)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return type(value)(_substituted(item, values) for item in value)
    return value
