"""Calls: `x = callee(args)` in all its forms, and what follows each branch of one."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.defaults import with_default_of
from flowc.ir.nodes import (
    CAUGHT,
    NEXT,
    CatchExceptionNode,
    OtherNode,
)
from flowc.ir.notation import identifier_text
from flowc.ir.types import Property
from flowc.records import replace
from flowc.semantics.binding.arguments import Wiring, wire_arguments
from flowc.semantics.binding.callees import bind_callee
from flowc.semantics.binding.contracts import DEFAULT_OUTPUTS, apply_contract
from flowc.semantics.binding.drafts import THROUGH, Draft, head
from flowc.semantics.binding.fields import OWN, fitting, refuse_shared
from flowc.semantics.binding.overrides import apply_overrides
from flowc.semantics.binding.properties import bind_parameters
from flowc.semantics.binding.report import Report, suggestion
from flowc.semantics.binding.secrets import hide_secrets
from flowc.semantics.binding.values import Owner, bind_fields
from flowc.syntax.tree import Arm, Call, Entry, Name, Parameter

ALREADY_SAID = Rule("FLOW139", Severity.ERROR, "a block sets what the callee says")
"""What a call runs is the word before its parentheses. The block of a call is for the node's other
fields.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) {
  lookup(order_id) { tool: lookup }
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) {
  lookup(order_id)
}
```
"""

MISSING_BRANCH = Rule("FLOW145", Severity.ERROR, "a branch leads nowhere")
"""A callee with several branches ends in one of them, and the flow must go on from each. An arm per
branch says where; `{}` goes on below, and `else => …` takes all the rest. A `try` always has the
branch `catch`. Where edges say the way, as in JSON and YAML, this is FLOW306.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow find(order_id: string) {
  lookup(order_id)
}

flow main(order_id: string) {
  try find(order_id)
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow find(order_id: string) {
  lookup(order_id)
}

flow main(order_id: string) {
  try find(order_id) {
    catch => say "Something went wrong."
    else => {}
  }
}
```
"""

UNKNOWN_BRANCH = Rule("FLOW146", Severity.ERROR, "an arm is for a branch that does not exist")
"""The branches of a call are those of its callee: a flow's are named by its `return … as NAME`, and
a tool has `next` only. Where edges say the way, as in JSON and YAML, this is FLOW305.

Wrong:

```flow
flow approve(total: string) {
  match total {
    "0" => return as approved
    else => return as rejected
  }
}

flow main(total: string) {
  approve(total) {
    aproved => say "Yes."
    else => say "No."
  }
}
```

Right:

```flow
flow approve(total: string) {
  match total {
    "0" => return as approved
    else => return as rejected
  }
}

flow main(total: string) {
  approve(total) {
    approved => say "Yes."
    else => say "No."
  }
}
```
"""

BRANCH_TWICE = Rule("FLOW147", Severity.ERROR, "a branch has two arms")
"""From each branch goes one way. The arms of a `match` are branches too, named by `as` or by their
first pattern. Where edges say the way, as in JSON and YAML, this is FLOW304.

Wrong:

```flow
flow route(status: string) {
  match status {
    "open" as active => say "Open."
    "pending" as active => say "Pending."
    else => say "Closed."
  }
}
```

Right:

```flow
flow route(status: string) {
  match status {
    "open", "pending" as active => say "Open or pending."
    else => say "Closed."
  }
}
```
"""

ARM_FORM = Rule("FLOW148", Severity.ERROR, "an arm has a form that does not fit here")
"""`else` takes what no other arm took, so it is the last arm, and there is one. `else => error`,
no way on at all, is for `match` alone.

Wrong:

