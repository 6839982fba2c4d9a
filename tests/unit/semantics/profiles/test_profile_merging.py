"""How the findings of profiles join the common ones."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from targets import found_in, own, said

from flowc import api
from flowc.cli.check_arguments import TARGETS
from flowc.cli.main import main
from flowc.diagnostics import Diagnostic, Severity
from flowc.semantics.profiles import PROFILES, for_targets

TWO_NAMES = 'tool t()\nflow main() {\n  a = t()\n  @name("a")\n  b = t()\n}'
LOW = 'agentspec "25.4.1"\nBuiltinTool t() { tool_type: "x" }\nflow main() { t() }'


def branching(branches: list[str] | None, edges: dict[str, str]) -> str:
    """A document of a BranchingNode that maps `a` to branch `a`."""
    node = {
        "component_type": "BranchingNode",
        "id": "switch",
        "name": "switch",
        "mapping": {"a": "a"},
        "inputs": [{"title": "key", "type": "string"}],
    }
    ends = {
        target: {"component_type": "EndNode", "id": target, "name": target, "branch_name": target}
        for target in edges.values()
    }
    start = {
        "component_type": "StartNode",
        "id": "start",
        "name": "start",
        "outputs": [{"title": "key", "type": "string"}],
    }
    references = {id_: {"$component_ref": id_} for id_ in ("start", "switch", *ends)}
    control = [("start", None, "switch"), *(("switch", it, to) for it, to in edges.items())]
    return json.dumps(
        {
            "component_type": "Flow",
            "agentspec_version": "25.4.1",
            "id": "main",
            "name": "main",
            "start_node": references["start"],
            "nodes": list(references.values()),
            "control_flow_connections": [
                {
                    "component_type": "ControlFlowEdge",
                    "name": f"{one} {branch}",
                    "from_node": references[one],
                    "from_branch": branch,
                    "to_node": references[other],
                }
                for one, branch, other in control
            ],
            "data_flow_connections": [
                {
                    "component_type": "DataFlowEdge",
                    "name": "key",
                    "source_node": references["start"],
                    "source_output": "key",
                    "destination_node": references["switch"],
                    "destination_input": "key",
                }
            ],
            "$referenced_components": {
                "start": start,
                "switch": node if branches is None else {**node, "branches": branches},
                **ends,
            },
        }
    )


def codes(text: str, *targets: str) -> list[tuple[str, str]]:
    return [(item.code, item.severity.value) for item in found_in(text, *targets)]


def test_the_command_line_offers_all_profiles():
    assert set(TARGETS) == set(get_args(api.Target)) == PROFILES.keys()


def test_without_a_target_nothing_changes():
    program = api.parse(TWO_NAMES)
    assert program.diagnostics_for([]) == program.diagnostics
    assert for_targets(program.document, program.diagnostics, ()) == program.diagnostics


def test_a_warning_that_the_runtime_refuses_is_an_error_with_its_message():
    (plain,) = found_in(TWO_NAMES)
    (told,) = found_in(TWO_NAMES, "adk")
    assert (plain.code, plain.severity) == ("FLOW311", Severity.WARNING)
    assert (told.code, told.severity, told.title) == ("FLOW311", Severity.ERROR, plain.title)
    assert told.hint == (
        "Give each node a name of its own. "
        "ADK: 'Graph validation failed. Duplicate node names found'."
    )


def test_an_error_gets_the_runtimes_number():
    text = branching(None, {"a": "one", "nope": "two", "default": "three"})
    (finding,) = (item for item in found_in(text, "oracle") if item.is_error)
    assert finding.code == "FLOW305"
    assert finding.hint.endswith(
        "Oracle: ORA-49074; ORA-50726 for a BranchingNode without mapping."
    )


def test_two_runtimes_both_say_what_they_say():
    hint = next(item.hint for item in found_in(LOW, "wayflow", "langgraph"))
    assert hint.endswith(
        "WayFlow: 'Invalid agentspec_version'. LangGraph: 'Invalid agentspec_version'."
    )


def test_what_two_runtimes_refuse_alike_is_said_once():
    text = "tool t(self: string)\nflow main(a: string) { t(self = a) }"
    assert codes(text, "wayflow", "langgraph", "wayflow") == [("FLOW671", "error")]


def test_a_moot_warning_goes_only_if_it_is_moot_for_all_targets():
    assert ("FLOW590", "warning") in codes(LOW)
    assert "FLOW590" not in dict(codes(LOW, "oracle"))
    assert "FLOW590" not in dict(codes(LOW, "oracle", "python"))
    assert dict(codes(LOW, "oracle", "wayflow"))["FLOW590"] == "error"


def test_an_error_is_never_moot():
    document = api.parse(TWO_NAMES).document
    error = Diagnostic("FLOW590", Severity.ERROR, "an error")
    assert for_targets(document, [error], ["adk"]) == (error,)
    assert for_targets(document, [replace(error, severity=Severity.WARNING)], ["adk"]) == ()


def test_a_finding_of_the_profile_stands_for_the_common_one_at_its_place():
    text = branching(None, {"a": "one"})
    assert codes(text) == [("FLOW307", "warning")]
    assert codes(text, "wayflow") == [("FLOW689", "warning")]
    assert codes(text, "oracle") == [("FLOW625", "error")]
    assert codes(text, "langgraph") == [("FLOW307", "warning")]


def test_a_finding_elsewhere_is_not_replaced():
    text = branching(None, {"a": "one"}).replace('"mapping"', '"maping": 1, "mapping"')
    assert codes(text, "oracle") == [("FLOW625", "error"), ("FLOW512", "warning")]


def test_findings_without_a_place_are_not_replaced():
    program = api.from_json(json.loads(branching(None, {"a": "one"})))
    found = [item.code for item in program.diagnostics_for(["wayflow"])]
    assert sorted(found) == ["FLOW307", "FLOW689"]


@pytest.mark.parametrize(
    ("branches", "edges", "title"),
    [
        (["a", "default"], {"a": "one", "default": "two"}, None),
        (["a"], {"a": "one"}, None),
        (
            ["a", "default"],
            {"a": "one"},
            "Oracle: 'switch' lists branch 'default', which no edge leaves (ORA-49079)",
        ),
        (
            ["a"],
            {"a": "one", "default": "two"},
            "Oracle: 'switch' does not list branch 'default', but an edge leaves (ORA-49079)",
        ),
    ],
)
def test_oracle_compares_the_branches_with_the_edges(branches, edges, title):
    found = own(found_in(branching(branches, edges), "oracle"))
    assert [item.title for item in found] == ([] if title is None else [title])


def test_a_jinja_expression_is_run_by_wayflow():
    text = 'flow main(a: string) { say "{{a | upper}} {{a}}" (a) }'
    (plain,), (told,) = found_in(text), found_in(text, "wayflow")
    assert (told.code, told.severity) == (plain.code, plain.severity) == ("FLOW411", plain.severity)
    assert told.hint == f"{plain.hint} WayFlow: it runs the expression, as Jinja."


def test_python_says_what_its_compiler_refuses():
    text = 'Agent a { llm_config: m, system_prompt: "Help." }\nOpenAiConfig m { model_id: "m" }'
    found = found_in(f"export {text}", "python")
    assert [said(item)[:2] for item in found if item.is_error] == [
        ("FLOW613", "the root 'a' is an Agent, not a flow")
    ]
    assert [item for item in found_in(f"export {text}") if item.is_error] == []


def test_python_takes_a_placeholder_that_a_build_defines():
    text = """env HOST
