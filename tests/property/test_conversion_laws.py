"""Random documents through the four steps: source to JSON, JSON to source, there and back, in
default and in exact mode, byte for byte where a text is converted again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from world_laws import Law, exact_law, flow_law, obey

import flowc
from flowc.agentspec import to_object
from flowc.ir.document import Document
from flowc.testing import Case, cases, documents

fixed = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
LAWS = [flow_law, exact_law]


@pytest.mark.parametrize("law", LAWS)
@given(document=documents())
@fixed
def test_the_laws_hold_for_documents_of_everything(law: Law, document: Document) -> None:
    obey(to_object(document), law)


@pytest.mark.parametrize("law", LAWS)
@given(case=cases())
@fixed
def test_the_laws_hold_for_flows_that_run(law: Law, case: Case) -> None:
    obey(to_object(case.document), law)


@given(document=documents())
@settings(fixed, max_examples=6)
def test_the_order_of_a_components_fields_makes_no_difference(document: Document) -> None:
    value = to_object(document)
    expected = flowc.from_json(value)
    other = flowc.from_json(shuffled(value, Random(7)))
    assert other.to_flow() == expected.to_flow()
    assert other.to_flow(exact=True) == expected.to_flow(exact=True)


def shuffled(value: Any, random: Random) -> Any:
    """The value with the fields of every component and edge in another order."""
    if isinstance(value, list):
        return [shuffled(item, random) for item in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    if "component_type" in value:
        random.shuffle(keys)
    return {key: shuffled(value[key], random) for key in keys}
