"""`match` and `if`: BranchingNodes (SEMANTICS 19; LANGUAGE, "match")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.notation import json_text, type_text
from flowc.ir.types import ANY, BOOLEAN, STRING, AnyType, Property, Scalar, Type, members_of
from flowc.ir.values import ABSENT, Json
from flowc.semantics.binding.arguments import Wiring, joined_type, wire_arguments
from flowc.semantics.binding.drafts import THROUGH, Draft, head
from flowc.semantics.binding.fields import refuse_shared
from flowc.semantics.binding.literals import json_value, literal_type
from flowc.semantics.binding.nodes.calls import ARM_FORM, BRANCH_TWICE
from flowc.semantics.binding.overrides import apply_overrides
from flowc.semantics.binding.patterns import allowed_values, key_of
from flowc.semantics.binding.report import Report, suggestion
from flowc.semantics.binding.types import type_of
from flowc.semantics.binding.values import Owner, bind_fields
from flowc.semantics.listed_values import listed_values, missing_keys
from flowc.syntax.tree import Argument, Arm, If, Literal, Match, Name

PATTERN_TWICE = Rule("FLOW150", Severity.ERROR, "a pattern stands twice")
"""A `match` takes the first arm with the value's pattern, so a second arm for it would never run.
On a number, `1` and `1.0` are one pattern.

Wrong:

```flow
flow route(status: string) {
  match status {
    "open" => say "Open."
    "closed", "open" => say "Closed."
    else => say "Unknown."
  }
}
```

Right:

```flow
flow route(status: string) {
  match status {
    "open" => say "Open."
    "closed" => say "Closed."
    else => say "Unknown."
  }
}
```
"""

IMPOSSIBLE_PATTERN = Rule("FLOW152", Severity.ERROR, "a pattern that the value can never equal")
"""A pattern is compared with the value as a constant of its type (SEMANTICS 19). This one is of
another type, or not among the values that the type lists, so its arm would never run.

Wrong:

```flow
flow route(status: ("open" | "closed")) {
  match status {
    "opened" => say "Open."
    else => say "Closed."
  }
}
```

Right:

```flow
flow route(status: ("open" | "closed")) {
  match status {
    "open" => say "Open."
    else => say "Closed."
  }
}
```
"""

NOT_A_CONDITION = Rule("FLOW153", Severity.ERROR, "`if` asks something that is no boolean")
"""`if` takes a boolean and nothing that could count as one. Compare with constants by `match`;
anything else a tool decides.

Wrong:

```flow
flow route(status: string) {
  if status {
    say "Open."
  }
}
```

Right:

```flow
flow route(status: string) {
  match status {
    "open" => say "Open."
    else => say "Closed."
  }
}
```
"""

VALUES_LEFT_OUT = Rule("FLOW317", Severity.NOTE, "a match leaves values of its enum out")
"""The subject is one of a few values, the match has arms for some of them and no `else`. For the
others control simply goes on below, which is easy to overlook when the enum gets one more value.

Wrong:

```flow
type Status = "open" | "closed" | "lost"
tool lookup(order_id: string) -> (status: Status)

flow main(order_id: string) {
  lookup(order_id)
  match lookup.status {
    "open" => say "It is on its way."
    "closed" => other = say "It has arrived."
  }
}
```

Right:

```flow
type Status = "open" | "closed" | "lost"
tool lookup(order_id: string) -> (status: Status)

flow main(order_id: string) {
  lookup(order_id)
  match lookup.status {
    "open" => say "It is on its way."
    "closed" => other = say "It has arrived."
    else => sorry = say "We are looking for it."
  }
}
```
"""

_SHOWN = 5
"""How many values a message lists."""

KEY = "branching_mapping_key"
"""The input of a BranchingNode (specification)."""


def shape_branching(draft: Draft, statement: Match | If, owner: Owner) -> None:
    """The node's one input, which is a string unless the subject says otherwise."""
    draft.kind, draft.component_type = BranchingNode, "BranchingNode"
    if isinstance(statement, Match):
        entries = refuse_shared(statement.entries, owner.scope.report)
        draft.fields = bind_fields(entries, owner)
    subject = statement.subject
    title = KEY if subject.name is None else subject.name.text
    declared = None if subject.type is None else type_of(subject.type, owner.scope)
    draft.slots = {title: Property(title, _emitted(declared))}
    apply_overrides(draft)


def _emitted(declared: Type | None) -> Type:
    """Engines match texts only, so an input of another scalar type is emitted as a string."""
    if declared is None:
        return STRING
    texts = all(
        isinstance(member, AnyType) or (isinstance(member, Scalar) and member.name == "string")
        for member in members_of(declared)
    )
    return declared if texts else STRING


def wire_branching(draft: Draft, statement: Match | If, wiring: Wiring, owner: Owner) -> None:
    """Bind the subject, and from its type the keys of the mapping."""
    subject = statement.subject
    title = next(iter(draft.slots), KEY)
    errors = wiring.references.report.errors
    argument = Argument(
        Name(title, span=subject.span),
        None,
        subject.value,
        subject.description,
        subject.annotations,
        span=subject.span,
    )
    if draft.slots:
        wire_arguments(draft, (argument,), wiring, owner)
    type_: Type = ANY
    if errors == wiring.references.report.errors:
        type_ = _subject_type(subject, wiring, owner)
    if isinstance(statement, If):
        _wire_if(draft, statement, type_, wiring.references.report)
    else:
        _wire_match(draft, statement, type_, wiring.references.report)


