"""What a BranchingNode compares against its keys, its `default` edge, and the values of enums."""

from __future__ import annotations

import pytest
from check_builder import end, flow, found_in, port, start, switch, tool_node
from check_texts import lines, of_json, place, said

from flowc.ir.types import BOOLEAN, INTEGER, NULL, STRING, Scalar, Type, UnionType

COLOUR = Scalar("string", enum=("red", "green"))


def paid(mapping: dict[str, str], *, typed: bool) -> dict:
    """The how-to of the specification, made small: a switch on whether something is paid."""
    paid = {"title": "paid", "type": "boolean"}
    refs = {id_: {"$component_ref": id_} for id_ in ("start", "switch", "yes", "no")}

    def edge(source: str, target: str, branch: str | None = None) -> dict:
        return {
            "component_type": "ControlFlowEdge",
            "name": "e",
            "from_node": refs[source],
            "from_branch": branch,
            "to_node": refs[target],
        }

    def ending(id_: str) -> dict:
        return {"component_type": "EndNode", "id": id_, "name": id_, "outputs": []}

    return {
        "component_type": "Flow",
        "agentspec_version": "25.4.1",
        "id": "f",
        "name": "f",
        "start_node": refs["start"],
        "nodes": list(refs.values()),
        "control_flow_connections": [
            edge("start", "switch"),
            edge("switch", "yes", "yes"),
            edge("switch", "no", "no"),
        ],
        "data_flow_connections": [
            {
                "component_type": "DataFlowEdge",
                "name": "d",
                "source_node": refs["start"],
                "source_output": "paid",
                "destination_node": refs["switch"],
                "destination_input": "key",
            }
        ],
        "$referenced_components": {
            "start": {
                "component_type": "StartNode",
                "id": "start",
                "name": "start",
                "inputs": [paid],
                "outputs": [paid],
            },
            "switch": {
                "component_type": "BranchingNode",
                "id": "switch",
                "name": "switch",
                "inputs": [{"title": "key", "type": "boolean" if typed else "string"}],
                "mapping": mapping,
            },
            "yes": ending("yes"),
            "no": ending("no"),
        },
    }


def test_yes_and_no_for_a_boolean_are_told_for_the_keys_and_for_the_edge():
    edge, keys = of_json(paid({"yes": "yes", "no": "no"}, typed=True))
    assert (edge.code, keys.code) == ("FLOW307", "FLOW229")
    assert lines([keys]) == [
        'FLOW229 error `"yes"`: keys "yes" and "no" of node \'switch\' can never be equal to its '
        'input | the input is boolean | A boolean is "true" or "false".'
    ]
    assert [(place(item.location), item.label) for item in keys.related] == [
        ('"no"', "nor can this one")
    ]
    assert edge.severity.value == "warning"
    assert lines([edge])[0].endswith(
        "node 'switch' has no edge from branch 'default' | "
        "'true', 'false' is an error when the flow runs | "
        "Add an edge from 'default' for all other values."
    )


def test_the_same_where_only_the_source_is_boolean():
    assert [d.code for d in of_json(paid({"yes": "yes", "no": "no"}, typed=False))] == [
        "FLOW307",
        "FLOW234",
    ]


def test_true_and_false_are_all_values_of_a_boolean():
    mapping = {"true": "yes", "false": "no"}
    assert of_json(paid(mapping, typed=False)) == []
    assert [d.code for d in of_json(paid(mapping, typed=True))] == ["FLOW228"]


def switching(
    fed: Type, mapping: dict[str, str], *, default: str = "", key: Type = STRING, given: object = ""
) -> list[str]:
    """What is said of a switch that this type feeds; `default` is where its other values go."""
    item = port("key", key, given) if given else port("key", key)
    arms = [tool_node(branch) for branch in dict.fromkeys(mapping.values())]
    edges = ", ".join(f"m[{arm.id}] -> {arm.id} -> end" for arm in arms)
    if default:
        arms += [] if default in {arm.id for arm in arms} else [tool_node(default)]
        edges += f", m[default] -> {default}"
        edges += " -> end" if default == "other" else ""
    return found_in(
        flow(
            start(port("x", fed)),
            switch("m", mapping, item),
            *arms,
            end(),
            control_edges=f"start -> m, {edges}",
            data_edges="start.x -> m.key",
        )
    )


