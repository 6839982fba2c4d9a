"""Derived ids."""

from __future__ import annotations

import pytest

from flowc.ir.ids import Ids, derived_id, segment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("order-1_a.b", "order-1_a.b"),
        ("a b/c", "a%20b%2Fc"),
        ("é", "%C3%A9"),
        ("100%", "100%25"),
        ("😀", "%F0%9F%98%80"),
        ("\ud800", "%ED%A0%80"),
        ("", ""),
    ],
)
def test_a_segment_holds_no_other_character_than_the_allowed_ones(text: str, expected: str) -> None:
    assert segment(text) == expected


def test_a_derived_id_keeps_its_owner_as_it_is() -> None:
    assert derived_id("my flow", "tools", 2) == "my flow/tools/2"


def test_an_id_that_is_taken_gets_a_number() -> None:
    ids = Ids({"a"})
    ids.take("b")
    assert [ids.unique(wanted) for wanted in ("a", "a", "b", "c")] == ["a/2", "a/3", "b/2", "c"]
