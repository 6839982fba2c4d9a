"""FLOW511, FLOW512 and FLOW514: fields that are missing, unknown or secret, in `.flow` sources."""

from __future__ import annotations

import json

from findings_shown import component, in_flow, in_json

import flowc
from flowc.diagnostics.render import render_json, render_text


def findings(text: str) -> list[str]:
    return [f"{d.code} {d.severity.value}: {d.title}" for d in flowc.parse(text).diagnostics]


def test_a_missing_field():
    assert findings("BuiltinTool t() -> ()\n") == [
        "FLOW511 error: BuiltinTool 't' has no field 'tool_type'"
    ]
    assert findings('BuiltinTool t() -> () { tool_type: "plsql_exec" }\n') == []


def test_a_missing_field_of_a_node():
    node = 'flow f() {{\n  n = LlmNode() -> (x: string) {{ llm_config: ref("m"){} }}\n}}\n'
    assert findings(node.format("")) == [
        "FLOW511 error: LlmNode 'n' has no field 'prompt_template'"
    ]
    assert findings(node.format(', prompt_template: "Say hi."')) == []


def test_with_gives_and_takes_fields():
    assert findings('@with({ tool_type: "x" })\nBuiltinTool t() -> ()\n') == []
    taken = '@with({ tool_type: absent })\nBuiltinTool t() -> () { tool_type: "x" }\n'
    assert findings(taken) == ["FLOW511 error: BuiltinTool 't' has no field 'tool_type'"]


def test_an_unknown_field_is_kept_and_suggested():
    program = flowc.parse('BuiltinTool t() -> () { tool_type: "x", tool_versoin: "1" }\n')
    [found] = program.diagnostics
    assert (found.code, found.hint) == ("FLOW512", "Did you mean 'tool_version'?")
    assert program.to_dict()["tool_versoin"] == "1"


def test_types_that_nobody_knows_have_no_rules():
    assert findings("MyTool t() -> () { anything: 1 }\n") == []


def test_extern_components_need_no_fields():
    text = "extern VllmConfig far\n\nflow f() {\n}\n"
    assert [line for line in findings(text) if "FLOW51" in line] == []


SECRET = """\
VllmConfig v { url: "http://localhost", model_id: "m", api_key: "sk-123" }
"""


def test_a_secret_is_left_out_and_never_shown():
    program = flowc.parse(SECRET, filename="v.flow")
    [found] = program.diagnostics
    assert (found.code, found.title) == (
        "FLOW514",
        "the value of 'api_key' of VllmConfig 'v' is a secret; it is left out",
    )
    assert program.to_dict()["api_key"] == {"$component_ref": "v.api_key"}
    shown = render_text([found], color=False) + render_json([found])
    assert 'model_id: "m", api_key: ******** }' in shown
    for text in (shown, program.to_json(), program.to_yaml()):
        assert "sk-123" not in text


def test_a_secret_in_with_is_left_out_too():
    program = flowc.parse(
        '@with({ api_key: "sk-123" })\nVllmConfig v { url: "u", model_id: "m" }\n'
    )
    assert [found.code for found in program.diagnostics] == ["FLOW514"]
    assert "sk-123" not in program.to_json()


def test_a_secret_in_a_node_is_left_out_too():
    text = """\
flow f() {
  n = ApiNode() -> () { url: "http://x", http_method: "GET", sensitive_headers: { auth: "sk-1" } }
}
"""
    program = flowc.parse(text)
    assert "FLOW514" in [found.code for found in program.diagnostics]
    assert "sk-1" not in program.to_json()


def test_placeholders_and_marks_are_no_secrets():
    good = SECRET.replace('"sk-123"', '"{{API_KEY}}"')
    assert flowc.parse(good).to_dict()["api_key"] == "{{API_KEY}}"
    marked = SECRET.replace('"sk-123"', "secret")
    assert flowc.parse(marked).to_dict()["api_key"] == {"$component_ref": "v.api_key"}
    assert flowc.parse(good).diagnostics == flowc.parse(marked).diagnostics == ()


