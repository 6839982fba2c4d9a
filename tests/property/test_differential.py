"""Both executions of a flow behave the same (SEMANTICS 6).

500 random flows, always the same ones, run interpreted, and as generated modules, synchronous and
asynchronous. `FLOWC_SOAK=5000 pytest tests/property/test_differential.py` runs that many others.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest
from random_cases import drawn, for_each

from flowc.ir.flow import Flow
from flowc.ir.types import NULL, ObjectType, Type, UnionType, inner_types, members_of
from flowc.ir.values import Absent
from flowc.python.plan import Checks
from flowc.testing import KINDS, Case, cases, constructs, differences
from flowc.testing.dialect import Dialect
from flowc.testing.executions import Executions

CHUNKS, CHUNK = 10, 50
"""The flows are run in chunks, so that pytest-xdist can share them out."""

SOAK = int(os.environ.get("FLOWC_SOAK", "0"))

CONTROL = {
    "match",
    "if",
    "join",
    "loop",
    "goto",
    "irreducible",
    "several ends",
    "subflow",
    "subflow branch",
    "no default edge",
}
DATA = {"several sources", "by name", "default", "literal", "null to a type without null", *KINDS}
NODES = {
    "map",
    "several lists",
    "the same for all items",
    "append",
    "parallel map",
    "parallel flow",
    "catch",
    "why it failed is used",
    "message",
    "message of a subflow",
    "question",
    "model",
    "structured answer",
    "request",
    "agent",
}
TOOLS = {
    "ClientTool",
    "BuiltinTool",
    "RemoteTool",
    "MCPTool",
    "confirmation",
    "retry",
    "state",
    "context",
}
FAULTS = {
    "None",
    "raise",
    "wrong type",
    "missing key",
    "enum violation",
    "unfit answer",
    "caught fault",
    "fault side by side",
}
LEAST_SHARE = 0.05
RARE = {
    "sum",
    "average",
    "max",
    "min",
    "several subflows side by side",
    "few replies",
    "unequal lists",
    "nobody confirms",
    "no implementation",
}
RARE_SHARE = 0.01


@cache
def chunk(number: int) -> tuple[Case, ...]:
    """The cases of a chunk."""
    return tuple(drawn(cases(), number, CHUNK))


def all_cases() -> Iterator[Case]:
    return (case for number in range(CHUNKS) for case in chunk(number))


@pytest.fixture
def unformatted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules as they are before black breaks long lines: it takes most of the time, and layout is
    no behaviour."""
    monkeypatch.setattr("flowc.python.render._black", lambda text, depth=0: text)


def assert_same_behaviour(case: Case) -> None:
    executions = Executions(case)
    interpreted = executions.interpreted()
    for async_ in (False, True):
        generated = executions.generated(async_=async_)
        found = differences(interpreted, generated)
        assert not found, report(executions, found, async_)


def assert_same_without_checks(case: Case) -> None:
    """A module without checks does what one with checks does, if nobody breaks the types."""
    if "wrong inputs" in case.shapes:
        return
    executions = Executions(case)
    interpreted = executions.interpreted()
    for async_ in (False, True):
        generated = executions.generated(async_=async_, checks="none")
        found = differences(interpreted, generated)
        assert not found, report(executions, found, async_, "none")


def has_one_form(type_: Type) -> bool:
    """Whether values of the type stay what they are: no property is filled in, and no value fits
    several members of a union."""
    if isinstance(type_, ObjectType):
        fields = type_.fields or ()
        if not all(isinstance(item.default, Absent) for item in fields):
            return False
    if isinstance(type_, UnionType) and sum(item != NULL for item in members_of(type_)) > 1:
        return False
    return all(map(has_one_form, inner_types(type_)))


TRUSTED = Dialect(faults=("raise",), holds=has_one_form, converts=lambda type_: False)
"""Callers and tools give what the types say. Services may answer anything."""


