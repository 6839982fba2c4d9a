"""What the flows of one case share: names, tools with their scripts, and the faults put in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.types import (
    BOOLEAN,
    INTEGER,
    STRING,
    ArrayType,
    Property,
    Scalar,
    Type,
    allows_null,
)
from flowc.records import dataclass, field
from flowc.testing.answers import as_json
from flowc.testing.choices import Choices
from flowc.testing.services import Answer, ServiceScript
from flowc.testing.tool_drafts import Tool, draw_kind, draw_policies
from flowc.testing.tools import FAILURES, FUNCTION, Raise, Return, ToolScript
from flowc.testing.types import draw_default, draw_loose, draw_type, draw_value, draw_wrong

TOOL_NAMES = ("f", "g", "print", "look up", "class", "h-1", "tools", "json", "É", "self")
FLOW_NAMES = ("sub", "import", "sub-flow 2", "inner", "str")
BRANCHES = ("next", "left", "right", "a b", "finally")
NODE_NAMES = ("n", "run", "class", "Tick: ready -> go", "start_", "print", "日本", "a.b", "q'\"")


@dataclass(slots=True)
class Library:
    """The tools, services and flows of a case so far; `fault` is one that a tool is still to have,
    `called` the flows that a node runs.

    `inner` is set while flows are drawn that others run, `side_by_side` while they are for Parallel
    nodes: such a flow's tools and services answer by what they are asked (`keyed`), and it has no
    loops, which hang on counters. `parallel` are the ids of such flows, `shared` the types of their
    inputs by title; `failing` are the ids of flows with a fault. `components` are models and
    agents, `state` are types of inputs that are left to the session. Without `faulty` nothing fails
    on purpose.
    """

    choices: Choices
    faulty: bool = True
    fault: str | None = None
    inner: bool = True
    side_by_side: bool = False
    tools: list[Tool] = field(default_factory=list)
    scripts: list[ToolScript] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)
    shapes: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    parallel: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    components: list[Component] = field(default_factory=list)
    services: list[ServiceScript] = field(default_factory=list)
    state: dict[str, Type] = field(default_factory=dict)
    shared: dict[str, Type] = field(default_factory=dict)
    questions: int = 0

    def new_name(self, pool: tuple[str, ...], taken: int) -> str:
        """A name that nothing else has, readable or odd."""
        name = pool[taken % len(pool)]
        return name if taken < len(pool) else f"{name}_{taken}"

    def flow(
        self, wanted: Callable[[Flow], bool] = lambda flow: True, *, side_by_side: bool = False
    ) -> Flow | None:
        """A wanted flow that exists, best one that nothing runs yet; one for runs `side_by_side` if
        it is to be one."""
        only_parallel = side_by_side or self.side_by_side
        found = [
            flow
            for flow in self.flows
            if (flow.id in self.parallel or not only_parallel) and wanted(flow)
        ]
        fresh = [flow for flow in found if flow.id not in self.called] or found
        if not fresh:
            return None
        chosen = self.choices.pick(fresh)
        self.called.add(chosen.id)
        return chosen

    def tool(self) -> Tool:
        """A tool that exists, or a new one; a planned fault goes into an early new one."""
        known = [tool for tool in self.tools if tool.keyed == self.side_by_side]
        if known and self.choices.chance(20):
            return self.choices.pick(known)
        if self.fault is not None and self.choices.chance(60):
            fault, self.fault = self.fault, None
            return self._faulty_tool(fault)
        counts = (1, 1, 1, 2, 2, 0, 3) if self.choices.dialect.silent_tools else (1, 1, 2, 3)
        outputs = self.outputs(self.choices.pick(counts))
        answers = [self._answer(outputs) for _ in range(self.choices.count(1, 3))]
        return self._add(outputs, answers)

    def lists(self, items: Sequence[Type]) -> Tool:
        """A tool that gives lists of these items, mostly of the same lengths."""
        titles = self.choices.dialect.titles
        outputs = tuple(
            Property(title, ArrayType(items=type_))
            for title, type_ in zip(titles, items, strict=False)
        )
        unequal = self.faulty and len(items) > 1 and self.choices.chance(25)
        if unequal:
            self.shapes.add("unequal lists")
        answers: list[Return | Raise] = []
        for _ in range(self.choices.count(1, 2)):
            length = self.choices.pick((2, 1, 3, 0))
            lengths = [length + (unequal and number == 0) for number in range(len(items))]
            lists = [
                [draw_value(self.choices, type_) for _ in range(length)]
                for type_, length in zip(items, lengths, strict=True)
            ]
            titled = {item.title: list_ for item, list_ in zip(outputs, lists, strict=True)}
            answers.append(Return(titled if len(lists) > 1 else lists[0]))
        return self._add(outputs, answers)

    def serve(self, service: str, name: str, answers: Sequence[Answer]) -> None:
        """What a service answers for one of the case's models, requests, agents or tools."""
        keyed = self.side_by_side
        self.services.append(ServiceScript(service, name, tuple(answers), keyed))

    def counter(self) -> tuple[Tool, str]:
        """A tool whose answers say `again` a few times and then no more; the text of `again`."""
        kinds: tuple[tuple[Type, Any, Any, str], ...] = (
            (STRING, "again", "done", "again"),
            (BOOLEAN, True, False, "true"),
            (INTEGER, 1, 0, "1"),
        )
        type_, again, done, key = self.choices.pick(kinds)
        turns = [again] * self.choices.count(1, 3)
        if self.choices.chance(30):
            turns += [done, again]
        answers: list[Return | Raise] = [Return(value) for value in [*turns, done]]
        return self._add((Property("more", type_),), answers, plain=True), key

    def _add(
        self, outputs: tuple[Property, ...], answers: list[Return | Raise], *, plain: bool = False
    ) -> Tool:
        """A new tool; a `plain` one is a ServerTool without policies."""
        name = self.new_name(TOOL_NAMES, len(self.tools))
        tool = Tool(name, outputs, keyed=self.side_by_side)
        if not plain:
            asks = self._may_ask()
            if asks:
                draw_kind(self.choices, tool, answers)
            draw_policies(self.choices, tool, answers, asks=asks)
        if tool.confirmed:
            said = self.choices.pick((True, True, False)) if self.faulty else True
            self.serve("confirm", name, [Return(True), Return(said)])
        self.tools.append(tool)
        self.scripts.append(_script(tool, answers))
        return tool

    def _may_ask(self) -> bool:
        """Whether tools may ask for a confirmation, and be of any kind."""
        dialect = self.choices.dialect
        in_parallel = not self.side_by_side or dialect.parallel_questions
        return in_parallel and (not self.inner or dialect.inner_questions)

    def outputs(self, count: int, titles: Sequence[str] = ()) -> tuple[Property, ...]:
        """Outputs of a tool or service, with titles of these or of the dialect's."""
        titles = titles or self.choices.dialect.titles
        first = self.choices.count(0, len(titles) - count)
        return tuple(self._output(title) for title in titles[first : first + count])

    def _output(self, title: str) -> Property:
        type_ = draw_type(self.choices, 2)
        if self.choices.chance(8):
            return Property(title, type_, default=draw_default(self.choices, type_))
        return Property(title, type_)

    def _answer(self, outputs: tuple[Property, ...]) -> Return | Raise:
        if not outputs:
            return Return(self.choices.pick((None, 5, {"a": 1})))
        if len(outputs) == 1:
            return Return(self._value(outputs[0].type))
        values = {item.title: self._value(item.type) for item in outputs}
        for item in outputs:
            if item.has_default and self.choices.chance(50):
                del values[item.title]
        return Return(values | {"surplus": 1} if self.choices.chance(20) else values)

    def _value(self, type_: Type) -> Any:
        """A value that fits or converts; no None that says that there is no value."""
        loose = self.choices.chance(30) and self.choices.dialect.converts(type_)
        value = draw_loose(self.choices, type_) if loose else None
        return draw_value(self.choices, type_) if value is None else value

    def _faulty_tool(self, fault: str) -> Tool:
        outputs = self._outputs_for(fault)
        answers = [self._answer(outputs) for _ in range(self.choices.count(0, 1))]
        answers.append(self._fault(fault, outputs))
        self.shapes.add(fault)
        if fault == "raise" and self.choices.dialect.retries and self.choices.chance(50):
            answers.append(self._answer(outputs))
        return self._add(outputs, answers)

    def _outputs_for(self, fault: str) -> tuple[Property, ...]:
        """Outputs with which the fault is one."""
        match fault:
            case "enum violation":
                enum = self.choices.pick((("a", "b"), ("a",)))
                return (Property("a", Scalar("string", enum=enum)),)
            case "missing key":
                outputs = self.outputs(self.choices.count(2, 3))
                return (Property(outputs[0].title, outputs[0].type), *outputs[1:])
            case _:
                outputs = self.outputs(self.choices.count(1, 2))
                if fault in ("None", "wrong type") and allows_null(outputs[0].type):
                    outputs = (Property("a", self.choices.pick((STRING, INTEGER))), *outputs[1:])
                return outputs

    def _fault(self, fault: str, outputs: tuple[Property, ...]) -> Return | Raise:
        first = outputs[0]
        match fault:
            case "raise":
                return Raise(
                    self.choices.pick(sorted(FAILURES)), self.choices.pick(("no", "", "é{"))
                )
            case "None":
                broken: Any = None
            case "wrong type":
                if len(outputs) > 1 and self.choices.chance(30):
                    return Return(self.choices.pick(([1, 2], "text", None)))
                broken = draw_wrong(self.choices, first.type)
            case "enum violation":
                broken = self.choices.pick(("c", "A", ""))
        if len(outputs) == 1:
            return Return(broken)
        values = {item.title: draw_value(self.choices, item.type) for item in outputs}
        if fault == "missing key":
            del values[first.title]
        else:
            values[first.title] = broken
        return Return(values)


def _script(tool: Tool, answers: Sequence[Return | Raise]) -> ToolScript:
    """What the tool answers; a service answers in JSON."""
    if tool.service != FUNCTION:
        answers = [
            Return(as_json(answer.value)) if isinstance(answer, Return) else answer
            for answer in answers
        ]
    return ToolScript(tool.name, tuple(answers), tool.keyed, tool.service)
