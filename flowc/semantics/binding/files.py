"""The files of a program: what each declares, and what it imports from others."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator

from flowc.diagnostics import Diagnostic, FlowcError, Related, Rule, Severity
from flowc.ir.document import Document
from flowc.records import dataclass, field, replace
from flowc.semantics.binding.annotations import (
    refuse_annotations,
    refuse_description,
    refuse_prefix,
    written_id,
)
from flowc.semantics.binding.declarations import report_id
from flowc.semantics.binding.report import suggestion
from flowc.semantics.binding.scope import (
    DECLARED_TWICE,
    Declared,
    DeclaredComponent,
    DeclaredType,
    Scope,
    Unresolved,
    World,
    derived_id,
)
from flowc.semantics.binding.signatures import component_signature
from flowc.syntax.tree import (
    ComponentDeclaration,
    EnvDeclaration,
    FlowDeclaration,
    ImportDeclaration,
    ImportedName,
    LibraryDeclaration,
    Tree,
    TypeDeclaration,
    VersionDeclaration,
)
from flowc.text import Source, Span

BAD_PATH = Rule("FLOW158", Severity.ERROR, "an import leaves the folder of the entry file")
"""The files of a program lie in one folder and below it, so that it can be moved as a whole, and
no file can make flowc read something else. Paths are relative to the importing file.

Wrong:

```flow
import { lookup } from "../shared/tools.flow"

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

Right:

```flow
import { lookup } from "shared/tools.flow"

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```flow shared/tools.flow
library

tool lookup(order_id: string) -> (status: string)
```
"""

NO_FILE = Rule("FLOW159", Severity.ERROR, "an imported file cannot be had")
"""The names that this import brings in are not known, because the imported file has errors of its
own or there are no files at all (a text that was handed to `flowc.parse`). What uses those names is
not reported again.

No example: a file with errors has findings of its own, which come first.
"""

NOT_EXPORTED = Rule("FLOW160", Severity.ERROR, "an imported name is not in the file")
"""An import takes declarations of the other file by their names, in a document components by name
or id. Everything that a file declares can be imported; `export` is not needed for it.

Wrong:

```flow
import { find } from "tools.flow"

flow main(order_id: string) -> (status: string) {
  find(order_id)
  return find.status
}
```

```flow tools.flow
library

tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
import { lookup as find } from "tools.flow"

flow main(order_id: string) -> (status: string) {
  find(order_id)
  return find.status
}
```

```flow tools.flow
library

tool lookup(order_id: string) -> (status: string)
```
"""

Resolve = Callable[[str], Tree | Document | None]
"""Gives an imported file by its path; None if it has errors of its own."""


@dataclass(eq=False)
class SourceFile:
    """A `.flow` file and the names in it; `path` is relative to the entry file's folder."""

    tree: Tree
    path: str
    scope: Scope


