"""Comments of JSON5 and YAML: at which component, node or edge each of them comes out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.agentspec import Read, read_json, read_yaml
from flowc.agentspec.comments import block_comment
from flowc.decompile import decompile
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Edge, Flow
from flowc.syntax.unparse import unparse

JSON5 = """\
// licence
// of the file
{ // the flow
  "component_type": "Flow", /* type */ "agentspec_version": "25.4.1",
  "id": "f", "name": "f", // name
  /** The start
   *  of it all. */
  "start_node": {"$component_ref": "s"},
  "url": "http://no/comment", 'text': '/* none */ // none',
  // about the nodes
  "nodes": [ // nodes
    // start node
    {"component_type": "StartNode", "id": "s", "name": "s", "outputs": [
      // in a property
      {"title": "x", "type": "string"} // behind a property
    ]}, // after start
    /* tool node */ {"component_type": "ToolNode", "id": "t", "name": "t",
      // before the tool
      "tool": {"component_type": "ServerTool", "id": "tool", "name": "tool", // name of the tool
        // last of the tool
      }
    }, // end of t
    {"component_type": "EndNode", "id": "e", "name": "e"}
    // last in nodes
  ],
  control_flow_connections: [
    {component_type: "ControlFlowEdge", name: "c", // first edge
      from_node: {$component_ref: 's'}, to_node: {$component_ref: 't'}},
    // second edge
    {component_type: "ControlFlowEdge", name: "c",
      from_node: {$component_ref: 't'}, to_node: {$component_ref: 'e'}},
  ],
  data_flow_connections: [],
  // last
} // after
/**/
"""
YAML = """\
# licence
---
# before
component_type: Flow  # the flow
agentspec_version: "25.4.1"
id: f
name: "f#no"
description: |  # behind a bar
  text # none
  # none
# about the nodes
nodes: # the nodes
# before s
- component_type: StartNode # type of s
  id: s
  name: s
  # last of s
# before t
- # behind a dash
  component_type: ToolNode
  id: t
  name: t # name of t
  # before the tool
  tool: &tool
    # in the tool
    component_type: ServerTool
    id: tool
    name: 'it''s #1' # one
    description: a#b plain # two
    inputs: [ # inputs
      # in brackets
      {title: x, type: string}, # x
    ]
      # deep in the tool
  # back at t
- {component_type: EndNode, id: e, name: e} # e
# before start
start_node: {$component_ref: s}
control_flow_connections:
  # first edge
  - component_type: ControlFlowEdge
    name: c
    from_node: {$component_ref: s}
    to_node: {$component_ref: t}
  - {component_type: ControlFlowEdge, name: c, from_node: {$component_ref: t}, to_node: {$component_ref: e}} # second
data_flow_connections: [] # none at all
  # odd