```flow
flow route(status: string) {
  match status {
    else => say "Closed."
    "open" => say "Open."
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

_REQUIRED = ("tool", "subflow", "agent")


def shape_call(
    draft: Draft, call: Call, owner: Owner, env: Mapping[str, object], *, by_edges: bool
) -> None:
    """Find out what a call runs, and from that its inputs, outputs and branches.

    `by_edges`: what follows a branch is said elsewhere, so that no arm can be missing.
    """
    scope = owner.scope
    bind_callee(draft, call, scope)
    _bind_block(draft, call.entries, owner)
    _demote_if_incomplete(draft)
    apply_contract(draft, scope.world.signatures, env)
    apply_overrides(draft)
    draft.outputs = _outputs(draft, call.outputs, owner)
    rest = _route(draft, call, scope.report)
    if rest and not by_edges and not draft.unknown:
        _report_missing(draft, rest, scope.report)


def wire_call(draft: Draft, call: Call, wiring: Wiring, owner: Owner) -> None:
    """Bind the arguments of a call."""
    wire_arguments(draft, call.arguments, wiring, owner)


# Fields, outputs ---------------------------------------------------------------------------------


def _bind_block(draft: Draft, entries: tuple[Entry, ...], owner: Owner) -> None:
    report = owner.scope.report
    kept = []
    for entry in refuse_shared(entries, report):
        if entry.key.text in draft.fields:
            report.add(
                ALREADY_SAID,
                entry.key.span,
                f"'{entry.key.text}' is what stands before the arguments",
                label="already said",
                hint="Remove it.",
            )
        else:
            kept.append(entry)
    values = bind_fields(tuple(kept), owner)
    values = fitting(draft.kind, values, entries, report)
    type_name = draft.component_type
    draft.fields |= hide_secrets(values, type_name, draft.annotated, draft.id, entries, report)


def _demote_if_incomplete(draft: Draft) -> None:
    """A ToolNode without a tool is no ToolNode: it is kept as a node of unknown kind, and a check
    says what it lacks (FLOW511)."""
    needed = [name for name in OWN.get(draft.kind, ()) if name in _REQUIRED]
    if not draft.unknown and any(name not in draft.fields for name in needed):
        draft.kind = OtherNode


def _outputs(
    draft: Draft, declared: tuple[Parameter, ...] | None, owner: Owner
) -> tuple[Property, ...]:
    """The callee's outputs, refined by those that are declared; what has none gets them. Other
    engines do not look for a default that is left to a flow whose failure is caught."""
    written = bind_parameters(declared, owner, "output")
    if written is None:
        return draft.outputs
    if draft.kind in DEFAULT_OUTPUTS:
        return written
    found = {item.title: item for item in draft.outputs}
    for item in written:
        before = found.get(item.title)
        if before is not None and item.description is None and before.description is not None:
            item = replace(item, description=before.description, verbatim=False)
        if before is not None and draft.kind is CatchExceptionNode and not item.verbatim:
            item = with_default_of(item, before)
        found[item.title] = item
    return tuple(found.values())


# Branches ----------------------------------------------------------------------------------------


def _route(draft: Draft, call: Call, report: Report) -> list[str]:
    """Say which branches each arm takes; without arms, the only branch goes on below. Gives the
    branches that lead nowhere."""
    if not draft.branches:
        named = [branch_text(draft, pattern) for arm in call.arms for pattern in arm.patterns]
        usual = (NEXT, CAUGHT) if draft.kind is CatchExceptionNode else (NEXT,)
        draft.branches = tuple(dict.fromkeys(named)) or usual
    if not call.arms:
        draft.routes[THROUGH] = draft.branches
        return list(draft.branches) if len(draft.branches) > 1 else []
    errors = report.errors
    taken: dict[str, Arm] = {}
    rest_arm: int | None = None
    for index, arm in enumerate(call.arms):
        _check_form(arm, index, call, report)
        if arm.is_else:
            rest_arm = index
            continue
        draft.routes[index] = tuple(_arm_branches(draft, arm, taken, report))
    rest = [branch for branch in draft.branches if branch not in taken]
    if rest_arm is None:
        draft.lacks_arms = bool(rest) or draft.unknown
        # An arm that was reported is most likely meant for one of the rest.
        return rest if report.errors == errors else []
    draft.routes[rest_arm] = tuple(rest)
    return []


def branch_text(draft: Draft, pattern: object) -> str:
    """The branch that a pattern of a call's arm names; `catch` is a try's caught exception."""
    if isinstance(pattern, Name):
        catches = draft.kind is CatchExceptionNode and pattern.text == "catch"
        return CAUGHT if catches else pattern.text
    return str(getattr(pattern, "value", ""))


def _arm_branches(draft: Draft, arm: Arm, taken: dict[str, Arm], report: Report) -> list[str]:
    found = []
    for pattern in arm.patterns:
        branch = branch_text(draft, pattern)
        if branch in taken:
            report.add(
                BRANCH_TWICE,
                pattern.span,
                f"the branch '{branch}' of '{draft.label}' has two arms",
                label="again",
                hint="Remove one of them.",
                related=[Related(head(taken[branch]), "first here")],
            )
        elif branch not in draft.branches and not draft.unknown:
            report.add(
                UNKNOWN_BRANCH,
                pattern.span,
                f"'{draft.label}' has no branch '{branch}'",
                label="no such branch",
                hint=suggestion(branch, _arm_names(draft)),
            )
        else:
            taken[branch] = arm
            found.append(branch)
    return found


def _arm_names(draft: Draft) -> list[str]:
    """The branches as an arm names them."""
    if draft.kind is not CatchExceptionNode:
        return list(draft.branches)
    return ["catch" if branch == CAUGHT else branch for branch in draft.branches]


def _report_missing(draft: Draft, branches: list[str], report: Report) -> None:
    catching = draft.kind is CatchExceptionNode
    names = ["catch" if catching and branch == CAUGHT else branch for branch in branches]
    several = len(names) > 1
    listed = ", ".join(f"'{name}'" for name in names)
    arms = ", ".join(f"{identifier_text(name)} => {{}}" for name in names)
    report.add(
        MISSING_BRANCH,
        draft.span,
        f"the branch{'es' if several else ''} {listed} of '{draft.label}' "
        f"{'lead' if several else 'leads'} nowhere",
        label="not every branch has an arm",
        hint=f"Add `{arms}` to its block (`{{}}` goes on below), or `else => …`.",
    )


def _check_form(arm: Arm, index: int, call: Call, report: Report) -> None:
    if arm.branch is not None:
        report.add(
            ARM_FORM,
            arm.branch.span,
            "an arm of a call names its branch by itself",
            label="`as` is for `match`",
            hint="Remove `as` and the name after it.",
        )
    if arm.is_else and index + 1 < len(call.arms):
        report.add(
            ARM_FORM,
            head(arm),
            "`else` is not the last arm",
            label="takes all the rest",
            hint="Move it to the end.",
        )
