"""The shapes that the fields of components must have, and what to say of those that have not.

A component is looked at after hoisting, so that a component in a field is a reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.hoist import RawComponent
from flowc.diagnostics import Diagnostic
from flowc.ir.values import Ref, kind
from flowc.records import dataclass
from flowc.semantics.fields import BAD_SHAPE

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Shape:
    """The Python type that a value must have, how messages call it, and for lists and objects the
    shape of what is in them (None: any)."""

    kind: type
    expected: str
    inner: Shape | None = None

    def is_told_by(self, found: type) -> bool:
        """Whether every value of a Python type has the shape."""
        return self.inner is None and issubclass(found, self.kind)

    def fits(self, value: Any) -> bool:
        """Whether the value and all that is in it have the shape."""
        if self.inner is None or not isinstance(value, self.kind):
            return isinstance(value, self.kind)
        items: Any = value.values() if isinstance(value, dict) else value
        inner = self.inner
        for item in items:
            if not (isinstance(item, inner.kind) and (inner.inner is None or inner.fits(item))):
                return False
        return True

    def problems(self, value: Any, path: Path) -> Iterator[tuple[Path, object, str]]:
        """The places at which the value is of another shape, what stands there, what should."""
        if not isinstance(value, self.kind):
            yield path, value, self.expected
        elif self.inner is not None:
            items: Any = value
            for key, item in items.items() if isinstance(items, dict) else enumerate(items):
                yield from self.inner.problems(item, (*path, key))


TEXT = Shape(str, "text")
FLAG = Shape(bool, "true or false")
REFERENCE = Shape(Ref, "a component or a reference to one")
OBJECT = Shape(dict, "an object")
TEXTS = Shape(dict, "an object", TEXT)
LIST = Shape(list, "a list")
OBJECTS = Shape(list, "a list", OBJECT)
REFERENCES = Shape(list, "a list", REFERENCE)

Shapes = Mapping[str, Shape]
"""The shapes of fields by name. Null is of any shape; so are own fields of unknown types."""

COMPONENT: Shapes = {
    "name": TEXT,
    "description": TEXT,
    "metadata": OBJECT,
    "inputs": OBJECTS,
    "outputs": OBJECTS,
}
NODE: Shapes = {**COMPONENT, "branches": Shape(list, "a list", TEXT)}
SUBFLOW: Shapes = {**NODE, "subflow": REFERENCE, "reducers": TEXTS}
MESSAGE: Shapes = {**NODE, "message": TEXT}

SHAPES: Mapping[str, Shapes] = {
    "Flow": {
        **COMPONENT,
        "nodes": REFERENCES,
        "start_node": REFERENCE,
        "control_flow_connections": LIST,
        "data_flow_connections": LIST,
    },
    "ControlFlowEdge": {
        **COMPONENT,
        "from_node": REFERENCE,
        "from_branch": TEXT,
        "to_node": REFERENCE,
    },
    "DataFlowEdge": {
        **COMPONENT,
        "source_node": REFERENCE,
        "source_output": TEXT,
        "destination_node": REFERENCE,
        "destination_input": TEXT,
    },
    "StartNode": NODE,
    "EndNode": {**NODE, "branch_name": TEXT},
    "ToolNode": {**NODE, "tool": REFERENCE},
    "BranchingNode": {**NODE, "mapping": TEXTS},
    "FlowNode": SUBFLOW,
    "MapNode": SUBFLOW,
    "ParallelMapNode": SUBFLOW,
    "CatchExceptionNode": SUBFLOW,
    "AgentNode": {**NODE, "agent": REFERENCE},
    "LlmNode": {**NODE, "llm_config": REFERENCE, "prompt_template": TEXT},
    "ApiNode": {
        **NODE,
        "url": TEXT,
        "http_method": TEXT,
        "allow_insecure_http": FLAG,
        "allow_fragments": FLAG,
        "allow_credentials": FLAG,
    },
    "InputMessageNode": MESSAGE,
    "OutputMessageNode": MESSAGE,
    "ParallelFlowNode": {**NODE, "subflows": REFERENCES},
}
_HINTS: Mapping[str, str] = {
    "a component or a reference to one": 'Refer to it by its id: {"$component_ref": "…"}.',
}


def shapes_of(component_type: str, as_node: bool) -> Shapes:
    """The shapes of a component's fields; of a type that is not known, those that all have."""
    return SHAPES.get(component_type, NODE if as_node else COMPONENT)


def shape_problems(raw: RawComponent, name: str, value: Any, shape: Shape) -> Iterator[Diagnostic]:
    """What is wrong with the shape of a component's field; nothing if it fits."""
    for found in shape.problems(value, (name,)):
        yield _problem(raw, *found)


def _problem(raw: RawComponent, path: Path, value: object, expected: str) -> Diagnostic:
    field = ".".join(map(str, path))
    return BAD_SHAPE.at(
        raw.at(*path),
        f"field '{field}' of {raw} must be {expected}, not {kind(value)}",
        hint=_HINTS.get(expected, ""),
    )
