"""What must be so before the first node runs: a document that the interpreter can run at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, did_you_mean
from flowc.interpreter.nesting import deep_types, large_components, too_nested
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    AgentNode,
    BranchingNode,
    CatchExceptionNode,
    FlowNode,
    LlmNode,
    MapNode,
    Node,
    ParallelFlowNode,
    ParallelMapNode,
    StartNode,
    ToolNode,
)
from flowc.ir.values import Ref
from flowc.names import function_name, parameter_name
from flowc.semantics.capabilities import lacking, reachable_flows
from flowc.semantics.defines import unfilled
from flowc.semantics.maps import AnyMap, map_inputs
from flowc.semantics.services import called_tools

NO_FLOW = Rule("FLOW701", Severity.ERROR, "there is no flow to run")
"""A run starts at one flow: the root of the document, unless the caller names another one. Here
the name fits no flow or several, or there is no flow that is the root.

No example: only the Python function `flowc.run` lets you name a flow.
"""

INCOMPLETE = Rule("FLOW702", Severity.ERROR, "a flow lacks a part that it cannot run without")
"""Documents may be incomplete, and flowc converts them as they are. To run a flow it needs all
parts that the flow may get to: its StartNode, its tools and subflows, the models of its LlmNodes.

Wrong:

```flow
extern Flow measure(text: string) -> (size: integer)

flow main(text: string) -> (size: integer) {
  measure(text)
  return measure.size
}
```

```console
$ flowc run example.flow -i text=hello
```

Right:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(text: string) -> (size: integer) {
  measure(text)
  return measure.size
}
```

```json stub.json
{ "length": 5 }
```

```console
$ flowc run example.flow -i text=hello --stub stub.json
```
"""

SAME_FUNCTION = Rule("FLOW705", Severity.ERROR, "two tools or inputs have one name in Python")
"""In Python a tool is a function and its inputs are parameters. Characters that Python names
cannot hold become `_`, so that two names may become one.

Wrong:

```flow
@name("look-up")
tool a(id: string) -> (text: string)

@name("look_up")
tool b(id: string) -> (text: string)

flow main(id: string) -> (one: string, other: string) {
  a(id)
  b(id)
  return (one = a.text, other = b.text)
}
```

```console
$ flowc run example.flow -i id=1
```

Right:

```flow
@name("look-up")
tool a(id: string) -> (text: string)

@name("look_up_2")
tool b(id: string) -> (text: string)

flow main(id: string) -> (one: string, other: string) {
  a(id)
  b(id)
  return (one = a.text, other = b.text)
}
```

```json stub.json
{ "look_up": "yes", "look_up_2": "yes" }
```

```console
$ flowc run example.flow -i id=1 --stub stub.json
```
"""


def runnable(document: Document, wanted: str | None, kinds: Collection[type[Node]]) -> Flow:
    """The flow to run: the one of that id or name, else the root.

    FlowcError with everything that keeps it from running: no such flow (FLOW701), node kinds that
    the interpreter lacks (FLOW601), parts that are missing (FLOW702), flows that contain themselves
    (FLOW703) or are nested too deep (FLOW704), clashing names (FLOW705), placeholders without a
    value (FLOW706).
    """
    root = _root(document, wanted)
    flows = reachable_flows(document, root)
    tools = called_tools(document, flows)
    found = dict.fromkeys(
        [
            *lacking(document, root, kinds, "run"),
            *_missing_parts(document, flows),
            *too_nested(document, flows),
            *deep_types((*flows, *tools)),
            *large_components(document, flows),
            *_clashes(tools),
            *unfilled(document, root),
        ]
    )
    if found:
        raise FlowcError(found)
    return root


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


def _missing_parts(document: Document, flows: Sequence[Flow]) -> Iterator[Diagnostic]:
    for flow in flows:
        if flow.extern:
            title = f"flow '{flow.name}' is not in the document, which only refers to it"
            yield INCOMPLETE.at(flow.origin, title, hint="Declare it in this file, or import it.")
        elif not isinstance(flow.start, StartNode):
            title = f"flow '{flow.name}' has no StartNode '{flow.start_node}'"
            yield INCOMPLETE.at(flow.origin, title)
        graph = FlowGraph(flow)
        for node in flow.nodes:
            for what, ref in _called(node):
                there = ref.id in document.components
                if not there or (what == "flow" and document.flow(ref.id) is None):
                    title = f"the {what} '{ref.id}' of node '{node.name}' is not in the document"
                    yield INCOMPLETE.at(node.origin, title)
            if isinstance(node, BranchingNode) and not node.inputs:
                yield INCOMPLETE.at(node.origin, f"BranchingNode '{node.name}' has no input")
            if isinstance(node, (MapNode, ParallelMapNode)) and not _iterates(
                document, graph, node
            ):
                title = f"{node.component_type} '{node.name}' goes over no list"
                yield INCOMPLETE.at(node.origin, title)
            if isinstance(node, LlmNode) and node.llm_config is None:
                yield INCOMPLETE.at(node.origin, f"LlmNode '{node.name}' has no llm_config")


def _iterates(document: Document, graph: FlowGraph, node: AnyMap) -> bool:
    """Whether a map goes over some list; yes if its subflow, which would say, is missing."""
    subflow = document.flow(node.subflow.id)
    return subflow is None or any(each.iterated for each in map_inputs(node, subflow, graph))


def _called(node: Node) -> Iterator[tuple[str, Ref]]:
    """What a node cannot run without, and what to call it."""
    match node:
        case ToolNode(tool=tool):
            yield "tool", tool
        case FlowNode(subflow=subflow) | CatchExceptionNode(subflow=subflow):
            yield "flow", subflow
        case MapNode(subflow=subflow) | ParallelMapNode(subflow=subflow):
            yield "flow", subflow
        case ParallelFlowNode(subflows=subflows):
            yield from (("flow", subflow) for subflow in subflows)
        case AgentNode(agent=agent):
            yield "agent", agent
        case LlmNode(llm_config=Ref() as config):
            yield "model", config


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
