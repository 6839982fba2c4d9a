"""References in flows: a flow input, `node.output`, or a node with exactly one output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from flowc.diagnostics import Rule, Severity
from flowc.ir.notation import identifier_text
from flowc.ir.types import Property
from flowc.records import dataclass
from flowc.semantics.binding.collect import START, Collected
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.report import Report, rename, suggestion
from flowc.semantics.binding.scope import Scope, Unresolved
from flowc.syntax.tree import Name, Reference

UNKNOWN_REFERENCE = Rule("FLOW123", Severity.ERROR, "a value is read from nothing")
"""A value is an input of the flow, an output of a node (`node.output`), or a constant. A bare word
is never a text.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  order = lookup(order_id)
  return oder.status
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  order = lookup(order_id)
  return order.status
}
```
"""

UNKNOWN_OUTPUT = Rule("FLOW124", Severity.ERROR, "a node has no such output")
"""A node's outputs are those that its callee declares, or that stand after its `->`.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.state
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```
"""

NO_ONE_OUTPUT = Rule("FLOW125", Severity.ERROR, "a node alone does not say which output")
"""A node's name alone stands for its output if there is exactly one. With several, say which; with
none, there is nothing to read.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string, total: number)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return (status = lookup)
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string, total: number)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return (status = lookup.status)
}
```
"""

TOO_DEEP = Rule("FLOW126", Severity.ERROR, "a reference looks inside a value")
"""Edges carry whole outputs: Agent Spec has no way to say "a part of it". A tool that takes the
value apart can, and so can the tool that made it, by giving the part as an output of its own.

Wrong:

```flow
tool lookup(order_id: string) -> (order: { status: string })

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.order.status
}
```

Right:

```flow
tool lookup(order_id: string) -> (order: { status: string }, status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```
"""


@dataclass(frozen=True, slots=True)
class Output:
    """An output of a node: where a value comes from."""

    draft: Draft
    property: Property


@dataclass(frozen=True, slots=True)
class References:
    """The names that references in one flow can use."""

    nodes: Collected
    inputs: Mapping[str, Property]
    scope: Scope
    flow: str

    @property
    def report(self) -> Report:
        """Where findings go."""
        return self.scope.report

    def resolve(self, reference: Reference) -> Output | None:
        """The output that is meant; None after a finding, or if nothing is known of its node."""
        names = reference.names
        if len(names) > 2:
            self._too_deep(reference)
            return None
        first = names[0]
        if len(names) == 1 and first.text in self.inputs:
            return Output(self.nodes.drafts[0], self.inputs[first.text])
        draft = self.nodes.by_label.get(first.text)
        if draft is None:
            self._unknown(first, names)
            return None
        return self._only(draft, first) if len(names) == 1 else self._named(draft, names[1])

    def _only(self, draft: Draft, name: Name) -> Output | None:
        if len(draft.outputs) == 1:
            return Output(draft, draft.outputs[0])
        if draft.unknown:
            return None
        written = [f"{identifier_text(draft.label)}.{item.title}" for item in draft.outputs]
        self.report.add(
            NO_ONE_OUTPUT,
            name.span,
            f"'{name.text}' has {len(written)} outputs, so which one is meant must be said"
            if written
            else f"'{name.text}' has no output",
            label="which output?" if written else "gives nothing",
            hint=f"Write {', '.join(f'`{text}`' for text in written[:-1])} or `{written[-1]}`."
            if written
            else "Read the value where it comes from.",
        )
        return None

    def _named(self, draft: Draft, output: Name) -> Output | None:
        found = draft.output(output.text)
        if found is not None:
            return Output(draft, found)
        if draft.unknown:
            return None
        start = draft.label == START
        titles = [item.title for item in draft.outputs]
        self.report.add(
            UNKNOWN_OUTPUT,
            output.span,
            f"the flow '{self.flow}' has no input '{output.text}'"
            if start
            else f"'{draft.label}' has no output '{output.text}'",
            label="no such input" if start else "no such output",
            hint=suggestion(output.text, titles) or f"'{draft.label}' has no outputs at all.",
            fix=rename(output, titles),
        )
        return None

    def _unknown(self, first: Name, names: tuple[Name, ...]) -> None:
        if isinstance(self.scope.names.get(first.text), Unresolved):
            self.scope.meaning(first.text)
            return  # the import that failed has been reported
        if first.text in self.nodes.hidden:
            return  # the node that is meant has been reported for its name
        fix = None
        if first.text in self.nodes.loops:
            title, hint = f"'{first.text}' is a loop and has no outputs", "Name a node inside it."
        elif first.text in self.inputs:
            title = f"'{first.text}' is an input of the flow, not a node"
            hint = f"Write `{identifier_text(first.text)}`; a part of a value cannot be read."
        else:
            title = f"nothing in this flow is called '{first.text}'"
            near = suggestion(first.text, chain(self.inputs, self._readable()))
            hint = near or "Only inputs of the flow and outputs of its nodes can be read."
            fix = rename(first, chain(self.inputs, self._readable()))
            if len(names) == 1 and not near.startswith("Did"):
                hint += f' A text is written "{first.text}".'
        self.report.add(UNKNOWN_REFERENCE, first.span, title, label="unknown", hint=hint, fix=fix)

    def _readable(self) -> Iterator[str]:
        return (
            label
            for label, draft in self.nodes.by_label.items()
            if draft.outputs and label != START
        )

    def _too_deep(self, reference: Reference) -> None:
        names = [name.text for name in reference.names]
        self.report.add(
            TOO_DEEP,
            reference.span,
            f"'{'.'.join(names)}' looks inside a value",
            label="too many dots",
            hint="Agent Spec carries whole outputs only. Let a tool take the value apart, or give "
            f"'{names[0]}' an output '{names[-1]}'.",
        )
