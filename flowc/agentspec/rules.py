"""What can be wrong with the components of an Agent Spec document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from flowc.diagnostics import Diagnostic, Rule, Severity

NO_DOCUMENT = Rule("FLOW500", Severity.ERROR, "the file holds no Agent Spec document")
"""The file may be sound JSON or YAML, but nothing in it is an Agent Spec component: an object with
a `component_type`. The hint says what it looks like instead: a draft of the format, which had
`type`; WayFlow's own format; a misspelt field.

Wrong:

```json
{"type": "ServerTool", "id": "t", "name": "t"}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t"}
```
"""
NO_NAME = Rule("FLOW513", Severity.WARNING, "a component without a name")
"""Every component has a name, for people and for messages. flowc uses the id in its place; the
official SDK refuses the document.

Wrong:

```json
{"component_type": "ServerTool", "id": "t"}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t"}
```
"""
BESIDE_REFERENCE = Rule("FLOW515", Severity.WARNING, "keys beside a $component_ref are ignored")
"""A reference stands for the component as it is; no engine reads what is written beside it.

Wrong:

```json
{
  "component_type": "Agent",
  "id": "a",
  "name": "a",
  "system_prompt": "Help.",
  "llm_config": {"$component_ref": "gpt", "model_id": "other"},
  "$referenced_components": {
    "gpt": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "gpt-5"}
  }
}
```

Right:

```json
{
  "component_type": "Agent",
  "id": "a",
  "name": "a",
  "system_prompt": "Help.",
  "llm_config": {"$component_ref": "gpt"},
  "$referenced_components": {
    "gpt": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "gpt-5"}
  }
}
```
"""
UNTYPED_EDGE = Rule("FLOW516", Severity.WARNING, "an edge without a component_type")
"""An edge is a component like all others and says so. flowc knows from the list in which it stands
what it is; other tools refuse the document.

Wrong:

```json
{
  "component_type": "Flow",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "s"},
  "nodes": [{"$component_ref": "s"}, {"$component_ref": "e"}],
  "control_flow_connections": [
    {"name": "go", "from_node": {"$component_ref": "s"}, "to_node": {"$component_ref": "e"}}
  ],
  "$referenced_components": {
    "s": {"component_type": "StartNode", "id": "s", "name": "s"},
    "e": {"component_type": "EndNode", "id": "e", "name": "e"}
  }
}
```

Right:

```json
{
  "component_type": "Flow",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "s"},
  "nodes": [{"$component_ref": "s"}, {"$component_ref": "e"}],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go", "from_node": {"$component_ref": "s"}, "to_node": {"$component_ref": "e"}}
  ],
  "$referenced_components": {
    "s": {"component_type": "StartNode", "id": "s", "name": "s"},
    "e": {"component_type": "EndNode", "id": "e", "name": "e"}
  }
}
```
"""
ID_CLASH = Rule("FLOW520", Severity.ERROR, "one id for two different components (SEMANTICS 3)")
"""An id is what references and engines know a component by. Of two different ones with one id,
engines run one, in both places (SEMANTICS 3). In a `.flow` source this is FLOW109.

Wrong:

```json
{
  "component_type": "ManagerWorkers",
  "id": "team",
  "name": "team",
  "group_manager": {"component_type": "Agent", "id": "a", "name": "a", "system_prompt": "Lead.",
    "llm_config": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "m"}},
  "workers": [
    {"component_type": "Agent", "id": "b", "name": "b", "system_prompt": "Work.",
      "llm_config": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt",
        "model_id": "other"}}
  ]
}
```

Right:

```json
{
  "component_type": "ManagerWorkers",
  "id": "team",
  "name": "team",
  "group_manager": {"component_type": "Agent", "id": "a", "name": "a", "system_prompt": "Lead.",
    "llm_config": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "m"}},
  "workers": [
    {"component_type": "Agent", "id": "b", "name": "b", "system_prompt": "Work.",
      "llm_config": {"component_type": "OpenAiConfig", "id": "gpt_2", "name": "gpt",
        "model_id": "other"}}
  ]
}
```
"""
EQUAL_COPIES = Rule("FLOW521", Severity.WARNING, "equal copies of one component (SEMANTICS 3)")
"""The same component is written out more than once. It is one component (SEMANTICS 3); a change of
one copy would make two of it, with one id.

