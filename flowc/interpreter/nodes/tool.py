"""ToolNode: one fixed tool call (SEMANTICS 11-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flowc import faults
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.ports import Conversion, Input, input_place, output_place
from flowc.ir.components import Component
from flowc.ir.nodes import ToolNode
from flowc.ir.types import Property, allows_null
from flowc.names import function_name, parameter_name
from flowc.records import dataclass
from flowc.runtime.confirming import require_confirmation
from flowc.runtime.policies import Retry, retried, timed
from flowc.semantics.policies import policies

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


def run_tool(walk: Walk, node: ToolNode) -> Step:
    """Call the tool's function with the node's inputs; its result gives the node's outputs."""
    call = walk.wiring.prepared(node, ToolCall)
    return Step(call.outputs(call.result(walk)))


class ToolCall:
    """How a node calls its tool: all that is the same each time."""

    def __init__(self, node: ToolNode, wiring: Wiring) -> None:
        tool = wiring.document.components[node.tool.id]
        self._node = node.name
        self._tool = tool.name
        self._function = function_name(tool.name)
        self._asked = policies(node, wiring.document)
        self._arguments = tuple(_arguments(node, tool, wiring))
        self._outputs = tuple(_outputs(node, tool, wiring))

    def result(self, walk: Walk) -> object:
        """Call the function, as often and as long as the tool's policies allow."""
        context, asked = walk.context, self._asked
        arguments = self._given(walk)
        if asked.confirmed:
            require_confirmation(context.services.confirm, self._tool, dict(arguments))
        function: Callable[..., object] = getattr(context.tools, self._function)
        if asked.context:
            arguments["context"] = walk.tool_contexts.of(self._node)
        if asked.retry is None and asked.timeout is None:
            return function(**arguments)
        call: Callable[[], object] = partial(function, **arguments)
        if asked.timeout is not None:
            call = partial(timed, call, asked.timeout)
        return call() if asked.retry is None else retried(call, Retry(**asked.retry), context.clock)

    def _given(self, walk: Walk) -> dict[str, object]:
        """The tool's inputs by parameter, each of the node's type, then of the tool's
        (SEMANTICS 9)."""
        given: dict[str, object] = {}
        for argument in self._arguments:
            value = argument.conversion(walk.read(argument.input))
            if argument.parameter is not None:
                given[argument.parameter] = value
        return given

    def outputs(self, result: object) -> dict[str, object]:
        """The node's outputs, each of the tool's type, then of the node's; one whose type excludes
        null is left out if it is null (SEMANTICS 9, 13, 14)."""
        outputs: dict[str, object] = {}
        one = len(self._outputs) == 1  # which is the result itself, never unwrapped
        for output, value in ((self._outputs[0], result),) if one else self._taken(result):
            if value is None and not output.allows_null:
                if output.is_needed:
                    raise faults.NOTHING_RETURNED.error(tool=self._tool, output=output.title)
                continue
            outputs[output.title] = output.conversion(value)
        return outputs

    def _taken(self, result: object) -> Iterator[tuple[_Output, object]]:
        """Each of several outputs with its value from a mapping, defaults where keys are missing
        (SEMANTICS 13)."""
        if self._outputs and not isinstance(result, Mapping):
            raise faults.NOT_A_MAPPING.error(tool=self._tool, actual=type(result).__name__)
        values = cast(Mapping[str, Any], result)
        for output in self._outputs:
            if output.title in values:
                yield output, values[output.title]
            elif output.default.has_default:
                yield output, default_of(output.default)
            else:
                raise faults.MISSING_OUTPUT.error(tool=self._tool, output=output.title)


@dataclass(frozen=True, slots=True)
class _Argument:
    """An input of the node, and the parameter that takes it; None: the tool has no such input."""

    input: Input
    parameter: str | None
    conversion: Conversion


def _arguments(node: ToolNode, tool: Component, wiring: Wiring) -> Iterator[_Argument]:
    for taken in wiring.inputs(node):
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
    for item in node.outputs if tool.outputs is None else tool.outputs:
        wanted = node.output(item.title) or item
        yield _Output(
            item.title,
            item if item.has_default else wanted,
            Conversion(output_place(node, item.title), item.type, wanted.type),
            allows_null(item.type) and allows_null(wanted.type),
            wiring.only_source_of_some_input(node, item.title),
        )
