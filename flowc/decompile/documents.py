"""Whole documents."""

from __future__ import annotations

from collections.abc import Callable

from flowc.decompile import make
from flowc.decompile.components import component_declaration
from flowc.decompile.context import Context
from flowc.decompile.flows import flow_declaration
from flowc.decompile.make import NOWHERE
from flowc.decompile.shared_types import with_named_types
from flowc.decompile.stated import with_stated
from flowc.decompile.types import type_expression
from flowc.decompile.unnamed import without_needless_names
from flowc.decompile.values import with_annotations
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.records import replace
from flowc.syntax import tree as t

REWRITERS: tuple[Callable[[t.Tree], t.Tree], ...] = (
    without_needless_names,
    with_named_types,
)
"""What makes a converted tree nicer, in this order; none of them changes its meaning."""


def decompile(document: Document, *, exact: bool = False) -> t.Tree:
    """The source of a document: converted piece by piece, then rewritten.

    Nothing that has a meaning is lost. Dropped are ids that are UUIDs, ids of nodes and edges,
    and names of edges, StartNodes and EndNodes (LANGUAGE, "Ids and names"); `exact` keeps them
    where they are not the derived ones, and the spelling of schemas. Never fails; a document with
    errors gives a source with the same errors.
    """
    tree = convert(document, exact=exact)
    for rewrite in REWRITERS:
        tree = rewrite(tree)
    return tree


def convert(document: Document, *, exact: bool = False) -> t.Tree:
    """The source of a document in its plain form."""
    document = with_stated(document)
    context = Context(document, exact)
    version = None if document.version is None else make.string(document.version)
    beside = with_annotations(document.overrides, "", context)
    declarations: list[t.Declaration] = [
        t.VersionDeclaration(version=version, annotations=beside, span=NOWHERE)
    ]
    if document.root is None:
        declarations.append(t.LibraryDeclaration(span=NOWHERE))
    for name in context.env:
        declarations.append(t.EnvDeclaration(name=make.name(name), span=NOWHERE))
    for name, type_ in document.types.items():
        others = {key: value for key, value in document.types.items() if key != name}
        expression = type_expression(type_, others)
        declarations.append(t.TypeDeclaration(name=make.name(name), type=expression, span=NOWHERE))
    declarations += [_declaration(component, context) for component in context.declared]
    return t.Tree(
        tuple(declarations),
        comments=document.comments,
        end_comments=document.end_comments,
        span=NOWHERE,
    )


def _declaration(component: Component, context: Context) -> t.Declaration:
    found: t.Declaration
    if isinstance(component, Flow) and not component.extern:
        found = flow_declaration(component, context)
    else:
        found = component_declaration(component, context)
    exported = component.id == context.document.root and not context.root_is_plain
    return replace(found, export=True) if exported else found
