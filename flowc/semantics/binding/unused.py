"""Names of a file that nothing in it uses: types, env placeholders, imports."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.placeholders import placeholders
from flowc.ir.values import ABSENT
from flowc.semantics.binding.scope import Scope
from flowc.syntax.tree import (
    EnvDeclaration,
    ImportDeclaration,
    LibraryDeclaration,
    Name,
    Tree,
    TypeDeclaration,
)

UNUSED_NAME = Rule("FLOW415", Severity.WARNING, "nothing uses a name")
"""A type, an env placeholder or an imported name is only there for the file that declares it, and
nothing in this one uses it. Perhaps it is misspelt where it should stand. In a library, which is
there for other files, nothing is said.

Wrong:

```flow
type Status = "open" | "closed"
env BASE_URL

tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

Right:

```flow
type Status = "open" | "closed"

tool lookup(order_id: string) -> (status: Status)

flow main(order_id: string) -> (status: Status) {
  lookup(order_id)
  return lookup.status
}
```
"""


def report_unused(tree: Tree, scope: Scope, document: Document) -> None:
    """Report the names of the entry file that nothing uses; not if there are errors, which may be
    why."""
    is_library = any(isinstance(item, LibraryDeclaration) for item in tree.declarations)
    if is_library or scope.report.errors:
        return
    filled = {name for component in _parts(document) for name in _placeholders(component)}
    for what, name in _names(tree):
        if name.text not in (filled if what == "placeholder" else scope.used):
            scope.report.add(
                UNUSED_NAME,
                name.span,
                f"nothing in this file uses the {what} '{name.text}'",
                label="never used",
                hint="Remove it.",
            )


def _names(tree: Tree) -> Iterator[tuple[str, Name]]:
    for declaration in tree.declarations:
        match declaration:
            case TypeDeclaration():
                yield "type", declaration.name
            case EnvDeclaration():
                yield "placeholder", declaration.name
            case ImportDeclaration():
                for item in declaration.names:
                    yield "import", item.name if item.alias is None else item.alias


def _parts(document: Document) -> Iterator[Component]:
    yield from document.components.values()
    for flow in document.flows:
        yield from flow.nodes


def _placeholders(component: Component) -> Iterator[str]:
    """The placeholders in a component's texts that are no inputs of it."""
    if isinstance(component, Flow):
        return
    inputs = {item.title for item in component.inputs or ()}
    values = (*component.own_fields().values(), *component.overrides.values())
    for name in placeholders([value for value in values if value is not ABSENT]):
        if name not in inputs:
            yield name