Wrong:

```json
{
  "component_type": "ManagerWorkers",
  "id": "team",
  "name": "team",
  "group_manager": {"component_type": "Agent", "id": "a", "name": "a", "system_prompt": "Lead.",
    "llm_config": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "m"}},
  "workers": [
    {"component_type": "Agent", "id": "b", "name": "b", "system_prompt": "Work.",
      "llm_config": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "m"}}
  ]
}
```

Right:

```json
{
  "component_type": "ManagerWorkers",
  "id": "team",
  "name": "team",
  "group_manager": {"component_type": "Agent", "id": "a", "name": "a", "system_prompt": "Lead.",
    "llm_config": {"component_type": "OpenAiConfig", "id": "gpt", "name": "gpt", "model_id": "m"}},
  "workers": [
    {"component_type": "Agent", "id": "b", "name": "b", "system_prompt": "Work.",
      "llm_config": {"$component_ref": "gpt"}}
  ]
}
```
"""
NO_NODE = Rule("FLOW522", Severity.ERROR, "a flow lists something that is no node")
"""The list `nodes` of a flow holds nodes. A tool is run by a ToolNode, a flow by a FlowNode, an
agent by an AgentNode; what is not in the document at all cannot be run.

Wrong:

```json
{
  "component_type": "Flow",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "s"},
  "nodes": [{"$component_ref": "s"}, {"$component_ref": "e"}, {"$component_ref": "x"}],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go", "from_node": {"$component_ref": "s"}, "to_node": {"$component_ref": "e"}}
  ],
  "$referenced_components": {
    "s": {"component_type": "StartNode", "id": "s", "name": "s"},
    "e": {"component_type": "EndNode", "id": "e", "name": "e"}
  }
}
```

Right:

```json
{
  "component_type": "Flow",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "s"},
  "nodes": [{"$component_ref": "s"}, {"$component_ref": "e"}],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go", "from_node": {"$component_ref": "s"}, "to_node": {"$component_ref": "e"}}
  ],
  "$referenced_components": {
    "s": {"component_type": "StartNode", "id": "s", "name": "s"},
    "e": {"component_type": "EndNode", "id": "e", "name": "e"}
  }
}
```
"""
LISTED_TWICE = Rule("FLOW517", Severity.WARNING, "a flow lists a node twice")
"""A node is part of a flow or not; to list it again says nothing. Most often another node was
meant, which the flow then lacks. A tool that runs twice needs two nodes.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "s"},
  "nodes": [{"$component_ref": "s"}, {"$component_ref": "e"}, {"$component_ref": "s"}],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go", "from_node": {"$component_ref": "s"}, "to_node": {"$component_ref": "e"}}
  ],
  "$referenced_components": {
    "s": {"component_type": "StartNode", "id": "s", "name": "s"},
    "e": {"component_type": "EndNode", "id": "e", "name": "e"}
  }
}
```

Right:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "s"},
  "nodes": [{"$component_ref": "s"}, {"$component_ref": "e"}],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go", "from_node": {"$component_ref": "s"}, "to_node": {"$component_ref": "e"}}
  ],
  "$referenced_components": {
    "s": {"component_type": "StartNode", "id": "s", "name": "s"},
    "e": {"component_type": "EndNode", "id": "e", "name": "e"}
  }
}
```
"""
EMPTY_ID = Rule("FLOW524", Severity.WARNING, "an empty id, which names nothing")
"""Nothing can refer to an empty id, and two components would have the same. flowc derives an id
from the place.

Wrong:

```json
{"component_type": "ServerTool", "id": "", "name": "t"}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t"}
```
"""

Report: TypeAlias = Callable[[Diagnostic], None]
"""Takes findings, one after the other."""
