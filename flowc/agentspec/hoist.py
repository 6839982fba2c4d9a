"""Components out of a document's nested JSON into one flat, ordered table.

Components may stand anywhere: at the root, inline in a field of another, in the table of
referenced components at any level. Here each gets an id of its own, and a reference stands where
it stood. One id for equal copies is one component, with a warning; one id for different ones is an
error, after which the later one goes on under a new id (SEMANTICS 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeGuard

from flowc.agentspec.keys import REFERENCE, TABLE, TYPE, VERSION, VERSIONS
from flowc.agentspec.plain_edges import fields_of, plain_edges
from flowc.agentspec.rules import (
    BESIDE_REFERENCE,
    EMPTY_ID,
    EQUAL_COPIES,
    ID_CLASH,
    UNTYPED_EDGE,
    Report,
)
from flowc.diagnostics import Diagnostic, Related
from flowc.ir.catalogue import CATALOGUE, in_order
from flowc.ir.flow import ControlEdge, DataEdge
from flowc.ir.ids import Ids, derived_id, segment
from flowc.ir.values import NOTHING, Ref, kind
from flowc.records import dataclass
from flowc.semantics.fields import BAD_SHAPE
from flowc.text import JsonPath, Pointer, Source

_BESIDE_REFERENCE = frozenset({REFERENCE, TABLE, VERSION})
_SPECIAL = frozenset({TYPE, "id", TABLE})
OPAQUE = frozenset({"metadata", "inputs", "outputs", "datastore_schema"})
"""Fields whose value is kept as it is: nothing in it is a component or a reference."""
_EDGE_TYPES = {
    "control_flow_connections": "ControlFlowEdge",
    "data_flow_connections": "DataFlowEdge",
}


@dataclass(slots=True)
class RawComponent:
    """A component as the document has it: its fields with references for inline components.

    `given` is its JSON object, which stands at `path`. `given_id` is False if the document has no
    id and it is derived from the place.
    """

    type: str
    id: str
    given_id: bool
    given: Mapping[str, Any]
    path: JsonPath
    origin: Pointer | None
    fields: Mapping[str, Any] = NOTHING
    comments: tuple[str, ...] = ()

    @property
    def identity(self) -> dict[str, Any]:
        """What the document says of type and id, which `fields` do not hold."""
        return {name: self.given[name] for name in (TYPE, "id") if name in self.given}

    def at(self, *path: str | int) -> Pointer | None:
        """The place of a value inside the component."""
        return None if self.origin is None else self.origin.child(*path)

    def take_comments(self) -> tuple[str, ...]:
        """The comments, of which none is left: each is handed on once."""
        taken, self.comments = self.comments, ()
        return taken

    def __str__(self) -> str:
        return f"{self.type} '{self.id}'"


@dataclass(slots=True)
class Hoisted:
    """The components of a document by id, the root first, and the root's id (None: a library).

    `stood` is where each component and each edge stood, if all are raw; of equal copies, all stand
    for the first.
    """

    root: str | None
    components: dict[str, RawComponent]
    stood: Mapping[JsonPath, RawComponent]


def hoist(
    document: Mapping[str, Any],
    source: Source | None,
    report: Report,
    *,
    all_raw: bool = False,
    inner_tables: bool = True,
) -> Hoisted:
    """All components of a document whose root is a component, a reference or a bare table.

    A flow's list of edges that are all plain has them as edges of the IR, unless `all_raw` (or a
    component had to be given another id); in any other, those written in it are raw components.
    `inner_tables` is whether there may be tables of referenced components below the document's own.
    """
    return _Hoister(source, report, all_raw).run(document, inner_tables)


class _Hoister:
    def __init__(self, source: Source | None, report: Report, all_raw: bool) -> None:
        self.source = source
        self.report = report
        self.all_raw = all_raw
        self.components: dict[str, RawComponent] = {}
        self.entries: dict[str, tuple[Mapping[str, Any], JsonPath]] = {}
        self.keys: dict[str, str] = {}
        self.ids = Ids()
        self.open: set[str] = set()
        self.scopes: list[dict[str, str]] = []
        self.has_renamed = False
        self.copies: list[tuple[JsonPath, str]] = []
        self.stood: dict[JsonPath, RawComponent] = {}

    def run(self, document: Mapping[str, Any], inner_tables: bool) -> Hoisted:
        self.gather(_tables(document) if inner_tables else _own_table(document))
        for key, (entry, path) in self.entries.items():
            self.component(entry, path, self.keys[key])
        root = self.root(document)
        self.report_copies()
        if root is None or root not in self.components:
            return Hoisted(None, self.components, self.stood)
        first = {root: self.components.pop(root)}
        return Hoisted(root, first | self.components, self.stood)

    def pointer(self, path: JsonPath) -> Pointer | None:
        return None if self.source is None else Pointer(self.source, path)

    # The tables of referenced components

    def gather(self, tables: Iterable[tuple[Mapping[str, Any], JsonPath]]) -> None:
        """Find the tables at all levels, so that references can be resolved in any order."""
        for table, path in tables:
            is_component = isinstance(table.get(TYPE), str)
            if is_component:
                self.report(self.no_table(path))
            for key, entry in table.items():
                where = (*path, key)
                if isinstance(entry, dict) and isinstance(entry.get(REFERENCE), str):
                    self.keys.setdefault(key, entry[REFERENCE])
                elif not isinstance(entry, dict) or not isinstance(entry.get(TYPE), str):
                    self.hide(where)
                    if not is_component:
                        self.report(self.no_component(key, entry, where))
                elif key not in self.entries:
                    self.entries[key] = (entry, where)
                elif self.entries[key][0] != entry:
                    first = self.pointer(self.entries[key][1])
                    self.report(self.clash(key, where, first))
        owners: dict[str, str] = {}
        for key, (entry, path) in self.entries.items():
            given = entry.get("id")
            id_ = given if _is_id(given) else key or "component"
            other = owners.setdefault(id_, key)
            if other == key or self.entries[other][0] == entry:
                self.ids.take(id_)
            else:
                self.report(self.clash(id_, path, self.pointer(self.entries[other][1])))
                id_ = self.ids.unique(key)
            self.keys[key] = id_

    def no_component(self, key: str, entry: Any, path: JsonPath) -> Diagnostic:
        what = "it is " + kind(entry)
        if isinstance(entry, dict):
            what = f"it has no '{TYPE}'"
        title = f"'{key}' in '{TABLE}' is no component: {what}; it is left out"
        return BAD_SHAPE.at(self.pointer(path), title)

    def no_table(self, path: JsonPath) -> Diagnostic:
        return BAD_SHAPE.at(
            self.pointer((*path, TYPE)),
            f"the fields of a component stand in '{TABLE}'; they are left out",
            label="a component's field",
            hint="Move them out of it, one level up: only whole components stand in it, by id.",
        )

    def hide(self, path: JsonPath) -> None:
        """Never show what stands there: it may be the value of a sensitive field."""
        place = self.pointer(path)
        if place is not None:
            place.source.secrets.append(place)

    def root(self, document: Mapping[str, Any]) -> str | None:
        """Hoist the root; its id, None for a library."""
        if isinstance(document.get(TYPE), str):
            bare = {key: value for key, value in document.items() if key not in VERSIONS}
            return self.component(bare, (), root_id(document)).id
        reference = document.get(REFERENCE)
        if not isinstance(reference, str):
            return None
        return self.keys.get(reference)

    # Components and values

    def component(self, raw: Mapping[str, Any], path: JsonPath, id_: str) -> RawComponent:
        """Hoist a component and all inside it; what stands for it in the table, which is an earlier
        component if this is an equal copy."""
        given = raw.get("id")
        made = RawComponent(raw[TYPE], id_, _is_id(given), raw, path, self.pointer(path))
        if given == "":
            title = f"the id of {made} was empty: '{made.id}' stands for it"
            self.report(EMPTY_ID.at(made.at("id"), title, hint="Give it an id, or none at all."))
        elif given is not None and not made.given_id:
            title = f"field 'id' of {made} must be text, not {kind(given)}"
            self.report(BAD_SHAPE.at(made.at("id"), title))
        if self.all_raw:
            self.stood[path] = made
        first = self.components.setdefault(id_, made)
        if first is not made:
            made.fields = self.fields(made)
            settled = self.stood[path] = self.again(first, made, path)
            return settled
        self.ids.take(id_)
        self.open.add(id_)
        made.fields = self.fields(made)
        self.open.remove(id_)
        return made

    def fields(self, owner: RawComponent) -> dict[str, Any]:
        """The fields with references for components, in the specification's order, so that the
        order of keys makes no difference; unknown ones come last, by name. Nodes are hoisted first,
        so that edges of a flow whose node gets a new id go to the new one."""
        raw = owner.given
        names, nested = _order(owner.type, tuple(raw), tuple(map(type, raw.values())))
        found: dict[str, Any] = {name: raw[name] for name in names}
        self.scopes.append({})
        for name, data in nested:
            path = (*owner.path, name)
            if owner.type == "Flow" and name in _EDGE_TYPES:
                found[name] = self.edges(raw[name], path, owner)
            else:
                found[name] = self.value(raw[name], path, owner, data)
        self.scopes.pop()
        return found

    def value(self, value: Any, path: JsonPath, owner: RawComponent, data: bool) -> Any:
        """A value of a component with references for the components in it, if it is not mere
        data."""
        if isinstance(value, dict):
            reference = value.get(REFERENCE)
            if isinstance(reference, str):
                if len(value) > 1:
                    self.report_beside(value, path)
                return Ref(self.resolved(reference))
            if isinstance(value.get(TYPE), str) and not data:
                return Ref(self.component(value, path, _id_of(value, path, owner)).id)
            return {key: self.value(item, (*path, key), owner, data) for key, item in value.items()}
        if isinstance(value, list):
            return [
                self.value(item, (*path, index), owner, data) for index, item in enumerate(value)
            ]
        return value

    def resolved(self, reference: str) -> str:
        """The id of the component that a reference means."""
        if self.has_renamed:
            for scope in reversed(self.scopes):
                if reference in scope:
                    return scope[reference]
        return self.keys.get(reference, reference)

    def report_beside(self, reference: Mapping[str, Any], path: JsonPath) -> None:
        others = [key for key in reference if key not in _BESIDE_REFERENCE]
        if others:
            names = ", ".join(f"'{key}'" for key in others)
            title = f"a reference has nothing beside '{REFERENCE}'; {names} is left out"
            self.report(BESIDE_REFERENCE.at(self.pointer(path), title))

    def edges(self, value: Any, path: JsonPath, owner: RawComponent) -> Any:
        """The edges of a flow: those written in it as they are, because nothing refers to them."""
        if not isinstance(value, list):
            return value
        if not (self.all_raw or self.has_renamed):
            type_ = _EDGE_TYPES[str(path[-1])]
            found = plain_edges(value, type_, self.keys, self.pointer(path))
            if found is not None:
                return found
        return [self.edge(item, (*path, index), owner) for index, item in enumerate(value)]

    def edge(self, value: Any, path: JsonPath, owner: RawComponent) -> Any:
        if not isinstance(value, dict) or REFERENCE in value:
            return self.value(value, path, owner, False)
        type_ = value.get(TYPE, _EDGE_TYPES[str(path[-2])])
        if type_ not in _EDGE_TYPES.values():
            return self.value(value, path, owner, False)
        id_ = _id_of(value, path, owner)
        edge = RawComponent(type_, id_, _is_id(value.get("id")), value, path, self.pointer(path))
        if TYPE not in value:
            title = f"this edge has no '{TYPE}'; it is read as a {type_}"
            self.report(UNTYPED_EDGE.at(edge.origin, title))
        edge.fields = self.fields(edge)
        self.stood[path] = edge
        return edge

    # One id twice

    def again(self, first: RawComponent, made: RawComponent, path: JsonPath) -> RawComponent:
        """Settle a second component of one id. Derived ids make room without a word."""
        if made.id not in self.open and _same(first, made):
            self.copies.append((path, made.id))
            return first
        if made.given_id:
            self.report(self.clash(made.id, path, first.origin))
        old, made.id = made.id, self.ids.unique(made.id)
        self.components[made.id] = made
        if self.scopes:
            self.scopes[-1][old] = made.id
            self.has_renamed = True
        return made

    def clash(self, id_: str, path: JsonPath, first: Pointer | None) -> Diagnostic:
        return ID_CLASH.at(
            self.pointer(path),
            f"two different components have the id '{id_}'",
            label="the second one",
            related=[] if first is None else [Related(first, "the first one")],
            hint="Give one of them another id; engines run the wrong one.",
        )

    def report_copies(self) -> None:
        """Warn of equal copies: of the outermost ones, and once for each id."""
        paths = {path for path, _ in self.copies}
        seen: set[str] = set()
        for path, id_ in self.copies:
            inner = any(path[:length] in paths for length in range(len(path)))
            if inner or id_ in seen:
                continue
            seen.add(id_)
            first = self.components[id_].origin
            self.report(
                EQUAL_COPIES.at(
                    self.pointer(path),
                    f"component '{id_}' stands in the document more than once",
                    label="an equal copy",
                    related=[] if first is None else [Related(first, "the first one")],
                    hint=f"Move it to '{TABLE}' and write a '{REFERENCE}' in each place.",
                )
            )


@lru_cache(maxsize=256)  # most components of a type have the same fields with values of one kind
def _order(
    component_type: str, names: tuple[str, ...], kinds: tuple[type, ...]
) -> tuple[tuple[str, ...], tuple[tuple[str, bool], ...]]:
    """The names of a component's fields in the specification's order; and those in which components
    or references may stand, in the order in which they are hoisted, each with whether the
    specification says that it is mere data."""
    entry, kind_of = CATALOGUE.get(component_type), dict(zip(names, kinds, strict=True))
    fields = tuple(name for name in in_order(names, component_type) if name not in _SPECIAL)
    nested = [
        (name, entry is not None and name in entry.data)
        for name in fields
        if issubclass(kind_of[name], (dict, list)) and name not in OPAQUE
    ]
    nested.sort(key=lambda item: item[0] not in ("nodes", "start_node"))
    return fields, tuple(nested)


def _is_id(given: Any) -> TypeGuard[str]:
    """Whether a component's `id` can be one; an empty text names nothing."""
    return isinstance(given, str) and given != ""


