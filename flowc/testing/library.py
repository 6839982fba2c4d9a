"""What the flows of one case share: names, tools with their scripts, and the faults put in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.types import BOOLEAN, INTEGER, STRING, Property, Scalar, Type, allows_null
from flowc.testing.choices import Choices
from flowc.testing.tools import FAILURES, Raise, Return, ToolScript
from flowc.testing.types import draw_default, draw_loose, draw_type, draw_value, draw_wrong

TOOL_NAMES = ("f", "g", "print", "look up", "class", "h-1", "tools", "json", "É", "self")
FLOW_NAMES = ("sub", "import", "sub-flow 2", "inner", "str")
BRANCHES = ("next", "left", "right", "a b", "finally")
NODE_NAMES = ("n", "run", "class", "Tick: ready -> go", "start_", "print", "日本", "a.b", "q'\"")


@dataclass(slots=True)
class Tool:
    """A tool in the making: its inputs are settled by the first node that calls it."""

    name: str
    outputs: tuple[Property, ...]
    inputs: tuple[Property, ...] | None = None

    def component(self) -> Component:
        """The finished tool."""
        return Component(
            component_type="ServerTool",
            id=self.name,
            name=self.name,
            inputs=self.inputs or (),
            outputs=self.outputs,
        )


@dataclass(slots=True)
class Library:
    """The tools and flows of a case so far; `fault` is one that a tool is still to have, `called`
    the flows that a node runs."""

    choices: Choices
    fault: str | None = None
    tools: list[Tool] = field(default_factory=list)
    scripts: list[ToolScript] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)
    shapes: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)

    def new_name(self, pool: tuple[str, ...], taken: int) -> str:
        """A name that nothing else has, readable or odd."""
        name = pool[taken % len(pool)]
        return name if taken < len(pool) else f"{name}_{taken}"

    def flow(self) -> Flow | None:
        """A flow that exists, best one that nothing runs yet."""
        fresh = [flow for flow in self.flows if flow.id not in self.called] or self.flows
        if not fresh:
            return None
        found = self.choices.pick(fresh)
        self.called.add(found.id)
        return found

    def tool(self) -> Tool:
        """A tool that exists, or a new one; a planned fault goes into an early new one."""
        if self.tools and self.choices.chance(20):
            return self.choices.pick(self.tools)
        if self.fault is not None and self.choices.chance(60):
            fault, self.fault = self.fault, None
            return self._faulty_tool(fault)
        counts = (1, 1, 1, 2, 2, 0, 3) if self.choices.dialect.silent_tools else (1, 1, 2, 3)
        outputs = self._outputs(self.choices.pick(counts))
        answers = [self._answer(outputs) for _ in range(self.choices.count(1, 3))]
        return self._add(outputs, answers)

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
        tool = self._add((Property("more", type_),), answers)
        return tool, key

    def _add(self, outputs: tuple[Property, ...], answers: list[Return | Raise]) -> Tool:
        tool = Tool(self.new_name(TOOL_NAMES, len(self.tools)), outputs)
        self.tools.append(tool)
        self.scripts.append(ToolScript(tool.name, tuple(answers)))
        return tool

    def _outputs(self, count: int) -> tuple[Property, ...]:
        titles = self.choices.dialect.titles
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
        return self._add(outputs, answers)

    def _outputs_for(self, fault: str) -> tuple[Property, ...]:
        """Outputs with which the fault is one."""
        match fault:
            case "enum violation":
                enum = self.choices.pick((("a", "b"), ("a",)))
                return (Property("a", Scalar("string", enum=enum)),)
            case "missing key":
                outputs = self._outputs(self.choices.count(2, 3))
                return (Property(outputs[0].title, outputs[0].type), *outputs[1:])
            case _:
                outputs = self._outputs(self.choices.count(1, 2))
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
