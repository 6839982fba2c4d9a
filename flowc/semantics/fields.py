"""The fields that components of known types have: the specification's tables (FLOW510 to 512)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity, nearest
from flowc.ir.catalogue import CATALOGUE, SHARED_FIELDS
from flowc.records import dataclass
from flowc.text import Location

BAD_SHAPE = Rule("FLOW510", Severity.ERROR, "a field of the wrong shape")
"""The field holds a value of another kind than the specification says, so nothing can be made of
it. flowc keeps it as it is when it converts the document. In a node of a `.flow` source this is
FLOW116.

Wrong:

```json
{"component_type": "ServerTool", "id": "t", "name": "t", "inputs": {"title": "a"}}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t", "inputs": [{"title": "a"}]}
```
"""

MISSING_FIELD = Rule("FLOW511", Severity.ERROR, "a required field is missing")
"""A component of this type cannot do its work without the field, and the official SDK refuses the
document. Fields of types that flowc does not know are never checked.

Wrong:

```flow
BuiltinTool status(id: string) -> (text: string)
```

Right:

```flow
BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
}
```
"""

UNKNOWN_FIELD = Rule("FLOW512", Severity.WARNING, "a field that the component type does not have")
"""Most often the name of a field is misspelt: the field that was meant keeps its default, and no
engine says a word. flowc keeps the unknown field as it is. What is no field of Agent Spec goes into
`metadata`. Fields of types that flowc does not know are never checked.

Wrong:

```flow
BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
  tool_versoin: "1"
}
```

Right:

```flow
BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
  tool_version: "1"
}
```
"""

MISPLACED_VERSION = Rule("FLOW525", Severity.WARNING, "a version that stands inside a component")
"""A document has one version: `agentspec_version` beside its root component, `agentspec "…"` in a
`.flow` file. Inside another component nobody reads it.

Wrong:

```json
{
  "component_type": "Agent",
  "id": "helper",
  "name": "helper",
  "system_prompt": "Help.",
  "agentspec_version": "25.4.1",
  "llm_config": {
    "component_type": "OpenAiConfig",
    "id": "gpt",
    "name": "gpt",
    "model_id": "gpt-5",
    "agentspec_version": "25.4.1"
  }
}
```

Right:

```json
{
  "component_type": "Agent",
  "id": "helper",
  "name": "helper",
  "system_prompt": "Help.",
  "agentspec_version": "25.4.1",
  "llm_config": {
    "component_type": "OpenAiConfig",
    "id": "gpt",
    "name": "gpt",
    "model_id": "gpt-5"
  }
}
```
"""

_ALIKE = 0.75
"""How alike (1 is equal) a field and a known one are if one is a misspelling: `state` is no
`start_node`."""
_TABLE = "$referenced_components"
VERSION, DRAFT_VERSION = "agentspec_version", "air_version"
"""The field of a document that says its version; drafts of the specification had the second."""


@dataclass(frozen=True, slots=True)
class Given:
    """A component as its source has it: type, name, the fields that say something, and where the
    component and its fields stand."""

    type: str
    name: str
    fields: Collection[str]
    origin: Location | None
    place: Callable[[str], Location | None]


def field_findings(given: Given) -> Iterator[Diagnostic]:
    """What is wrong with which fields a component has; nothing for types that nobody knows. A field
    that is missing because its name is misspelt is one mistake, and one finding."""
    entry = CATALOGUE.get(given.type)
    if entry is None:
        return
    missing = [it for it in entry.fields if it in entry.required and it not in given.fields]
    meant: dict[str, str] = {}
    for name in given.fields:
        if name not in SHARED_FIELDS and name not in entry.fields:
            near = _closest(name, entry.fields)
            if near in missing and near not in meant:
                meant[near] = name
            else:
                yield _unknown(given, name, near)
    for name in missing:
        if name in meant:
            yield _misspelt(given, meant[name], name)
        else:
            yield MISSING_FIELD.at(
                given.origin,
                f"{given.type} '{given.name}' has no field '{name}'",
                label=f"needs '{name}'",
                hint=f"Write '{name}': every {given.type} has one.",
            )


def _closest(name: str, known: Collection[str]) -> str | None:
    return nearest(name, (*SHARED_FIELDS, *known, _TABLE), cutoff=_ALIKE)


def _misspelt(given: Given, name: str, meant: str) -> Diagnostic:
    return MISSING_FIELD.at(
        given.place(name),
        f"{given.type} '{given.name}' has no field '{meant}', but one named '{name}'",
        label=f"needs '{meant}'",
        hint=f"Did you mean '{meant}'?",
    )


def _unknown(given: Given, name: str, near: str | None) -> Diagnostic:
    if name in (VERSION, DRAFT_VERSION):
        return MISPLACED_VERSION.at(
            given.place(name),
            f"'{name}' stands inside {given.type} '{given.name}', where it says nothing",
            label="not the document's version",
            hint="Remove it: a document has one version, beside its root component.",
        )
    return UNKNOWN_FIELD.at(
        given.place(name),
        f"{given.type} has no field '{name}'; it is kept as it is",
        label="not a field of this type",
        hint="What is no field of Agent Spec goes into 'metadata'."
        if near is None
        else f"Did you mean '{near}'?",
    )