def _id_of(value: Mapping[str, Any], path: JsonPath, owner: RawComponent) -> str:
    """The id of a component at a path inside its owner: its own, else one derived from there."""
    given = value.get("id")
    return given if _is_id(given) else derived_id(owner.id, *path[len(owner.path) :])


def root_id(root: Mapping[str, Any]) -> str:
    """The id of a component that is the document itself; without one, it follows from its name."""
    id_, name = root.get("id"), root.get("name")
    if _is_id(id_):
        return id_
    return segment(name) if isinstance(name, str) and name else "root"


def with_version(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document with its version in its own object, where it stood in the root component of the
    table that the document refers to."""
    key, table = document.get(REFERENCE), document.get(TABLE)
    entry = table.get(key) if isinstance(key, str) and isinstance(table, dict) else None
    if isinstance(entry, dict) and TYPE not in entry and isinstance(table, dict):
        key = entry.get(REFERENCE)  # a second name for the component
        entry = table.get(key) if isinstance(key, str) else None
    if not isinstance(entry, dict) or any(name in document for name in VERSIONS):
        return document
    found = {name: entry[name] for name in VERSIONS if name in entry}
    if not found or isinstance(document.get(TYPE), str):
        return document
    bare = {name: value for name, value in entry.items() if name not in VERSIONS}
    assert isinstance(table, dict)
    return {**document, **found, TABLE: {**table, key: bare}}


def beside_components(document: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the document's own object that are no component's."""
    if isinstance(document.get(TYPE), str):
        return {name: document[name] for name in VERSIONS if name in document}
    return {name: value for name, value in document.items() if name not in (REFERENCE, TABLE)}


def _own_table(document: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], JsonPath]]:
    """The document's own `$referenced_components`, if it has them, with its place."""
    if isinstance(document.get(TABLE), dict):
        yield document[TABLE], (TABLE,)


