"""The table of what fields hold, against the table of component types."""

from __future__ import annotations

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.kinds import HOLDS


def test_types_and_fields_are_those_of_the_catalogue():
    for type_, fields in HOLDS.items():
        assert set(fields) <= set(CATALOGUE[type_].fields), type_
        for held in fields.values():
            assert held.kind.types <= set(CATALOGUE)


def test_fields_that_hold_components_hold_no_data_and_no_secrets():
    for type_, fields in HOLDS.items():
        entry = CATALOGUE[type_]
        assert not set(fields) & (entry.data | entry.sensitive), type_
