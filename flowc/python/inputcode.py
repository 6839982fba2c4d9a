"""The statements that convert a flow's inputs before its first node (SEMANTICS 9)."""

from __future__ import annotations

from flowc import faults
from flowc.ir.defaults import in_form
from flowc.ir.types import Property
from flowc.ir.values import Absent
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, all_of, one_line
from flowc.python.literals import literal
from flowc.python.modulescope import FlowNames
from flowc.python.needless import settled
from flowc.python.signatures import has_plain_default


class InputCode:
    """Writes what the functions of flows do with their inputs."""

    def __init__(self, converters: Converters, helpers: Helpers) -> None:
        self._converters = converters
        self._helpers = helpers

    def check(self, flow: FlowFacts, names: FlowNames, body: Body) -> None:
        """Convert the inputs, their defaults too."""
        for item in flow.inputs:
            self._check(flow, item, names.parameters[item.title], body)

    def fill_defaults(self, flow: FlowFacts, names: FlowNames, body: Body) -> None:
        """Put defaults that are made anew in the place of inputs that were not given."""
        for item in flow.inputs:
            if _is_sentinel(item):
                self._fill_default(flow, item, names.parameters[item.title], body)

    def _check(self, flow: FlowFacts, item: Property, name: str, body: Body) -> None:
        if not self._converters.is_needed(self._converters.given(item.type), item.type):
            if _is_sentinel(item):
                self._fill_default(flow, item, name, body)
            return
        value = self._converted(flow, item, name)
        if _is_sentinel(item):
            self._fill_default(flow, item, name, body, one_line(value))
            return
        guard = self._converters.guard(item.type, name)
        if not guard:
            body.put(f"{name} = ", value)
            return
        body.put("if ", all_of(guard), ":")
        with body.block():
            body.put(f"{name} = ", value)

    def _fill_default(
        self, flow: FlowFacts, item: Property, name: str, body: Body, otherwise: str = ""
    ) -> None:
        assert not isinstance(item.default, Absent)
        default = in_form(item.default, item.type)
        made: Expr = literal(default)
        if not settled(default, item.type):
            made = self._converted(flow, item, made)
        unset = self._helpers.use("unset")
        test = f"if isinstance({name}, {unset}) else {otherwise or name}"
        body.put(f"{name} = {one_line(made)} {test}")

    def _converted(self, flow: FlowFacts, item: Property, value: Expr) -> Expr:
        place = faults.FLOW_INPUT_PLACE.format(title=item.title, flow=flow.flow.name)
        return self._converters.convert(value, item.type, place, flow.flow.name, item.title)


def _is_sentinel(item: Property) -> bool:
    return item.has_default and not has_plain_default(item)
