"""FLOW539: what `metadata.flowc` asks for to no effect, and what is proper and says nothing.

Whatever is reported counts as it would if it were not there (SEMANTICS 15).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from findings_shown import component, in_flow, in_json

import flowc
from flowc.ir.nodes import ToolNode
from flowc.semantics.policies import Policies, policies

FROM_0 = "from 0 to 1,000,000,000"
SECONDS = f"a number of seconds, {FROM_0}"
NAMES = 'a list of class names, such as ["TimeoutError"]'
WRONG: list[tuple[dict[str, Any], str, str, str]] = [
    ({"timeout": -1}, "timeout", SECONDS, "there is no limit"),
    ({"timeout": "10s"}, "timeout", SECONDS, "there is no limit"),
    ({"timeout": True}, "timeout", SECONDS, "there is no limit"),
    ({"timeout": 1e10}, "timeout", SECONDS, "there is no limit"),
    ({"retry": 3}, "retry", "an object", "nothing is retried"),
    ({"retry": [{"max_attempts": 3}]}, "retry", "an object", "nothing is retried"),
    *(
        (
            {"retry": {"max_attempts": value}},
            "retry.max_attempts",
            f"a whole number, {FROM_0}",
            "the default counts",
        )
        for value in (-1, "3", True, 10**10, [3])
    ),
    (
        {"retry": {"max_attempts": 2.5}},
        "retry.max_attempts",
        f"a whole number, {FROM_0}",
        "read as 2",
    ),
    ({"retry": {"initial_delay": -0.5}}, "retry.initial_delay", SECONDS, "the default counts"),
    ({"retry": {"max_delay": "1m"}}, "retry.max_delay", SECONDS, "the default counts"),
    (
        {"retry": {"backoff_factor": -2}},
        "retry.backoff_factor",
        f"a number, {FROM_0}",
        "the default counts",
    ),
    ({"retry": {"jitter": True}}, "retry.jitter", f"a number, {FROM_0}", "the default counts"),
    (
        {"retry": {"exceptions": "OSError"}},
        "retry.exceptions",
        NAMES,
        "every exception is retried",
    ),
    (
        {"retry": {"exceptions": ["OSError", 5]}},
        "retry.exceptions",
        NAMES,
        "what is no text names none",
    ),
    ({"context": 1}, "context", "true or false", "the tool gets no context"),
    ({"state": "x"}, "state", "true or a list of inputs", "nothing is filled"),
    ({"state": ["x", 1]}, "state.1", "the name of an input", "nothing is filled"),
]
RIGHT: list[Any] = [
    None,
    {},
    {"retry": None, "timeout": None, "state": None, "context": None},
    {"retry": False, "timeout": False, "state": False, "context": False},
    {"retry": True},
    {"retry": {"max_attempts": 0}},
    {"retry": {"max_attempts": 1, "initial_delay": 0, "max_delay": 0.5, "jitter": 0}},
    {"retry": {"max_attempts": 3.0, "backoff_factor": 1, "exceptions": ["OSError"]}},
    {"retry": {"max_attempts": None, "exceptions": []}},
    {"timeout": 0},
    {"timeout": 10**9},
    {"state": []},
    {"state": ["x", "x"]},
    {"state": True, "context": True},
    {"origin": "elsewhere"},
]
X = {"title": "x", "type": "string"}


def tool(asked: Any, **fields: Any) -> dict[str, Any]:
    document = component("ServerTool", "t", inputs=[X], metadata={"flowc": asked}, **fields)
    return {"agentspec_version": "25.4.1", **document}


def flow(*nodes: dict[str, Any]) -> dict[str, Any]:
    """A flow of these nodes in a row."""
    ids = ["start", *(node["id"] for node in nodes), "end"]
    start = component("StartNode", "start", outputs=[X])
    every = [start, *nodes, component("EndNode", "end")]
    edges = [
        {
            "component_type": "ControlFlowEdge",
            "name": one,
            "from_node": {"$component_ref": one},
            "to_node": {"$component_ref": other},
        }
        for one, other in pairwise(ids)
    ]
    return {
        "agentspec_version": "25.4.1",
        **component("Flow", "f", start_node={"$component_ref": "start"}, nodes=every),
        "control_flow_connections": edges,
    }


@pytest.mark.parametrize(("asked", "path", "takes", "read"), WRONG)
def test_what_counts_as_absent_is_said(asked: dict[str, Any], path: str, takes: str, read: str):
    (found,) = in_json(tool(asked), "FLOW539")
    _, said = found.split(f"'{path}' in ")
    assert said == f"metadata.flowc of ServerTool 't' is not {takes} | {read} | Write {takes}."


@pytest.mark.parametrize("asked", RIGHT)
def test_proper_amounts_and_those_that_mean_none_are_not(asked: Any):
    assert in_json(tool(asked), "FLOW539") == []


@pytest.mark.parametrize("asked", [asked for asked, _, _, read in WRONG if "default" in read])
def test_the_default_counts_where_the_finding_says_so(asked: dict[str, Any]):
    assert asked_of(asked) == Policies(retry={})


@pytest.mark.parametrize(
    ("asked", "counts"),
    [
        ({"timeout": -1}, Policies()),
        ({"retry": 3}, Policies()),
        ({"retry": {"max_attempts": 2.5}}, Policies(retry={"max_attempts": 2})),
        ({"retry": {"exceptions": "OSError"}}, Policies(retry={})),
        ({"retry": {"exceptions": ["A", 5]}}, Policies(retry={"exceptions": ("A",)})),
        ({"context": 1}, Policies()),
        ({"state": "x"}, Policies()),
        ({"state": ["x", 1]}, Policies(state=("x",))),
    ],
)
def test_the_other_findings_say_what_counts(asked: dict[str, Any], counts: Policies):
    assert asked_of(asked) == counts


def asked_of(asked: dict[str, Any]) -> Policies:
    """What a node of a tool with this metadata asks for."""
    node = component("ToolNode", "n", tool=tool(asked))
    document = flowc.from_json(flow(node)).document
    (found,) = (it for item in document.flows for it in item.nodes if isinstance(it, ToolNode))
    return policies(found, document)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            {"retries": {}},
            "'metadata.flowc' of ServerTool 't' has no field 'retries' | not obeyed | "
            "Did you mean 'retry'?",
        ),
        (
            {"retry": {"max_retries": 2}},
            "'retry' of ServerTool 't' has no field 'max_retries' | not obeyed | "
            "Did you mean 'max_attempts', which counts the first attempt?",
        ),
        (
            {"retry": {"max_attemps": 2}},
            "'retry' of ServerTool 't' has no field 'max_attemps' | not obeyed | "
            "Did you mean 'max_attempts'?",
        ),
        (
            {"state": ["y"]},
            "ServerTool 't' has no input 'y' for the session state to fill | no such input | "
            "There is 'x'.",
        ),
        (
            "often",
            "'metadata.flowc' of ServerTool 't' is text, not an object | not obeyed | "
            "Write an object, such as { timeout: 10 }.",
        ),
    ],
)
def test_names_that_nothing_has_are_said(asked: Any, said: str):
    (found,) = in_json(tool(asked), "FLOW539")
    assert found.endswith(said)


def test_the_place_is_the_value_in_a_document_and_what_asks_in_a_source():
    (found,) = in_json(tool({"retry": {"max_attempts": -1}}), "FLOW539")
    assert found.startswith("FLOW539 15:21 '-1' ")
    (found,) = in_flow("@meta({ flowc: { timeout: -1 } })\ntool t()", "FLOW539")
    assert found.startswith("FLOW539 2:6 't' 'timeout' in ")


@pytest.mark.parametrize("type_", ["AgentNode", "ApiNode", "LlmNode"])
def test_other_nodes_are_not_retried(type_: str):
    node = component(type_, "n", metadata={"flowc": {"retry": {}, "timeout": None}})
    (found,) = in_json(flow(node), "FLOW539")
    assert found.endswith(
        f"'retry' in metadata.flowc of {type_} 'n' has no effect | not obeyed here | "
        "It belongs to a tool or to a ToolNode."
    )


def test_what_lives_elsewhere_may_have_the_inputs():
    asked = {"metadata": {"flowc": {"state": ["y"]}}}
    elsewhere = component("ToolNode", "n", tool={"$component_ref": "elsewhere"}, **asked)
    plugin = component("PluginNode", "p", metadata={"flowc": {"retry": {"max_attempts": 2}}})
    unlisted = component("ToolNode", "m", tool=component("ServerTool", "u", **asked), inputs=[X])
    assert in_json(flow(elsewhere, plugin, unlisted), "FLOW539") == []
    listed = component("ToolNode", "n", tool={"$component_ref": "elsewhere"}, inputs=[X], **asked)
    assert len(in_json(flow(listed), "FLOW539")) == 1


def test_wrong_annotations_are_errors_of_their_own_alone():
    text = '@timeout("10s")\n@retry(max_attempts = -1)\ntool t()'
    assert [found.code for found in flowc.parse(text).diagnostics] == ["FLOW114", "FLOW114"]
