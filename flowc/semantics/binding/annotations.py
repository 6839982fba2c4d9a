"""Annotations: what stands before a declaration, a parameter, a statement or an edge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from flowc.diagnostics import Rule, Severity
from flowc.ir.values import FieldValue, Json, OverrideValue
from flowc.records import dataclass, field
from flowc.semantics.binding.policies import POLICIES, policy
from flowc.semantics.binding.report import Report, suggestion
from flowc.semantics.binding.values import Owner, bind_overrides, field_value
from flowc.syntax.tree import (
    Annotation,
    AnnotationArgument,
    Declaration,
    Literal,
    ObjectLiteral,
    Statement,
    StringLiteral,
)

UNKNOWN_ANNOTATION = Rule("FLOW110", Severity.ERROR, "an annotation does not exist")
"""The language has a fixed set of annotations. Keys of your own stand in `@meta({ … })`, which
becomes the component's `metadata`.

Wrong:

```flow
@owner("shop team")
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
@meta({ owner: "shop team" })
tool lookup(order_id: string) -> (status: string)
```
"""

BAD_ANNOTATION = Rule("FLOW111", Severity.ERROR, "an annotation's arguments are wrong")
"""`@id` and `@name` take one text, `@meta` and `@with` one object.

Wrong:

```flow
@meta(owner = "shop team")
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
@meta({ owner: "shop team" })
tool lookup(order_id: string) -> (status: string)
```
"""

ANNOTATION_TWICE = Rule("FLOW112", Severity.ERROR, "an annotation stands twice")
"""Of two equal annotations one would silently win. Keep the one that you mean.

Wrong:

```flow
@name("Order look-up")
@name("Look up an order")
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
@name("Look up an order")
tool lookup(order_id: string) -> (status: string)
```
"""

USELESS_ANNOTATION = Rule("FLOW113", Severity.ERROR, "an annotation stands where it says nothing")
"""Annotations and descriptions become part of what they stand before: a declaration, a parameter,
a node, an edge. Types, imports and statements that make no node have no place for them. `@retry`,
`@timeout`, `@state` and `@context` belong to tools and their calls (SEMANTICS 15).

Wrong:

```flow
flow greet() {
  @retry
  say "hello"
}
```

Right:

