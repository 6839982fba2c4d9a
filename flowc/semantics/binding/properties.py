"""Inputs and outputs: parameters become properties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flowc.diagnostics import Rule, Severity
from flowc.ir.defaults import in_form
from flowc.ir.schema import property_from_schema, written_schema
from flowc.ir.types import Property
from flowc.ir.values import ABSENT, Json, Ref
from flowc.records import replace
from flowc.semantics.binding.annotations import read_with, refuse_state
from flowc.semantics.binding.literals import json_value
from flowc.semantics.binding.types import alias_description, type_of
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import Annotation, Parameter

PARAMETER_TWICE = Rule("FLOW108", Severity.ERROR, "a list of inputs or outputs has a name twice")
"""Inputs and outputs are found by their names, so each list of them has a name once. An input and
an output may well be called the same.

Wrong:

```flow
tool transfer(account: string, account: string) -> (done: boolean)
```

Right:

```flow
tool transfer(source: string, target: string) -> (done: boolean)
```
"""


def bind_parameters(
    parameters: tuple[Parameter, ...] | None, owner: Owner, what: str, *, of_tool: bool = False
) -> tuple[Property, ...] | None:
    """The properties of a signature, in order; None stays None. `what`: "input" or "output".
    `of_tool`: whether `@state` may stand before the inputs."""
    if parameters is None:
        return None
    found: dict[str, Property] = {}
    for parameter in parameters:
        if not of_tool or what != "input":
            refuse_state(parameter.annotations, owner.scope.report, f"this {what}")
        if parameter.name.text in found:
            owner.scope.report.add(
                PARAMETER_TWICE,
                parameter.name.span,
                f"the {what} '{parameter.name.text}' is declared twice",
                label="declared again",
                hint="Rename or remove one of them.",
            )
        else:
            found[parameter.name.text] = bind_parameter(parameter, owner)
    return tuple(found.values())


def bind_parameter(parameter: Parameter, owner: Owner) -> Property:
    """One property; a default is brought into its type's form (SEMANTICS 10)."""
    scope = owner.scope
    type_ = type_of(parameter.type, scope)
    default = ABSENT if parameter.default is None else json_value(parameter.default, scope)
    described = parameter.description
    property_ = Property(
        title=parameter.name.text,
        type=type_,
        description=alias_description(parameter.type, scope)
        if described is None
        else described.value,
        default=default if default is ABSENT else in_form(default, type_),
        origin=parameter.name.span.to(parameter.span),
    )
    return with_applied(property_, parameter.annotations, owner)


def with_applied(
    property_: Property, annotations: tuple[Annotation, ...], owner: Owner
) -> Property:
    """The property after the `@with` before it has set and removed keys of its schema."""
    overrides = read_with(annotations, owner)
    if not overrides:
        return property_
    schema: dict[str, Any] = written_schema(property_)
    for key, value in overrides.items():
        if value is ABSENT:
            schema.pop(key, None)
        elif not isinstance(value, Ref):
            schema[key] = value
    applied = property_from_schema(cast("Mapping[str, Json]", schema))
    return replace(applied, verbatim=True, origin=property_.origin)
