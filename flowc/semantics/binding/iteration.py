"""`each` in `map`: it must say what the types decide (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flowc.diagnostics import Rule, Severity
from flowc.ir.nodes import MapNode, ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import ArrayType, Field, ObjectType, Property, Type, UnionType
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.references import Output
from flowc.semantics.binding.report import Report
from flowc.syntax.tree import Value

WRONG_EACH = Rule("FLOW135", Severity.ERROR, "`each` disagrees with the types")
"""A map goes over an input if what feeds it is a list of exactly what the subflow takes (SEMANTICS
22). `each` says so where you read it; it cannot make it so.

Wrong:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = map measure(text = texts)
  return (sizes = m.collected_size)
}
```

Right:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = map measure(text = each texts)
  return (sizes = m.collected_size)
}
```
"""

MAPS = (MapNode, ParallelMapNode)
_NOTES = ("title", "description", "default")


def check_each(
    draft: Draft,
    name: str,
    slot: Property | None,
    value: Value,
    sources: list[Output],
    report: Report,
) -> None:
    """Report an `each` that the types contradict, and a list that goes over without one."""
    if draft.kind not in MAPS or slot is None:
        if value.each and not draft.unknown:
            report.add(
                WRONG_EACH,
                value.span,
                "`each` goes over a list, which only `map` does",
                label="not in a map",
                hint="Write `x = map FLOW(item = each xs)`, or leave `each` out.",
            )
        return
    if not isinstance(slot.type, UnionType):
        return  # `@with` has changed the input
    inner = slot.type.members[0]
    types = [source.property.type for source in sources]
    if types and goes_over(types, inner) != value.each:
        _contradicted(name, inner, value, sources, report)


def goes_over(sources: Iterable[Type], inner: Type) -> bool:
    """Whether an input is gone over: every source is an array of exactly the inner type."""
    return all(
        isinstance(type_, ArrayType)
        and type_.items is not None
        and bare(type_.items) == bare(inner)
        for type_ in sources
    )


def _contradicted(
    name: str, inner: Type, value: Value, sources: list[Output], report: Report
) -> None:
    wanted = type_text(ArrayType(items=inner))
    found = " | ".join(dict.fromkeys(type_text(source.property.type) for source in sources))
    if value.each:
        title = f"'{name}' cannot go over {found}: each item must be exactly {type_text(inner)}"
        hint = f"Declare the source as `{wanted}`, or leave `each` out to give every run the same."
    else:
        title = f"'{name}' goes over {wanted}, which `each` must say"
        hint = f"Write `{name} = each {value.span.text}`."
    report.add(WRONG_EACH, value.span, title, label=f"this is {found}", hint=hint)


def bare(type_: Type) -> Type:
    """A type without titles, descriptions, defaults and names."""
    keywords = {key: item for key, item in type_.keywords.items() if key not in _NOTES}
    match type_:
        case ArrayType(items=items) if items is not None:
            return replace(type_, keywords=keywords, items=bare(items))
        case UnionType():
            return replace(type_, keywords=keywords, members=tuple(map(bare, type_.members)))
        case ObjectType():
            return replace(
                type_,
                keywords=keywords,
                lists_required=False,
                fields=None
                if type_.fields is None
                else tuple(
                    Field(item.name, bare(item.type), item.required) for item in type_.fields
                ),
                additional=type_.additional
                if type_.additional is None or isinstance(type_.additional, bool)
                else bare(type_.additional),
            )
        case _:
            return replace(type_, keywords=keywords)
