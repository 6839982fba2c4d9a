"""ToolNode: one fixed tool call (SEMANTICS 11-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from flowc import faults
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Executor, Step
from flowc.interpreter.ports import Conversion, Input, input_place
from flowc.ir.components import Component
from flowc.ir.nodes import NEXT, ToolNode
from flowc.ir.types import Property, allows_null
from flowc.names import function_name, parameter_name
from flowc.records import dataclass
from flowc.runtime.confirming import require_confirmation
from flowc.runtime.policies import Retry, retried, timed
from flowc.semantics.policies import Policies, policies

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


class ToolExecutor(Executor[ToolNode]):
    """Calls the tool's function with the node's inputs; its result gives the node's outputs."""

    def __init__(self, node: ToolNode, wiring: Wiring) -> None:
        super().__init__(node, wiring)
        tool = wiring.document.components[node.tool.id]
        self._tool = tool.name
        self._function = function_name(tool.name)
        self._asked = asked = policies(node, wiring.document)
        self._is_plain = asked == Policies(state=asked.state)  # the state is the inputs' affair
        self._arguments = tuple(_arguments(node, tool, self.inputs))
        self._outputs = tuple(_outputs(node, tool, wiring))
        self._has_one_output = len(self._outputs) == 1

    def run(self, walk: Walk) -> Step:
        """The outputs that the result of the call gives."""
        function: Callable[..., object] = getattr(walk.context.tools, self._function)
        arguments = self._given(walk)
        if self._is_plain:
            result = function(**arguments)
        else:
            result = self._called(walk, function, arguments)
        return self._taken(result), NEXT

    def _given(self, walk: Walk) -> dict[str, object]:
        """The tool's inputs by parameter, each of the node's type, then of the tool's
        (SEMANTICS 9)."""
        given: dict[str, object] = {}
        for argument in self._arguments:
            value = walk.read(argument.input)
            if type(value) is not argument.conversion.plain:
                value = argument.conversion(value)
            if argument.parameter is not None:
                given[argument.parameter] = value
        return given

    def _called(
        self, walk: Walk, function: Callable[..., object], arguments: dict[str, object]
    ) -> object:
        """Call the function, as often and as long as the tool's policies allow."""
        context, asked = walk.context, self._asked
        if asked.confirmed:
            require_confirmation(context.services.confirm, self._tool, dict(arguments))
        if asked.context:
            arguments["context"] = walk.tool_contexts.of(self.node.name)
        call: Callable[[], object] = partial(function, **arguments)
        if asked.timeout is not None:
            call = partial(timed, call, asked.timeout)
        return call() if asked.retry is None else retried(call, Retry(**asked.retry), context.clock)

    def _taken(self, result: object) -> dict[str, object]:
        """The node's outputs, each of the tool's type, then of the node's; one whose type excludes
        null is left out if it is null (SEMANTICS 9, 13, 14)."""
        taken: dict[str, object] = {}
        for output in self._outputs:
            value = result if self._has_one_output else self._item(result, output)
            if value is None and not output.allows_null:
                if output.is_needed:
                    raise faults.NOTHING_RETURNED.error(tool=self._tool, output=output.title)
                continue
            if type(value) is not output.conversion.plain:
                value = output.conversion(value)
            taken[output.title] = value
        return taken

    def _item(self, result: object, output: _Output) -> object:
        """One of several outputs, from a mapping; its default if the key is missing
        (SEMANTICS 13)."""
        if not isinstance(result, Mapping):
            raise faults.NOT_A_MAPPING.error(tool=self._tool, actual=type(result).__name__)
        if output.title in result:
            item: object = result[output.title]
            return item
        if output.default.has_default:
            return default_of(output.default)
        raise faults.MISSING_OUTPUT.error(tool=self._tool, output=output.title)


@dataclass(frozen=True, slots=True)
class _Argument:
    """An input of the node, and the parameter that takes it; None: the tool has no such input."""

    input: Input
    parameter: str | None
    conversion: Conversion


def _arguments(node: ToolNode, tool: Component, inputs: Iterable[Input]) -> Iterator[_Argument]:
    for taken in inputs:
        declared = taken.item if tool.inputs is None else tool.input(taken.title)
        if declared is None:
            yield _Argument(taken, None, taken.conversion)
        else:
            place = input_place(node, taken.title)
            conversion = Conversion(place, taken.item.type, declared.type)
            yield _Argument(taken, parameter_name(taken.title), conversion)


@dataclass(frozen=True, slots=True)
class _Output:
    """An output of the tool. `default` is the property whose default counts; `is_needed`: some
    input has no other source and no default."""

    title: str
    default: Property
    conversion: Conversion
    allows_null: bool
    is_needed: bool


def _outputs(node: ToolNode, tool: Component, wiring: Wiring) -> Iterator[_Output]:
    place = faults.TOOL_OUTPUT_PLACE
    for item in node.outputs if tool.outputs is None else tool.outputs:
        wanted = node.output(item.title) or item
        yield _Output(
            item.title,
            item if item.has_default else wanted,
            Conversion(place.format(title=item.title, tool=tool.name), item.type, wanted.type),
            allows_null(item.type) and allows_null(wanted.type),
            wiring.only_source_of_some_input(node, item.title),
        )
