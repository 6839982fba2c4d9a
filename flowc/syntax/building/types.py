"""Type expressions and parameters."""

from __future__ import annotations

from typing import Any

from flowc.diagnostics import Related, Rule, Severity
from flowc.records import dataclass, replace
from flowc.syntax import tree
from flowc.syntax.building.parts import (
    Build,
    Context,
    Inputs,
    Outputs,
    Parts,
    has,
    name,
    nodes,
    span_of,
    split_prefix,
    words,
    written,
)
from flowc.syntax.building.values import scalar
from flowc.text import Span

BAD_ADDITIONAL = Rule("FLOW020", Severity.ERROR, "a malformed `[string]: T` in an object type")
"""`[string]: T` says the type of all properties that an object type does not name; JSON Schema
calls it `additionalProperties`. The keys are always strings, and it can stand once in a type.

Wrong:

```flow
tool prices() -> (by_product: { [integer]: number })
```

Right:

```flow
tool prices() -> (by_product: { [string]: number })
```
"""


def _parameter(context: Context, parts: Parts) -> tree.Parameter:
    prefix, rest = split_prefix(context, parts)
    return tree.Parameter(
        span=span_of(rest),
        name=name(context, rest[0]),
        type=rest[2],
        default=rest[4] if len(rest) > 4 else None,
        description=prefix.description,
        annotations=prefix.annotations,
    )


def _inputs(context: Context, parts: Parts) -> Inputs:
    return Inputs(span_of(parts), nodes(parts, tree.Parameter))


def _outputs(context: Context, parts: Parts) -> Outputs:
    return Outputs(span_of(parts), nodes(parts, tree.Parameter))


def _named(context: Context, parts: Parts) -> tree.NamedType:
    return tree.NamedType(span=span_of(parts), name=name(context, parts[0]))


def _literal(context: Context, parts: Parts) -> tree.LiteralType:
    return tree.LiteralType(span=span_of(parts), value=scalar(context, parts[0]))


def _group(context: Context, parts: Parts) -> Any:
    return replace(parts[1], span=span_of(parts))


def _union(context: Context, parts: Parts) -> Any:
    members = tuple(written(parts))
    return members[0] if len(members) == 1 else tree.UnionOf(span=span_of(parts), members=members)


def _array(context: Context, parts: Parts) -> tree.ArrayOf:
    return tree.ArrayOf(span=span_of(parts), items=parts[0])


def _nullable(context: Context, parts: Parts) -> tree.Nullable:
    return tree.Nullable(span=span_of(parts), type=parts[0])


def _with_keywords(context: Context, parts: Parts) -> tree.WithKeywords:
    return tree.WithKeywords(span=span_of(parts), type=parts[0], keywords=parts[1])


def _object_field(context: Context, parts: Parts) -> tree.ObjectField:
    prefix, rest = split_prefix(context, parts)
    types = written(rest)[1:]
    return tree.ObjectField(
        span=span_of(rest),
        name=rest[0],
        optional=has(rest, "QUESTION"),
        type=types[0],
        default=types[1] if len(types) > 1 else None,
        description=prefix.description,
    )


@dataclass(frozen=True, slots=True)
class _Additional:
    """`[string]: T`."""

    span: Span
    type: tree.TypeExpr


def _additional(context: Context, parts: Parts) -> _Additional:
    key = words(parts, "NAME")[0]
    if key.text != "string":
        context.report(
            BAD_ADDITIONAL.at(
                key.span,
                f"keys of an object are strings, not '{key.text}'",
                hint="Write [string]: followed by the type of the values.",
            )
        )
    return _Additional(span_of(parts), parts[-1])


def _object(context: Context, parts: Parts) -> tree.ObjectOf:
    rests = nodes(parts, _Additional)
    for extra in rests[1:]:
        context.report(
            BAD_ADDITIONAL.at(
                extra.span,
                "an object type has one [string]: T",
                label="the second one",
                hint="Keep one; join the types with '|' if both are meant.",
                related=[Related(rests[0].span, "the first one")],
            )
        )
    return tree.ObjectOf(
        span=span_of(parts),
        fields=nodes(parts, tree.ObjectField),
        additional=rests[0].type if rests else None,
    )


RULES: dict[str, Build] = {
    "parameter": _parameter,
    "inputs": _inputs,
    "outputs": _outputs,
    "named_type": _named,
    "literal_type": _literal,
    "group_type": _group,
    "union_type": _union,
    "array_type": _array,
    "nullable_type": _nullable,
    "keyword_type": _with_keywords,
    "object_field": _object_field,
    "additional_field": _additional,
    "object_type": _object,
}
