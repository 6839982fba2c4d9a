"""Random MapNodes and ParallelMapNodes: subflows over lists (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from flowc.ir.flow import Flow
from flowc.ir.nodes import MapNode, ParallelMapNode
from flowc.ir.types import (
    INTEGER,
    NULL,
    NUMBER,
    ArrayType,
    Property,
    Scalar,
    Type,
    UnionType,
    members_of,
)
from flowc.ir.values import Ref
from flowc.records import dataclass, replace
from flowc.testing.choices import Choices
from flowc.testing.drafts import Draft, Source
from flowc.testing.types import draw_default

if TYPE_CHECKING:
    from flowc.testing.control import Control
    from flowc.testing.data import Data

REDUCERS = ("sum", "average", "max", "min")
NUMERIC = frozenset({INTEGER.name, NUMBER.name})


def add_map(control: Control, depth: int) -> bool:
    """A MapNode, after a tool that gives its lists; False if no flow can be mapped."""
    return _add(control, MapNode)


def add_parallel_map(control: Control, depth: int) -> bool:
    """The same with a ParallelMapNode."""
    return _add(control, ParallelMapNode)


def _add(control: Control, kind: type[MapNode | ParallelMapNode]) -> bool:
    library = control.library
    flow = library.flow(
        lambda flow: bool(flow.effective_inputs()), side_by_side=kind is ParallelMapNode
    )
    if flow is None:
        return False
    if flow.id in library.failing and kind is ParallelMapNode:
        library.shapes.add("fault side by side")
    choices = library.choices
    inputs = flow.effective_inputs()
    count = choices.count(1, min(len(inputs), choices.dialect.iterated_lists))
    iterated = inputs[:count] if choices.chance(60) else inputs[-count:]
    lists = library.lists(tuple(item.type for item in iterated))
    feeder = control.add(tool=lists, outputs=lists.outputs)
    reducers = _reducers(choices, flow)
    work = MapWork(kind, flow, tuple(item.title for item in iterated), reducers)
    control.add(work=work, outputs=tuple(_outputs(choices, flow, reducers)), feeder=feeder.id)
    return True


def _reducers(choices: Choices, flow: Flow) -> dict[str, str] | None:
    """How each output is collected; None: all of them as lists."""
    outputs = flow.effective_outputs()
    numeric = any(is_numeric(item.type) for item in outputs)
    if not choices.dialect.reducers or not choices.chance(80 if numeric else 15):
        return None
    return {
        item.title: choices.pick(REDUCERS) if is_numeric(item.type) else "append"
        for item in outputs
    }


def is_numeric(type_: Type) -> bool:
    """Whether values of the type can be reduced."""
    names = {it.name for it in members_of(type_) if isinstance(it, Scalar) and it.enum is None}
    return bool(names & NUMERIC)


def _outputs(choices: Choices, flow: Flow, reducers: Mapping[str, str] | None) -> list[Property]:
    found = []
    for item in flow.effective_outputs():
        reducer = "append" if reducers is None else reducers[item.title]
        type_ = ArrayType(items=item.type) if reducer == "append" else _reduced(choices, item.type)
        found.append(Property(f"collected_{item.title}", type_))
    return found


def _reduced(choices: Choices, type_: Type) -> Type:
    """A type for a reduced value: mostly that of the items, often with null, which says that there
    were none."""
    if isinstance(type_, Scalar) and choices.chance(60):
        return UnionType(members=(type_, NULL))
    return type_


@dataclass(frozen=True, slots=True)
class MapWork:
    """A map over a flow; the inputs of the titles in `iterated` are fed by the node before it."""

    kind: type[MapNode | ParallelMapNode]
    flow: Flow
    iterated: tuple[str, ...]
    reducers: Mapping[str, str] | None

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> MapNode | ParallelMapNode:
        """The finished node."""
        lists = iter([source for source in sources if source.node == draft.feeder])
        inputs = []
        for item in self.flow.effective_inputs():
            either = UnionType(members=(item.type, ArrayType(items=item.type)))
            outer = Property(f"iterated_{item.title}", either)
            if item.title in self.iterated:
                inputs.append(self._iterated(draft, data, outer, next(lists), sources))
            else:
                inputs.append(self._broadcast(draft, data, outer, item.type, sources))
        return self.kind(
            component_type=self.kind.__name__,
            id=draft.id,
            name=draft.name,
            inputs=tuple(inputs),
            outputs=draft.outputs,
            subflow=Ref(self.flow.id),
            reducers=self.reducers,
        )

    def _iterated(
        self, draft: Draft, data: Data, item: Property, first: Source, sources: list[Source]
    ) -> Property:
        """An input that a list feeds, perhaps with others of its very type."""
        same = [source for source in sources if source.type == first.type and source is not first]
        more = data.choices.some(same, 1) if data.choices.chance(20) else []
        data.connect(draft, item.title, [*more, first])
        return item

    def _broadcast(
        self, draft: Draft, data: Data, item: Property, inner: Type, sources: list[Source]
    ) -> Property:
        """An input that is the same for all items."""
        lists = ArrayType(items=inner)
        found = data.fed(draft, item, [source for source in sources if source.type != lists])
        if not found.has_default:
            return found
        return replace(found, default=draw_default(data.choices, inner))
