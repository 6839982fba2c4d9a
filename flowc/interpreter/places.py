"""How errors of conversion name the place a value goes to (`flowc.faults`)."""

from __future__ import annotations

from flowc import faults
from flowc.ir.nodes import Node


def input_place(node: Node, title: str) -> str:
    """An input of a node."""
    return faults.INPUT_PLACE.format(title=title, node=node.name)


def output_place(node: Node, title: str) -> str:
    """An output of a node."""
    return faults.OUTPUT_PLACE.format(title=title, node=node.name)
