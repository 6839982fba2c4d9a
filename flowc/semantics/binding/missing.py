"""The inputs of a call, and the outputs of a return, that nothing is given for."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from flowc.diagnostics import Rule, Severity
from flowc.ir.nodes import EndNode
from flowc.ir.notation import identifier_text, type_text
from flowc.ir.placeholders import TEXTS
from flowc.ir.values import Ref
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.overrides import overridden
from flowc.semantics.binding.values import Owner

MISSING_ARGUMENT = Rule("FLOW131", Severity.ERROR, "a required input gets nothing")
"""Each input needs a value: an argument, or a default where it is declared. A `?` behind the type
allows null; it does not make an input optional (SEMANTICS 5).

Wrong:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id)
}
```

Right:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, text = "Done.")
}
```
"""


def report_missing(
    draft: Draft, given: Collection[str], fed: Collection[tuple[str, str]], owner: Owner
) -> None:
    """Report the inputs of a call that have neither an argument nor a default. `given` are those
    that have an argument, `fed` those, by label and title, that an `edges` entry feeds."""
    if draft.unknown:
        return
    if overridden(draft.annotated.overrides, "inputs") is not None:
        return  # what `@with` says stands, and check says what is wrong with it
    stated = stated_inputs_of(draft, owner)
    missing = [
        name
        for name, slot in draft.slots.items()
        if name not in given
        and not slot.has_default
        and (draft.label, slot.title) not in fed
        and slot.title not in stated
    ]
    if not missing:
        return
    names = ", ".join(f"'{name}'" for name in missing)
    shown = ", ".join(f"{identifier_text(name)} = VALUE" for name in missing)
    types = ", ".join(f"'{name}' is {type_text(draft.slots[name].type)}" for name in missing)
    extra = "".join(f" It has no input '{name}'." for name in given if name not in draft.slots)
    where = f"`{shown}` among its arguments"
    if draft.kind is EndNode:
        where = f"`return ({shown})`" if not given else f"`{shown}` in the parentheses"
    owner.scope.report.add(
        MISSING_ARGUMENT,
        draft.span,
        f"nothing is returned for {names}"
        if draft.kind is EndNode
        else f"'{draft.label}' gets nothing for {names}",
        label="missing " + names,
        hint=f"Write {where}; {types}."
        + ("" if draft.open_inputs else extra)
        + _env_hint(draft, missing),
    )


def _env_hint(draft: Draft, missing: list[str]) -> str:
    if draft.kind.__name__ not in TEXTS:
        return ""
    return f" If it is set where the flow is deployed, declare `env {missing[0]}`."


def stated_inputs_of(draft: Draft, owner: Owner) -> set[str]:
    """The inputs that may come from the session state, because the node says so, or its tool where
    the node does not (SEMANTICS 5)."""
    tool = draft.fields.get("tool")
    called = owner.scope.world.components.get(tool.id) if isinstance(tool, Ref) else None
    state: object = None
    for metadata in ({} if called is None else called.metadata, draft.annotated.metadata):
        rules = metadata.get("flowc")
        state = rules.get("state", state) if isinstance(rules, Mapping) else state
    if state is True:
        return {slot.title for slot in draft.slots.values()}
    return {item for item in state if isinstance(item, str)} if isinstance(state, list) else set()
