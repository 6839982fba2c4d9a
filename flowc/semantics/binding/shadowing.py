"""Names that stand before another meaning of the same word (LANGUAGE, "Names")."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.nodes import NODE_CLASSES
from flowc.ir.values import Ref
from flowc.semantics.binding.callees import callables
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.flows import FlowDraft
from flowc.semantics.binding.scope import DeclaredComponent, Scope

SAME_AS_CALLEE = Rule("FLOW320", Severity.NOTE, "a node has the name of something else to call")
"""The nodes of a flow and the declarations of a file have names of their own, so this means what it
says. But whoever reads `search.hits` takes it for a result of `search`, and the node runs something
else.

Wrong:

```flow
tool search(text: string) -> (hits: string)
tool look_up(text: string) -> (hits: string)

flow main(text: string) -> (hits: string) {
  search = look_up(text)
  more = search(search.hits)
  return more.hits
}
```

Right:

```flow
tool search(text: string) -> (hits: string)
tool look_up(text: string) -> (hits: string)

flow main(text: string) -> (hits: string) {
  found = look_up(text)
  more = search(found.hits)
  return more.hits
}
```
"""

HIDES_NODE_TYPE = Rule("FLOW321", Severity.WARNING, "a declaration has the name of a node type")
"""What is called is looked up among the declarations first. A tool or flow that is called like a
node type takes its place in the whole file: the call runs the tool, and no such node can be
written.

Wrong:

```flow
tool ApiNode(text: string) -> (answer: string)

flow main(text: string) -> (answer: string) {
  asked = ApiNode(text)
  return asked.answer
}
```

Right:

```flow
tool call_api(text: string) -> (answer: string)

flow main(text: string) -> (answer: string) {
  asked = call_api(text)
  return asked.answer
}
```
"""


def report_shadowing(flows: Iterable[FlowDraft], scope: Scope) -> None:
    """Report the names in the entry file that may be taken for something else."""
    for name, meaning in scope.names.items():
        if isinstance(meaning, DeclaredComponent) and name in NODE_CLASSES:
            scope.report.add(
                HIDES_NODE_TYPE,
                scope.places[name],
                f"'{name}' is the name of a node type, which cannot be written in this file then",
                label="hides the node type",
                hint='Give it another name; @name("…") keeps the one in the document.',
            )
    names = frozenset(callables(scope))
    for flow in flows:
        if flow.owner.scope is scope:
            for draft in flow.nodes.drafts:
                if draft.label in names:
                    _report_node(draft, scope)


def _report_node(draft: Draft, scope: Scope) -> None:
    statement, meaning = draft.statement, scope.names[draft.label]
    if statement is None or statement.name is None or not isinstance(meaning, DeclaredComponent):
        return
    called = [draft.fields.get(field) for field in ("tool", "agent", "subflow")]
    if draft.unknown or Ref(meaning.id) in (*called, *_subflows(draft)):
        return
    place = scope.places[draft.label]
    scope.report.add(
        SAME_AS_CALLEE,
        statement.name.span,
        f"node '{draft.label}' is named like something that it does not run",
        label=f"runs no '{draft.label}'",
        hint="Give the node another name.",
        related=[Related(place, f"'{draft.label}' is declared here")],
    )


def _subflows(draft: Draft) -> tuple[object, ...]:
    value = draft.fields.get("subflows")
    return tuple(value) if isinstance(value, (list, tuple)) else ()