def _tables(document: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], JsonPath]]:
    """The `$referenced_components` at every level, outer before inner, with their places."""
    work: list[tuple[Any, JsonPath]] = [(document, ())]
    while work:
        value, path = work.pop()
        if isinstance(value, dict):
            table = value.get(TABLE)
            if isinstance(table, dict):
                yield table, (*path, TABLE)
            work += [
                (item, (*path, key))
                for key, item in reversed(value.items())
                if isinstance(item, (dict, list)) and key not in OPAQUE
            ]
        else:
            work += [
                (item, (*path, index))
                for index, item in enumerate(value)
                if isinstance(item, (dict, list))
            ]


_Whole = RawComponent | ControlEdge | DataEdge


def _said(item: _Whole) -> tuple[str, Mapping[str, Any]]:
    """The type and the fields of a component or an edge, whichever way it was hoisted; of an edge,
    whose fields are all optional or texts and references, those that say something."""
    type_, fields = (item.type, item.fields) if isinstance(item, RawComponent) else fields_of(item)
    if type_ in _EDGE_TYPES.values():
        fields = {name: value for name, value in fields.items() if value not in (None, {})}
    return type_, fields


def _same(a: Any, b: Any) -> bool:
    """Whether two hoisted values say the same; `1`, `1.0` and `true` differ."""
    if isinstance(a, _Whole) and isinstance(b, _Whole):
        return _same(_said(a), _said(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and bool(a == b)
