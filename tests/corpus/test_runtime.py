"""Every runtime case of the corpus, run by the interpreter and by the generated modules.

Each does what `runtime_decisions` says; cases with node kinds that do not run yet are refused with
FLOW601.
"""

from __future__ import annotations

import asyncio
from types import ModuleType, SimpleNamespace

import pytest
from runtime_cases import Case, load_cases, read_case, run_case
from runtime_decisions import DECIDED, Fails, Ok, agreed, expected

from flowc.diagnostics import FlowcError
from flowc.interpreter import interpret, tool_namespace
from flowc.names import function_name
from flowc.python import emit
from flowc.runtime import as_async

UNCHECKED = {
    "br_num_input": Ok({}, "one"),
    "data_default_only_on_tool": Fails(
        LookupError, "input 'x' of node 'c' has no value and no source"
    ),
    "data_namebased_type_conflict": Fails(
        TypeError, "input 'x' of node 'c': expected integer, got str"
    ),
}
"""What a document that the checks refuse does all the same if it is run as it is."""


def interpreted(document, inputs, tools):
    outcome = interpret(document, inputs, tools=tools, max_steps=1_000_000)
    return outcome.outputs, outcome.branch


def generated(document, inputs, tools):
    branch, outputs = module(document).run_outcome(inputs, tools=tool_namespace(tools))
    return outputs, branch


def generated_async(document, inputs, tools):
    made = module(document, async_=True)
    functions = {function_name(name): function for name, function in tools.items()}
    run = made.run_outcome(inputs, tools=as_async(SimpleNamespace(**functions)))
    branch, outputs = asyncio.run(run)
    return outputs, branch


def module(document, *, async_=False):
    made = ModuleType("generated")
    code = emit(document, async_=async_, source_name="case.json", source_sha256="0" * 64)
    exec(compile(code, "<generated>", "exec"), made.__dict__)
    return made


EXECUTORS = [interpreted, generated, generated_async]
each_execution = pytest.mark.parametrize("execute", EXECUTORS, ids=lambda it: it.__name__)


@pytest.fixture(scope="session")
def cases(corpus) -> dict[str, Case]:
    return load_cases(corpus)


@each_execution
def test_every_supported_case_does_what_the_engines_or_the_rules_say(cases, execute):
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


@each_execution
@pytest.mark.parametrize("name", UNCHECKED)
def test_what_checks_refuse_still_has_one_meaning(cases, name, execute):
    assert UNCHECKED[name].matches(run_case(cases[name], execute, checked=False))


@each_execution
def test_the_same_tool_calls_in_the_same_order(cases, execute):
    seen = {}
    for name, case in cases.items():
        if case.is_supported and case.wayflow.calls is not None and name not in DECIDED:
            seen[name] = run_case(case, execute).calls == case.wayflow.calls
    assert len(seen) >= 8
    assert all(seen.values()), seen


@each_execution
def test_cases_of_other_node_kinds_are_refused_before_anything_runs(cases, execute):
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
