"""Declarations and whole files."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.syntax import tree as t
from flowc.syntax.written.parts import (
    BLANK,
    DECLARATION_WORDS,
    NEWLINE,
    Part,
    Parts,
    braced,
    comment_lines,
    headed,
    is_headed,
    listed,
    name_text,
    signature,
    title_text,
)


def _prefixed(node: t.Declaration) -> Iterator[Part]:
    yield from headed(node)
    if node.export:
        yield "export "


def version(node: t.VersionDeclaration) -> Parts:
    """`agentspec "26.1.0"` or `agentspec none`."""
    yield from _prefixed(node)
    yield "agentspec "
    yield "none" if node.version is None else node.version


def import_(node: t.ImportDeclaration) -> Parts:
    """`import { a, b as C } from "path"`."""
    yield from _prefixed(node)
    yield "import { "
    yield from listed(node.names)
    yield " } from "
    yield node.path


def imported_name(node: t.ImportedName) -> Parts:
    """`name [as alias]`."""
    yield title_text(node.name)
    if node.alias is not None:
        yield " as " + title_text(node.alias)


def library(node: t.LibraryDeclaration) -> Parts:
    """`library`."""
    yield from _prefixed(node)
    yield "library"


def env(node: t.EnvDeclaration) -> Parts:
    """`env NAME`."""
    yield from _prefixed(node)
    yield "env " + title_text(node.name)


def type_(node: t.TypeDeclaration) -> Parts:
    """`type NAME = TYPE`."""
    yield from _prefixed(node)
    yield f"type {title_text(node.name)} = "
    yield node.type


def component(node: t.ComponentDeclaration) -> Parts:
    """`[extern] TypeName NAME [(inputs)] [-> (outputs)] [{ fields }]`."""
    yield from _prefixed(node)
    yield "extern " if node.extern else ""
    yield "tool" if node.type_name.text == "ServerTool" else _component_type(node)
    yield " " + title_text(node.name)
    yield from signature(node.inputs, node.outputs)
    if node.entries is not None:
        yield " "
        yield from braced(node.entries)


def _component_type(node: t.ComponentDeclaration) -> str:
    extern_flow = node.extern and node.type_name.text == "Flow"
    return "flow" if extern_flow else name_text(node.type_name, DECLARATION_WORDS)


def flow(node: t.FlowDeclaration) -> Parts:
    """`flow NAME(inputs) -> (outputs) [by …] { … }`."""
    yield from _prefixed(node)
    yield "flow " + title_text(node.name)
    yield from signature(node.inputs, node.outputs)
    yield f" by {node.wiring} " if node.wiring else " "
    yield from braced(node.body.statements)


def tree(node: t.Tree) -> Parts:
    """The declarations; a blank line around each that takes more than one line."""
    for line in comment_lines(node.comments):
        yield line
        yield NEWLINE
    if node.comments and node.declarations:
        yield NEWLINE
    before: t.Declaration | None = None
    for declaration in node.declarations:
        if before is not None:
            near = type(before) is type(declaration) and _is_line(before) and _is_line(declaration)
            yield NEWLINE if near else BLANK
        yield declaration
        before = declaration
    if before is not None:
        yield NEWLINE
    if node.end_comments and (node.declarations or node.comments):
        yield NEWLINE
    for line in comment_lines(node.end_comments):
        yield line
        yield NEWLINE


def _is_line(node: t.Declaration) -> bool:
    """Whether the declaration takes one line."""
    blocked = isinstance(node, t.ComponentDeclaration) and node.entries
    return not (is_headed(node) or blocked or isinstance(node, t.FlowDeclaration))
