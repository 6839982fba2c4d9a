"""Binding a whole program: one tree and what it imports become a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flowc.diagnostics import Diagnostic, in_source_order
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.values import OverrideValue
from flowc.ir.versions import lowest_version
from flowc.records import dataclass, replace
from flowc.semantics.binding.annotations import read_with
from flowc.semantics.binding.declarations import bind_component, owner_of, report_id
from flowc.semantics.binding.files import Files, Resolve, SourceFile
from flowc.semantics.binding.flows import FlowDraft, bind_flow, collect_flow
from flowc.semantics.binding.node_ids import report_node_ids
from flowc.semantics.binding.root import LINE_TWICE, Named, choose_root, uses
from flowc.semantics.binding.scope import DeclaredType, Scope, World
from flowc.semantics.binding.shadowing import report_shadowing
from flowc.semantics.binding.types import declared_type
from flowc.semantics.binding.unused import report_unused
from flowc.syntax.tree import (
    ComponentDeclaration,
    FlowDeclaration,
    Tree,
    VersionDeclaration,
)
from flowc.text import Source


@dataclass(frozen=True, slots=True)
class Bound:
    """What binding gives.

    `document` is as complete as it could be made; with errors among the diagnostics it is only
    good for further checks. `broken` are the ids of the flows that have errors of their own, or use
    what could not be imported: findings in them would only repeat those.
    """

    document: Document | None
    diagnostics: tuple[Diagnostic, ...]
    broken: frozenset[str] = frozenset()


def bind(
    tree: Tree,
    source: Source,
    resolve: Resolve | None = None,
    *,
    lowest_version: Callable[[Document], str] = lowest_version,
) -> Bound:
    """The document that a syntax tree says (LANGUAGE.md), and all that is wrong with it.

    `resolve` gives the tree of an imported `.flow` file or the document of another one, by its path
    relative to the entry file's folder; it raises FlowcError if there is none. A `.flow` file is
    best given as a tree: bound on its own, a file of tools has no root. `lowest_version` says which
    version a document needs if the source names none (SEMANTICS 8). Bad input gives diagnostics,
    never an exception.
    """
    world = World()
    files = Files(world, resolve)
    entry = files.load_all(tree)
    for file in files.sources:
        _name_types(file.scope)
    for file in files.sources:
        _bind_components(file)
    drafts = [draft for file in files.sources for draft in _collect_flows(file)]
    for draft in drafts:
        _bind_flow(draft, world)
    named = _named(entry)
    root = choose_root(tree, named, world.components, world.report)
    kept = _kept([id_ for _, id_ in named], world)
    report_node_ids(kept, world.report)
    document = Document(
        version=None,
        root=root,
        components=kept,
        types=world.types,
        env=tuple(entry.scope.env),
        source=source,
        origin=tree.span,
    )
    document = replace(document, version=_version(tree, document, lowest_version, world))
    document = replace(document, overrides=_beside(tree, entry.scope))
    report_unused(tree, entry.scope, document)
    report_shadowing(drafts, entry.scope)
    diagnostics = in_source_order(files.with_imports(world.report.diagnostics))
    return Bound(document, diagnostics, frozenset(world.broken))


def _named(file: SourceFile) -> Named:
    ids = file.scope.component_ids
    return [
        (declaration, ids[id(declaration)])
        for declaration in file.tree.declarations
        if isinstance(declaration, (ComponentDeclaration, FlowDeclaration))
        and id(declaration) in ids
    ]


def _bind_components(file: SourceFile) -> None:
    """Bind what is no flow, so that flows know what they call; flows keep their places."""
    for declaration, id_ in _named(file):
        if isinstance(declaration, ComponentDeclaration):
            bind_component(declaration, id_, file.scope)
        elif id_ in file.scope.world.components:
            report_id(id_, declaration.name.span, file.scope)
            del file.scope.component_ids[id(declaration)]
        else:
            file.scope.world.components[id_] = Component(
                component_type="Flow", id=id_, name="", origin=declaration.name.span
            )


def _collect_flows(file: SourceFile) -> list[FlowDraft]:
    drafts = []
    for declaration, id_ in _named(file):
        if isinstance(declaration, FlowDeclaration):
            world = file.scope.world
            before = world.report.errors + world.gaps
            draft = collect_flow(declaration, owner_of(id_, file.scope))
            world.signatures[id_] = draft.signature
            if world.report.errors + world.gaps > before:
                world.broken.add(id_)
            drafts.append(draft)
    return drafts


def _bind_flow(draft: FlowDraft, world: World) -> None:
    before = world.report.errors + world.gaps
    world.components[draft.owner.id] = bind_flow(draft)
    if world.report.errors + world.gaps > before:
        world.broken.add(draft.owner.id)


def _kept(ids: list[str], world: World) -> Mapping[str, Component]:
    """Every component of the root file, and of the others what is used, in order."""
    wanted: dict[str, None] = {}
    work = list(reversed(ids))
    while work:
        id_ = work.pop()
        component = world.components.get(id_)
        if component is None or id_ in wanted:
            continue
        wanted[id_] = None
        work += reversed(uses(component))
    own = dict.fromkeys(id_ for id_ in world.components if id_ in wanted)
    first = dict.fromkeys(ids)
    return {id_: world.components[id_] for id_ in [*first, *own] if id_ in own}


def _name_types(scope: Scope) -> None:
    """Work out all types of a file, used or not."""
    for declared in scope.names.values():
        if isinstance(declared, DeclaredType):
            declared_type(declared)


def _beside(tree: Tree, scope: Scope) -> Mapping[str, OverrideValue]:
    """The fields of the document's own object that `@with` sets before `agentspec`."""
    for line in tree.declarations:
        if isinstance(line, VersionDeclaration):
            annotations = tuple(item for item in line.annotations if item.name.text == "with")
            return read_with(annotations, owner_of("", scope))
    return {}


def _version(
    tree: Tree,
    document: Document,
    lowest_version: Callable[[Document], str],
    world: World,
) -> str | None:
    lines = [item for item in tree.declarations if isinstance(item, VersionDeclaration)]
    for again in lines[1:]:
        world.report.add(
            LINE_TWICE,
            again.span,
            "`agentspec` stands twice",
            label="again",
            hint="Remove one of them.",
        )
    if not lines:
        return lowest_version(document)
    version = lines[0].version
    return None if version is None else version.value
