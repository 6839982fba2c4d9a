"""Whatever hangs on an id that a source would drop, or uses one that it would give: it comes back.

References lead to `<id>/part` in another file and to the secrets of other components, and
components and references have the very ids that a conversion gives to others.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from test_world_documents import world
from world_laws import exact_law, flow_law, obey

import flowc
from flowc.ir.document import Document
from flowc.testing import raw_documents

ENDINGS = ("/15", ".api_key", "/tools/0.field", "")


def ids(document: Document) -> list[str]:
    """The ids of all components and nodes."""
    nodes = (node.id for flow in document.flows for node in flow.nodes)
    return list(dict.fromkeys((*document.components, *nodes)))


def with_uses(document: Mapping[str, Any], choices: Random) -> dict[str, Any]:
    """The document, and beside it components that use its ids and those of its conversion."""
    program = flowc.from_json(document)
    old = ids(program.document)
    converted = flowc.from_json(flowc.parse(program.to_flow()).to_json()).document
    new = [id_ for id_ in ids(converted) if id_ not in old]
    uses = [{"$component_ref": choices.choice(old + new) + choices.choice(ENDINGS)} for _ in "123"]
    added = [{"component_type": "PluginUser", "id": "user", "name": "user", "uses": uses}]
    if new and choices.random() < 0.5:
        added.append({"component_type": "PluginTwin", "id": choices.choice(new), "name": "twin"})
    there = document.get("$referenced_components")
    components = dict(there) if isinstance(there, Mapping) else {}
    return {
        **document,
        "$referenced_components": components | {item["id"]: item for item in added},
    }


@given(document=raw_documents(), choices=st.randoms(use_true_random=False))
@world(40)
def test_what_uses_an_id_comes_back(document: Mapping[str, Any], choices: Random):
    obey(with_uses(document, choices), flow_law)


@given(document=raw_documents(), choices=st.randoms(use_true_random=False))
@world(10)
def test_what_uses_an_id_comes_back_from_an_exact_source(
    document: Mapping[str, Any], choices: Random
):
    obey(with_uses(document, choices), exact_law)
