"""Errors of a flow that runs: their kinds and texts, one table for both executions (SEMANTICS 6).

The interpreter formats these texts, and the generator writes them into the module. The text of an
error that a CatchExceptionNode catches becomes data, so both must agree on every character.
`docs/semantics.md` lists the table; a test keeps it in step. What services raise is in
:mod:`flowc.runtime.faults`, three entries of which flows raise too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from flowc.runtime.fault import CONFIRMATION_REJECTED as CONFIRMATION_REJECTED
from flowc.runtime.fault import CONFIRMATION_REQUIRED as CONFIRMATION_REQUIRED
from flowc.runtime.fault import NO_IMPLEMENTATION as NO_IMPLEMENTATION
from flowc.runtime.fault import Fault as Fault


class StepLimit(BaseException):
    """A flow took more steps than `max_steps`; no `except Exception` swallows it."""


UNSET_INPUT = Fault(
    LookupError, "input '{input}' of node '{node}' has no value: {sources} gave none"
)
NO_SOURCE = Fault(LookupError, "input '{input}' of node '{node}' has no value and no source")
MISSING_OUTPUT = Fault(LookupError, "tool '{tool}' returned no '{output}'")
NOTHING_RETURNED = Fault(LookupError, "tool '{tool}' returned nothing for '{output}'")
NO_BRANCH = Fault(LookupError, "node '{node}' took branch '{branch}', which leads nowhere")
NOT_A_MAPPING = Fault(TypeError, "tool '{tool}' must return a mapping, not {actual}")
CONVERSION = Fault(TypeError, "{place}: expected {type}, got {actual}")
MISSING_FIELD = Fault(TypeError, "{place}: property '{property}' is missing")
ENUM = Fault(ValueError, "{place}: expected one of {allowed}")
NOT_AN_INPUT = Fault(TypeError, "flow '{flow}' has no input '{input}'")
MISSING_INPUT = Fault(TypeError, "flow '{flow}' needs the input '{input}'")
INPUTS_NOT_AN_OBJECT = Fault(TypeError, "flow '{flow}' takes an object of inputs, not {actual}")
NO_SERVICE = Fault(NotImplementedError, "flow '{flow}' needs {services}")
NO_ANSWER_FOR = Fault(LookupError, "node '{node}' got no '{output}'")
ANSWER_NOT_A_MAPPING = Fault(TypeError, "node '{node}' must get a mapping, not {actual}")
UNEQUAL_LISTS = Fault(ValueError, "node '{node}' goes over lists of unequal length: {lengths}")
NOTHING_TO_REDUCE = Fault(ValueError, "{place}: there is no {reducer} of no items")
NOT_A_NUMBER = Fault(TypeError, "{place}: {reducer} takes numbers, got {actual}")
STEP_LIMIT = Fault(StepLimit, "more than {limit} steps in flow '{flow}', at node '{node}'")
STUB_EXHAUSTED = Fault(LookupError, "the stub of tool '{tool}' has no result for call {call}")

# In these texts `{actual}` is the Python type's name (`type(value).__name__`), `{type}` the type
# in the notation of `.flow` (flowc.ir.notation), `{allowed}` the JSON texts of the enum joined by
# ", ", `{sources}` the names of the input's source nodes and `{tools}` those of the tools, each
# once, joined by ", ". Inside an array or object the place is followed by the way to the value,
# `[2].qty`, and type and value are those there; a union reports itself.


def allowed_text(values: Iterable[object]) -> str:
    """The `{allowed}` of an enum: its values as rule 9 writes them as text."""
    return ", ".join(json.dumps(value) for value in values)


def lengths_text(lengths: Mapping[str, int]) -> str:
    """The `{lengths}` of lists, by input."""
    return ", ".join(f"'{title}' has {length}" for title, length in lengths.items())


INPUT_PLACE = "input '{title}' of node '{node}'"
"""`{place}` of a node's input (rule 9: converted just before the node runs)."""
OUTPUT_PLACE = "output '{title}' of node '{node}'"
"""`{place}` of a node's output (rule 9: converted right after the node ran)."""
TOOL_OUTPUT_PLACE = "output '{title}' of tool '{tool}'"
"""`{place}` of what a tool returned (rule 9: converted right after the call). Like the other texts
about what tools return it names the tool; which node called it, the error's note says."""
FLOW_INPUT_PLACE = "input '{title}' of flow '{flow}'"
"""`{place}` of a flow's input (rule 9: converted before the first node)."""
