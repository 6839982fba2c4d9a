"""FLOW414: a component that the root of the document never uses."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.values import references
from flowc.text import Span

UNUSED = Rule("FLOW414", Severity.WARNING, "nothing uses a component")
"""The document has a root, and neither it nor anything that it runs leads to this component. It is
written into the document all the same. Of components that only an unused one uses, nothing is said.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)
tool notify(text: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)
tool notify(text: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  notify(lookup.status)
  return lookup.status
}
```
"""


def check_unused_declarations(document: Document) -> Iterator[Diagnostic]:
    """Everything in a document that has a root is used by it."""
    if document.root is None:
        return
    beside = [id_ for value in document.overrides.values() for id_ in references(value)]
    used = _closure(document, [document.root, *beside])
    unused = [item for id_, item in document.components.items() if id_ not in used]
    used_by_unused = {
        id_ for item in unused for id_ in _references(item) if id_ != item.id and id_ not in used
    }
    explained: set[str] = set()
    heads = [item for item in unused if item.id not in used_by_unused]
    for item in (*heads, *unused):
        if item.id not in explained:
            explained |= _closure(document, [item.id], explained)
            yield _unused(item)


def _unused(item: Component) -> Diagnostic:
    return UNUSED.at(
        item.origin,
        f"nothing uses {item.component_type} '{item.name}'",
        label="never used",
        hint="Remove it, or write `library` instead of a root if the file only serves others."
        if isinstance(item.origin, Span)
        else "Remove it.",
    )


def _closure(
    document: Document, roots: Iterable[str], known: Container[str] = frozenset()
) -> set[str]:
    """The components that the roots lead to, without those that are known and what is behind."""
    seen: set[str] = set()
    work = [id_ for id_ in roots if id_ in document.components]
    while work:
        id_ = work.pop()
        if id_ in seen or id_ in known:
            continue
        seen.add(id_)
        work += [it for it in _references(document.components[id_]) if it in document.components]
    return seen


def _references(component: Component) -> Iterator[str]:
    yield from component.references()
    if isinstance(component, Flow):
        yield component.start_node
        yield from [edge.from_node for edge in component.control_edges]
        yield from [edge.to_node for edge in component.control_edges]
        for node in component.nodes:
            yield from node.references()
