"""Values as the command line shows them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.cli.masking import MASKED, Mask

TEXTS = st.text(max_size=6)
SECRETS = st.text(min_size=1, max_size=6).map(lambda text: f"S3CRET{text}")


@given(SECRETS, TEXTS, TEXTS)
def test_a_secret_is_nowhere_in_a_value(secret, before, after):
    text = before + secret + after
    mask = Mask([secret])
    value = {text: [text, {"a": text}], "object": {1, text}, "bytes": Exception(text)}
    shown = json.dumps(mask.value(value)) + mask.text(repr(text)) + mask.text(json.dumps(text))
    assert "S3CRET" not in shown


def test_secrets_inside_secrets_and_longer_ones_first():
    mask = Mask([{"a": ["abc", None]}, "abcdef", ""])
    assert mask.text("abcdef abc ab") == f"{MASKED} {MASKED} ab"


def test_values_of_secret_names_are_not_shown_at_all():
    assert Mask([], ["token"]).values({"token": [1], "id": 2}) == {"token": MASKED, "id": 2}


@pytest.mark.parametrize("value", [None, True, 0, -1.5, "é", [], {}, [{"a": [None]}]])
def test_json_is_shown_as_it_is(value):
    assert Mask().value(value) == value
