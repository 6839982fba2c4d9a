"""Random flows with inputs and tools: the strategies for whole cases."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.types import Property
from flowc.ir.versions import lowest_version
from flowc.records import replace
from flowc.testing.case import Case
from flowc.testing.choices import Choices, choices
from flowc.testing.control import Control
from flowc.testing.data import Data
from flowc.testing.dialect import EVERYTHING, Dialect
from flowc.testing.extras import extras
from flowc.testing.library import FLOW_NAMES, Library
from flowc.testing.named import NamedData, can_be_wired_by_name
from flowc.testing.services import ServiceScript
from flowc.testing.talking import REPLIES
from flowc.testing.tool_drafts import TRANSPORT
from flowc.testing.tools import FUNCTION
from flowc.testing.types import draw_default, draw_loose, draw_type, draw_value, draw_wrong

ROOT = "main"
"""The id and name of every case's root flow."""
MOST_FLOWS = 3
"""How many flows a case has at most, beside the root."""
PART = 320
"""Choices for one flow, more than nearly all need."""
CHOICES = PART * (1 + MOST_FLOWS) + 128
"""Choices for a case."""


def cases(
    *, size: int = 6, faults: bool = True, dialect: Dialect = EVERYTHING
) -> st.SearchStrategy[Case]:
    """Documents that pass `check`, with inputs for the root flow and scripts for all tools and
    services.

    The flows have nodes of all kinds in every control shape, and every case ends. `size` bounds the
    statements of a flow's outermost block; without `faults` no tool or service fails on purpose and
    the inputs are right.
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
    library = Library(choices, faulty=faults)
    count = choices.pick(_counts(choices.dialect))
    main, *others = choices.parts(1 + MOST_FLOWS, PART)
    for part in others[:count]:
        library.fault = fault if choices.chance(30 if choices.dialect.catches else 15) else None
        library.side_by_side = _has_parallel(choices.dialect) and choices.chance(
            70 if library.parallel else 45
        )
        if library.side_by_side and not choices.dialect.parallel_faults:
            library.fault = None
        library.choices = part
        _add_flow(library, (0, min(size, 3)))
    library.inner = library.side_by_side = False
    library.fault = None if fault in library.shapes else fault
    library.choices = main
    root = _flow(library, ROOT, (min(size, 2), size), split=False)
    library.choices = choices
    inputs = _inputs(library, root, faults)
    if faults and library.scripts and choices.chance(3):
        _forget_a_tool(library)
    return Case(
        _document(library, root),
        inputs,
        tuple(library.scripts),
        _services(library),
        _replies(library),
        _state(library),
        frozenset(library.shapes),
    )


def _add_flow(library: Library, sizes: tuple[int, int]) -> None:
    """A flow that the root, or a later one, may run."""
    name = library.new_name(FLOW_NAMES, len(library.flows))
    before = len(library.shapes)
    library.flows.append(_flow(library, name, sizes, split=library.choices.chance(60)))
    if len(library.shapes) > before:
        library.failing.add(name)
    if library.side_by_side:
        library.parallel.add(name)


def _counts(dialect: Dialect) -> tuple[int, ...]:
    """How many flows there may be beside the root."""
    runs_flows = dialect.maps or dialect.catches or _has_parallel(dialect)
    return (0, 1, 1, 2, 2, 3) if runs_flows else (0, 1, 1, 2)


def _has_parallel(dialect: Dialect) -> bool:
    return dialect.parallel_maps or dialect.parallel_flows


def _forget_a_tool(library: Library) -> None:
    """Leave a tool without an implementation, if it is one that only a function can be."""
    script = library.choices.pick(library.scripts)
    if script.service == FUNCTION:
        library.scripts.remove(script)
        library.shapes.add("no implementation")


def _services(library: Library) -> tuple[ServiceScript, ...]:
    """What services answer; sometimes nobody is there to confirm anything."""
    confirms = any(script.service == "confirm" for script in library.services)
    if confirms and library.faulty and library.choices.chance(15):
        library.shapes.add("nobody confirms")
        return tuple(script for script in library.services if script.service != "confirm")
    return tuple(library.services)


def _replies(library: Library) -> tuple[str, ...]:
    """What the user answers, sometimes too little."""
    if not library.questions:
        return ()
    choices = library.choices
    short = library.faulty and choices.chance(25)
    if short:
        library.shapes.add("few replies")
    count = choices.count(0, 1) if short else choices.count(4, 12) * library.questions
    return tuple(choices.pick(REPLIES) for _ in range(count))


def _state(library: Library) -> dict[str, Any]:
    """What the session state has for inputs that are left to it."""
    choices = library.choices
    return {
        title: draw_value(choices, type_)
        for title, type_ in library.state.items()
        if choices.chance(85)
    }


def _flow(library: Library, id_: str, sizes: tuple[int, int], *, split: bool) -> Flow:
    choices = library.choices
    titles = choices.some(choices.dialect.titles, 3)
    kinds = extras(choices.dialect, inner=id_ != ROOT)
    if not choices.dialect.shared_titles:
        titles = [f"{title}-of-{len(library.flows)}" for title in titles]
    inputs = tuple(_flow_input(library, title) for title in titles)
    is_numeric = choices.dialect.reducers and id_ != ROOT and bool(kinds) and choices.chance(60)
    control = Control(library, id_, inputs, kinds, is_numeric)
    control.build(choices.count(*sizes), split=split)
    by_name = choices.chance(choices.dialect.named_flows) and can_be_wired_by_name(control)
    return (NamedData if by_name else Data)(choices, control).flow()


def _flow_input(library: Library, title: str) -> Property:
    """An input of a flow; flows that run side by side have one type for one title."""
    choices = library.choices
    type_ = draw_type(choices, 2)
    if library.side_by_side:
        type_ = library.shared.setdefault(title, type_)
    if choices.chance(25):
        return Property(title, type_, default=draw_default(choices, type_))
    return Property(title, type_)


def _document(library: Library, root: Flow) -> Document:
    components: dict[str, Component] = {root.id: root}
    components |= {flow.id: flow for flow in library.flows}
    components |= {item.id: item for item in library.components}
    if any(tool.kind == "MCPTool" for tool in library.tools):
        components[TRANSPORT.id] = TRANSPORT
    components |= {tool.name: tool.component() for tool in library.tools}
    document = Document(version=None, root=root.id, components=components)
    return replace(document, version=lowest_version(document))


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
