"""What must be so before the first node runs: a document that the interpreter can run at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from flowc import faults
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, did_you_mean
from flowc.interpreter.nesting import deep_types, nesting
from flowc.interpreter.tools import ToolNamespace, implementation
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import BranchingNode, FlowNode, Node, StartNode, ToolNode
from flowc.names import function_name, parameter_name
from flowc.semantics.capabilities import lacking, reachable_flows

NO_FLOW = Rule("FLOW701", Severity.ERROR, "there is no flow to run")
INCOMPLETE = Rule("FLOW702", Severity.ERROR, "a flow lacks a part that it cannot run without")
SAME_FUNCTION = Rule("FLOW705", Severity.ERROR, "two tools or inputs have one name in Python")


def runnable(document: Document, wanted: str | None, kinds: Collection[type[Node]]) -> Flow:
    """The flow to run: the one of that id or name, else the root.

    FlowcError with everything that keeps it from running: no such flow (FLOW701), node kinds and
    tool features that the interpreter lacks (FLOW601, FLOW602), parts that are missing (FLOW702),
    flows that contain themselves (FLOW703) or are nested too deep (FLOW704), clashing names
    (FLOW705).
    """
    root = _root(document, wanted)
    flows = reachable_flows(document, root)
    found = dict.fromkeys(
        [
            *lacking(document, root, kinds, "interpreter"),
            *_missing_parts(document, flows),
            *nesting(document, root),
            *deep_types((*flows, *_tools(document, flows))),
            *_clashes(_tools(document, flows)),
        ]
    )
    if found:
        raise FlowcError(found)
    return root


def require_implementations(document: Document, root: Flow, tools: ToolNamespace) -> None:
    """Raise one NotImplementedError that lists every tool under `root` without a function
    (SEMANTICS 17)."""
    used = _tools(document, reachable_flows(document, root))
    names = dict.fromkeys(tool.name for tool in used)
    missing = [name for name in names if implementation(tools, name) is None]
    if missing:
        raise faults.NO_IMPLEMENTATION.error(tools=", ".join(missing))


def _root(document: Document, wanted: str | None) -> Flow:
    if wanted is None:
        root = document.root_component
        if isinstance(root, Flow):
            return root
        what = "has no root" if root is None else f"is {root.component_type} '{root.name}'"
        title = f"the document {what}" if root is None else f"the document's root {what}, no flow"
        raise FlowcError([NO_FLOW.at(document.origin, title, hint=_flows_hint(document))])
    named = [flow for flow in document.flows if flow.name == wanted]
    found = document.flow(wanted) or (named[0] if len(named) == 1 else None)
    if found is None:
        title = f"there is no flow '{wanted}'"
        hint = did_you_mean(wanted, [flow.name for flow in document.flows])
        if len(named) > 1:
            title = f"{len(named)} flows are named '{wanted}'"
            hint = "Say which by id: " + ", ".join(f"'{flow.id}'" for flow in named) + "."
        raise FlowcError([NO_FLOW.at(document.origin, title, hint=hint)])
    return found


def _flows_hint(document: Document) -> str:
    names = ", ".join(f"'{flow.name}'" for flow in document.flows)
    return f"Say which flow to run: {names}." if names else ""


def _tools(document: Document, flows: Sequence[Flow]) -> list[Component]:
    """The tools that nodes of the flows call, each once, in the order of the nodes."""
    ids = dict.fromkeys(
        node.tool.id for flow in flows for node in flow.nodes if isinstance(node, ToolNode)
    )
    return [document.components[id_] for id_ in ids if id_ in document.components]


def _missing_parts(document: Document, flows: Sequence[Flow]) -> Iterator[Diagnostic]:
    for flow in flows:
        if not isinstance(flow.start, StartNode):
            title = f"flow '{flow.name}' has no StartNode '{flow.start_node}'"
            yield INCOMPLETE.at(flow.origin, title)
        for node in flow.nodes:
            if isinstance(node, ToolNode) and node.tool.id not in document.components:
                title = f"the tool '{node.tool.id}' of node '{node.name}' is not in the document"
                yield INCOMPLETE.at(node.origin, title)
            if isinstance(node, FlowNode) and document.flow(node.subflow.id) is None:
                title = f"the flow '{node.subflow.id}' of node '{node.name}' is not in the document"
                yield INCOMPLETE.at(node.origin, title)
            if isinstance(node, BranchingNode) and not node.inputs:
                yield INCOMPLETE.at(node.origin, f"BranchingNode '{node.name}' has no input")


def _clashes(tools: Sequence[Component]) -> Iterator[Diagnostic]:
    """Tools of different names with one function, and inputs of a tool with one parameter."""
    functions: dict[str, str] = {}
    for tool in tools:
        first = functions.setdefault(function_name(tool.name), tool.name)
        if first != tool.name:
            title = f"tools '{first}' and '{tool.name}' both are '{function_name(tool.name)}'"
            hint = 'Rename one of them with @name("…").'
            yield SAME_FUNCTION.at(tool.origin, title, hint=hint)
        parameters: dict[str, str] = {}
        for item in tool.inputs or ():
            other = parameters.setdefault(parameter_name(item.title), item.title)
            if other != item.title:
                what = f"inputs '{other}' and '{item.title}' of tool '{tool.name}'"
                title = f"{what} both are '{parameter_name(item.title)}'"
                yield SAME_FUNCTION.at(tool.origin, title, hint="Rename one of them.")
