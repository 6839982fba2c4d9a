"""FLOW665 to FLOW667: the component types and schemas that the official SDK does not load."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.document import Document
from flowc.ir.nodes import InputMessageNode
from flowc.ir.types import Scalar
from flowc.semantics.parts import parts_of
from flowc.semantics.profiles.parts import ports
from flowc.semantics.values import takes_text

UNKNOWN_TYPE = Rule("FLOW665", Severity.ERROR, "the SDK does not know a component type")
"""The official SDK loads the component types of the specification, and others only with a plugin
that the program which loads the document has to bring. WayFlow brings its own for the types whose
names begin with `Plugin` or `Extended`; to LangGraph they are unknown.

Wrong:

```flow
flow main(text: string) -> (output: string) {
  word = PluginRegexNode(text) -> (output: string)
  return word.output
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool word(text: string) -> (output: string)

flow main(text: string) -> (output: string) {
  word(text)
  return word.output
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

NO_TEXT_ANSWER = Rule("FLOW666", Severity.ERROR, "what a user answers is declared as no string")
"""What a user types is text. The official SDK refuses an InputMessageNode whose output is declared
as anything else, even if it takes text too.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {
      "component_type": "InputMessageNode",
      "id": "ask",
      "name": "ask",
      "outputs": [{"title": "age", "type": ["string", "null"]}]
    },
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "a",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "ask"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "b",
      "from_node": {"$component_ref": "ask"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```

```console
$ flowc check --target wayflow example.json
```

Right:

```flow
flow main() {
  a = ask "Your age?" -> (age: string)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

ONE_OF = Rule("FLOW667", Severity.ERROR, "a type is written with oneOf")
"""The official SDK reads unions as `anyOf` or as a list in `type`, and refuses `oneOf`. flowc reads
all three and writes `anyOf`.

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "look",
  "name": "look",
  "inputs": [{"title": "key", "oneOf": [{"type": "string"}, {"type": "integer"}]}]
}
```

```console
$ flowc check --target langgraph example.json
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "look",
  "name": "look",
  "inputs": [{"title": "key", "anyOf": [{"type": "string"}, {"type": "integer"}]}]
}
```

```console
$ flowc check --target langgraph example.json
```
"""

SDK = "the Agent Spec SDK"


def unknown_types(own: tuple[str, ...] = ()) -> Callable[[Document], Iterator[Diagnostic]]:
    """The check for types that the SDK has no plugin for; types that begin with one of `own` are
    the engine's."""

    def check_known_types(document: Document) -> Iterator[Diagnostic]:
        for component in parts_of(document):
            type_ = component.component_type
            if type_ not in CATALOGUE and not type_.startswith(own or ("\0",)):
                yield UNKNOWN_TYPE.at(
                    component.origin,
                    f"{SDK} does not know the component type '{type_}'",
                    label=f"There is no plugin to load the component type {type_}",
                    hint="Use a type of the specification, or load the document with a plugin.",
                )

    return check_known_types


def check_answers(document: Document) -> Iterator[Diagnostic]:
    """An InputMessageNode's output is a string; of one that takes no text, FLOW416 says so."""
    for node in parts_of(document):
        if not isinstance(node, InputMessageNode):
            continue
        for output in node.outputs:
            is_string = isinstance(output.type, Scalar) and output.type.name == "string"
            if not is_string and takes_text(output.type):
                yield NO_TEXT_ANSWER.at(
                    output.origin or node.origin,
                    f"{SDK}: the output '{output.title}' of InputMessageNode '{node.name}' is no "
                    "string",
                    label="Expected an output of type string",
                    hint="Declare it as string.",
                )


def check_one_of(document: Document) -> Iterator[Diagnostic]:
    """No type is written with `oneOf`."""
    for component, word, item in ports(document):
        if item.schema is not None and _has_one_of(item.schema):
            yield ONE_OF.at(
                item.origin or component.origin,
                f"{SDK}: the type of {word} '{item.title}' of '{component.name}' has oneOf",
                label="Support for schemas using oneOf is not implemented",
                hint="Write anyOf.",
            )


def _has_one_of(schema: Mapping[str, Any]) -> bool:
    waiting: list[Any] = [schema]
    while waiting:
        current = waiting.pop()
        if isinstance(current, (list, tuple)):
            waiting += current
        elif isinstance(current, Mapping):
            if "oneOf" in current:
                return True
            waiting += [current.get(key) for key in ("items", "additionalProperties", "anyOf")]
            properties = current.get("properties")
            waiting += properties.values() if isinstance(properties, Mapping) else ()
    return False
