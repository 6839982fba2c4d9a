"""FLOW673, FLOW684 to FLOW689: the nodes that WayFlow lacks or runs otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.nodes import DEFAULT, AgentNode, ApiNode, BranchingNode, InputMessageNode
from flowc.ir.placeholders import TEXTS
from flowc.ir.values import FieldValue
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.parts import parts_of

if TYPE_CHECKING:
    from jinja2 import Environment

MISSING_TYPE = Rule("FLOW673", Severity.ERROR, "WayFlow does not have a component type")
"""WayFlow does not run BuiltinTools, which belong to the one engine that has them, nor
CatchExceptionNodes (SEMANTICS 6).

Wrong:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool look(id: string) -> (status: string)

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

API_TITLE = Rule("FLOW684", Severity.ERROR, "WayFlow reads the title of an answer's part as jq")
"""An output of an ApiNode is the part of the answer that has its title. WayFlow looks for it with
the jq expression `.title`, which a title like `order-id` breaks.

Wrong:

```flow
flow main() {
  a = ApiNode() -> (`order-id`: string) {
    url: "https://shop.example/orders"
    http_method: "GET"
  }
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
flow main() {
  a = ApiNode() -> (order_id: string) {
    url: "https://shop.example/orders"
    http_method: "GET"
  }
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

REMOTE_OUTPUTS = Rule("FLOW685", Severity.ERROR, "WayFlow has one output for a RemoteTool")
"""A RemoteTool of several outputs takes each from the answer by its title. WayFlow hands the whole
answer on as one text, and fails if the tool has more than one output.

Wrong:

```flow
RemoteTool look(id: string) -> (status: string, city: string) {
  url: "https://shop.example/orders/{{id}}"
  http_method: "GET"
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
flow main(id: string) -> (status: string) {
  a = ApiNode(id) -> (status: string, city: string) {
    url: "https://shop.example/orders/{{id}}"
    http_method: "GET"
  }
  return a.status
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

BAD_TEMPLATE = Rule("FLOW686", Severity.ERROR, "WayFlow cannot read a text as a Jinja template")
"""Agent Spec knows placeholders, `{{name}}`, and flowc leaves all else in a text as it is. To
WayFlow the text is a Jinja template; it refuses one that Jinja cannot read.

Wrong:

```flow
flow main(rate: string) {
  say "{{rate}} {% off" (rate)
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
flow main(rate: string) {
  say "{{rate}} % off" (rate)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

ASKS_WITH_INPUT = Rule("FLOW687", Severity.ERROR, "WayFlow's questions have no placeholders")
"""The message of an InputMessageNode may have placeholders, which are its inputs. WayFlow refuses
an InputMessageNode that has inputs.

Wrong:

```flow
flow main(name: string) -> (age: string) {
  a = ask "How old are you, {{name}}?" (name) -> (age: string)
  return a.age
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
flow main(name: string) -> (age: string) {
  say "Hello, {{name}}." (name)
  a = ask "How old are you?" -> (age: string)
  return a.age
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

NO_OUTPUTS = Rule("FLOW688", Severity.ERROR, "WayFlow takes no outputs from such an agent")
"""An AgentNode may run any agentic component. WayFlow takes outputs from Agents, Swarms and
ManagerWorkers alone, and refuses an AgentNode with outputs that runs a flow or a remote agent.

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
$ flowc check --target wayflow example.flow
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
$ flowc check --target wayflow example.flow
```
"""

ENDS_QUIETLY = Rule("FLOW689", Severity.WARNING, "WayFlow ends a flow where a branch leads nowhere")
"""A value that a BranchingNode does not map takes the branch `default`; without an edge for it the
run is over with an error. WayFlow ends the flow there without one, as if all were done
(SEMANTICS 3).

Wrong:

```flow
tool send(text: string)

flow main(kind: string) {
  match kind {
    "mail" => send(text = "by mail")
    else => error
  }
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool send(text: string)

flow main(kind: string) {
  match kind {
    "mail" => send(text = "by mail")
    else => by_hand = send(text = "by hand")
  }
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

_JQ_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NO_OUTPUTS = frozenset({"Flow", "OciAgent", "A2AAgent"})


def check_api_titles(document: Document) -> Iterator[Diagnostic]:
    """The titles of an ApiNode's outputs are names in jq."""
    for node in parts_of(document):
        for output in node.outputs or () if isinstance(node, ApiNode) else ():
            if not _JQ_NAME.fullmatch(output.title):
                yield API_TITLE.at(
                    output.origin or node.origin,
                    f"WayFlow: the output '{output.title}' of ApiNode '{node.name}' is no name in "
                    "jq",
                    label="jq: compile error",
                    hint="Use letters, digits and _, or take the whole answer as one output.",
                )


def check_remote_outputs(document: Document) -> Iterator[Diagnostic]:
    """A RemoteTool has one output at most."""
    for tool in parts_of(document):
        if tool.component_type == "RemoteTool" and len(tool.outputs or ()) > 1:
            yield REMOTE_OUTPUTS.at(
                tool.origin,
                f"WayFlow: RemoteTool '{tool.name}' has {len(tool.outputs or ())} outputs",
                label="Expected multiple outputs in a dictionary as result of the tool",
                hint="Use an ApiNode.",
            )


def check_templates(document: Document) -> Iterator[Diagnostic]:
    """Texts with placeholders are templates that Jinja can read."""
    for component in parts_of(document):
        for name in TEXTS.get(component.component_type, ()):
            for text in _texts(component, name):
                problem = _problem(text)
                if problem:
                    yield BAD_TEMPLATE.at(
                        component.place(name),
                        f"WayFlow: '{name}' of '{component.name}' is no Jinja template",
                        label=problem,
                        hint="Write {{name}} for an input, and no other {{, {% or {#.",
                    )


def _texts(component: Component, field: str) -> Iterator[str]:
    waiting: list[FieldValue] = [component.own_field(field)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, (list, tuple)):
            waiting += value


def _problem(text: str) -> str:
    """What keeps Jinja from reading a text; "" if nothing does. Nothing is run."""
    if "{{" not in text and "{%" not in text and "{#" not in text:
        return ""
    from jinja2 import TemplateSyntaxError

    try:
        _jinja().parse(text)
    except TemplateSyntaxError as error:
        return f"TemplateSyntaxError: {error.message}"
    except (RecursionError, ValueError) as error:  # too deep; a number of too many digits
        return type(error).__name__
    return ""


@cache
def _jinja() -> Environment:
    from jinja2 import Environment

    return Environment(autoescape=True)


def check_messages(document: Document) -> Iterator[Diagnostic]:
    """InputMessageNodes have no inputs."""
    for node in parts_of(document):
        if isinstance(node, InputMessageNode) and node.inputs:
            yield ASKS_WITH_INPUT.at(
                node.place("message"),
                f"WayFlow: the question of '{node.name}' has the input '{node.inputs[0].title}'",
                label="Unknown input descriptor specified",
                hint="Say what has placeholders in an OutputMessageNode before.",
            )


def check_agents(document: Document) -> Iterator[Diagnostic]:
    """AgentNodes with outputs run agents, swarms and managers."""
    for node in parts_of(document):
        agent = document.components.get(node.agent.id) if isinstance(node, AgentNode) else None
        if agent is not None and node.outputs and agent.component_type in _NO_OUTPUTS:
            yield NO_OUTPUTS.at(
                node.origin,
                f"WayFlow: '{node.name}' has outputs, but runs {agent.component_type} "
                f"'{agent.name}'",
                label="Only Agent, ManagerWorkers and Swarm supports setting outputs",
                hint="Run a flow by a FlowNode.",
            )


def check_default_branch(context: FlowContext) -> Iterator[Diagnostic]:
    """BranchingNodes have an edge for other values."""
    for node in context.flow.nodes:
        if not isinstance(node, BranchingNode) or DEFAULT in node.mapping.values():
            continue
        edges = context.graph.out_edges[node.id]
        if edges and all(edge.branch != DEFAULT for edge in edges):
            yield ENDS_QUIETLY.at(
                context.place(node),
                f"WayFlow: the flow ends at '{node.name}' for all other values",
                label="no edge for 'default'",
                hint="Lead 'default' to a node that reports the value.",
            )
