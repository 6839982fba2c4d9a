"""Which local an output takes over: `text = tools.correct(text=text)`, as one would write it.

A tool's one output goes into the local of the input of its title, if both are of one type, nothing
else reads that local, and the node runs once at most. Otherwise each value has a local of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from flowc.ir.nodes import ToolNode
from flowc.ir.notation import type_text
from flowc.ir.types import NULL
from flowc.ir.values import Absent
from flowc.python.facts import FlowFacts
from flowc.python.onewriter import OneWriter
from flowc.python.reaching import Output
from flowc.python.variables import Read, Variable


def taken_over(
    flow: FlowFacts, outputs: Mapping[Output, Variable], reads: Mapping[tuple[str, str], Read]
) -> Iterator[tuple[Variable, Variable]]:
    """The variables that can have the local of another one, each with that one."""
    writers = Counter(id(variable) for variable in outputs.values())
    readers = Counter(id(read.variable) for read in reads.values())
    once = OneWriter(flow.graph)
    for (node_id, title), given in outputs.items():
        node, read = flow.graph.nodes[node_id], reads.get((node_id, title))
        if read is None or read.variable is None or read.may_be_unset:
            continue
        taken = read.variable
        if (
            isinstance(node, ToolNode)
            and len(flow.tool_outputs(node)) == 1
            and writers[id(given)] == writers[id(taken)] == readers[id(taken)] == 1
            and _is_plain(given)
            and _is_plain(taken)
            and _types(given) == _types(taken)
            and once.is_sure({node_id})
        ):
            yield given, taken


def _is_plain(variable: Variable) -> bool:
    """Whether the local holds one value, from its source on, and none before."""
    begins = variable.unset or variable.declared or not isinstance(variable.default, Absent)
    return not begins and NULL not in variable.types


def _types(variable: Variable) -> tuple[str, ...]:
    return tuple(map(type_text, variable.types))
