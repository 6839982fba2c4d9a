"""Random CatchExceptionNodes: subflows that may fail (SEMANTICS 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.ir.flow import Flow
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode
from flowc.ir.types import NULL, STRING, Property, UnionType
from flowc.ir.values import Ref
from flowc.records import dataclass, replace
from flowc.testing.choices import Choices
from flowc.testing.drafts import Draft, Source
from flowc.testing.types import draw_default

if TYPE_CHECKING:
    from flowc.testing.control import Control
    from flowc.testing.data import Data

INFO = Property(CAUGHT_INFO, UnionType(members=(STRING, NULL)), default=None)


def add_catch(control: Control, depth: int) -> bool:
    """A CatchExceptionNode, best over a flow that fails; False without any flow."""
    library = control.library
    any_defaults = library.choices.dialect.catch_defaults

    def has_defaults(flow: Flow) -> bool:
        return any_defaults or all(item.has_default for item in flow.effective_outputs())

    flow = library.flow(lambda it: it.id in library.failing and has_defaults(it))
    flow = flow or library.flow(has_defaults)
    if flow is None:
        return False
    if flow.id in library.failing:
        library.shapes.add("caught fault")
    outputs = (*(_output(library.choices, item) for item in flow.effective_outputs()), INFO)
    control.add(work=CatchWork(flow), outputs=outputs, branches=(*flow.branches, CAUGHT))
    control.arms(control.pending, depth)
    return True


def _output(choices: Choices, item: Property) -> Property:
    """An output of the node: with a default, unless the flow's has one."""
    if not choices.dialect.catch_defaults:
        return item
    if item.has_default and choices.dialect.inherited_defaults and choices.chance(50):
        return Property(item.title, item.type)
    return replace(item, default=draw_default(choices, item.type))


@dataclass(frozen=True, slots=True)
class CatchWork:
    """A flow whose failure is a branch."""

    flow: Flow

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> CatchExceptionNode:
        """The finished node."""
        items = self.flow.effective_inputs()
        return CatchExceptionNode(
            component_type="CatchExceptionNode",
            id=draft.id,
            name=draft.name,
            inputs=tuple(data.fed(draft, item, sources) for item in items),
            outputs=draft.outputs,
            branches=draft.branches,
            subflow=Ref(self.flow.id),
        )