def test_an_enum_with_a_branch_for_each_value_needs_no_default():
    assert switching(COLOUR, {"red": "a", "green": "b"}) == []
    assert switching(STRING, {"red": "a", "green": "b"}, key=COLOUR) == []


@pytest.mark.parametrize(
    ("fed", "mapping", "left"),
    [
        (COLOUR, {"red": "a"}, "'green'"),
        (UnionType(members=(COLOUR, NULL)), {"red": "a", "green": "b"}, "'null'"),
        (UnionType(members=(BOOLEAN, COLOUR)), {"red": "a"}, "'true', 'false', 'green'"),
        (Scalar("integer", enum=(1, 2)), {"1": "a"}, "'2'"),
        (Scalar("number", enum=(1, 2)), {"1.0": "a"}, "'2.0'"),
        (STRING, {"red": "a"}, "a value that is not in its mapping"),
        (INTEGER, {"1": "a"}, "a value that is not in its mapping"),
    ],
)
def test_without_a_default_edge_the_values_left_out_are_named(fed, mapping, left):
    (found,) = switching(fed, mapping)
    assert found == (
        "FLOW307 warning: node 'm' has no edge from branch 'default' | "
        f"{left} is an error when the flow runs | "
        "Add an edge from 'default' for all other values."
    )


def test_a_default_value_of_the_input_counts_as_one_of_its_values():
    (found,) = switching(COLOUR, {"red": "a", "green": "b"}, given="blue")
    assert "'blue' is an error" in found


def test_the_rest_of_a_switch_that_leaves_nothing_over():
    assert switching(COLOUR, {"red": "a", "green": "b"}, default="other") == [
        "FLOW316 note: node 'm' never takes its branch 'default' | "
        "'other' never runs: all values have branches | "
        "Remove it, unless it is there as a safeguard."
    ]


def test_a_rest_that_is_taken_or_that_something_else_leads_to():
    assert switching(COLOUR, {"red": "a"}, default="other") == []
    assert switching(COLOUR, {"red": "a", "green": "b"}, default="b") == []
    nullable = UnionType(members=(COLOUR, NULL))
    assert switching(nullable, {"red": "a", "green": "b"}, default="other") == []


ENUM = """
type Status = "open" | "closed" | "lost"
tool lookup(id: string) -> (status: Status)

flow main(id: string) {
  lookup(id)
  match lookup.status {
"""


def test_a_match_that_leaves_values_of_its_enum_out():
    assert said(ENUM + '    "open" => say "Soon."\n  }\n}') == [
        'FLOW317 note `match lookup.status`: this match has no arm for "closed", "lost" | '
        "for these, control goes on below | "
        "Add an arm for each, or write `else => {}` if that is meant."
    ]


@pytest.mark.parametrize(
    "arms",
    [
        '"open" => say "Soon."\n else => {}',
        '"open" => say "Soon."\n else => error',
        '"open" => say "Soon."\n "closed", "lost" as gone => {}',
    ],
)
def test_a_match_that_says_what_becomes_of_each_value(arms: str):
    assert said(ENUM + arms + "\n}\n}") == []


def test_a_match_on_any_text_leaves_no_values_out():
    assert said('flow main(x: string) { match x { "a" => say "A" } }') == []


def test_a_literal_subject_is_written_as_it_is_meant():
    """`if true` and `match 5` are texts in the document, and no default of another type."""
    assert said('flow main() { if true { say "yes" } }') == []
    assert said('flow main() { match 5 { 5 => say "five" } }') == []


def test_in_a_flow_text_the_place_is_the_pattern():
    text = """
tool lookup() -> (state: "open" | "paid")
flow main() -> (due: boolean) {
  lookup()
  match (key: string = lookup.state) {
    "open", "payed" as known => return (due = false)
    else => return (due = true)
  }
}
"""
    assert said(text) == [
        'FLOW234 warning `"payed"`: key "payed" of node \'match\' can never be equal to its input '
        '| the input is "open" | "paid" | Did you mean "paid"?'
    ]