flow main() {
  a = ApiNode() -> (a: string) { url: "https://{{HOST}}/a", http_method: "GET" }
}"""
    assert [item.code for item in found_in(text, "python") if item.is_error] == []


def test_python_adds_nothing_where_the_checks_found_errors():
    text = branching(None, {"a": "one", "nope": "two", "default": "three"})
    plain = {item.code for item in found_in(text)}
    assert {item.code for item in found_in(text, "python")} <= plain


def test_a_source_with_errors_of_syntax_has_those_alone():
    assert codes("flow main() {", "wayflow", "python") == codes("flow main() {")


def test_the_command_line(tmp_path, capsys):
    path = tmp_path / "main.flow"
    path.write_text("tool t()\nflow main() { t() }")
    assert main(["check", str(path)]) == 0
    assert main(["check", "--target", "oracle", "--target", "adk", str(path)]) == 1
    assert "error[FLOW621]: Oracle has no ServerTool, as 't' is" in capsys.readouterr().err
    assert main(["check", "--target", "python", str(path)]) == 0
    with pytest.raises(SystemExit):
        main(["check", "--target", "cobol", str(path)])


def test_a_program_for_no_target_loads_no_profile():
    code = (
        "import sys, flowc; flowc.parse('flow main() { return }').diagnostics_for([]); "
        "print('flowc.semantics.profiles' in sys.modules, 'jinja2' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False False\n"


@pytest.mark.parametrize("name", ["order.flow", "order.json"])
def test_oracles_own_example_is_fine_for_oracle(name):
    path = Path(__file__).parents[4] / "examples" / "order" / name
    assert api.load(path).diagnostics_for(["oracle"]) == ()


@pytest.mark.parametrize("text", ["{{ " + "(" * 50_000, "{{ 1 + " + "9" * 5_000 + " }}", "{% " * 9])
def test_what_jinja_cannot_read_is_said_whatever_it_is(text):
    found = found_in(f'flow main() {{ say "{text}" }}', "wayflow")
    assert [item.code for item in own(found)] == ["FLOW686"]


def test_a_literal_that_a_flow_input_replaces_is_said_once():
    text = 'tool t(a: string)\nflow main(a: string) { t(a = "x") }'
    assert [it for it in codes(text, "wayflow") if it[1] == "error"] == [("FLOW406", "error")]
    assert "FLOW682" not in dict(codes(text, "wayflow"))
