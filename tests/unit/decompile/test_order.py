"""The order of declarations: what is used stands above what uses it."""

from __future__ import annotations

import pytest

from flowc.decompile.order import used_first
from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.nodes import ToolNode
from flowc.ir.values import Ref


def component(id_: str, *uses: str) -> Component:
    refs = [Ref(other) for other in uses]
    return Component(component_type="Agent", id=id_, name=id_, fields={"tools": refs})


def flow(id_: str, *uses: str) -> Flow:
    nodes = tuple(
        ToolNode(component_type="ToolNode", id=f"{id_}/{use}", name=use, tool=Ref(use))
        for use in uses
    )
    return Flow(id=id_, name=id_, nodes=nodes)


@pytest.mark.parametrize(
    ("components", "order"),
    [
        ([component("c"), component("a"), component("b")], "c a b"),
        ([component("a", "c"), component("b"), component("c", "d"), component("d")], "b d c a"),
        ([component("a", "c", "b"), component("b"), component("c"), component("d")], "b c a d"),
        ([flow("f", "t"), component("t", "elsewhere")], "t f"),
        (
            [component("a", "b"), component("b", "c"), component("c", "a"), component("d")],
            "d a c b",
        ),
        ([component("a", "a", "b"), component("b")], "b a"),
    ],
)
def test_used_first(components: list[Component], order: str):
    found = used_first(components)
    assert [item.id for item in found] == order.split()
    assert used_first(found) == found


def test_long_chains_take_linear_time():
    chain = [component(str(n), str(n + 1)) for n in range(20_000)]
    assert used_first(chain) == chain[::-1]