# the end
"""  # noqa: E501


def everything(document: Document) -> list[tuple[str, Component | Edge]]:
    """All that can have comments, by id or, of an edge, by its ends."""
    found: list[tuple[str, Component | Edge]] = list(document.components.items())
    for flow in document.flows:
        found += [(node.id, node) for node in flow.nodes]
        found += [(f"{edge.from_node} -> {edge.to_node}", edge) for edge in flow.control_edges]
        found += [
            (f"{edge.source_node}.x -> {edge.destination_node}.x", edge)
            for edge in flow.data_edges or ()
        ]
    return found


def comments(read: Read) -> dict[str, tuple[str, ...]]:
    """The comments by what has them."""
    document = read.document
    found = {name: item.comments for name, item in everything(document) if item.comments}
    return {"front": document.comments, **found, "end": document.end_comments}


def test_comments_of_json5_stand_at_what_they_stood_at() -> None:
    assert comments(read_json(JSON5)) == {
        "front": ("licence", "of the file"),
        "f": (
            "the flow",
            "type",
            "name",
            "The start",
            "of it all.",
            "about the nodes",
            "nodes",
            "last in nodes",
            "last",
        ),
        "tool": ("before the tool", "name of the tool", "last of the tool"),
        "s": ("start node", "in a property", "behind a property", "after start"),
        "t": ("tool node", "end of t"),
        "s -> t": ("first edge",),
        "t -> e": ("second edge",),
        "end": ("after", ""),
    }


def test_comments_of_yaml_stand_at_what_they_stood_at() -> None:
    assert comments(read_yaml(YAML)) == {
        "front": ("licence", "before"),
        "f": (
            "the flow",
            "behind a bar",
            "about the nodes",
            "the nodes",
            "before start",
            "none at all",
            "odd",
        ),
        "tool": (
            "before the tool",
            "in the tool",
            "one",
            "two",
            "inputs",
            "in brackets",
            "x",
            "deep in the tool",
        ),
        "s": ("before s", "type of s", "last of s"),
        "t": ("before t", "behind a dash", "name of t", "back at t"),
        "e": ("e",),
        "s -> t": ("first edge",),
        "t -> e": ("second",),
        "end": ("the end",),
    }


LIBRARY = """\
// front
{ // in the library
  "$referenced_components": { // in the table
    // before a
    "a": {"component_type": "ServerTool", "name": "a"}, // behind a
    "b": {"component_type": "ServerTool", "name": "b"} // behind b
    // last in the table
  }
}
// end
"""


def test_what_stands_in_no_component_belongs_to_the_document() -> None:
    assert comments(read_json(LIBRARY)) == {
        "front": ("front", "in the library", "in the table"),
        "a": ("before a", "behind a"),
        "b": ("behind b",),
        "end": ("last in the table", "end"),
    }


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ("",)),
        (" one ", ("one",)),
        ("* one ", ("* one",)),
        ("\n one\n\n   two\n", ("one", "", "  two")),
        ("*\n * one\n *   two\n ", ("one", "  two")),
        ("one\n    two\n    * three", ("one", "two", "* three")),
        ("\n\n", ("",)),
    ],
)
def test_the_lines_of_a_block_comment(text: str, lines: tuple[str, ...]) -> None:
    assert block_comment(text) == lines


def test_an_unusable_edge_leaves_its_comment_to_the_flow() -> None:
    text = """{component_type: "Flow", id: "f", name: "f", nodes: [], start_node: {},
      control_flow_connections: [{/* no ends */}, 5, {component_type: "Odd", /* odd */}],
      data_flow_connections: []}"""
    read = read_json(text)
    flow = read.document.components["f"]
    assert isinstance(flow, Flow) and flow.control_edges == ()
    assert flow.comments == ("no ends",)
    assert [item.comments for item in read.document.components.values()] == [("no ends",), ("odd",)]


def test_a_node_of_two_flows_says_its_comment_once() -> None:
    text = """{component_type: "Flow", id: "f", name: "f", start_node: {$component_ref: "s"},
      nodes: [{$component_ref: "s"}], control_flow_connections: [], data_flow_connections: [],
      $referenced_components: {
        s: {component_type: "StartNode", id: "s", name: "s" /* once */},
        g: {component_type: "Flow", id: "g", name: "g", start_node: {$component_ref: "s"},
          nodes: [{$component_ref: "s"}], control_flow_connections: [],
          data_flow_connections: []}}}"""
    assert [
        item.comments for name, item in everything(read_json(text).document) if name == "s"
    ] == [
        ("once",),
        (),
    ]


def test_equal_copies_give_their_comments_to_the_first() -> None:
    text = """
component_type: Swarm
name: w
first_agent: &a
  component_type: Agent
  id: a # one
  name: a
relationships:
- - *a # two
  - component_type: Agent # three
    id: a
    name: a
