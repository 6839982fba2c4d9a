"""Declarations that are no flow: tools, agents, configurations, and components inside fields."""

from __future__ import annotations

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.components import Component, Written
from flowc.ir.flow import Flow
from flowc.ir.ids import segment
from flowc.ir.nodes import NODE_CLASSES, Node
from flowc.records import replace
from flowc.semantics.binding.annotations import read_annotations, written_id
from flowc.semantics.binding.build import build_component
from flowc.semantics.binding.fields import fitting, refuse_shared
from flowc.semantics.binding.places import Places, places_of
from flowc.semantics.binding.policies import stated_inputs, with_stated
from flowc.semantics.binding.properties import bind_parameters
from flowc.semantics.binding.scope import Scope
from flowc.semantics.binding.secrets import hide_secrets, with_hidden
from flowc.semantics.binding.signatures import component_signature, is_tool
from flowc.semantics.binding.values import Owner, bind_fields
from flowc.syntax.tree import ComponentDeclaration, InlineComponent
from flowc.text import Span

ID_TWICE = Rule("FLOW109", Severity.ERROR, "two components have one id")
"""Documents refer to components by id. Two different components with one id could not be told
apart, at any depth (SEMANTICS 3). Without `@id`, an id is the declaration's name, which is never
ambiguous. In JSON and YAML this is FLOW520.

Wrong:

```flow
library

@id("tool-1")
tool lookup(order_id: string)

@id("tool-1")
tool cancel(order_id: string)
```

Right:

```flow
library

@id("tool-1")
tool lookup(order_id: string)

@id("tool-2")
tool cancel(order_id: string)
```
"""


def owner_of(id_: str, scope: Scope) -> Owner:
    """A component whose inline components are hoisted into the document."""

    def bind_inline(inline: InlineComponent, wanted: str) -> str:
        return _inline(inline, wanted, scope)

    return Owner(id_, scope, bind_inline)


def bind_component(declaration: ComponentDeclaration, id_: str, scope: Scope) -> None:
    """Bind a top-level component into the document."""
    _bind(declaration, declaration.name.text, id_, declaration.name.span, scope)


def _inline(inline: InlineComponent, wanted: str, scope: Scope) -> str:
    """Bind a component that stands in a field; without a name its id is its name too."""
    named = None if inline.name is None else inline.name.text
    id_ = written_id(inline.annotations, wanted if named is None else segment(named))
    _bind(inline, named or wanted, id_, inline.type_name.span, scope)
    return id_


def _bind(
    syntax: ComponentDeclaration | InlineComponent, name: str, id_: str, origin: Span, scope: Scope
) -> None:
    type_name = syntax.type_name.text
    owner = owner_of(id_, scope)
    tool = is_tool(type_name)
    annotated = read_annotations(syntax.annotations, owner, policies=tool)
    stated = stated_inputs(syntax.inputs or ()) if tool else []
    annotated = replace(annotated, metadata=with_stated(annotated.metadata, stated))
    entries = refuse_shared(syntax.entries or (), scope.report)
    place = _reserve(id_, origin, scope)
    fields = bind_fields(entries, owner)
    kind = NODE_CLASSES.get(type_name)
    if kind is not None:
        fields = fitting(kind, fields, entries, scope.report)
    fields = hide_secrets(fields, type_name, annotated, id_, entries, scope.report)
    annotated = with_hidden(annotated, type_name, id_, syntax.annotations, scope.report)
    component = build_component(
        type_name,
        id_,
        name,
        annotated,
        None if syntax.description is None else syntax.description.value,
        bind_parameters(syntax.inputs, owner, "input", of_tool=tool),
        bind_parameters(syntax.outputs, owner, "output"),
        fields,
        origin,
        _places(syntax),
        isinstance(syntax, ComponentDeclaration) and syntax.extern,
    )
    if type_name == "Flow":
        component = _foreign_flow(component)
    if place:
        scope.world.components[id_] = component
        scope.world.signatures[id_] = component_signature(component)


def _places(syntax: ComponentDeclaration | InlineComponent) -> Places:
    type_ = syntax.type_name.span
    found: Places = {("component_type",): Written(type_, type_)}
    return found | places_of(syntax.entries or (), syntax.annotations)


def _reserve(id_: str, origin: Span, scope: Scope) -> bool:
    """Take the component's place before those inside its fields; False if the id is taken."""
    if id_ in scope.world.components:
        report_id(id_, origin, scope)
        return False
    scope.world.components[id_] = Component(component_type="", id=id_, name="", origin=origin)
    return True


def report_id(id_: str, origin: Span, scope: Scope) -> None:
    """Report a second component with an id; the first one counts."""
    first = scope.world.components[id_].origin
    scope.report.add(
        ID_TWICE,
        origin,
        f"two components have the id '{id_}'",
        label="the same id again",
        hint='Give one of them another id: @id("…").',
        related=() if first is None else [Related(first, "first used here")],
    )


def _foreign_flow(component: Component) -> Component:
    """A flow of which only the outside is known."""
    if isinstance(component, Node):
        return component
    return Flow(
        id=component.id,
        name=component.name,
        description=component.description,
        metadata=component.metadata,
        inputs=component.inputs,
        outputs=component.outputs,
        fields=component.fields,
        overrides=component.overrides,
        extern=component.extern,
        origin=component.origin,
        places=component.places,
    )
