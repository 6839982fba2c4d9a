"""FLOW525, FLOW526, FLOW590: versions that are unknown, too low, or in the wrong place."""

from __future__ import annotations

import pytest
from findings_shown import component, in_flow, in_json

import flowc
from flowc.ir.versions import KNOWN_VERSIONS

LLM = component("OpenAiConfig", "gpt", model_id="m")
AGENT = component("Agent", "helper", llm_config=LLM, system_prompt="Help.")
KNOWN = "known are 25.4.1, 25.4.2, 26.1.0, 26.1.2, 26.3.1"


@pytest.mark.parametrize("version", ["99", "25.4", "v25.4.1", "26.2.0", "27.1.0", "latest", ""])
def test_an_unknown_version(version: str):
    document = AGENT | {"agentspec_version": version}
    assert in_json(document, "FLOW526", "FLOW590") == [
        f"FLOW526 12:23 '\"{version}\"' Agent Spec version '{version}' is not known | {KNOWN} | "
        'Write "agentspec_version": "25.4.1": the lowest that all components of the document allow.'
    ]
    text = f'agentspec "{version}"\ntool t()\n'
    assert in_flow(text, "FLOW526", "FLOW590") == [
        f"FLOW526 1:11 '\"{version}\"' Agent Spec version '{version}' is not known | {KNOWN} | "
        'Write agentspec "25.4.1": the lowest that all components of the document allow.'
    ]


@pytest.mark.parametrize("version", [*KNOWN_VERSIONS, None, "{{VERSION}}"])
def test_known_versions_and_none_are_fine(version: str | None):
    assert in_json(AGENT | {"agentspec_version": version}, "FLOW526") == []


def test_an_unknown_version_that_is_too_low_is_said_once():
    builtin = component("BuiltinTool", "b", tool_type="x", agentspec_version="20.1.0")
    [found] = in_json(builtin, "FLOW526", "FLOW590")
    assert found.startswith("FLOW590 ")


def test_a_yaml_number_is_read_as_a_version():
    text = "component_type: ServerTool\nid: t\nname: t\nagentspec_version: {}\n"
    number = flowc.from_yaml(text.format("26.1"), filename="d.yaml").diagnostics
    assert [item.code for item in number] == ["FLOW523", "FLOW526"]
    quoted = flowc.from_yaml(text.format('"26.1"'), filename="d.yaml").diagnostics
    assert [item.code for item in quoted] == ["FLOW526"]


def test_a_version_inside_a_component():
    document = AGENT | {"llm_config": LLM | {"agentspec_version": "25.4.1"}}
    assert in_json(document, "FLOW525", "FLOW512") == [
        "FLOW525 10:24 '\"25.4.1\"' 'agentspec_version' stands inside OpenAiConfig 'gpt', where it "
        "says nothing | not the document's version | Remove it: a document has one version, beside "
        "its root component."
    ]
    text = 'OpenAiConfig gpt {\n  model_id: "m"\n  agentspec_version: "25.4.1"\n}\n'
    [found] = in_flow(text, "FLOW525", "FLOW512")
    assert found.startswith(
        "FLOW525 3:3 'agentspec_version' 'agentspec_version' stands inside Open"
    )


def test_the_version_of_the_root_is_in_its_place():
    version = {"agentspec_version": "25.4.1"}
    assert in_json(AGENT | version, "FLOW525", "FLOW512") == []
    in_table = {"$component_ref": "helper", "$referenced_components": {"helper": AGENT | version}}
    assert in_json(in_table, "FLOW525", "FLOW512") == []
