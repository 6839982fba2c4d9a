"""FLOW690, FLOW691, FLOW693 to FLOW695, FLOW697, FLOW699: the nodes that the LangGraph adapter
lacks or runs otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.document import Document
from flowc.ir.nodes import AgentNode, ApiNode, InputMessageNode, MapNode, OutputMessageNode
from flowc.ir.placeholders import placeholders
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.parts import parts_of

MISSING_TYPE = Rule("FLOW690", Severity.ERROR, "LangGraph does not have a component type")
"""The adapter converts neither parallel nodes nor BuiltinTools (SEMANTICS 6).

Wrong:

```flow
tool size(text: string) -> (size: integer)

flow one(text: string) -> (size: integer) {
  size(text)
  return size.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = parallel map one(text = each texts)
  return (sizes = m.collected_size)
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool size(text: string) -> (size: integer)

flow one(text: string) -> (size: integer) {
  size(text)
  return size.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = map one(text = each texts)
  return (sizes = m.collected_size)
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

RESERVED_ID = Rule("FLOW691", Severity.ERROR, "LangGraph does not allow a node's id")
"""The ids of nodes are the names of LangGraph's nodes, in which `:` and `|` are reserved, as are
the names `__start__` and `__end__`.

Wrong:

```flow
tool look() -> (note: string)