```flow
flow greet() {
  say "hello"
}
```
"""

GENERAL = ("id", "name", "meta", "with")
"""The annotations of every component; the :data:`POLICIES` belong to tools and ToolNodes."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """What the annotations before something say of it."""

    id: str | None = None
    name: str | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)
    overrides: Mapping[str, OverrideValue] = field(default_factory=dict)


def written_id(annotations: tuple[Annotation, ...], derived: str) -> str:
    """The id that an `@id` gives, else the derived one, without any findings: ids are needed before
    all else."""
    for annotation in annotations:
        if annotation.name.text == "id":
            written = _one_text(annotation)
            return derived if written is None else written
    return derived


def read_annotations(
    annotations: tuple[Annotation, ...], owner: Owner, *, policies: bool = False
) -> Annotated:
    """What the annotations say. `policies`: whether @retry and the like may stand here."""
    by_name = _by_name(annotations, owner, (*GENERAL, *(POLICIES if policies else ())))
    metadata: dict[str, Json] = {}
    if "meta" in by_name:
        metadata |= _meta(by_name["meta"], owner)
    rules = {
        name: policy(annotation, owner.scope)
        for name, annotation in by_name.items()
        if name in POLICIES
    }
    if rules:
        before = metadata.get("flowc")
        metadata["flowc"] = {**(before if isinstance(before, Mapping) else {}), **rules}
    return Annotated(
        _text(by_name["id"], owner) if "id" in by_name else None,
        _text(by_name["name"], owner) if "name" in by_name else None,
        metadata,
        _with(by_name["with"], owner) if "with" in by_name else {},
    )


def read_with(annotations: tuple[Annotation, ...], owner: Owner) -> Mapping[str, OverrideValue]:
    """The fields that `@with` sets before a parameter or `agentspec`; beside it only `@state` may
    stand, which :func:`~flowc.semantics.binding.policies.stated_inputs` reads."""
    if not annotations:
        return {}
    by_name = _by_name(annotations, owner, ("with", "state"))
    return _with(by_name["with"], owner) if "with" in by_name else {}


def refuse_prefix(syntax: Statement | Declaration, report: Report, what: str) -> None:
    """Report annotations and a description before what is no component, such as a `goto`."""
    refuse_annotations(syntax.annotations, report, what)
    refuse_description(syntax.description, report, what)


def refuse_annotations(annotations: tuple[Annotation, ...], report: Report, what: str) -> None:
    """Report annotations before what is no component."""
    for annotation in annotations:
        report.add(
            USELESS_ANNOTATION,
            annotation.span,
            f"@{annotation.name.text} says nothing about {what}",
            label="not allowed here",
            hint="Annotations describe declarations, parameters, nodes and edges; remove it.",
        )


def refuse_state(annotations: tuple[Annotation, ...], report: Report, what: str) -> None:
    """Report `@state` before what is no input of a tool or of its call (SEMANTICS 15)."""
    for annotation in annotations:
        if annotation.name.text == "state":
            report.add(
                USELESS_ANNOTATION,
                annotation.span,
                f"@state says nothing about {what}",
                label="not allowed here",
                hint="The state fills inputs of tools: write it before one, or before an argument "
                "of a tool's call.",
            )


def refuse_description(description: StringLiteral | None, report: Report, what: str) -> None:
    """Report a description before what cannot have one."""
    if description is not None:
        report.add(
            USELESS_ANNOTATION,
            description.span,
            f"a text describes nothing before {what}",
            label="not a description",
            hint="Write a comment: `# …`.",
        )


def _by_name(
    annotations: tuple[Annotation, ...], owner: Owner, allowed: tuple[str, ...]
) -> dict[str, Annotation]:
    """The annotations that may stand here, each once; the rest is reported."""
    found: dict[str, Annotation] = {}
    report = owner.scope.report
    for annotation in annotations:
        name = annotation.name.text
        if name not in (*GENERAL, *POLICIES):
            report.add(
                UNKNOWN_ANNOTATION,
                annotation.name.span,
                f"there is no annotation @{name}",
                label="unknown",
                hint=_meant(name),
            )
        elif name not in allowed:
            report.add(
                USELESS_ANNOTATION,
                annotation.span,
                f"@{name} is not allowed here",
                label="not allowed here",
                hint="It belongs to a tool or to the call of a tool."
                if name in POLICIES
                else "Only @with may stand before an input or output.",
            )
        elif name in found:
            report.add(
                ANNOTATION_TWICE,
                annotation.span,
                f"@{name} stands twice",
                label="again",
                hint="Remove one of them.",
            )
        else:
            found[name] = annotation
    return found


def _meant(name: str) -> str:
    near = suggestion(name, [*GENERAL, *POLICIES])
    if near.startswith("Did"):
        return near
    listed = ", ".join(f"@{known}" for known in (*GENERAL, *POLICIES))
    return f"There is {listed}. Data of your own stands in @meta({{ {name}: VALUE }})."


def _one_text(annotation: Annotation) -> str | None:
    match annotation.arguments:
        case (AnnotationArgument(name=None, value=Literal(value=str(text))),):
            return text
        case (AnnotationArgument(name=None, value=StringLiteral(value=text)),):
            return text
    return None


def _text(annotation: Annotation, owner: Owner) -> str | None:
    found = _one_text(annotation)
    if found is None:
        _bad(annotation, owner, f'@{annotation.name.text}("…")', "one text")
    return found


def _object(annotation: Annotation, owner: Owner) -> ObjectLiteral | None:
    match annotation.arguments:
        case (AnnotationArgument(name=None, value=ObjectLiteral() as value),):
            return value
    _bad(annotation, owner, f"@{annotation.name.text}({{ key: value }})", "one object")
    return None


def _meta(annotation: Annotation, owner: Owner) -> Mapping[str, Json]:
    value = _object(annotation, owner)
    if value is None:
        return {}
    found: FieldValue = field_value(value, owner, ("metadata",))
    return cast("Mapping[str, Json]", found)


def _with(annotation: Annotation, owner: Owner) -> Mapping[str, OverrideValue]:
    value = _object(annotation, owner)
    return {} if value is None else bind_overrides(value.entries, owner)


def _bad(annotation: Annotation, owner: Owner, form: str, takes: str) -> None:
    owner.scope.report.add(
        BAD_ANNOTATION,
        annotation.span,
        f"@{annotation.name.text} takes {takes}",
        label="wrong arguments",
        hint=f"Write {form}.",
    )
