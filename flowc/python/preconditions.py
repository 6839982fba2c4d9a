"""What must be so for a document to become a Python module; all breaches in one error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flowc.diagnostics import Diagnostic, FlowcError, Related, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    NODE_KINDS,
    AgentNode,
    BranchingNode,
    LlmNode,
    MapNode,
    Node,
    ParallelMapNode,
    StartNode,
    ToolNode,
)
from flowc.ir.notation import type_text
from flowc.ir.resolved import MAX_DEPTH, is_too_large
from flowc.ir.types import Property
from flowc.ir.values import Ref
from flowc.names import clashes, parameter_name
from flowc.python.facts import subflow_ids
from flowc.semantics.capabilities import lacking, reachable_flows
from flowc.semantics.defines import unfilled
from flowc.semantics.maps import map_inputs
from flowc.semantics.nesting import is_deeper, nesting
from flowc.semantics.services import described

KINDS: tuple[type[Node], ...] = NODE_KINDS
"""The node kinds that generated Python can hold."""

SAME_FUNCTION = Rule("FLOW610", Severity.ERROR, "two tools would be one Python function")
"""Each tool becomes a function that you write, and its name is the tool's with `_` for every
character that a Python name cannot have (SEMANTICS 12). Two tools of different names cannot share
one.

Wrong:

```flow
@name("look-up")
tool first(id: string)

@name("look up")
tool second(id: string)

flow main(id: string) {
  first(id)
  second(id)
}
```

```console
$ flowc build example.flow
```

Right:

```flow
@name("look-up")
tool first(id: string)

@name("look-again")
tool second(id: string)

flow main(id: string) {
  first(id)
  second(id)
}
```

```console
$ flowc build example.flow
```
"""

SAME_PARAMETER = Rule("FLOW611", Severity.ERROR, "two inputs would be one Python parameter")
"""A tool's function takes its inputs by name, with `_` for every character that a Python name
cannot have (SEMANTICS 12). Two inputs of one tool cannot share a name.

Wrong:

```flow
tool send(`to-id`: string, to_id: string)

flow main(id: string) {
  send(`to-id` = id, to_id = id)
}
```

```console
$ flowc build example.flow
```

Right:

```flow
tool send(from_id: string, to_id: string)

flow main(id: string) {
  send(from_id = id, to_id = id)
}
```

```console
$ flowc build example.flow
```
"""

TWO_CONTRACTS = Rule("FLOW612", Severity.ERROR, "tools of one name differ in inputs or outputs")
"""Tools of one name are one Python function (SEMANTICS 12), so they have the same inputs and
outputs. If two different tools are meant, give one of them another name.

Wrong:

```flow
@name("send")
tool send_text(text: string)

@name("send")
tool send_code(code: integer)

flow main(text: string, code: integer) {
  send_text(text)
  send_code(code)
}
```

```console
$ flowc build example.flow
```

Right:

```flow
tool send_text(text: string)

tool send_code(code: integer)

flow main(text: string, code: integer) {
  send_text(text)
  send_code(code)
}
```

```console
$ flowc build example.flow
```
"""

NO_FLOW = Rule("FLOW613", Severity.ERROR, "only flows become Python functions")
"""A Python module holds the function of a flow and of the flows below it. A document whose root is
something else, such as a tool, has none. It can still be built as JSON or YAML.

Wrong:

```flow
export tool send(text: string)

flow main(text: string) {
  send(text)
}
```

```console
$ flowc build example.flow -t python
```

Right:

```flow
tool send(text: string)

export flow main(text: string) {
  send(text)
}
```

```console
$ flowc build example.flow -t python
```
"""

INCOMPLETE = Rule("FLOW614", Severity.ERROR, "a flow lacks a part that its code needs")
"""The code of a flow calls its tools, models, agents and subflows, so they have to be in the
document with all that they take.

Wrong:

```flow
extern Flow send(text: string)

flow main(text: string) {
  send(text)
}
```

```console
$ flowc build example.flow -t python
```

Right:

```flow
tool send(text: string)

flow main(text: string) {
  send(text)
}
```

```console
$ flowc build example.flow -t python
```
"""

ENDLESS = Rule("FLOW615", Severity.ERROR, "a flow that contains itself has no code")
"""Each flow becomes a function that calls those of its subflows. A flow that leads back to itself
would never come to an end. To do something again, use a loop inside the flow.

No example: the checks before it find such a flow (FLOW312).
"""

TOO_DEEP = Rule("FLOW616", Severity.ERROR, "types or flows are nested too deep for Python code")
"""Python's own compiler and type checkers stop at some depth of nesting, so types, flows and models
that nest deeper do not become code. Use `any` or `object` inside such a type.

Wrong:

```flow
type A = string[][][][][][][][][][][][][][][]
type B = A[][][][][][][][][][][][][][][]

tool show(data: B[][][][][][][][][][][][][][][])

flow main() {
  show(data = [])
}
```

```console
$ flowc build example.flow -t python
```

Right:

```flow
tool show(data: any[])

flow main() {
  show(data = [])
}
```

```console
$ flowc build example.flow -t python
```
"""

MAX_TYPE_DEPTH = 40
MAX_FLOW_DEPTH = 100


def flows_to_emit(document: Document) -> tuple[Flow, ...]:
    """The flows of the module: the root and those below it; all flows of a library.

    FlowcError for a document without a flow to emit, and with everything else that keeps it from
    being Python: kinds the target lacks, placeholders without a value, missing parts, clashing
    names, too deep nesting.
    """
    root = document.root_component
    if root is not None and not isinstance(root, Flow):
        title = f"the root '{root.name}' is {_article(root.component_type)}, not a flow"
        hint = "Write `export` before the flow that the module is for."
        raise FlowcError([NO_FLOW.at(root.origin, title, hint=hint)])
    starts = tuple(document.flows) if root is None else (root,)
    if not starts:
        title, hint = "the document has no flow", "Build it as JSON or YAML: `-t json`."
        raise FlowcError([NO_FLOW.at(document.origin, title, hint=hint)])
    flows = {flow.id: flow for start in starts for flow in reachable_flows(document, start)}
    found = dict.fromkeys(
        diagnostic
        for start in starts
        for diagnostic in lacking(document, start, KINDS, "become Python code")
    )
    problems = [*found, *unfilled(document, root), *_missing_parts(document, flows.values())]
    if not problems:
        problems = [
            *_nesting(document, tuple(flows.values())),
            *_tool_problems(_tools(document, tuple(flows.values()))),
            *_calls(document, flows.values()),
            *_deep_types(document, tuple(flows.values())),
            *_large_components(document, flows.values()),
        ]
    if problems:
        raise FlowcError(problems)
    return tuple(flows.values())


def _article(component_type: str) -> str:
    return ("an " if component_type[:1] in "AEIOU" else "a ") + component_type


def _missing_parts(document: Document, flows: Iterable[Flow]) -> Iterator[Diagnostic]:
    for flow in flows:
        if flow.extern:
            title = f"flow '{flow.name}' is not in the document, which only refers to it"
            yield INCOMPLETE.at(flow.origin, title, hint="Declare it in this file, or import it.")
        elif not isinstance(flow.start, StartNode):
            title = f"flow '{flow.name}' has no StartNode '{flow.start_node}'"
            yield INCOMPLETE.at(flow.origin, title)
        for node in flow.nodes:
            for what, ref in _components_used(node):
                if ref.id not in document.components:
                    title = f"the {what} '{ref.id}' of node '{node.name}' is not in the document"
                    yield INCOMPLETE.at(node.origin, title)
            if isinstance(node, LlmNode) and node.llm_config is None:
                yield INCOMPLETE.at(node.origin, f"LlmNode '{node.name}' has no llm_config")
            for id_ in subflow_ids(node):
                called = document.flow(id_)
                if called is None:
                    title = f"the flow '{id_}' of node '{node.name}' is not in the document"
                    yield INCOMPLETE.at(node.origin, title)
            if isinstance(node, BranchingNode) and not node.inputs:
                title = f"BranchingNode '{node.name}' has no input to branch on"
                yield INCOMPLETE.at(node.origin, title)


def _components_used(node: Node) -> Iterator[tuple[str, Ref]]:
    """What a node works with besides flows, and what to call it."""
    match node:
        case ToolNode(tool=tool):
            yield "tool", tool
        case AgentNode(agent=agent):
            yield "agent", agent
        case LlmNode(llm_config=Ref() as config):
            yield "model", config


def _tools(document: Document, flows: Sequence[Flow]) -> list[Component]:
    ids = dict.fromkeys(
        node.tool.id for flow in flows for node in flow.nodes if isinstance(node, ToolNode)
    )
    return [document.components[id_] for id_ in ids]


def _tool_problems(tools: Sequence[Component]) -> Iterator[Diagnostic]:
    by_name: dict[str, Component] = {}
    for tool in tools:
        first = by_name.setdefault(tool.name, tool)
        if _contract(first) != _contract(tool):
            yield TWO_CONTRACTS.at(
                tool.origin,
                f"tools named '{tool.name}' have different inputs or outputs",
                hint="Tools of one name are one function. Give one of them a name of its own: "
                '@name("…").',
                related=_related(first, "the other tool"),
            )
        yield from _parameter_clashes(tool)
    for function, names in clashes(by_name).items():
        listed = " and ".join(f"'{name}'" for name in names)
        yield SAME_FUNCTION.at(
            by_name[names[1]].origin,
            f"tools {listed} would both be the function `{function}`",
            hint=f"Rename one: put @name(\"…\") before tool '{names[1]}'.",
            related=_related(by_name[names[0]], f"the other `{function}`"),
        )


def _related(tool: Component, label: str) -> list[Related]:
    return [] if tool.origin is None else [Related(tool.origin, label)]


def _contract(tool: Component) -> object:
    return (_side(tool.inputs), _side(tool.outputs))


def _side(properties: tuple[Property, ...] | None) -> object:
    return None if properties is None else [(p.title, type_text(p.type)) for p in properties]


def _parameter_clashes(tool: Component) -> Iterator[Diagnostic]:
    taken: dict[str, Property] = {}
    for item in tool.inputs or ():
        first = taken.setdefault(parameter_name(item.title), item)
        if first.title != item.title:
            place = first.origin
            yield SAME_PARAMETER.at(
                item.origin or tool.origin,
                f"inputs '{first.title}' and '{item.title}' of tool '{tool.name}' would both be "
                f"the parameter `{parameter_name(item.title)}`",
                hint="Rename one of them.",
                related=[Related(place, "the other")] if place is not None else (),
            )


def _calls(document: Document, flows: Iterable[Flow]) -> Iterator[Diagnostic]:
    """Nodes whose inputs are not those of the flows they run, and maps over nothing."""
    for flow in flows:
        graph = FlowGraph(flow)
        for node in flow.nodes:
            yield from _passed(document, node)
            if isinstance(node, (MapNode, ParallelMapNode)):
                called = document.flow(node.subflow.id)
                assert called is not None
                if not any(each.iterated for each in map_inputs(node, called, graph)):
                    title = f"{node.component_type} '{node.name}' goes over no list"
                    yield INCOMPLETE.at(node.origin, title)


def _passed(document: Document, node: Node) -> Iterator[Diagnostic]:
    called = [flow for id_ in subflow_ids(node) if (flow := document.flow(id_)) is not None]
    prefix = "iterated_" if isinstance(node, (MapNode, ParallelMapNode)) else ""
    given = {item.title.removeprefix(prefix) for item in node.inputs}
    declared = {item.title for flow in called for item in flow.effective_inputs()}
    for item in node.inputs if called else ():
        title = item.title.removeprefix(prefix)
        if title not in declared:
            text = f"flow '{called[0].name}' has no input '{title}' that node '{node.name}' passes"
            yield INCOMPLETE.at(node.origin, text)
    for flow in called:
        for item in flow.effective_inputs():
            if item.title not in given and not item.has_default:
                text = f"node '{node.name}' does not pass the input '{item.title}' of flow "
                yield INCOMPLETE.at(node.origin, text + f"'{flow.name}'")


def _nesting(document: Document, flows: Sequence[Flow]) -> Iterator[Diagnostic]:
    """Flows that contain themselves, and a nest of flows deeper than Python's stack likes."""
    found = nesting(document, flows)
    for looped in found.endless:
        title = f"flow '{looped.name}' contains itself"
        yield ENDLESS.at(looped.origin, title, hint="A loop is made of edges back to a node.")
    if found.depth > MAX_FLOW_DEPTH:
        title = f"the flows under '{found.deepest.name}' are nested {found.depth} deep"
        hint = f"Python runs {MAX_FLOW_DEPTH} levels."
        yield TOO_DEEP.at(found.deepest.origin, title, hint=hint)


def _deep_types(document: Document, flows: Sequence[Flow]) -> Iterator[Diagnostic]:
    found: set[str] = set()  # a node repeats the types of what it runs
    owners: list[Component] = [*_tools(document, flows)]
    for flow in flows:
        owners += [flow, *flow.nodes]
    for owner in owners:
        for item in (*(owner.inputs or ()), *(owner.outputs or ())):
            if is_deeper(item.type, MAX_TYPE_DEPTH) and type_text(item.type) not in found:
                found.add(type_text(item.type))
                title = f"the type of '{item.title}' of '{owner.name}' is nested too deep"
                hint = f"Python code holds {MAX_TYPE_DEPTH} levels; `any` takes everything."
                yield TOO_DEEP.at(item.origin or owner.origin, title, hint=hint)


def _large_components(document: Document, flows: Iterable[Flow]) -> Iterator[Diagnostic]:
    for component in described(document, flows):
        if is_too_large(document, component):
            title = f"{component.component_type} '{component.name}' is too large"
            hint = f"With all that it refers to it may be {MAX_DEPTH} levels deep."
            yield TOO_DEEP.at(component.origin, title, hint=hint)
