"""Hoisted components to the classes of the IR.

A field of the wrong shape is reported and kept: as an override if the IR has a place of its own for
it, else among the fields. A node that cannot be its class becomes an OtherNode with all its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flowc.agentspec.hoist import RawComponent
from flowc.agentspec.outline import outline
from flowc.agentspec.rules import NO_NAME, Report
from flowc.agentspec.shapes import shape_problems
from flowc.ir.catalogue import CATALOGUE, SENSITIVE, SHARED_FIELDS, Entry
from flowc.ir.components import SHARED, Component
from flowc.ir.nodes import NODE_CLASSES, EndNode, Node, OtherNode, StartNode
from flowc.ir.schema import property_from_schema
from flowc.ir.secrets import is_secret
from flowc.ir.types import Property
from flowc.ir.values import ABSENT, NOTHING, FieldValue, OverrideValue, secret
from flowc.records import MISSING, dataclass, field, fields
from flowc.semantics.fields import Given, field_findings
from flowc.semantics.secrets import left_out
from flowc.text import Pointer

_SHARED = frozenset((*SHARED_FIELDS, "branches"))
_EDGES = frozenset({"ControlFlowEdge", "DataFlowEdge"})
_DERIVED = frozenset({"inputs", "outputs", "branches"})
"""What a node may leave out because it follows from the rest."""
_EMPTY_SAYS_SOMETHING = frozenset({"mapping", "reducers", "datastore_schema"})


@dataclass(slots=True)
class Parts:
    """A component's fields, sorted: those of good shape, and overrides for the others."""

    raw: RawComponent
    good: Mapping[str, Any]
    overrides: dict[str, OverrideValue] = field(default_factory=dict)

    def shared(self) -> dict[str, Any]:
        """The arguments that every component class takes."""
        good = self.good
        return {
            "component_type": self.raw.type,
            "id": self.raw.id,
            "name": good.get("name", self.raw.id),
            "description": good.get("description"),
            "metadata": good.get("metadata", NOTHING),
            "overrides": self.overrides,
            "comments": self.raw.take_comments(),
            "origin": self.raw.origin,
        }

    def properties(self, name: str) -> tuple[Property, ...] | None:
        """The inputs or outputs; None if there are none of that name."""
        if name not in self.good:
            return None
        origin, listed = self.raw.origin, self.good[name]
        if origin is None:
            return tuple(map(property_from_schema, listed))
        places = [Pointer(origin.source, (*origin.path, name, at)) for at in range(len(listed))]
        return tuple(map(property_from_schema, listed, places))

    def rest(self, used: frozenset[str] = frozenset()) -> Mapping[str, FieldValue]:
        """The fields that no attribute of the IR holds."""
        names = self.good.keys() - _SHARED - used
        if not names:
            return NOTHING
        return {name: value for name, value in self.good.items() if name in names}


def sorted_parts(raw: RawComponent, report: Report, *, as_node: bool = False) -> Parts:
    """The fields of a component by what becomes of them; reports what is wrong with them."""
    present = raw.fields
    if not all(present.values()):
        entry = CATALOGUE.get(raw.type)
        present = {
            name: value for name, value in present.items() if value or _says(entry, name, value)
        }
    known = outline(raw.type, present, as_node=as_node)
    parts = Parts(raw, present)
    for name, shape in known.to_check:
        if not shape.fits(present[name]):
            parts.overrides[name] = present[name]
            for problem in shape_problems(raw, name, present[name], shape):
                report(problem)
    if parts.overrides:
        parts.good = {name: value for name, value in present.items() if name not in parts.overrides}
    if "name" not in present and raw.type not in _EDGES:
        report(NO_NAME.at(raw.at(), f"{raw} has no name; its id is used"))
    if not known.is_complete:
        _report_fields(raw, present, report)
    if not SENSITIVE.isdisjoint(raw.fields):
        _hide_secrets(parts, report)
    return parts


def _says(entry: Entry | None, name: str, value: Any) -> bool:
    """Whether an empty value says anything: null and `{}` for an optional field do not."""
    if value is None:
        return entry is not None and name in entry.null_counts
    if isinstance(value, dict):
        known = name == "metadata" or (entry is not None and name in entry.data)
        return not known or name in _EMPTY_SAYS_SOMETHING
    return True