flow main() -> (note: string) {
  @id("look:1")
  look()
  return look.note
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool look() -> (note: string)

flow main() -> (note: string) {
  @id("look-1")
  look()
  return look.note
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

MAP_BY_NAME = Rule("FLOW693", Severity.ERROR, "LangGraph finds no list for a map wired by name")
"""The adapter looks for the lists that a map goes over among the data edges. In a flow that is
wired by name there are none, and the map fails.

Wrong:

```flow
tool size(text: string) -> (size: integer)

flow one(text: string) -> (size: integer) {
  size(text)
  return size.size
}

flow main(iterated_text: string[]) by name {
  m = map one()
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool size(text: string) -> (size: integer)

flow one(text: string) -> (size: integer) {
  size(text)
  return size.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = map one(text = each texts)
  return (sizes = m.collected_size)
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

ASKS_INSIDE = Rule("FLOW694", Severity.ERROR, "LangGraph's subflows cannot ask the user")
"""Only the root flow can stop to ask the user. In a subflow an InputMessageNode gets no answer, and
the node that runs the subflow fails for want of its outputs.

Wrong:

```flow
flow question() -> (name: string) {
  a = ask "Your name?" -> (name: string)
  return a.name
}

export flow main() -> (name: string) {
  q = question()
  return q.name
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
export flow main() -> (name: string) {
  a = ask "Your name?" -> (name: string)
  return a.name
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

SAYS_INSIDE = Rule("FLOW695", Severity.WARNING, "LangGraph's subflows do not speak to the user")
"""What subflows say belongs to the one conversation of a run (SEMANTICS 25). The adapter drops the
messages of subflows.

Wrong:

```flow
flow greeting() {
  say "Hello."
}

export flow main() {
  greeting()
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
export flow main() {
  say "Hello."
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

NO_AGENT = Rule("FLOW697", Severity.ERROR, "LangGraph's AgentNodes run Agents alone")
"""An AgentNode may run any agentic component. The adapter's run Agents, and fail with a flow, a
swarm, a manager or a remote agent.

Wrong:

```flow
tool look(id: string) -> (status: string)

flow inner(id: string) -> (status: string) {
  look(id)
  return look.status
}

flow main(id: string) -> (status: string) {
  a = AgentNode(id) -> (status: string) { agent: inner }
  return a.status
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool look(id: string) -> (status: string)

flow inner(id: string) -> (status: string) {
  look(id)
  return look.status
}

flow main(id: string) -> (status: string) {
  a = inner(id)
  return a.status
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

OTHER_REQUEST = Rule("FLOW699", Severity.WARNING, "LangGraph sends a request otherwise")
"""The adapter's ApiNodes do not look at `retry_policy`, and put no inputs into `http_method`. And
they take the answer of a failed request, a 404 or a 500, for the outputs; flowc fails
(SEMANTICS, section 7).

Wrong:

```flow
flow main() -> (status: string) {
  a = ApiNode() -> (status: string) {
    url: "https://shop.example/orders"
    http_method: "GET"
    retry_policy: { max_attempts: 3 }
  }
  return a.status
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
flow main() -> (status: string) {
  a = ApiNode() -> (status: string) {
    url: "https://shop.example/orders"
    http_method: "GET"
  }
  return a.status
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

_NO_AGENTS = frozenset({"Flow", "OciAgent", "A2AAgent", "Swarm", "ManagerWorkers"})
_RESERVED_NAMES = frozenset({"__start__", "__end__"})


def check_ids(document: Document) -> Iterator[Diagnostic]:
    """The ids of nodes are names that LangGraph allows."""
    for flow in document.flows:
        for node in flow.nodes:
            bad = next((sign for sign in ":|" if sign in node.id), "")
            if bad or node.id in _RESERVED_NAMES:
                yield RESERVED_ID.at(
                    node.place("id"),
                    f"LangGraph: node '{node.name}' cannot have the id '{node.id}'",
                    label=f"'{bad}' is a reserved character"
                    if bad
                    else f"Node `{node.id}` is reserved",
                    hint="Give it another id.",
                )


def check_maps_by_name(context: FlowContext) -> Iterator[Diagnostic]:
    """The lists that a map goes over come by edges."""
    for node in context.flow.nodes if context.flow.data_edges is None else ():
        if isinstance(node, MapNode):
            yield MAP_BY_NAME.at(
                context.place(node),
                f"LangGraph: '{node.name}' is in a flow that is wired by name",
                label="MapNode has no inputs to iterate",
                hint="Wire the flow by edges.",
            )


def check_subflows(document: Document) -> Iterator[Diagnostic]:
    """Subflows do not talk to the user."""
    inside = {id_ for flow in document.flows for node in flow.nodes for id_ in node.references()}
    for flow in document.flows:
        for node in flow.nodes if flow.id in inside else ():
            if isinstance(node, InputMessageNode):
                yield ASKS_INSIDE.at(
                    node.origin,
                    f"LangGraph: '{node.name}' asks the user in subflow '{flow.name}'",
                    label="there is no answer here",
                    hint="Ask in the root flow, and give the subflow what was answered.",
                )
            elif isinstance(node, OutputMessageNode):
                yield SAYS_INSIDE.at(
                    node.origin,
                    f"LangGraph: what '{node.name}' says in subflow '{flow.name}' is lost",
                    label="not heard",
                    hint="Say it in the root flow.",
                )


def check_agents(document: Document) -> Iterator[Diagnostic]:
    """AgentNodes run Agents."""
    for node in parts_of(document):
        agent = document.components.get(node.agent.id) if isinstance(node, AgentNode) else None
        if agent is not None and agent.component_type in _NO_AGENTS:
            yield NO_AGENT.at(
                node.origin,
                f"LangGraph: '{node.name}' runs {agent.component_type} '{agent.name}', which is no "
                "Agent",
                label="AgentNodeExecutor can only be used with AgentSpecAgent agents",
                hint="Run a flow by a FlowNode.",
            )


def check_requests(document: Document) -> Iterator[Diagnostic]:
    """ApiNodes have no retry policy, and their method is no template."""
    for node in parts_of(document):
        if not isinstance(node, ApiNode):
            continue
        if node.retry_policy is not None:
            yield OTHER_REQUEST.at(
                node.place("retry_policy"),
                f"LangGraph: the retry_policy of '{node.name}' has no effect",
                label="one attempt, and its answer counts whatever its status",
                hint="Leave it out, or make the request in a tool.",
            )
        if placeholders(node.http_method):
            yield OTHER_REQUEST.at(
                node.place("http_method"),
                f"LangGraph: the http_method of '{node.name}' is sent as it is",
                label="Illegal method characters",
                hint="Write the method; branch if there are several.",
            )
