"""What flowc builds from `.flow` sources and from random flows loads in the official SDK."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import flowc
from flowc.agentspec import to_json
from flowc.testing import Case, cases

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(ROOT.glob("examples/*/*.flow"))
RANDOM_FLOWS = 200


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_load(pyagentspec, path):
    text = path.read_text()
    if path.stem == "order":
        assert "25.4.1" in str(pyagentspec.load(flowc.load(path).to_json()))
        text = text.replace('agentspec "25.4.1"', 'agentspec "25.4.2"')
    assert pyagentspec.load(flowc.parse(text).to_json()) is None


def test_random_flows_load(pyagentspec):
    refused: list[str] = []
    seen: list[Case] = []

    @seed(1)
    @settings(
        max_examples=RANDOM_FLOWS,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def collect(case: Case) -> None:
        seen.append(case)

    collect()
    assert len(seen) == RANDOM_FLOWS
    for case in seen:
        text = to_json(case.document)
        problem = pyagentspec.load(text)
        if problem is not None:
            refused.append(f"{problem}\n{text}")
    assert len(refused) == 0, f"{len(refused)} refused, the first:\n{refused[0]}"
