"""No Agent Spec document in the world cannot be read, converted, written and got back.

`FLOWC_SOAK=50 pytest tests/property/test_world_documents.py` tries fifty times as many documents.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import Phase, given, settings
from world_laws import exact_law, flow_law, obey, text_law

from flowc.ir.catalogue import CATALOGUE
from flowc.testing import raw_documents
from flowc.testing.world import CHOICES, draw_raw_document

Document = Mapping[str, Any]


def world(count: int) -> settings:
    """So many documents. What fails is made small by its own means, which is much faster."""
    soak = int(os.environ.get("FLOWC_SOAK", "1"))
    return settings(max_examples=count * soak, phases=[Phase.generate])


@given(document=raw_documents())
@world(30)
def test_json_and_yaml_texts_say_the_same(document: Document):
    obey(document, text_law)


@given(document=raw_documents())
@world(25)
def test_a_document_comes_back_from_flow(document: Document):
    obey(document, flow_law)


@given(document=raw_documents())
@world(20)
def test_a_document_comes_back_exactly_from_an_exact_source(document: Document):
    obey(document, exact_law)


def components(value: Any) -> Iterator[Document]:
    """Every component in a document, at any depth."""
    if isinstance(value, Mapping):
        if isinstance(value.get("component_type"), str):
            yield value
        for item in value.values():
            yield from components(item)
    elif isinstance(value, list):
        for item in value:
            yield from components(item)


def test_the_world_holds_every_field_of_every_component_type():
    numbers = random.Random(1)
    seen: dict[str, set[str]] = {}
    for _ in range(1500):
        for component in components(draw_raw_document(numbers.randbytes(CHOICES))):
            seen.setdefault(component["component_type"], set()).update(component)
    missing = {name: set(entry.fields) - seen.get(name, set()) for name, entry in CATALOGUE.items()}
    assert {name: fields for name, fields in missing.items() if fields} == {}