def _subject_type(subject: Argument, wiring: Wiring, owner: Owner) -> Type:
    """The type that patterns are written in: what is declared, else the source's."""
    if subject.type is not None:
        return type_of(subject.type, owner.scope)
    if subject.value is None or wiring.by_name:
        return ANY
    if subject.value.literal is not None:
        value = json_value(subject.value.literal, owner.scope)
        return ANY if value is ABSENT else literal_type(value)
    sources = [wiring.references.resolve(reference) for reference in subject.value.sources]
    known = [source for source in sources if source is not None]
    return joined_type(known) if known and len(known) == len(sources) else ANY


# if ----------------------------------------------------------------------------------------------


def _wire_if(draft: Draft, statement: If, type_: Type, report: Report) -> None:
    draft.fields["mapping"] = {"true": "true"}
    draft.branches = ("true", DEFAULT)
    draft.routes[0] = ("true",)
    draft.routes[1 if statement.otherwise is not None else THROUGH] = (DEFAULT,)
    if not any(
        isinstance(member, AnyType) or (isinstance(member, Scalar) and member.name == "boolean")
        for member in members_of(type_)
    ):
        asked = statement.subject.span.text
        report.add(
            NOT_A_CONDITION,
            statement.subject.span,
            f"`if` needs a boolean, and '{asked}' is {type_text(type_)}",
            label=f"this is {type_text(type_)}",
            hint=f"Write `match {asked} {{ … }}`, or let a tool decide and return a "
            f"{type_text(BOOLEAN)}.",
        )


# match -------------------------------------------------------------------------------------------


def _wire_match(draft: Draft, statement: Match, type_: Type, report: Report) -> None:
    mapping: dict[str, str] = {}
    branches: dict[str, Arm] = {}
    for index, arm in enumerate(statement.arms):
        _check_else(arm, index, statement, report)
        if arm.is_else:
            branch: str | None = DEFAULT
        else:
            keys = _keys(arm, type_, mapping, report)
            branch = arm.branch.text if arm.branch is not None else next(iter(keys), None)
            mapping |= dict.fromkeys(keys, branch or "")
        if branch is None or _is_taken(branch, arm, branches, report):
            continue
        branches[branch] = arm
        draft.routes[index] = (branch,)
    draft.fields["mapping"] = dict(mapping)
    draft.branches = tuple(dict.fromkeys([*mapping.values(), DEFAULT]))
    if DEFAULT not in branches:
        draft.routes[THROUGH] = (DEFAULT,)
        draft.covered = _is_covered(draft, type_, mapping)
        _report_left_out(statement, type_, mapping, report)


def _is_covered(draft: Draft, type_: Type, mapping: Mapping[str, str]) -> bool:
    """Whether all values that the subject can have are keys; null never is one."""
    values = listed_values(type_)
    defaults = any(input_.has_default for input_ in draft.inputs.values())
    return values is not None and not defaults and not missing_keys(values, mapping)


def _keys(arm: Arm, type_: Type, mapping: dict[str, str], report: Report) -> list[str]:
    """The keys of an arm's patterns; those that cannot be are reported and left out."""
    keys: list[str] = []
    for pattern in arm.patterns:
        key = _key(pattern, type_, report)
        if key is None:
            continue
        if key in mapping or key in keys:
            report.add(
                PATTERN_TWICE,
                pattern.span,
                f"the pattern {json_text(key)} stands twice in this match",
                label="again; only the first would count",
                hint="Remove one of them.",
            )
        else:
            keys.append(key)
    return keys


def _key(pattern: Literal | Name, type_: Type, report: Report) -> str | None:
    if isinstance(pattern, Name) or pattern.value is None:
        return None  # a syntax error, already reported
    key = key_of(pattern.value, type_)
    if key is None:
        report.add(
            IMPOSSIBLE_PATTERN,
            pattern.span,
            f"{json_text(pattern.value)} can never equal a value of type {type_text(type_)}",
            label="never matched",
            hint=_instead(pattern.value, type_),
        )
    return key


def _instead(value: object, type_: Type) -> str:
    allowed = allowed_values(type_)
    if allowed:
        texts = [json_text(item) for item in allowed]
        return suggestion(json_text(value), texts).replace("'", "")
    if key_of(str(value), type_) is not None:
        return f'Write "{json_text(value)}".'
    return f"Write a value of type {type_text(type_)}."


def _is_taken(branch: str, arm: Arm, branches: dict[str, Arm], report: Report) -> bool:
    first = branches.get(branch)
    if first is None:
        return False
    report.add(
        BRANCH_TWICE,
        head(arm) if arm.branch is None else arm.branch.span,
        f"two arms have the branch '{branch}'",
        label="again",
        hint="Put the patterns into one arm, `A, B as name => …`, or name the branches apart.",
        related=[Related(head(first), "first here")],
    )
    return True


def _report_left_out(
    statement: Match, type_: Type, mapping: Mapping[str, str], report: Report
) -> None:
    """Note the values of an enum that have no arm where others have one that does something."""
    values = [key_of(value, type_) for value in allowed_values(type_) if _is_literal(value)]
    missing = [value for value in values if value is not None and value not in mapping]
    if missing and any(arm.body.statements for arm in statement.arms):
        listed = ", ".join(json_text(value) for value in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        report.add(
            VALUES_LEFT_OUT,
            head(statement),
            f"this match has no arm for {listed}{more}",
            label="for these, control goes on below",
            hint="Add an arm for each, or write `else => {}` if that is meant.",
        )


def _is_literal(value: Json) -> TypeGuard[bool | int | float | str]:
    return isinstance(value, (bool, int, float, str))


def _check_else(arm: Arm, index: int, statement: Match, report: Report) -> None:
    if arm.is_else and index + 1 < len(statement.arms):
        report.add(
            ARM_FORM,
            head(arm),
            "`else` is not the last arm",
            label="takes all the rest",
            hint="Move it to the end.",
        )
