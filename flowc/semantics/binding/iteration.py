"""`each` in `map`: it must say what the types decide (SEMANTICS 22)."""

from __future__ import annotations

from flowc.diagnostics import Rule, Severity
from flowc.ir.nodes import MapNode, ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import ArrayType, Property, Type, UnionType
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.references import Output
from flowc.semantics.binding.report import Report
from flowc.semantics.maps import goes_over
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
