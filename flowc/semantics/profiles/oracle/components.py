"""FLOW620 to FLOW624: the version, the component types and the tools that Oracle's runtime has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.values import ABSENT
from flowc.ir.versions import is_lower, requirements, version_key
from flowc.semantics.checks.version import version_line, version_span
from flowc.semantics.parts import parts_of
from flowc.semantics.profiles.parts import field_of
from flowc.text import Location

LATER_VERSION = Rule("FLOW620", Severity.ERROR, "Oracle does not know so late a version")
"""Oracle's runtime executes a subset of Agent Spec 26.1.0, and documents of earlier versions.

Wrong:

```flow
agentspec "26.1.2"

flow main() { return }
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
agentspec "26.1.0"

flow main() { return }
```

```console
$ flowc check --target oracle example.flow
```
"""

MISSING_TYPE = Rule("FLOW621", Severity.ERROR, "Oracle does not have a component type")
"""Oracle's runtime has flows with most kinds of nodes, agents, tools that are in the database
(BuiltinTool), and models that the database calls (DbmsVectorChainLlmConfig). What would need a
program beside the database (a ServerTool, a user to ask, a request from outside) it refuses.

Wrong:

```flow
tool look(id: string) -> (status: string)

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```
"""

OTHER_EXECUTOR = Rule("FLOW622", Severity.ERROR, "a BuiltinTool names an executor not Oracle's")
"""`executor_name` says which engine has the tool. Oracle's runtime runs its own, and those that
name no executor.

Wrong:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  executor_name: "Oracle Executor"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  executor_name: "Oracle In-DB Agent Executor"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```
"""

OTHER_TOOL = Rule("FLOW623", Severity.ERROR, "a BuiltinTool of a type that Oracle does not have")
"""Oracle's runtime has tools of the types `plsql_exec`, which call a procedure, and
`vector_search`.

Wrong:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "sql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```
"""

NO_PROCEDURE = Rule("FLOW624", Severity.ERROR, "a plsql_exec tool names no procedure")
"""A tool of the type `plsql_exec` calls the procedure that its `configuration` names as
`procedure_name`; `package_name` and `schema_name` say where it is.

Wrong:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { package_name: "ORDER_TOOLS" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { package_name: "ORDER_TOOLS", procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```
"""

VERSION = "26.1.0"
EXECUTOR = "Oracle In-DB Agent Executor"
TYPES = frozenset(
    {
        "Flow",
        "Agent",
        "StartNode",
        "EndNode",
        "ToolNode",
        "LlmNode",
        "AgentNode",
        "BranchingNode",
        "FlowNode",
        "MapNode",
        "ParallelFlowNode",
        "ParallelMapNode",
        "BuiltinTool",
        "DbmsVectorChainLlmConfig",
    }
)
_PLSQL = "plsql_exec"
_TOOL_TYPES = (_PLSQL, "vector_search")


def check_version(document: Document) -> Iterator[Diagnostic]:
    """The version is Oracle's, or an earlier one. A source that says none gets the lowest that its
    components allow, which for a model of Oracle's own is a later one."""
    version = document.version
    if version is None or (version_key(version) and not is_lower(VERSION, version)):
        return
    place = version_span(document) or _needs_later(document)
    if place is not None:
        yield LATER_VERSION.at(
            place,
            f"Oracle: version {version} is not supported",
            label=f"{VERSION} is the latest",
            hint=f"Write {version_line(document, VERSION)}.",
        )


def _needs_later(document: Document) -> Location | None:
    """The place of the first component that Oracle has and others only have later."""
    return next(
        (
            component.origin
            for component in parts_of(document)
            if component.component_type in TYPES
            and any(is_lower(VERSION, it.version) for it in requirements(component))
        ),
        None,
    )


def check_component_types(document: Document) -> Iterator[Diagnostic]:
    """All components are of types that Oracle has."""
    for component in parts_of(document):
        type_ = component.component_type
        if type_ not in TYPES:
            yield MISSING_TYPE.at(
                component.origin,
                f"Oracle has no {type_}, as '{component.name}' is",
                label="not a component of the in-database runtime",
                hint=_instead(type_),
            )


def _instead(type_: str) -> str:
    if type_.endswith("Tool"):
        return "Make it a BuiltinTool that calls a procedure."
    if type_.endswith("Config"):
        return "Use a DbmsVectorChainLlmConfig."
    return "Do in a procedure what it does, and call that by a ToolNode."


def check_executors(document: Document) -> Iterator[Diagnostic]:
    """BuiltinTools name no executor but Oracle's."""
    for tool in _tools(document):
        name = field_of(tool, "executor_name")
        if name not in (ABSENT, None, EXECUTOR):
            yield OTHER_EXECUTOR.at(
                tool.place("executor_name"),
                f"Oracle: tool '{tool.name}' has another executor (ORA-49080)",
                label="has invalid executor",
                hint=f'Write "{EXECUTOR}", or leave it out.',
            )


def check_tool_types(document: Document) -> Iterator[Diagnostic]:
    """BuiltinTools are of types that Oracle has."""
    for tool in _tools(document):
        type_ = field_of(tool, "tool_type")
        if isinstance(type_, str) and type_.lower() not in _TOOL_TYPES:
            yield OTHER_TOOL.at(
                tool.place("tool_type"),
                f"Oracle: tool '{tool.name}' is of an unknown type (ORA-49081)",
                label=f"has invalid tool type: {type_!r}",
                hint=did_you_mean(type_, _TOOL_TYPES),
            )


def check_procedures(document: Document) -> Iterator[Diagnostic]:
    """Tools that call a procedure name it."""
    for tool in _tools(document):
        type_, configuration = field_of(tool, "tool_type"), field_of(tool, "configuration")
        if not isinstance(type_, str) or type_.lower() != _PLSQL:
            continue
        given = configuration if isinstance(configuration, Mapping) else {}
        if not given.get("procedure_name"):
            yield NO_PROCEDURE.at(
                tool.place("configuration") if given else tool.origin,
                f"Oracle: tool '{tool.name}' names no procedure",
                label="'procedure_name' is required for plsql_exec",
                hint='Write configuration: { procedure_name: "…" }.',
            )


def _tools(document: Document) -> Iterator[Component]:
    return (it for it in parts_of(document) if it.component_type == "BuiltinTool")
