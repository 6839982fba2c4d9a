"""FLOW409: placeholders that are left to the deployment without saying so (SEMANTICS 27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flowc.diagnostics import Diagnostic, Rule, Severity, closest
from flowc.ir.env import env_placeholders
from flowc.ir.nodes import Node
from flowc.patterns import pattern
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.text_places import Text, texts_of, within, words_of_statements
from flowc.text import Location, Span

UNFILLED = Rule("FLOW409", Severity.WARNING, "a placeholder that nothing feeds")
"""A text says `{{name}}`, but its node has no input of that name. Such a placeholder is a value of
the deployment, which has to be given when the flow runs (SEMANTICS 27). A `.flow` text declares it
with `env`. If it is misspelt, or an input is missing, mend that.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"$component_ref": "start"},
  "nodes": [
    {"component_type": "StartNode", "id": "start", "name": "start"},
    {
      "component_type": "OutputMessageNode",
      "id": "say",
      "name": "say",
      "message": "Hello {{user}}",
      "inputs": []
    },
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start_to_say",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "say"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "say_to_end",
      "from_node": {"$component_ref": "say"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```

Right:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"$component_ref": "start"},
  "nodes": [
    {
      "component_type": "StartNode",
      "id": "start",
      "name": "start",
      "outputs": [{"title": "user", "type": "string"}]
    },
    {
      "component_type": "OutputMessageNode",
      "id": "say",
      "name": "say",
      "message": "Hello {{user}}",
      "inputs": [{"title": "user", "type": "string"}]
    },
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start_to_say",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "say"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "say_to_end",
      "from_node": {"$component_ref": "say"},
      "to_node": {"$component_ref": "end"}
    }
  ],
  "data_flow_connections": [
    {
      "component_type": "DataFlowEdge",
      "name": "start_user",
      "source_node": {"$component_ref": "start"},
      "source_output": "user",
      "destination_node": {"$component_ref": "say"},
      "destination_input": "user"
    }
  ]
}
```
"""


_CONSIDERED = 300
"""How many inputs a suggestion looks at."""
_PLACEHOLDER = pattern(r"\{\{\s*(\w+)\s*\}\}")


def check_placeholders(context: FlowContext) -> Iterator[Diagnostic]:
    """Each placeholder is an input of its node, or declared to be set where the flow is deployed;
    one finding for each name and flow."""
    known = set(context.document.env)
    for node in context.flow.nodes:
        names = env_placeholders(node, context.document.components)
        texts = texts_of(node) if names else ()
        for name in names:
            if name not in known and not _is_variable(name, texts):
                known.add(name)
                yield UNFILLED.at(
                    _place(node, name, texts) or context.flow.origin,
                    f"placeholder '{{{{{name}}}}}' of node '{node.name}' is not fed",
                    label="it must be defined when the flow runs",
                    hint=_hint(context, node, name),
                )


def _is_variable(name: str, texts: Sequence[Text]) -> bool:
    """Whether a template language that Agent Spec does not have is meant, which is reported."""
    return any(name in words_of_statements(text.text) for text in texts)


def _place(node: Node, name: str, texts: Sequence[Text]) -> Location | None:
    for text in texts:
        for found in _PLACEHOLDER.finditer(text.text):
            if found[1] == name:
                return within(node.place(*text.path), found[0], _PLACEHOLDER)
    return node.origin


def _hint(context: FlowContext, node: Node, name: str) -> str:
    titles = [item.title for item in node.inputs]
    titles += context.fed_titles.get(node.id, ())
    meant = closest(name, [title for title in titles if title != name][:_CONSIDERED])
    if meant is not None:
        return f"Did you mean {{{{{meant}}}}}?"
    if isinstance(node.origin, Span):
        return f"Feed it, or declare `env {name}`."
    return f"Feed it, or run with --define {name}=value."
