"""What flowc builds from `.flow` sources and from random flows loads in the official SDK."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from random_cases import drawn
from sdk_refusals import REFUSALS, Refusal, refusals_of

import flowc
from flowc.agentspec import to_json
from flowc.ir.document import Document
from flowc.testing import Dialect, cases

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(ROOT.glob("examples/*/*.flow"))
RANDOM_FLOWS = 200
RARE = 0.05
LOADABLE = Dialect(inherited_defaults=False)
"""What the SDK loads: it wants each default of a CatchExceptionNode at the node, where flowc takes
the flow's (SEMANTICS 24)."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_load(pyagentspec, path):
    text = path.read_text()
    if path.stem == "order":
        assert pyagentspec.load(flowc.load(path).to_json()) == (
            "ValueError: Invalid agentspec_version: component "
            "agentspec_version=AgentSpecVersionEnum.v25_4_1 but the minimum allowed version is "
            "AgentSpecVersionEnum.v25_4_2 (lower bounded by component 'lookup_order')"
        )
        text = text.replace('agentspec "25.4.1"', 'agentspec "25.4.2"')
    assert pyagentspec.load(flowc.parse(text).to_json()) is None


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.reason)
def test_the_sdk_refuses(pyagentspec, refusal: Refusal):
    program = flowc.parse(refusal.smallest)
    assert refusal in refusals_of(program.document)
    assert refusal.answer in (pyagentspec.load(program.to_json()) or "")


INHERITED = """
flow f() -> (a: string = "x") { return }
export flow main() -> (a: string) {
  x = try f() -> (a: string) { else => {} }
  return (a = x.a)
}
"""


def test_a_default_that_is_left_to_the_flow_is_written_on_the_node(pyagentspec):
    """SEMANTICS 24: the node's defaults, else the subflow's; the SDK looks at the node alone."""
    program = flowc.parse(INHERITED)
    assert program.diagnostics_for(["langgraph"]) == ()
    assert pyagentspec.load(program.to_json()) is None
    output, _ = program.to_dict()["$referenced_components"]["main/x"]["outputs"]
    assert output == {"title": "a", "type": "string", "default": "x"}


@pytest.mark.parametrize("number, title", [(0, "a"), (1, "caught_exception_info")])
def test_the_sdk_wants_a_catch_nodes_own_defaults(pyagentspec, number, title):
    """And the profiles of its engines say so."""
    document = flowc.parse(INHERITED).to_dict()
    del document["$referenced_components"]["main/x"]["outputs"][number]["default"]
    program = flowc.from_json(document)
    assert program.diagnostics == ()
    assert [item.code for item in program.diagnostics_for(["langgraph"])] == ["FLOW672"]
    assert pyagentspec.load(json.dumps(document)) == (
        f"ValueError: Value error, CatchExceptionNode 'x': output '{title}' must define a default "
        "value to be used when exceptions are caught."
    )


@pytest.mark.slow
def test_random_flows_load(pyagentspec):
    """All do but those of the few kinds that the SDK refuses, and of those none does."""
    kinds: dict[str, list[Refusal]] = {}
    good = 0
    for document in random_flows():
        text = to_json(document)
        if text not in kinds:
            kinds[text] = refusals_of(document)
            good += not kinds[text]
        if good == RANDOM_FLOWS:
            break
    errors = {text: pyagentspec.load(text) for text in sorted(kinds, key=len)}
    wrong = [text for text, error in errors.items() if bool(error) != bool(kinds[text])]
    assert wrong == [], f"{len(wrong)} unforeseen, the shortest: {errors[wrong[0]]}\n{wrong[0]}"
    for refusal in REFUSALS:
        assert sum(refusal in found for found in kinds.values()) < RARE * len(kinds), refusal.reason


def random_flows() -> Iterator[Document]:
    """Flows without end; from many seeds, because one seed goes on from what it drew before."""
    for number in count(1):
        yield from (case.document for case in drawn(cases(dialect=LOADABLE), number, 25))