def _report_fields(raw: RawComponent, present: Mapping[str, Any], report: Report) -> None:
    name = present.get("name")
    given = Given(raw.type, name if isinstance(name, str) else raw.id, present, raw.at(), raw.at)
    for finding in field_findings(given):
        report(finding)


def _hide_secrets(parts: Parts, report: Report) -> None:
    """Put the placeholder that the specification asks for where a secret stands."""
    raw = parts.raw
    for name, value in raw.fields.items():
        if name in SENSITIVE and is_secret(name, value, frozenset((raw.type,))):
            parts.overrides.pop(name, None)
            parts.good = {**parts.good, name: secret(raw.id, name)}
            hint = (
                f'Write {{"$component_ref": "{raw.id}.{name}"}} and give the value when the '
                "document is loaded."
            )
            report(left_out(f"{raw}", name, raw.at(name), raw.at(name), hint))


# Components and nodes -----------------------------------------------------------------------------


def build_component(raw: RawComponent, report: Report) -> Component:
    """A component that is neither flow nor node."""
    parts = sorted_parts(raw, report)
    rest = parts.rest()
    if "branches" in parts.good:
        rest = {**rest, "branches": parts.good["branches"]}
    return Component(
        **parts.shared(),
        inputs=parts.properties("inputs"),
        outputs=parts.properties("outputs"),
        fields=rest,
    )


@dataclass(frozen=True, slots=True)
class Draft:
    """A node, and which of `inputs`, `outputs` and `branches` are still to be derived."""

    node: Node
    absent: frozenset[str]


def build_node(raw: RawComponent, report: Report) -> Draft:
    """A node as its document describes it; what it leaves out is derived later, from all nodes."""
    parts = sorted_parts(raw, report, as_node=True)
    good = parts.good
    plan = _plan(raw.type, tuple(good))
    cls, absent = plan.node_class, plan.absent
    arguments = parts.shared()
    for name in plan.own:
        arguments[name] = _frozen(name, good[name])
    for name in ("inputs", "outputs"):
        if (listed := parts.properties(name)) is not None:
            arguments[name] = listed
    if listed := good.get("branches"):
        arguments["branches"] = tuple(listed)
    elif "branches" in good:
        absent |= {"branches"}  # an empty list says nothing
    if cls is OtherNode:
        _leave_unlisted(parts, absent)
    if plan.rest:
        arguments["fields"] = {name: good[name] for name in plan.rest}
    node = cls(**arguments)
    if isinstance(node, (StartNode, EndNode)) and not (node.inputs and node.outputs):
        absent |= {"inputs", "outputs"}
    return Draft(node, _NONE if cls is OtherNode else absent)


_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Plan:
    """What becomes of a node's fields: `own` are attributes that only its class has, `rest` go into
    its `fields`, and `absent` is what is there to be derived."""

    node_class: type[Node]
    own: tuple[str, ...]
    rest: tuple[str, ...]
    absent: frozenset[str]


@lru_cache(maxsize=256)  # most nodes of a type have the same fields
def _plan(component_type: str, names: tuple[str, ...]) -> _Plan:
    """The plan for a node with fields of these names."""
    cls = NODE_CLASSES.get(component_type, OtherNode)
    own, needed = _own_fields(cls)
    if not needed.issubset(names):
        cls, own = OtherNode, _NONE
    rest = tuple(name for name in names if name not in _SHARED and name not in own)
    return _Plan(cls, tuple(filter(own.__contains__, names)), rest, _DERIVED.difference(names))


def _own_fields(cls: type[Node]) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that a node class has of its own, and those of them that it must be given."""
    own = [spec for spec in fields(cls) if spec.name not in SHARED]
    needed = [spec for spec in own if spec.default is MISSING is spec.default_factory]
    return frozenset(spec.name for spec in own), frozenset(spec.name for spec in needed)


def _frozen(name: str, value: Any) -> Any:
    return tuple(value) if name == "subflows" else value


def _leave_unlisted(parts: Parts, absent: frozenset[str]) -> None:
    """Of a node that flowc does not know, what is not listed is not derived and not written."""
    for name in sorted(absent - parts.good.keys()):
        parts.overrides.setdefault(name, ABSENT)
