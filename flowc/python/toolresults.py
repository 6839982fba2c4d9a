"""What is known of a tool's result before it is looked at."""

from __future__ import annotations

from flowc.ir.nodes import ToolNode
from flowc.ir.types import NULL, Type, allows_null
from flowc.python.conversion import Converters
from flowc.python.facts import FlowFacts, ToolOutput


class ToolResults:
    """Answers that for the ToolNodes of one flow."""

    def __init__(self, flow: FlowFacts, converters: Converters) -> None:
        self._flow = flow
        self._converters = converters

    def given(self, node: ToolNode, output: ToolOutput) -> tuple[Type, ...] | None:
        """The types that a result may have; None if nothing is known, as of what a service may have
        given."""
        module = self._flow.module
        is_served = module.tool(node).name in module.served_names
        return None if is_served else self._converters.given(output.declared.type)

    def is_trusted(self, node: ToolNode, output: ToolOutput) -> bool:
        """Whether a result is taken to be of the declared type."""
        return self.given(node, output) is not None

    def is_nothing_an_error(self, node: ToolNode, output: ToolOutput) -> bool:
        """Whether to look for None because it is an error (SEMANTICS 14)."""
        can_be_none = allows_null(output.declared.type) or not self.is_trusted(node, output)
        return output.must_be_there and can_be_none

    def is_one_conversion(self, output: ToolOutput) -> bool:
        """Whether what has the declared type needs no conversion to that of the node."""
        return not self._converters.is_needed((output.declared.type,), output.type)

    def fits_in_local(self, node: ToolNode, output: ToolOutput) -> bool:
        """Whether a local of the output's type may hold the result before it is checked, for type
        checkers too: what is taken out of a mapping is to them any object."""
        is_only = len(self._flow.tool_outputs(node)) == 1
        is_typed = is_only or self.is_trusted(node, output)
        return is_typed and self.is_one_conversion(output) and output.type != NULL
