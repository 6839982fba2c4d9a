"""What the parts that write one flow's statements share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from flowc.names import Namer
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.modulescope import FlowNames
from flowc.python.reading import Reading
from flowc.python.storing import Storing


class Calls(Protocol):
    """How the code of one flow refers to the rest of its module."""

    await_: str

    def flow(self, id_: str) -> FlowNames:
        """The names of another flow's functions."""
        ...

    def imported(self, module: str, name: str = "") -> str:
        """The name under which the module has `name` of a standard module, or that module."""
        ...


@dataclass(frozen=True, slots=True)
class Writing:
    """One flow that is being written: what is known of it, and where its lines go."""

    flow: FlowFacts
    data: Dataflow
    converters: Converters
    helpers: Helpers
    calls: Calls
    locals_: Namer
    body: Body
    reading: Reading
    storing: Storing

    def is_taken(self, node_id: str, title: str) -> bool:
        """Whether the code reads the output, or copies it."""
        key = (node_id, title)
        return self.storing.variable(key) is not None or self.storing.is_copied(key)