def test_a_secret_of_a_document_is_never_shown():
    document = flowc.parse(SECRET.replace('"sk-123"', "secret")).to_dict() | {"api_key": "sk-123"}
    for text in (json.dumps(document), json.dumps(document, indent=2)):
        program = flowc.from_json(text, filename="v.json")
        [found] = program.diagnostics
        assert found.code == "FLOW514"
        for written in (
            render_text([found], color=False),
            program.to_json(),
            program.to_flow(),
        ):
            assert "sk-123" not in written


# One code for both forms -------------------------------------------------------------------------


def test_an_unknown_field_in_both_forms():
    told = (
        "ServerTool has no field 'requires_confirmaton'; it is kept as it is | not a field of this "
        "type | Did you mean 'requires_confirmation'?"
    )
    text = "tool t() -> () {\n  requires_confirmaton: true\n}\n"
    key = "'requires_confirmaton'"
    assert in_flow(text, "FLOW512") == [f"FLOW512 2:3 {key} {told}"]
    tool = component("ServerTool", "t", inputs=[], outputs=[], requires_confirmaton=True)
    assert in_json(tool, "FLOW512") == [f"FLOW512 7:26 'true' {told}"]


def test_a_missing_field_in_both_forms():
    told = (
        "BuiltinTool 't' has no field 'tool_type' | needs 'tool_type' | Write 'tool_type': every "
        "BuiltinTool has one."
    )
    assert in_flow("BuiltinTool t()\n", "FLOW511") == [f"FLOW511 1:13 't' {told}"]
    [found] = in_json(component("BuiltinTool", "t"), "FLOW511")
    assert found.endswith(told)


def test_a_missing_field_whose_name_is_misspelt_in_both_forms():
    told = (
        "BuiltinTool 't' has no field 'tool_type', but one named 'tol_type' | needs 'tool_type' | "
        "Did you mean 'tool_type'?"
    )
    text = 'BuiltinTool t() {\n  tol_type: "x"\n}\n'
    assert in_flow(text, "FLOW511", "FLOW512") == [f"FLOW511 2:3 'tol_type' {told}"]
    [found] = in_json(component("BuiltinTool", "t", tol_type="x"), "FLOW511", "FLOW512")
    assert found.endswith(told)


def test_two_fields_like_a_missing_one():
    text = 'BuiltinTool t() {\n  tol_type: "x"\n  tooltype: "x"\n}\n'
    assert [it.partition(" ")[0] for it in in_flow(text, "FLOW511", "FLOW512")] == [
        "FLOW511",
        "FLOW512",
    ]


def test_a_node_without_what_it_runs():
    node = "flow f() {\n  x = ToolNode()\n}\n"
    assert in_flow(node, "FLOW511") == [
        "FLOW511 2:3 'x = ToolNode()' ToolNode 'x' has no field 'tool' | needs 'tool' | Write "
        "'tool': every ToolNode has one."
    ]


def test_what_is_written_wrong_is_not_missing_too():
    node = "flow f() {{\n  x = ToolNode() {{ tool: {} }}\n}}\n"
    assert in_flow(node.format("nobody"), "FLOW511", "FLOW102") == [
        "FLOW102 2:26 'nobody' nothing is named 'nobody' | not declared in this file | A text is "
        'written "nobody"; a component must be declared or imported.'
    ]
    assert [it.partition(" ")[0] for it in in_flow(node.format("5"), "FLOW511", "FLOW116")] == [
        "FLOW116"
    ]


def test_an_unknown_field_of_a_flow():
    text = "@with({ stat: 1 })\nflow f() {\n}\n"
    [found] = in_flow(text, "FLOW512")
    assert found.startswith("FLOW512 1:9 'stat' Flow has no field 'stat'; it is kept as it is")
