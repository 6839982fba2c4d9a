"""ToolNode: one fixed tool call (SEMANTICS 11-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.places import input_place, output_place
from flowc.interpreter.tools import implementation
from flowc.ir.components import Component
from flowc.ir.nodes import ToolNode
from flowc.ir.types import Property, allows_null
from flowc.names import parameter_name
from flowc.runtime.confirming import require_confirmation
from flowc.runtime.policies import Retry, ToolContext, retried, timed
from flowc.semantics.policies import Policies

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_tool(walk: Walk, node: ToolNode) -> Step:
    """Call the tool's function with the node's inputs; its result gives the node's outputs."""
    tool = walk.context.document.components[node.tool.id]
    asked = walk.wiring.policies(node, walk.context.document)
    arguments = _arguments(walk, node, tool)
    if asked.confirmed:
        require_confirmation(walk.context.services.confirm, tool.name, dict(arguments))
    call = _call(walk, node, tool, asked, arguments)
    if asked.timeout is not None:
        call = partial(timed, call, asked.timeout)
    if asked.retry is None:
        return Step(_outputs(walk, node, tool, call()))
    result = retried(call, Retry(**asked.retry), walk.context.clock)
    return Step(_outputs(walk, node, tool, result))


def _call(
    walk: Walk, node: ToolNode, tool: Component, asked: Policies, arguments: dict[str, object]
) -> Callable[[], object]:
    """One attempt to call the tool. All attempts have the call id of the node's run."""
    function = implementation(walk.context.tools, tool.name)
    assert function is not None, "looked for before the first node ran"
    if asked.context:
        path = "/".join((*walk.path, node.name))
        call_id = walk.context.calls.new_id()
        arguments["context"] = ToolContext(call_id, path, walk.context.state)
    return partial(function, **arguments)


def _arguments(walk: Walk, node: ToolNode, tool: Component) -> dict[str, object]:
    """The tool's inputs by parameter, each of the node's type, then of the tool's (SEMANTICS 9)."""
    arguments: dict[str, object] = {}
    for item in node.inputs:
        value = walk.value(node, item)
        declared = item if tool.inputs is None else tool.input(item.title)
        if declared is not None:
            place = input_place(node, item.title)
            arguments[parameter_name(item.title)] = convert(value, declared.type, place)
    return arguments


def _outputs(walk: Walk, node: ToolNode, tool: Component, result: object) -> dict[str, object]:
    """The node's outputs, each of the tool's type, then of the node's; one whose type excludes null
    is left out if it is null (SEMANTICS 9, 13, 14)."""
    declared = node.outputs if tool.outputs is None else tool.outputs
    outputs: dict[str, object] = {}
    for item, value in _declared_values(node, tool, declared, result):
        wanted = node.output(item.title) or item
        if value is None and not (allows_null(item.type) and allows_null(wanted.type)):
            if walk.wiring.only_source_of_some_input(node, item.title):
                raise faults.NOTHING_RETURNED.error(tool=tool.name, output=item.title)
            continue
        place = output_place(node, item.title)
        outputs[item.title] = convert(convert(value, item.type, place), wanted.type, place)
    return outputs


def _declared_values(
    node: ToolNode, tool: Component, declared: tuple[Property, ...], result: object
) -> Iterator[tuple[Property, object]]:
    """Each declared output with its value: one output is the result itself, never unwrapped;
    several are taken from a mapping, defaults where keys are missing (SEMANTICS 13)."""
    if len(declared) == 1:
        yield declared[0], result
    elif declared and not isinstance(result, Mapping):
        raise faults.NOT_A_MAPPING.error(tool=tool.name, actual=type(result).__name__)
    else:
        values = cast(Mapping[str, Any], result)
        for item in declared:
            default = item if item.has_default else node.output(item.title) or item
            if item.title in values:
                yield item, values[item.title]
            elif default.has_default:
                yield item, default_of(default)
            else:
                raise faults.MISSING_OUTPUT.error(tool=tool.name, output=item.title)
