"""FLOW228, FLOW229, FLOW234: what a BranchingNode compares can be equal (SEMANTICS 19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, closest
from flowc.ir.nodes import BranchingNode
from flowc.ir.notation import type_text
from flowc.ir.types import Property, Scalar, Type, members_of
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.switch_values import compared_type
from flowc.semantics.values import can_be_text, text_of

TYPED_INPUT = Rule("FLOW228", Severity.WARNING, "a BranchingNode's input is no string")
"""A BranchingNode compares the text of its input with the keys of its mapping. Engines convert a
value to its text only if the input is declared as a string (SEMANTICS 19): otherwise `true` is
equal to no key, and every value takes the default branch.

Wrong:

```flow
tool is_paid(id: string) -> (paid: boolean)

flow main(id: string) -> (state: string) {
  is_paid(id)
  @with({ inputs: [{ title: "branching_mapping_key", type: "boolean" }] })
  match is_paid.paid {
    true => return (state = "paid")
    else => return (state = "open")
  }
}
```

Right:

```flow
tool is_paid(id: string) -> (paid: boolean)

flow main(id: string) -> (state: string) {
  is_paid(id)
  match is_paid.paid {
    true => return (state = "paid")
    else => return (state = "open")
  }
}
```
"""

DEAD_KEY = Rule("FLOW229", Severity.ERROR, "a mapping key that its input can never equal")
"""The keys of a BranchingNode are compared with the text of its input (SEMANTICS 19). No value of
the input's declared type has this text, so its branch is never taken.

Wrong:

```flow
flow main(channel: string) -> (cost: integer) {
  @with({ inputs: [{ title: "key", type: "string", enum: ["mail", "sms"] }] })
  match (key: string = channel) {
    "smss" => return (cost = 1)
    else => return (cost = 0)
  }
}
```

Right:

```flow
flow main(channel: string) -> (cost: integer) {
  @with({ inputs: [{ title: "key", type: "string", enum: ["mail", "sms"] }] })
  match (key: string = channel) {
    "sms" => return (cost = 1)
    else => return (cost = 0)
  }
}
```
"""

DEAD_ARM = Rule("FLOW234", Severity.WARNING, "a mapping key that no source of its input becomes")
"""The keys of a BranchingNode are compared with the text of its input (SEMANTICS 19). What feeds
the input never has this text, so the branch is never taken and what follows it never runs. The
texts of a boolean are `true` and `false`; a number always has its fraction, as in `1.0`.

Wrong:

```flow
tool lookup(id: string) -> (state: "open" | "paid")

flow main(id: string) -> (due: boolean) {
  lookup(id)
  match (key: string = lookup.state) {
    "payed" => return (due = false)
    else => return (due = true)
  }
}
```

Right:

```flow
tool lookup(id: string) -> (state: "open" | "paid")

flow main(id: string) -> (due: boolean) {
  lookup(id)
  match (key: string = lookup.state) {
    "paid" => return (due = false)
    else => return (due = true)
  }
}
```
"""

_NEVER_MATCHED = frozenset({"boolean", "integer", "number"})
_SHOWN = 5
"""How many keys a message lists."""


def check_branching(context: FlowContext) -> Iterator[Diagnostic]:
    """The keys of a BranchingNode are texts that its input can have, and the input is a string."""
    for node in context.flow.nodes:
        if isinstance(node, BranchingNode) and len(node.inputs) == 1:
            dead = [*_dead_keys(context, node, node.inputs[0])]
            yield from dead or _typed_input(context, node, node.inputs[0])


def _typed_input(
    context: FlowContext, node: BranchingNode, input_: Property
) -> Iterator[Diagnostic]:
    kinds = {m.name for m in members_of(input_.type) if isinstance(m, Scalar)} - {"null"}
    only_scalars = all(isinstance(member, Scalar) for member in members_of(input_.type))
    if kinds and only_scalars and kinds <= _NEVER_MATCHED:
        yield TYPED_INPUT.at(
            input_.origin or context.place(node),
            f"input '{input_.title}' of BranchingNode '{node.name}' is declared "
            + type_text(input_.type),
            label="other engines then always take 'default'",
            hint="Declare it as string; its value becomes its JSON text.",
        )


def _dead_keys(context: FlowContext, node: BranchingNode, input_: Property) -> Iterator[Diagnostic]:
    """One finding for all keys that the declared type cannot equal, and one for those that only
    what feeds the input cannot."""
    fed = compared_type(context, node, input_)
    keys = [key for key in node.mapping if not _is_default(input_, key)]
    dead = [key for key in keys if not can_be_text(input_.type, key)]
    unfed = [key for key in keys if key not in dead and not can_be_text(fed, key)]
    for rule, subject, found in ((DEAD_KEY, input_.type, dead), (DEAD_ARM, fed, unfed)):
        if found:
            places = [node.place("mapping", key) for key in found]
            one = len(found) == 1
            yield rule.at(
                places[0],
                f"{'key' if one else 'keys'} {_listed(found)} of node '{node.name}' can never be "
                "equal to its input",
                label=f"the input is {type_text(subject)}",
                hint=_hint(subject, found[0]),
                related=[Related(place, "nor can this one") for place in places[1:] if place],
            )


def _listed(keys: Sequence[str]) -> str:
    shown = [text_of_key(key) for key in keys[:_SHOWN]]
    more = [f"{len(keys) - _SHOWN} more"] if len(keys) > _SHOWN else []
    *first, last = [*shown, *more]
    return f"{', '.join(first)} and {last}" if first else last


def _is_default(input_: Property, key: str) -> bool:
    return input_.has_default and text_of(input_.default) == key


def text_of_key(key: str) -> str:
    """A key as it is written, in double quotes."""
    return text_of([key])[1:-1]


def _hint(subject: Type, key: str) -> str:
    members = members_of(subject)
    values = [text_of(v) for m in members for v in m.enum or () if v is not None]
    best = closest(key, values)
    if best is not None:
        return f"Did you mean {text_of_key(best)}?"
    names = {member.name for member in members if isinstance(member, Scalar)}
    if "boolean" in names:
        return 'A boolean is "true" or "false".'
    if "number" in names:
        try:
            return f"A number is written with its fraction: {text_of_key(text_of(float(key)))}."
        except ValueError:
            return 'A number is written with its fraction: "1.0".'
    if "integer" in names:
        return 'An integer is written without sign or fraction: "1".'
    return "Remove the key."
