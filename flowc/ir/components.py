"""Components: everything in an Agent Spec document that has a `component_type` and an id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.ir.types import Property
from flowc.ir.values import NOTHING, FieldValue, Json, OverrideValue, Ref, references
from flowc.records import dataclass, field, fields
from flowc.text import JsonPath, Location, Pointer, Span


@dataclass(frozen=True, slots=True)
class Written:
    """Where a field, or an entry or item inside one, stands in a `.flow` text: its key (an item is
    its own) and its value."""

    key: Span
    value: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A component of any type: tools, agents, LLM configurations, types that flowc never heard of.

    `inputs` and `outputs` are None if the document has none, which is not the same as empty.
    `fields` are all other fields, as they are; `overrides` are the fields that `@with` sets or
    removes (:data:`~flowc.ir.values.ABSENT`) last of all. `extern` components live elsewhere and
    are never written, only referred to. `comments` are the lines, without their `#`, that stood at
    the component in YAML or JSON5; they mean nothing. `places` says where fields, and what is in
    them, stand in a `.flow` text.
    """

    component_type: str
    id: str
    name: str
    description: str | None = None
    metadata: Mapping[str, Json] = NOTHING
    inputs: tuple[Property, ...] | None = None
    outputs: tuple[Property, ...] | None = None
    fields: Mapping[str, FieldValue] = NOTHING
    overrides: Mapping[str, OverrideValue] = NOTHING
    extern: bool = False
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    origin: Location | None = field(default=None, compare=False, repr=False)
    places: Mapping[JsonPath, Written] = field(default=NOTHING, compare=False, repr=False)

    def place(self, *path: str | int) -> Location | None:
        """Where the value at a path in the fields stands; where the component does, if that is not
        known."""
        if isinstance(self.origin, Pointer):
            return self.origin.child(*path)
        found = self.places.get(path)
        return self.origin if found is None else found.value

    def key_place(self, *path: str | int) -> Location | None:
        """As `place`, of the key; in a document the value stands for it."""
        found = self.places.get(path)
        return self.place(*path) if found is None else found.key

    def own_fields(self) -> Mapping[str, Any]:
        """The fields that only this kind of component has, by their Agent Spec names, then the
        rest of `fields`; absent ones are left out."""
        own: dict[str, Any] = {}
        for name in _OWN_NAMES[type(self)]:
            value = getattr(self, name)
            if value is not None:
                own[name] = value
        if self.fields:
            own.update(self.fields)
        return own

    def own_field(self, name: str) -> Any:
        """The value of one of these fields; None if it is absent."""
        if name in self.fields:
            return self.fields[name]
        return getattr(self, name) if name in _OWN_NAMES[type(self)] else None

    def references(self) -> Iterator[str]:
        """The ids of other components that this one's fields refer to."""
        for name in _OWN_NAMES[type(self)]:
            value = getattr(self, name)
            if isinstance(value, Ref):  # as nearly all of those that have any
                yield value.id
            else:
                yield from references(value)
        if self.fields or self.overrides:
            for value in (*self.fields.values(), *self.overrides.values()):
                yield from references(value)

    def input(self, title: str) -> Property | None:
        """The input of that title."""
        return next((item for item in self.inputs or () if item.title == title), None)

    def output(self, title: str) -> Property | None:
        """The output of that title."""
        return next((item for item in self.outputs or () if item.title == title), None)


SHARED = frozenset(spec.name for spec in fields(Component)) | {"branches", "lacks"}
"""The dataclass fields that every component (or node, or flow) has and `own_fields` leaves out."""


class _OwnNames(dict[type[Component], tuple[str, ...]]):
    """The dataclass fields that only one kind of component has, worked out once for each."""

    def __missing__(self, kind: type[Component]) -> tuple[str, ...]:
        self[kind] = tuple(spec.name for spec in fields(kind) if spec.name not in SHARED)
        return self[kind]


_OWN_NAMES = _OwnNames()


def flowc_metadata(component: Component) -> Mapping[str, Json]:
    """`metadata.flowc`: the only metadata that flowc obeys (SEMANTICS 15)."""
    found = component.metadata.get("flowc")
    return found if isinstance(found, Mapping) else {}


def telling(metadata: Mapping[str, Json]) -> Mapping[str, Json]:
    """The metadata without entries that are `{}`, which tools write on everything and which say
    nothing."""
    return {key: value for key, value in metadata.items() if value != {}}
