"""FLOW625 to FLOW627: branches, mappings and prompts as Oracle's runtime wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.document import Document
from flowc.ir.nodes import DEFAULT, BranchingNode, LlmNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.parts import parts_of

OTHER_BRANCHES = Rule("FLOW625", Severity.ERROR, "branches and edges of a node are not the same")
"""Oracle's runtime compares the `branches` that a node lists with those that edges leave, and
refuses the flow if they differ. A BranchingNode has the branch `default`: it needs an edge too.

Wrong:

```flow
flow main(kind: string) {
  match kind {
    "mail" => return
    else => error
  }
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
flow main(kind: string) {
  match kind {
    "mail" => return
    else => return
  }
}
```

```console
$ flowc check --target oracle example.flow
```
"""

MISPLACED_MAPPING = Rule("FLOW626", Severity.ERROR, "a mapping on a node that does not branch")
"""`mapping` belongs to BranchingNodes. flowc keeps it as an unknown field where it stands on
another node; Oracle's runtime refuses the flow.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "26.1.0",
  "id": "main",
  "name": "main",
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {"component_type": "EndNode", "id": "end", "name": "end", "mapping": {"a": "next"}}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start -> end",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```

```console
$ flowc check --target oracle example.json
```

Right:

```flow
flow main() { return }
```

```console
$ flowc check --target oracle example.flow
```
"""

OTHER_PLACEHOLDER = Rule("FLOW627", Severity.ERROR, "a prompt has more than plain placeholders")
"""A placeholder is `{{name}}`, and nothing else of a template language is part of Agent Spec. flowc
leaves such a text as it is; Oracle's runtime refuses all in double braces that is neither a name
nor a text in quotes.

Wrong:

```flow
agentspec "26.1.0"

DbmsVectorChainLlmConfig model {
  model_id: "m"
  provider: "ocigenai"
  url: "https://inference.example"
}

flow main(word: string) -> (generated_text: string) {
  l = LlmNode(word) {
    llm_config: model
    prompt_template: "Say {{word | upper}} and {{word}}"
  }
  return l.generated_text
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
agentspec "26.1.0"

DbmsVectorChainLlmConfig model {
  model_id: "m"
  provider: "ocigenai"
  url: "https://inference.example"
}

flow main(word: string) -> (generated_text: string) {
  l = LlmNode(word) {
    llm_config: model
    prompt_template: "Say {{word}}"
  }
  return l.generated_text
}
```

```console
$ flowc check --target oracle example.flow
```
"""

_OPENING = re.compile(r"""\{\{(?!\s*(?:[A-Za-z_]\w*|"[^"]*"|'[^']*')\s*\}\})""")


def check_branch_lists(context: FlowContext) -> Iterator[Diagnostic]:
    """A BranchingNode lists `default` exactly if an edge leaves it. All other differences are
    findings for every runtime."""
    for node in context.flow.nodes:
        edges = {edge.branch for edge in context.graph.out_edges[node.id]}
        if not isinstance(node, BranchingNode) or not edges:
            continue
        if DEFAULT in node.mapping.values() or (DEFAULT in node.branches) == (DEFAULT in edges):
            continue
        listed = DEFAULT in node.branches
        yield OTHER_BRANCHES.at(
            context.place(node),
            f"Oracle: '{node.name}' "
            + ("lists branch 'default', which" if listed else "does not list branch 'default', but")
            + f" {'no' if listed else 'an'} edge leaves (ORA-49079)",
            label="has inconsistent branches",
            hint="Add an edge from 'default'." if listed else "Add 'default' to its branches.",
        )


def check_mappings(document: Document) -> Iterator[Diagnostic]:
    """Only BranchingNodes have a mapping."""
    for component in parts_of(document):
        if "mapping" in component.fields and not isinstance(component, BranchingNode):
            yield MISPLACED_MAPPING.at(
                component.key_place("mapping"),
                f"Oracle: {component.component_type} '{component.name}' has a mapping (ORA-50725)",
                label="only allowed for branching nodes",
                hint="Remove it, or put a BranchingNode after the node.",
            )


def check_prompts(document: Document) -> Iterator[Diagnostic]:
    """Prompts have plain placeholders."""
    for node in parts_of(document):
        found = _OPENING.search(node.prompt_template or "") if isinstance(node, LlmNode) else None
        if found is not None:
            yield OTHER_PLACEHOLDER.at(
                node.place("prompt_template"),
                f"Oracle: the prompt of '{node.name}' has more than plain placeholders (ORA-50734)",
                label="contains invalid placeholder syntax",
                hint="Write {{name}} for an input; do the rest in a tool before.",
            )
