"""What the parts that write one flow's statements share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from flowc.names import Namer
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow, tidy
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr
from flowc.python.literals import is_display
from flowc.python.modulescope import FlowNames
from flowc.python.reading import Reading
from flowc.python.signatures import Signatures
from flowc.python.storing import Storing
from flowc.python.toolresults import ToolResults
from flowc.records import dataclass


class Calls(Protocol):
    """How the code of one flow refers to the rest of its module."""

    await_: str
    signatures: Signatures

    @property
    def contexts(self) -> str:
        """The parameter that has the contexts of the flow's calls."""
        ...

    def flow(self, id_: str) -> FlowNames:
        """The names of another flow's functions."""
        ...

    def imported(self, module: str, name: str = "") -> str:
        """The name under which the module has `name` of another module, or that module."""
        ...

    def runtime(self, function: str) -> str:
        """The name of a function of `flowc.runtime`, in the form that the module calls."""
        ...

    def overheard(self) -> str:
        """The name of the class of a user that a part of a Parallel node speaks to."""
        ...

    def json(self, wanted: str, value: Mapping[str, Any]) -> str:
        """The name of a constant that is a JSON object."""
        ...

    def text(self, wanted: str, text: str) -> Expr:
        """A text, or the name of a constant that is a long one."""
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
    results: ToolResults

    def in_local(self, wanted: str, value: Expr, annotation: str = "") -> Expr:
        """The value, in a local if it is worked out: it is so before what follows, and once. Of a
        display only an annotation tells a type checker what it is for."""
        if isinstance(value, str):
            return value
        name = self.locals_.unique(tidy(wanted))
        declared = f"{name}: {annotation}" if annotation and is_display(value) else name
        self.body.put(f"{declared} = ", value)
        return name

    def is_taken(self, node_id: str, title: str) -> bool:
        """Whether the code reads the output, or copies it."""
        key = (node_id, title)
        return self.storing.variable(key) is not None or self.storing.is_copied(key)