"""
    assert read_yaml(text).document.components["a"].comments == ("one", "two", "three")


# Laws ---------------------------------------------------------------------------------------------

WORDS = """{ component_type : "Flow" , id : "f" , name : "//none" , start_node : { $component_ref :
 "s" } , nodes : [ { component_type : "StartNode" , id : "s" , name : "s" , outputs : [ { title :
 "x" , type : "string" , } ] } , { component_type : "LlmNode" , id : "l" , name : "/*l*/" ,
 llm_config : { component_type : "Odd" , name : "o" , inner : [ { component_type : "Odd" , id :
 "in" , name : "in" } ] } , prompt_template : "#x" } , { component_type : "EndNode" , id : "e" ,
 name : "e" } ] , control_flow_connections : [ { name : "c" , from_node : { $component_ref : "s" } ,
 to_node : { $component_ref : "l" } } , { component_type : "ControlFlowEdge" , from_node : {
 $component_ref : "l" } , to_node : { $component_ref : "e" } } , 7 ] , data_flow_connections : [ {
 component_type : "DataFlowEdge" , name : "d" , description : "d" , source_node : { $component_ref :
 "s" } , source_output : "x" , destination_node : { $component_ref : "l" } , destination_input :
 "x" } ] , $referenced_components : { extra : { component_type : "ServerTool" , name : "extra" } ,
 same : { $component_ref : "extra" } , none : 4 } }""".split()  # noqa: SIM905
SPACES = [" ", "\n", "\n\n", "// {0}\n", " //{0}\n", "\n  // {0}\n", "/* {0} */", "\n/*{0}\n*/\n"]


@given(
    st.dictionaries(
        st.integers(0, len(WORDS)), st.lists(st.sampled_from(SPACES), max_size=3), max_size=60
    )
)
@settings(max_examples=150)
def test_comments_between_the_words_of_json5_come_out_once_each(gaps: dict[int, list[str]]) -> None:
    text = ""
    count = 0
    for index, word in enumerate((*WORDS, "")):
        for space in gaps.get(index, ()):
            text += space.format(f"c{count}")
            count += "{0}" in space
        text += f" {word}"
    expected = [f"c{number}" for number in range(count)]
    by_owner = comments(read_json(text))
    assert sorted(line for lines in by_owner.values() for line in lines) == sorted(expected)
    for lines in by_owner.values():
        assert sorted(lines, key=expected.index) == list(lines)
    written = unparse(decompile(read_json(text).document)).splitlines()
    assert Counter(line.strip() for line in written if line.strip()[2:] in expected) == {
        f"# {comment}": 1 for comment in expected
    }


YAML_LINES = """\
component_type: Flow
id: f
name: "f#no"
description: |
  text # none
  # none

    last
nodes:
- component_type: StartNode
  id: s
  name: plain # behind
  outputs: [
    {title: x,
      type: string},
    ]
-
  component_type: LlmNode
  id: l
  name: >-
    folded
  prompt_template: 'quoted
    # none'
  llm_config: &config !!map
    component_type: Odd
    inner:
      - - component_type: Odd
          name: "in"
      - {component_type: Odd, name: in}
- component_type: LlmNode
  id: m
  name: m
  llm_config: *config
start_node: {$component_ref: s}
control_flow_connections:
  - component_type: ControlFlowEdge
    name: c
    from_node: {$component_ref: s}
    to_node: {$component_ref: l}
  - 7
data_flow_connections: ~
""".splitlines()
IN_TEXT = (3, 4, 5, 6, 7, 19, 20, 21)
"""The lines after which a comment would be part of a text."""
ENDS = ["", "", " # {0}", "   #{0}"]
OWN = ["# {0}", "  # {0}", "      #{0}", ""]


@given(
    st.dictionaries(
        st.sampled_from([n for n in range(len(YAML_LINES)) if n not in IN_TEXT]),
        st.tuples(st.sampled_from(ENDS), st.lists(st.sampled_from(OWN), max_size=2)),
    )
)
@settings(max_examples=150)
def test_comments_between_the_lines_of_yaml_come_out_once_each(
    added: dict[int, tuple[str, list[str]]],
) -> None:
    text = ""
    count = 0
    for number, line in enumerate(YAML_LINES):
        end, own = added.get(number, ("", []))
        text += line
        for space in ["" if "#" in line else end, *own]:
            text += space.replace("{0}", f"c{count}") + "\n"
            count += "{0}" in space
    expected = ["behind", *(f"c{number}" for number in range(count))]
    by_owner = comments(read_yaml(text))
    assert sorted(line for lines in by_owner.values() for line in lines) == sorted(expected)
    for lines in by_owner.values():
        numbers = [int(line[1:]) for line in lines if line != "behind"]
        assert sorted(numbers) == numbers


def test_the_comments_of_public_documents_come_out_once_each(corpus: Path) -> None:
    with_comments = 0
    for path in sorted((corpus / "documents").iterdir()):
        text = path.read_text("utf-8")
        yaml = path.suffix in (".yaml", ".yml")
        if not ("#" in text if yaml else "//" in text or "/*" in text):
            continue
        try:
            read = (read_yaml if yaml else read_json)(text)
        except Exception:
            continue
        found = Counter(line for lines in comments(read).values() for line in lines)
        written = unparse(decompile(read.document)).splitlines()
        lines = Counter(
            line.strip()[1:].removeprefix(" ") for line in written if line.strip()[:1] == "#"
        )
        assert found <= lines, path.name
        with_comments += bool(found)
    assert with_comments > 20
