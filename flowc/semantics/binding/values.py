"""Field values: literals, references, inline components, schemas, secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from flowc.diagnostics import Rule, Severity
from flowc.ir.ids import derived_id
from flowc.ir.schema import schema_from_type
from flowc.ir.values import ABSENT, FieldValue, Json, OverrideValue, Ref, secret
from flowc.records import dataclass
from flowc.semantics.binding.scope import Scope
from flowc.semantics.binding.types import type_of
from flowc.syntax.tree import (
    AbsentMark,
    ArrayLiteral,
    Entry,
    FieldExpr,
    IdRef,
    InlineComponent,
    Literal,
    NameRef,
    ObjectLiteral,
    SecretMark,
    TypeValue,
)

MISPLACED_ABSENT = Rule("FLOW105", Severity.ERROR, "`absent` stands outside @with")
"""`absent` removes a field that flowc would write, and only whole fields of the component's own
object. What stands inside a value is written by you: leave it out there.

Wrong:

```flow
@with({ metadata: { team: "shop", note: absent } })
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
@with({ metadata: { team: "shop" } })
tool lookup(order_id: string) -> (status: string)
```
"""

BindInline = Callable[[InlineComponent, str], str]
"""Binds an inline component whose derived id is given; the id it really has."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The component whose fields are bound, and how to bind a component inside it."""

    id: str
    scope: Scope
    bind_inline: BindInline


def bind_fields(entries: tuple[Entry, ...], owner: Owner) -> dict[str, FieldValue]:
    """The fields of a block, in order; a field that cannot be bound is None after a finding."""
    return {entry.key.text: field_value(entry.value, owner, (entry.key.text,)) for entry in entries}


def bind_overrides(entries: tuple[Entry, ...], owner: Owner) -> dict[str, OverrideValue]:
    """The fields that `@with` sets; `absent` is allowed as a field's whole value."""
    return {
        entry.key.text: ABSENT
        if isinstance(entry.value, AbsentMark)
        else field_value(entry.value, owner, (entry.key.text,))
        for entry in entries
        if not _holds_absent(entry.value, owner.scope)
    }


def _holds_absent(value: FieldExpr, scope: Scope) -> bool:
    """Report each `absent` deeper inside a value, where it removes nothing."""
    match value:
        case ArrayLiteral():
            inner: list[FieldExpr] = list(value.items)
        case ObjectLiteral():
            inner = [entry.value for entry in value.entries]
        case _:
            return False
    marks = [item for item in inner if isinstance(item, AbsentMark)]
    for mark in marks:
        scope.report.add(
            MISPLACED_ABSENT,
            mark.span,
            "'absent' removes whole fields only",
            label="inside a value",
            hint="Only a field of @with({ … }) itself can be `absent`; leave this out instead.",
        )
    deeper = [_holds_absent(item, scope) for item in inner]
    return bool(marks) or True in deeper


def field_value(value: FieldExpr, owner: Owner, path: tuple[str | int, ...]) -> FieldValue:
    """The value that stands at `path` in the owner's fields."""
    scope = owner.scope
    match value:
        case Literal():
            return value.value
        case ArrayLiteral():
            return [
                field_value(item, owner, (*path, index)) for index, item in enumerate(value.items)
            ]
        case ObjectLiteral():
            return {
                entry.key.text: field_value(entry.value, owner, (*path, entry.key.text))
                for entry in value.entries
            }
        case NameRef():
            found = scope.component(value.name)
            return None if found is None else Ref(found.id)
        case IdRef():
            return Ref(value.id.value)
        case SecretMark():
            return secret(owner.id, ".".join(map(str, path)))
        case TypeValue():
            return cast("Mapping[str, Json]", schema_from_type(type_of(value.type, scope)))
        case InlineComponent():
            return Ref(owner.bind_inline(value, derived_id(owner.id, *path)))
        case AbsentMark():
            return None  # a syntax error outside @with, already reported
