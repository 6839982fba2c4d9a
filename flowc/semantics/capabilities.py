"""What a target can hold: a node kind that it lacks is a coded error, never a skip."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity, misspelt
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node

UNSUPPORTED_NODE = Rule("FLOW601", Severity.ERROR, "a node of an unknown type cannot run")
"""flowc knows the type only as a name: it can check the document, convert it and draw it, but it
does not know what such a node does, so it neither runs it nor makes code of it (SEMANTICS 27).

Wrong:

```flow
flow main(text: string) {
  x = VectorSearchNode(text) -> (found: string)
}
```

```console
$ flowc run example.flow -i text=a
```

Right:

```flow
tool vector_search(text: string) -> (found: string)

flow main(text: string) {
  vector_search(text)
}
```

```console
$ flowc build example.flow
```
"""


def reachable_flows(document: Document, root: Flow) -> tuple[Flow, ...]:
    """The root flow and every flow it runs at any depth, each once, the root first."""
    found: dict[str, Flow] = {}
    work: list[Component] = [root]
    seen = {root.id}
    while work:
        component = work.pop(0)
        if isinstance(component, Flow):
            found[component.id] = component
            wanted = [id_ for node in component.nodes for id_ in node.references()]
        else:
            wanted = list(component.references())
        for id_ in wanted:
            if id_ not in seen and id_ in document.components:
                seen.add(id_)
                work.append(document.components[id_])
    return tuple(found.values())


def lacking(
    document: Document, root: Flow, kinds: Collection[type[Node]], what: str
) -> Iterator[Diagnostic]:
    """One error for every node under `root` whose kind is not in `kinds`, the kinds that can do
    `what`."""
    names = [kind.__name__ for kind in kinds]
    for flow in reachable_flows(document, root):
        for node in flow.nodes:
            if type(node) not in kinds:
                yield UNSUPPORTED_NODE.at(
                    node.origin,
                    f"{node.component_type} '{node.name}' cannot {what}",
                    label="flowc does not know what such a node does",
                    hint=_instead(node.component_type, names),
                )


def _instead(component_type: str, names: Iterable[str]) -> str:
    meant = misspelt(component_type, names)
    if meant is not None:
        return f"Did you mean {meant}?"
    return (
        "Call a tool that does it. As it is, the file can be checked, converted and built as JSON."
    )
