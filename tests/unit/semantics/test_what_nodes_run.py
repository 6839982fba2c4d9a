"""What `contracts` takes for granted of the catalogue."""

from __future__ import annotations

from flowc.ir.kinds import HOLDS
from flowc.semantics.contracts import _RUN


def test_a_node_of_one_type_has_one_field_that_says_what_it_runs():
    several = {
        type_: fields for type_, holds in HOLDS.items() if len(fields := _RUN & set(holds)) > 1
    }
    assert several == {}
