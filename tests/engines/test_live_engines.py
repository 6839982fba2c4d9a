"""WayFlow and LangGraph do with random flows what flowc does (SEMANTICS 6).

300 flows per engine, always the same ones, compiled to JSON and run by the engine, interpreted, and
as generated modules; `FLOWC_SOAK` says how many others. An engine may differ where the table of
`differences` says so beforehand, and nowhere else.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache

import pytest
from comparison import disagreements, run
from dialects import LANGGRAPH, WAYFLOW
from differences import DIFFERENCES, Difference, excuses
from known import Known
from omissions import OMISSIONS
from random_cases import drawn, for_each

from flowc.diagnostics import Severity
from flowc.semantics import check
from flowc.testing import Case, cases, constructs, differences
from flowc.testing.executions import Executions

DIALECTS = {"wayflow": WAYFLOW, "langgraph": LANGGRAPH}
CHUNKS, CHUNK = 6, 50
"""The flows are run in chunks, so that pytest-xdist can share them out."""
SOAK = int(os.environ.get("FLOWC_SOAK", "0"))
MOST = 0.05
"""The share of flows that an entry of the table may excuse."""
MOST_TOGETHER = 0.15
"""The share of flows that all entries of an engine may excuse."""
LEAST = 0.05
"""The share of flows that must have a construct."""
CONSTRUCTS = {
    "if",
    "irreducible",
    "join",
    "literal",
    "loop",
    "match",
    "raise",
    "several ends",
    "several sources",
    "subflow",
    "subflow branch",
    "map",
    "the same for all items",
    "message",
    "question",
    "model",
    "structured answer",
    "request",
    "ClientTool",
    "confirmation",
}
ONE_ENGINE = {
    "wayflow": {
        "parallel map",
        "parallel flow",
        "message of a subflow",
        "several subflows side by side",
    },
    "langgraph": {"several lists", "catch", "caught fault", "why it failed is used"},
}

each_engine = pytest.mark.parametrize("name", DIALECTS)


@pytest.fixture
def unformatted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules as they are before black breaks long lines: it takes most of the time, and layout is
    no behaviour."""
    monkeypatch.setattr("flowc.python.render._black", lambda text, depth=0: text)


def assert_same_behaviour(engine, server, case: Case) -> None:
    executions = Executions(case)
    interpreted, generated = executions.interpreted(), executions.generated()
    assert differences(interpreted, generated) == []
    if not excuses(engine.name, case):
        found = disagreements(case, interpreted, run(engine, case, server))
        assert not found, report(engine.name, executions, found)


def report(name: str, executions: Executions, found: list[str]) -> str:
    """All that is needed to see what went wrong."""
    case = executions.case
    parts = [
        f"flowc / {name}:",
        *found,
        f"inputs: {case.inputs!r}",
        f"tools: {case.tools!r}",
        executions.text,
    ]
    return "\n".join(parts)


@pytest.mark.usefixtures("unformatted")
@each_engine
@pytest.mark.parametrize("number", range(CHUNKS))
def test_the_engine_does_what_flowc_does(engine, server, name: str, number: int) -> None:
    compare_chunk(engine(name), server, number)


def compare_chunk(engine, server, number: int) -> None:
    for_each(
        cases(dialect=DIALECTS[engine.name]),
        number,
        CHUNK,
        lambda case: assert_same_behaviour(engine, server, case),
        shrink=True,
    )


@pytest.mark.usefixtures("unformatted")
@pytest.mark.skipif(not SOAK, reason="set FLOWC_SOAK to a number of flows")
@each_engine
def test_soak(engine, server, name: str) -> None:
    first = random.SystemRandom().randrange(2**32)
    print(f"{name}: seeds from {first}")
    for number in range(first, first + max(1, SOAK // CHUNK)):
        compare_chunk(engine(name), server, number)


# The flows, and what the table excuses ------------------------------------------------------------


@cache
def all_flows(name: str) -> list[Case]:
    """The flows that an engine runs."""
    strategy = cases(dialect=DIALECTS[name])
    return [case for number in range(CHUNKS) for case in drawn(strategy, number, CHUNK)]


@each_engine
def test_entries_excuse_few_flows(name: str) -> None:
    flows = all_flows(name)
    counts = Counter(entry for case in flows for entry in excuses(name, case))
    shares = {entry: count / len(flows) for entry, count in counts.items()}
    assert {entry: share for entry, share in shares.items() if share >= MOST} == {}
    excused = [case for case in flows if excuses(name, case)]
    assert len(excused) < MOST_TOGETHER * len(flows)


@each_engine
def test_the_flows_have_everything_in_them(name: str) -> None:
    flows = all_flows(name)
    counts = Counter(construct for case in flows for construct in constructs(case))
    wanted = CONSTRUCTS | ONE_ENGINE[name]
    assert {it: counts[it] for it in wanted if counts[it] < LEAST * len(flows)} == {}


# What is known ------------------------------------------------------------------------------------

KNOWN = [
    pytest.param(known, name, id=f"{name}: {known.name}")
    for known in (*DIFFERENCES, *OMISSIONS)
    for name in known.engines
]


@pytest.mark.parametrize(("known", "name"), KNOWN)
def test_the_engine_still_differs(engine, server, known: Known, name: str) -> None:
    case = known.smallest
    assert [it for it in check(case.document) if it.severity is Severity.ERROR] == []
    interpreted = Executions(case).interpreted()
    found = disagreements(case, interpreted, run(engine(name), case, server))
    assert known.is_shown_by(name, found), "\n".join(["it differs otherwise:", *found])


def test_what_an_entry_shows_is_all_that_may_differ() -> None:
    known = Known(name="x", rule="1", reason="x", source="", shows={"wayflow": "a: 1 / …\nb"})
    assert known.is_shown_by("wayflow", ["a: 1 / anything", "b"])
    for other in ([], ["a: 1 / x"], ["a: 2 / x", "b"], ["a: 1 / x", "bb"], ["a: 1 / x", "b", "c"]):
        assert not known.is_shown_by("wayflow", other)


@pytest.mark.parametrize("entry", DIFFERENCES, ids=lambda entry: entry.name)
def test_the_smallest_case_is_excused_by_its_entry_alone(entry: Difference) -> None:
    for name in entry.engines:
        assert excuses(name, entry.smallest) == [entry.name]


def test_what_is_known_has_a_name_of_its_own() -> None:
    names = Counter(
        (known.name, name) for known in (*DIFFERENCES, *OMISSIONS) for name in known.engines
    )
    assert [it for it, count in names.items() if count > 1] == []
