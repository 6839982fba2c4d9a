"""Random flows with inputs and tools: the strategies for whole cases."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.types import Property
from flowc.testing.case import Case
from flowc.testing.choices import Choices, choices
from flowc.testing.control import Control
from flowc.testing.data import Data
from flowc.testing.dialect import EVERYTHING, Dialect
from flowc.testing.library import FLOW_NAMES, Library
from flowc.testing.named import NamedData, can_be_wired_by_name
from flowc.testing.types import draw_default, draw_loose, draw_type, draw_value, draw_wrong

VERSION = "25.4.1"
ROOT = "main"
"""The id and name of every case's root flow."""
CHOICES = 1024
"""More than nearly all cases need."""


def cases(
    *, size: int = 6, faults: bool = True, dialect: Dialect = EVERYTHING
) -> st.SearchStrategy[Case]:
    """Documents that pass `check`, with inputs for the root flow and scripts for all tools.

    The flows have StartNodes, EndNodes, ToolNodes, BranchingNodes and FlowNodes in every control
    shape, and every case ends. `size` bounds the statements of a flow's outermost block; without
    `faults` no tool fails on purpose and the inputs are right.
    """
    return _cases(size, faults, dialect)


@st.composite
def _cases(draw: st.DrawFn, size: int, faults: bool, dialect: Dialect) -> Case:
    return draw_case(draw(choices(CHOICES, dialect)), size=size, faults=faults)


def flows(*, size: int = 6) -> st.SearchStrategy[Document]:
    """The documents of :func:`cases`."""
    return cases(size=size).map(lambda case: case.document)


def draw_case(choices: Choices, *, size: int, faults: bool) -> Case:
    """A case."""
    fault = choices.pick(choices.dialect.faults) if faults and choices.chance(65) else None
    library = Library(choices)
    for _ in range(choices.pick((0, 1, 1, 2))):
        library.fault = fault if choices.chance(15) else None
        name = library.new_name(FLOW_NAMES, len(library.flows))
        sizes = (0, min(size, 3))
        library.flows.append(_flow(library, name, sizes, split=choices.chance(60)))
    library.fault = None if fault in library.shapes else fault
    root = _flow(library, ROOT, (min(size, 2), size), split=False)
    inputs = _inputs(library, root, faults)
    if faults and library.scripts and choices.chance(2):
        library.scripts.remove(choices.pick(library.scripts))
        library.shapes.add("no implementation")
    return Case(_document(library, root), inputs, tuple(library.scripts), frozenset(library.shapes))


def _flow(library: Library, id_: str, sizes: tuple[int, int], *, split: bool) -> Flow:
    choices = library.choices
    titles = choices.some(choices.dialect.titles, 3)
    if not choices.dialect.shared_titles:
        titles = [f"{title}-of-{len(library.flows)}" for title in titles]
    inputs = tuple(_flow_input(choices, title) for title in titles)
    control = Control(library, id_, inputs)
    control.build(choices.count(*sizes), split=split)
    by_name = choices.chance(15) and can_be_wired_by_name(control)
    return (NamedData if by_name else Data)(choices, control).flow()


def _flow_input(choices: Choices, title: str) -> Property:
    type_ = draw_type(choices, 2)
    if choices.chance(25):
        return Property(title, type_, default=draw_default(choices, type_))
    return Property(title, type_)


def _document(library: Library, root: Flow) -> Document:
    components: dict[str, Component] = {root.id: root}
    components |= {flow.id: flow for flow in library.flows}
    components |= {tool.name: tool.component() for tool in library.tools}
    return Document(version=VERSION, root=root.id, components=components)


def _inputs(library: Library, flow: Flow, faults: bool) -> Any:
    """Inputs for a flow, in one of the forms that a flow accepts (SEMANTICS 18)."""
    choices = library.choices
    values: dict[str, Any] = {}
    for item in flow.effective_inputs():
        if item.has_default and choices.chance(50):
            continue
        loose = choices.chance(20) and choices.dialect.converts(item.type)
        draw = draw_loose if loose else draw_value
        values[item.title] = draw(choices, item.type)
    if faults and choices.chance(6):
        return _wrong_inputs(library, flow, values)
    if not values and choices.chance(30):
        return choices.pick((None, "", "null", []))
    form = choices.count(0, 9)
    if form == 9:
        return json.dumps(values)
    if form == 8:
        return [{"name": title, "value": value} for title, value in values.items()]
    return values


def _wrong_inputs(library: Library, flow: Flow, values: dict[str, Any]) -> Any:
    library.shapes.add("wrong inputs")
    choices = library.choices
    kind = choices.count(0, 3)
    required = [item for item in flow.effective_inputs() if not item.has_default]
    if kind == 0 or not required:
        return values | {"unknown": 1}
    item = choices.pick(required)
    if kind == 1:
        return {title: value for title, value in values.items() if title != item.title}
    if kind == 2:
        return choices.pick((5, "text", [1], True))
    return values | {item.title: draw_wrong(choices, item.type)}
