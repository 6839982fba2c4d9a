"""Identifiers made of names."""

from __future__ import annotations

import pytest

from flowc.decompile.readable import Identifiers, is_generated, readable


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("plain_Name2", "plain_Name2"),
        ("Get user info tool", "get_user_info_tool"),
        ("lookup-order", "lookup_order"),
        ("  meta.llama-3.3-70b  ", "meta_llama_3_3_70b"),
        ("2nd try", "_2nd_try"),
        ("Größe", "groe"),
        ("café crème", "cafe_creme"),
        ("ﬁsh", "fish"),
        ("注文", ""),
        ("", ""),
        ("__", "__"),
        ("- -", ""),
        ("x" * 300, "x" * 96),
        ("word " * 40, "word_word_word_word_word_word_word_word_word"),
    ],
)
def test_readable(name: str, identifier: str):
    assert readable(name) == identifier


def test_numbers_only_on_a_clash():
    given = Identifiers({"taken"})
    wanted = [["a b"], ["a-b"], ["a.b", "other"], ["taken"], ["注文"], [""], ["", "c"]]
    assert [given.give(*texts, otherwise="node") for texts in wanted] == [
        "a_b",
        "a_b_2",
        "other",
        "taken_2",
        "node",
        "node_2",
        "c",
    ]


def test_generated_ids():
    assert is_generated("9d9f3a1e-7c50-4b7a-9b0e-0b6f5b1f7f10")
    assert is_generated("9D9F3A1E7C504B7A9B0E0B6F5B1F7F10")
    assert not is_generated("order-9d9f3a1e-7c50-4b7a-9b0e-0b6f5b1f7f10")
    assert not is_generated("order")
