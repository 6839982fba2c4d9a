"""A `match` with an arm for each value of its subject has no way on below it (SEMANTICS 19)."""

from __future__ import annotations

import json

import pytest

import flowc

SOURCE = """flow main(size: ("s" | "l")) -> (price: string) {
  match size {
    "s" => return "cheap"
    "l" => return "dear"
  }
}
"""


@pytest.mark.parametrize(("size", "price"), [("s", "cheap"), ("l", "dear")])
def test_each_value_takes_its_arm(run, size, price):
    assert run(SOURCE, {"size": size}, {}).outputs == {"price": price}


def test_another_value_does_not_get_to_the_match(run):
    with pytest.raises(ValueError, match='expected one of "s", "l"'):
        run(SOURCE, {"size": "m"}, {})


def test_there_is_no_default_edge_and_it_comes_back():
    program = flowc.parse(SOURCE)
    assert program.diagnostics == ()
    assert branches(program.to_dict()) == [None, "l", "s"]
    back = flowc.parse(flowc.from_json(program.to_json()).to_flow(exact=True))
    assert branches(back.to_dict()) == [None, "l", "s"]


def test_a_default_edge_of_a_document_stays():
    given = flowc.parse(SOURCE).to_dict()
    edges = given["control_flow_connections"]
    to_small = next(edge for edge in edges if edge.get("from_branch") == "s")
    edges.append({**to_small, "name": "rest", "from_branch": "default"})
    assert branches(given) == [None, "default", "l", "s"]
    back = flowc.parse(flowc.from_json(json.dumps(given)).to_flow(exact=True))
    assert branches(back.to_dict()) == [None, "default", "l", "s"]


def branches(document):
    edges = document["control_flow_connections"]
    return sorted((edge.get("from_branch") for edge in edges), key=lambda name: name or "")
