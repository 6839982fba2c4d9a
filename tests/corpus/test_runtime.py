"""Every runtime case of the corpus, run by the interpreter.

Each does what `runtime_decisions` says; cases with node kinds that do not run yet are refused with
FLOW601.
"""

from __future__ import annotations

import pytest
from runtime_cases import Case, load_cases, read_case, run_case
from runtime_decisions import DECIDED, Fails, Ok, agreed, expected

from flowc.diagnostics import FlowcError
from flowc.interpreter import interpret

UNCHECKED = {
    "br_cast_bool_lower": Ok({}, "T"),
    "br_cast_num": Ok({}, "f"),
    "br_num_input": Ok({}, "one"),
    "v_data_edge_into_start": Ok({"y": "q"}),
    "data_default_only_on_tool": Fails(
        LookupError, "input 'x' of node 'c' has no value and no source"
    ),
    "data_namebased_type_conflict": Fails(
        TypeError, "input 'x' of node 'c': expected integer, got str"
    ),
}
"""What a document that the checks refuse does all the same if it is run as it is."""


def execute(document, inputs, tools):
    outcome = interpret(document, inputs, tools=tools, max_steps=1_000_000)
    return outcome.outputs, outcome.branch


@pytest.fixture(scope="session")
def cases(corpus) -> dict[str, Case]:
    return load_cases(corpus)


def test_every_supported_case_does_what_the_engines_or_the_rules_say(cases):
    wrong = []
    for name, case in cases.items():
        if not case.is_supported:
            continue
        ran = run_case(case, execute)
        wanted = expected(case)
        if wanted is None or not wanted.matches(ran):
            wrong.append(f"{name}: wanted {wanted}, got {ran}")
    assert "\n".join(wrong) == ""


def test_only_what_differs_is_decided(cases):
    needless = [
        name
        for name, (_, wanted) in DECIDED.items()
        if cases[name].agreed is not None and wanted == agreed(cases[name])
    ]
    assert needless == []


@pytest.mark.parametrize("name", UNCHECKED)
def test_what_checks_refuse_still_has_one_meaning(cases, name):
    assert UNCHECKED[name].matches(run_case(cases[name], execute, checked=False))


def test_the_same_tool_calls_in_the_same_order(cases):
    seen = {}
    for name, case in cases.items():
        if case.is_supported and case.wayflow.calls is not None and name not in DECIDED:
            seen[name] = run_case(case, execute).calls == case.wayflow.calls
    assert len(seen) >= 8
    assert all(seen.values()), seen


def test_cases_of_other_node_kinds_are_refused_before_anything_runs(cases):
    refused = {name for name, case in cases.items() if not case.is_supported}
    assert refused
    for name in sorted(refused):
        ran = run_case(cases[name], execute, checked=False)
        assert "FLOW601" in ran.refused, (name, ran)
        assert ran.calls == []


def test_a_refusal_names_every_node_that_cannot_run(cases):
    case = cases["msg_single"]
    with pytest.raises(FlowcError) as caught:
        interpret(read_case(case).document, case.inputs, tools={})
    assert [found.title for found in caught.value.diagnostics] == [
        "the interpreter target cannot hold OutputMessageNode 'm'"
    ]
