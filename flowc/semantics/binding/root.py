"""Which component is the document's root (LANGUAGE, "Declarations": `export`, `library`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.semantics.binding.report import Report
from flowc.syntax.tree import (
    ComponentDeclaration,
    Declaration,
    FlowDeclaration,
    LibraryDeclaration,
    Tree,
)

NO_ROOT = Rule("FLOW161", Severity.ERROR, "it is not clear which component is the root")
"""A document has one root: the one flow that no other declaration uses, or else the one such
declaration. Where that leaves several, `export` says which; a file that only serves others says
`library`.

Wrong:

```flow
flow morning() {
  say "Good morning."
}

flow evening() {
  say "Good evening."
}
```

Right:

```flow
library

flow morning() {
  say "Good morning."
}

flow evening() {
  say "Good evening."
}
```
"""

EXPORTED_TWICE = Rule("FLOW162", Severity.ERROR, "two declarations are exported")
"""`export` marks the root of the document, and there is one. A library has none.

Wrong:

```flow
export flow greet() {
  say "Hello."
  ask_name()
}

export flow ask_name() {
  ask "What is your name?"
}
```

Right:

```flow
export flow greet() {
  say "Hello."
  ask_name()
}

flow ask_name() {
  ask "What is your name?"
}
```
"""

LINE_TWICE = Rule("FLOW163", Severity.ERROR, "a line that can stand once stands twice")
"""`agentspec` and `library` say something about the whole file.

Wrong:

```flow
agentspec "25.4.1"
agentspec "26.1.0"

flow greet() {
  say "hello"
}
```

Right:

```flow
agentspec "26.1.0"

flow greet() {
  say "hello"
}
```
"""

Named = Sequence[tuple[ComponentDeclaration | FlowDeclaration, str]]
"""The root file's components: their declarations, and their ids."""


def choose_root(
    tree: Tree, named: Named, components: Mapping[str, Component], report: Report
) -> str | None:
    """The root's id: what is exported, else the one flow, else the one declaration, that nothing
    else uses. None for a library, and after a finding."""
    exported = [item for item in named if item[0].export]
    libraries = [item for item in tree.declarations if isinstance(item, LibraryDeclaration)]
    if libraries:
        _check_library(libraries, exported, report)
        return None
    for declaration, _ in exported[1:]:
        report.add(
            EXPORTED_TWICE,
            declaration.name.span,
            f"'{declaration.name.text}' is exported too",
            label="a document has one root",
            hint="Keep one `export`, or write `library` for a document without a root.",
            related=[Related(exported[0][0].name.span, "first exported here")],
        )
    if exported:
        return exported[0][1]
    return _unused(tree, named, components, report)


def _can_be_root(declaration: Declaration) -> bool:
    return isinstance(declaration, FlowDeclaration) or (
        isinstance(declaration, ComponentDeclaration) and not declaration.extern
    )


def _check_library(
    libraries: list[LibraryDeclaration],
    exported: Named,
    report: Report,
) -> None:
    for library in libraries[1:]:
        report.add(
            LINE_TWICE,
            library.span,
            "`library` stands twice",
            label="again",
            hint="Remove one of them.",
        )
    for declaration, _ in exported:
        report.add(
            EXPORTED_TWICE,
            declaration.name.span,
            f"'{declaration.name.text}' is exported, but this file is a library",
            label="a library has no root",
            hint="Remove `export` or `library`.",
            related=[Related(libraries[0].span, "declared here")],
        )


def _unused(
    tree: Tree, named: Named, components: Mapping[str, Component], report: Report
) -> str | None:
    here = {id_: declaration for declaration, id_ in named if _can_be_root(declaration)}
    used = {
        target
        for id_, component in components.items()
        for target in uses(component)
        if target != id_
    }
    flows = [id_ for id_ in here if isinstance(components.get(id_), Flow)]
    free = [id_ for id_ in here if id_ not in used]
    free_flows = [id_ for id_ in flows if id_ not in used]
    candidates = free_flows or flows or free
    if len(candidates) == 1:
        return candidates[0]
    names = [here[id_].name.text for id_ in (candidates or here)]
    if not names and any(map(_can_be_root, tree.declarations)):
        return None  # what is declared twice does not count, and is reported
    if not names:
        report.add(
            NO_ROOT,
            None if not tree.declarations else tree.declarations[0].span,
            "this file declares no component",
            label="nothing to make a document of",
            hint="Declare a flow, or write `library` if the file only serves others.",
        )
        return None
    shown = ", ".join(f"'{name}'" for name in names[:12]) + (", …" if len(names) > 12 else "")
    report.add(
        NO_ROOT,
        here[(candidates or list(here))[0]].name.span,
        f"which of these is the root: {shown}?",
        label="one candidate",
        hint=f"Write `export` before it, as in `export {_word(here, candidates)} {names[0]}`, or "
        "`library` for a document without a root.",
    )
    return None


def _word(here: Mapping[str, Declaration], candidates: list[str]) -> str:
    first = here[(candidates or list(here))[0]]
    if isinstance(first, ComponentDeclaration):
        type_name = first.type_name.text
        return "tool" if type_name == "ServerTool" else type_name
    return "flow"


def uses(component: Component) -> list[str]:
    """The ids that a component refers to; a flow's nodes included."""
    found = list(component.references())
    if isinstance(component, Flow):
        for node in component.nodes:
            found += node.references()
    return found