def report(executions: Executions, found: list[str], async_: bool, checks: Checks = "full") -> str:
    """All that is needed to see what went wrong."""
    parts = [
        "interpreter / generated module:",
        *found,
        f"inputs: {executions.case.inputs!r}",
        f"tools: {executions.case.tools!r}",
        f"services: {executions.case.services!r}",
        f"replies: {executions.case.replies!r}",
        f"state: {executions.case.state!r}",
        executions.text,
        executions.code(async_=async_, checks=checks),
    ]
    return "\n".join(parts)


@pytest.mark.usefixtures("unformatted")
@pytest.mark.parametrize("number", range(CHUNKS))
def test_the_interpreter_and_the_generated_modules_behave_the_same(number: int) -> None:
    for_each(cases(), number, CHUNK, assert_same_behaviour, shrink=True)


@pytest.mark.usefixtures("unformatted")
@pytest.mark.parametrize("number", range(CHUNKS // 2))
def test_modules_without_checks_do_the_same_where_the_types_are_kept(number: int) -> None:
    strategy = cases(dialect=TRUSTED)
    for_each(strategy, number, CHUNK, assert_same_without_checks, shrink=True)


def test_formatted_modules_behave_the_same_too() -> None:
    for_each(cases(), CHUNKS, 10, assert_same_behaviour, shrink=True)


@pytest.mark.usefixtures("unformatted")
@pytest.mark.skipif(not SOAK, reason="set FLOWC_SOAK to a number of flows")
def test_soak() -> None:
    first = random.SystemRandom().randrange(2**32)
    print(f"seeds from {first}")
    for number in range(first, first + max(1, SOAK // CHUNK)):
        for_each(cases(), number, CHUNK, assert_same_behaviour, shrink=True)
        for_each(cases(dialect=TRUSTED), number, CHUNK, assert_same_without_checks, shrink=True)


# What the flows have in them ----------------------------------------------------------------------


def test_every_construct_is_in_at_least_five_in_a_hundred_flows() -> None:
    counts = Counter(name for case in all_cases() for name in constructs(case))
    least = LEAST_SHARE * CHUNKS * CHUNK
    wanted = CONTROL | DATA | NODES | TOOLS | FAULTS
    assert {name: counts[name] for name in wanted if counts[name] < least} == {}
    least = RARE_SHARE * CHUNKS * CHUNK
    assert {name: counts[name] for name in RARE if counts[name] < least} == {}


def test_the_flows_are_run_to_their_ends_and_fail_in_every_way() -> None:
    results = [Executions(case).interpreted() for case in all_cases()]
    done = [result for result in results if result.failure is None]
    assert len(done) >= 0.5 * len(results)
    assert sum(len(result.calls) >= 3 for result in results) >= 0.4 * len(results)
    assert sum(result.branch != "next" for result in done) >= LEAST_SHARE * len(results)
    kinds = Counter(result.failure.kind for result in results if result.failure is not None)
    for kind in ("LookupError", "TypeError", "ValueError"):
        assert kinds[kind] >= LEAST_SHARE * len(results), kinds
    for kind in ("NotImplementedError", "ToolFailure", "KeyError"):
        assert kinds[kind] > 0, kinds
    for kind in ("ConfirmationRequired", "ConfirmationRejected"):
        assert kinds[kind] > 0, kinds
    assert not kinds["OutOfCalls"]


def test_the_flows_speak_and_use_every_service() -> None:
    results = [Executions(case).interpreted() for case in all_cases()]
    services = Counter(name for it in results for name in {call.service for call in it.calls})
    often = {"llm", "http", "agents"}
    assert all(services[name] >= LEAST_SHARE * len(results) for name in often), services
    assert services.keys() == {
        *often,
        *("tools", "mcp", "client_tool", "executors", "confirm", "clock"),
    }
    roles = Counter(role for it in results for role in {said.role for said in it.messages})
    assert min(roles["agent"], roles["user"]) >= LEAST_SHARE * len(results), roles


# Faults that the comparison must find -------------------------------------------------------------


def uses_default_for_null(code: str) -> str:
    """A default is used for null too, not only for an input that is unset (SEMANTICS 10)."""
    return re.sub(r" if (isinstance\((\w+), \w*Unset\)) else ", r" if \2 is None or \1 else ", code)


def writes_values_as_python_does(code: str) -> str:
    """Branches compare, and strings get, `True` and `None`, which are no JSON (SEMANTICS 9)."""
    return re.sub(r"\b\w+\.dumps\(value\)", "str(value)", code)


def rounds_to_integers(code: str) -> str:
    """Numbers are rounded, not cut towards zero (SEMANTICS 9)."""
    return code.replace("return int(value)\n        except", "return round(value)\n        except")


def takes_one_branch_for_another(code: str) -> str:
    """The ends of the flow are called `next`, whatever their names (SEMANTICS 20)."""
    return re.sub(r'return "(left|right|a b|finally)", ', 'return "next", ', code)


def loses_what_runs_say(code: str) -> str:
    """What runs side by side say is not passed on (SEMANTICS 23)."""
    return re.sub(r"^( *)(await )?\w+\.pass_on\(\)$", r"\1pass", code, flags=re.MULTILINE)


def takes_failures_for_ends(code: str) -> str:
    """After a failure, control goes on as after an end (SEMANTICS 24)."""
    return code.replace('branch = "caught_exception_branch"', 'branch = "next"')


def confirms_all(code: str) -> str:
    """Nobody is asked before a tool runs (SEMANTICS 16)."""
    return re.sub(r"\brequire_confirmation\(", "(lambda *given: None)(", code)


def retries_nothing(code: str) -> str:
    """The first attempt is the last (SEMANTICS 15)."""
    return re.sub(r"max_attempts=[23]\b", "max_attempts=1", code)


@pytest.mark.usefixtures("unformatted")
@pytest.mark.parametrize(
    "edit",
    [
        uses_default_for_null,
        writes_values_as_python_does,
        rounds_to_integers,
        takes_one_branch_for_another,
        loses_what_runs_say,
        takes_failures_for_ends,
        confirms_all,
        retries_nothing,
    ],
)
def test_a_fault_in_the_generated_code_is_found(edit: Callable[[str], str]) -> None:
    assert any(finds_edit(Executions(case), edit) for case in all_cases())


def finds_edit(executions: Executions, edit: Callable[[str], str]) -> bool:
    code = executions.code()
    if edit(code) == code:
        return False
    expected = executions.interpreted()
    found = differences(expected, executions.generated(edit=edit))
    return bool(found) and not differences(expected, executions.generated())


def in_reverse(flow: Flow) -> Flow:
    """The sources of every input in the wrong order: the first one wins (SEMANTICS 4)."""
    edges = flow.data_edges
    return flow if edges is None else replace(flow, data_edges=edges[::-1])


def without_second_sources(flow: Flow) -> Flow:
    """Only one source of every input is ever written (SEMANTICS 4)."""
    first = {
        (edge.destination_node, edge.destination_input): edge for edge in flow.data_edges or ()
    }
    return flow if flow.data_edges is None else replace(flow, data_edges=tuple(first.values()))


def without_loops(flow: Flow) -> Flow:
    """Loops are lost: control goes on below where a counter says `again` (SEMANTICS 1)."""
    way_out = {
        edge.from_node: edge.to_node for edge in flow.control_edges if edge.branch != "again"
    }
    edges = [
        replace(edge, to_node=way_out[edge.from_node])
        if edge.branch == "again" and edge.from_node in way_out
        else edge
        for edge in flow.control_edges
    ]
    return replace(flow, control_edges=tuple(edges))


@pytest.mark.usefixtures("unformatted")
@pytest.mark.parametrize("misread", [in_reverse, without_second_sources, without_loops])
def test_a_document_that_the_generator_misreads_is_found(
    misread: Callable[[Flow], Flow],
) -> None:
    assert any(finds_misreading(Executions(case), misread) for case in all_cases())


def finds_misreading(executions: Executions, misread: Callable[[Flow], Flow]) -> bool:
    right = executions.document
    flows = {flow.id: misread(flow) for flow in right.flows}
    if all(flows[flow.id] == flow for flow in right.flows):
        return False
    expected, unbroken = executions.interpreted(), executions.generated()
    executions.document = replace(right, components={**right.components, **flows})
    return bool(differences(expected, executions.generated())) and not differences(
        expected, unbroken
    )
