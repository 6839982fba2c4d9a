"""Sources bound to documents, and both documents and findings shown as short lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flowc.diagnostics import Diagnostic, FlowcError, Severity
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import NEXT, Node
from flowc.ir.notation import json_text, type_text
from flowc.ir.types import Property
from flowc.ir.values import ABSENT, Ref
from flowc.semantics.binding import Bound, bind
from flowc.syntax import parse
from flowc.syntax.tree import Tree
from flowc.text import Source

TOOLS = """tool lookup(order_id: string) -> (status: string, total: number)
tool notify(order_id: string, text: string, channel: ("mail" | "sms") = "mail")
tool double(x: integer) -> (y: integer)
tool flag() -> (ok: boolean)
flow sub(a: string) -> (r: string = "") {
  match a {
    "x" => return a as left
    else => return a as right
  }
}
"""
"""Declarations for sources that are about a flow; they take TOOL_LINES lines."""
TOOL_LINES = TOOLS.count("\n")


def parsed(text: str, name: str = "test.flow") -> Tree:
    """The tree of a source without syntax errors."""
    result = parse(Source(name, text))
    assert not result.diagnostics, result.diagnostics
    return result.tree


def bound(text: str, files: Mapping[str, str | Document] | None = None) -> Bound:
    """The text bound; `files` are what it can import."""
    tree = parsed(text)
    return bind(tree, tree.span.source, resolver(files or {}))


def resolver(files: Mapping[str, str | Document]) -> Callable[[str], Tree | Document]:
    """Gives the files by their paths; any other raises FlowcError, as the API's does."""

    def resolve(path: str) -> Tree | Document:
        if path not in files:
            raise FlowcError([Diagnostic("FLOW801", Severity.ERROR, f"no file '{path}'")])
        found = files[path]
        return parsed(found, path) if isinstance(found, str) else found

    return resolve


def document(text: str, files: Mapping[str, str | Document] | None = None) -> Document:
    """The document of a source without any findings."""
    result = bound(text, files)
    assert [shown(item) for item in result.diagnostics] == []
    assert result.document is not None
    return result.document


def flow(text: str) -> Flow:
    """The root flow of a source that stands below TOOLS."""
    root = document(TOOLS + text).root_component
    assert isinstance(root, Flow)
    return root


def findings(text: str) -> list[str]:
    """All findings of a source below TOOLS, its own lines counted from 1."""
    return [shown(item, TOOL_LINES) for item in bound(TOOLS + text).diagnostics]


def shown(diagnostic: Diagnostic, above: int = 0) -> str:
    """A finding with all its texts, on one line."""
    place = ""
    if diagnostic.location is not None:
        span = diagnostic.location.span()
        place = f"{span.line - above}:{span.column} `{span.text}` "
    related = "".join(
        f" [{item.label}: line {item.location.span().line - above}]" for item in diagnostic.related
    )
    return (
        f"{diagnostic.code} {diagnostic.severity.value} {place}{diagnostic.title}"
        f" / {diagnostic.label} / {diagnostic.hint}{related}"
    )


def outline(subject: Flow) -> list[str]:
    """A flow as lines: nodes, then control edges, then data edges, by short ids."""
    prefix = subject.id + "/"
    lines = [_node(node, prefix) for node in subject.nodes]
    for edge in subject.control_edges:
        branch = "" if edge.branch == NEXT else f"[{edge.branch}]"
        source, target = edge.from_node.removeprefix(prefix), edge.to_node.removeprefix(prefix)
        lines.append(f"{source}{branch} -> {target}")
    for data in subject.data_edges or ():
        source = data.source_node.removeprefix(prefix)
        target = data.destination_node.removeprefix(prefix)
        lines.append(f"{source}.{data.source_output} -> {target}.{data.destination_input}")
    return lines


def _node(node: Node, prefix: str) -> str:
    fields = "".join(f" {name}={_field(value)}" for name, value in node.own_fields().items())
    branches = "" if node.branches == (NEXT,) else f" {'|'.join(node.branches)}"
    ports = f"({properties(node.inputs)}) -> ({properties(node.outputs)})"
    return f"{node.id.removeprefix(prefix)}: {node.component_type}{ports}{fields}{branches}"


def _field(value: Any) -> str:
    if isinstance(value, Ref):
        return value.id
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_field, value)) + "]"
    return json_text(value)


def properties(items: tuple[Property, ...] | None) -> str:
    """Inputs or outputs as they are written in a source."""
    return ", ".join(map(_property, items or ()))


def _property(item: Property) -> str:
    described = "" if item.description is None else f'"{item.description}" '
    default = "" if item.default is ABSENT else f" = {json_text(item.default)}"
    return f"{described}{item.title}: {type_text(item.type)}{default}"