@dataclass(eq=False)
class Files:
    """All files of a program, each loaded once."""

    world: World
    resolve: Resolve | None
    sources: list[SourceFile] = field(default_factory=list)
    _by_path: dict[str, SourceFile | Document | None] = field(default_factory=dict)
    _imports: dict[Source, Span] = field(default_factory=dict)
    """Where each imported `.flow` file is imported first."""

    def load_all(self, entry: Tree) -> SourceFile:
        """Declare the names of the entry file and of all that it imports, directly or not."""
        first = self._add(entry, "")
        self._by_path[posixpath.basename(entry.span.source.name.replace("\\", "/"))] = first
        done = 0
        while done < len(self.sources):
            for declaration in self.sources[done].tree.declarations:
                if isinstance(declaration, ImportDeclaration):
                    self._load(declaration, self.sources[done])
            done += 1
        for source in self.sources:
            for declaration in source.tree.declarations:
                if isinstance(declaration, ImportDeclaration):
                    self._import(declaration, source)
        return first

    def with_imports(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The findings, those in imported files with the line that imports the file."""
        for found in diagnostics:
            source = None if found.location is None else found.location.source
            line = None if source is None else self._imports.get(source)
            yield found if line is None else _imported(found, line)

    def _add(self, tree: Tree, path: str) -> SourceFile:
        source = SourceFile(tree, path, Scope(self.world))
        self.sources.append(source)
        _declare(source)
        return source

    def _load(self, declaration: ImportDeclaration, importer: SourceFile) -> None:
        path = _joined(declaration, importer)
        if path is None or path in self._by_path:
            return
        self._by_path[path] = None
        found = self._resolved(declaration, path, importer.scope)
        if isinstance(found, Tree):
            self._by_path[path] = self._add(found, path)
            self._imports[found.span.source] = declaration.path.span
        elif isinstance(found, Document):
            self._by_path[path] = found
            for id_, component in found.components.items():
                before = self.world.components.setdefault(id_, component)
                self.world.signatures.setdefault(id_, component_signature(component))
                if before != component:
                    report_id(id_, declaration.path.span, importer.scope)

    def _resolved(
        self, declaration: ImportDeclaration, path: str, scope: Scope
    ) -> Tree | Document | None:
        if self.resolve is None:
            scope.report.add(
                NO_FILE,
                declaration.path.span,
                f"'{declaration.path.value}' cannot be imported here",
                label="no files at hand",
                hint="Imports need a program that is loaded from a file.",
            )
            return None
        try:
            found = self.resolve(path)
        except FlowcError as error:
            line = declaration.path.span
            scope.report.include(_imported(found, line) for found in error.diagnostics)
            return None
        if found is None:
            scope.report.add(
                NO_FILE,
                declaration.path.span,
                f"'{declaration.path.value}' has errors of its own",
                label="cannot be imported",
                hint="Check that file first.",
            )
        return found

    def _import(self, declaration: ImportDeclaration, importer: SourceFile) -> None:
        refuse_prefix(declaration, importer.scope.report, "an import")
        path = _joined(declaration, importer, quiet=True)
        found = None if path is None else self._by_path.get(path)
        for item in declaration.names:
            name = item.name if item.alias is None else item.alias
            meaning: Declared | None = Unresolved()
            if isinstance(found, SourceFile):
                meaning = found.scope.names.get(item.name.text)
                known = list(found.scope.names)
            elif isinstance(found, Document):
                meaning = _of_document(item.name.text, found)
                known = [component.name for component in found.components.values()]
            if meaning is None:
                self._report_missing(item, declaration, known, importer.scope)
                meaning = Unresolved()
            importer.scope.declare(name, meaning)

    def _report_missing(
        self, item: ImportedName, declaration: ImportDeclaration, known: list[str], scope: Scope
    ) -> None:
        scope.report.add(
            NOT_EXPORTED,
            item.name.span,
            f"'{declaration.path.value}' declares no '{item.name.text}'",
            label="not in that file",
            hint=suggestion(item.name.text, known),
        )


def _imported(found: Diagnostic, line: Span) -> Diagnostic:
    """A finding in an imported file with the line that imports it, which is the place of a finding
    that has none."""
    if found.location is None:
        return replace(found, location=line)
    return replace(found, related=(*found.related, Related(line, "imported here")))


def _declare(source: SourceFile) -> None:
    """Give the file's own declarations their meanings."""
    scope = source.scope
    for declaration in source.tree.declarations:
        match declaration:
            case ComponentDeclaration() | FlowDeclaration():
                type_ = (
                    declaration.type_name.text
                    if isinstance(declaration, ComponentDeclaration)
                    else "Flow"
                )
                id_ = written_id(declaration.annotations, derived_id(declaration))
                if scope.declare(declaration.name, DeclaredComponent(id_, type_)):
                    scope.component_ids[id(declaration)] = id_
            case TypeDeclaration():
                refuse_annotations(declaration.annotations, scope.report, "a type")
                scope.declare(declaration.name, DeclaredType(declaration, scope))
            case EnvDeclaration():
                refuse_prefix(declaration, scope.report, "`env`")
                _declare_env(declaration, scope)
            case VersionDeclaration():
                others = tuple(it for it in declaration.annotations if it.name.text != "with")
                refuse_annotations(others, scope.report, "`agentspec`")
                refuse_description(declaration.description, scope.report, "`agentspec`")
            case LibraryDeclaration():
                refuse_prefix(declaration, scope.report, "`library`")


def _declare_env(declaration: EnvDeclaration, scope: Scope) -> None:
    name = declaration.name
    if name.text in scope.env:
        scope.report.add(
            DECLARED_TWICE,
            name.span,
            f"'{name.text}' is declared twice",
            label="declared again",
            hint="Remove one of them.",
        )
    scope.env.setdefault(name.text, name.span)


def _joined(
    declaration: ImportDeclaration, importer: SourceFile, *, quiet: bool = False
) -> str | None:
    """The imported path relative to the entry file's folder; None if it leads out of there."""
    written = declaration.path.value
    path = posixpath.normpath(posixpath.join(posixpath.dirname(importer.path), written))
    outside = written.startswith("/") or "\\" in written or ":" in written or "\0" in written
    if not outside and path != ".." and not path.startswith("../") and path != ".":
        return path
    if not quiet:
        importer.scope.report.add(
            BAD_PATH,
            declaration.path.span,
            f"'{written}' is not below the folder of the entry file",
            label="outside",
            hint='Imports are relative paths with `/`, such as "tools.flow" or "lib/a.flow".',
        )
    return None


def _of_document(name: str, document: Document) -> DeclaredComponent | None:
    """The component of a document that is called `name`: the one with that name, else that id."""
    named = [item for item in document.components.values() if item.name == name]
    found = named[0] if len(named) == 1 else document.components.get(name)
    return None if found is None else DeclaredComponent(found.id, found.component_type)
