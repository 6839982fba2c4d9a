"""The order example says the same as the document of the page it was taken from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import flowc
from flowc.ir.meaning import differences

ROOT = Path(__file__).parent.parent.parent


def seed_document(corpus: Path) -> dict[str, Any]:
    [path] = corpus.parent.glob("seeds/002_*.txt")
    text = re.search(r"q'~\n(.*?)\n~';", path.read_text(), re.DOTALL)
    assert text is not None
    return json.loads(text[1])


def test_means_the_same(corpus):
    ours = flowc.load(ROOT / "examples/order/order.flow")
    assert differences(ours.document, flowc.from_json(seed_document(corpus)).document) == ()


def test_components_have_the_same_ids_names_descriptions_and_contracts(corpus):
    def components(document: dict[str, Any]) -> dict[str, Any]:
        root = {key: value for key, value in document.items() if key != "$referenced_components"}
        edges = {"control_flow_connections", "data_flow_connections"}
        return {
            item["id"]: {key: value for key, value in item.items() if key not in edges}
            for item in (root, *document["$referenced_components"].values())
        }

    ours = flowc.load(ROOT / "examples/order/order.flow").to_dict()
    assert components(ours) == components(seed_document(corpus))


def test_edges_have_the_same_ends(corpus):
    def ends(document: dict[str, Any]) -> set[tuple[str, ...]]:
        return {
            (edge["from_node"]["$component_ref"], edge["to_node"]["$component_ref"])
            for edge in document["control_flow_connections"]
        } | {
            (
                edge["source_node"]["$component_ref"],
                edge["source_output"],
                edge["destination_node"]["$component_ref"],
                edge["destination_input"],
            )
            for edge in document["data_flow_connections"]
        }

    ours = flowc.load(ROOT / "examples/order/order.flow").to_dict()
    assert ends(ours) == ends(seed_document(corpus))
