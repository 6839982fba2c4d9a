"""`flowc convert` to `.flow`: what it says of what it drops, `--exact`, and what it overwrites."""

from __future__ import annotations

import json

import pytest

DOCUMENT = {
    "component_type": "Flow",
    "agentspec_version": "25.4.1",
    "id": "0c9a7a52-5a2b-4b1e-9f0e-1d5f6f0f2a11",
    "name": "greet",
    "description": None,
    "metadata": {},
    "inputs": [{"title": "who", "type": ["string", "null"]}],
    "start_node": {"$component_ref": "start"},
    "nodes": [{"$component_ref": "start"}, {"$component_ref": "end"}],
    "control_flow_connections": [
        {
            "component_type": "ControlFlowEdge",
            "id": "edge-1",
            "name": "go",
            "from_node": {"$component_ref": "start"},
            "to_node": {"$component_ref": "end"},
        }
    ],
    "data_flow_connections": [],
    "$referenced_components": {
        "start": {
            "component_type": "StartNode",
            "id": "start",
            "name": "begin",
            "inputs": [{"title": "who", "type": ["string", "null"]}],
        },
        "end": {"component_type": "EndNode", "id": "end", "name": "finish"},
    },
}

DROPPED = (
    "dropped: 1 UUID, 3 ids of nodes and edges, 1 name of an edge, "
    "2 names of start and end nodes, 2 nulls and empty fields, "
    "6 absences of optional fields, 2 spellings of types; --exact keeps them\n"
)

EXACT = """\
agentspec "25.4.1"

@id("0c9a7a52-5a2b-4b1e-9f0e-1d5f6f0f2a11")
@with({ description: null, metadata: {} })
flow greet(@with({ type: ["string", "null"], anyOf: absent }) who: string?) {
  @id("start")
  @name("begin")
  @with({ branches: absent, outputs: absent })
  start
  @id("end")
  @name("finish")
  @with({ branch_name: absent, branches: absent, inputs: absent, outputs: absent })
  end: return
  edges {
    @id("edge-1")
    @name("go")
    start -> end
  }
}
"""


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "greet.json"
    path.write_text(json.dumps(DOCUMENT))
    return path


def test_one_line_counts_what_is_dropped(flowc, document):
    done = flowc("convert", document, "-t", "flow")
    assert (done.code, done.err) == (0, DROPPED)
    assert done.out == 'agentspec "25.4.1"\n\nflow greet(who: string?) {\n  return\n}\n'


def test_nothing_is_said_if_nothing_is_dropped(flowc, document, tmp_path):
    flow, again = tmp_path / "greet.flow", tmp_path / "again.json"
    flowc("convert", document, "-o", flow)
    assert flowc("convert", flow, "-o", again).err == ""
    done = flowc("convert", again, "-t", "flow")
    assert (done.code, done.out, done.err) == (0, flow.read_text(), "")


def test_exact_drops_nothing(flowc, document, tmp_path):
    flow = tmp_path / "greet.flow"
    done = flowc("convert", document, "--exact", "-o", flow)
    assert (done.code, done.err) == (0, "")
    assert flow.read_text() == EXACT
    assert json.loads(flowc("convert", flow, "-t", "json").out) == DOCUMENT


def test_exact_makes_no_difference_for_a_flow_source(flowc, tmp_path):
    path = tmp_path / "f.flow"
    path.write_text("flow f() { return }\n")
    plain = flowc("convert", path, "-t", "flow")
    assert flowc("convert", path, "-t", "flow", "--exact") == plain


def test_the_output_takes_the_place_of_any_file_but_the_input(flowc, document, tmp_path):
    other = tmp_path / "other.flow"
    other.write_text("# somebody's own notes\n")
    assert flowc("convert", document, "-o", other).code == 0
    assert other.read_text().startswith("agentspec")
    linked = tmp_path / "linked.json"
    linked.symlink_to(document)
    before = document.read_text()
    for out in (document, linked):
        done = flowc("convert", document, "-o", out)
        assert done.code == 2
        assert "FLOW807" in done.err and "is the file that is converted" in done.err
    assert document.read_text() == before
