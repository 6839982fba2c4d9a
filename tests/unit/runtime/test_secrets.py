"""Placeholders of sensitive fields, and their values."""

from __future__ import annotations

import pytest

from flowc.runtime.secrets import revealed

SECRETS = {"n.sensitive_headers": {"Authorization": "geheim"}, "llm.api_key": "key"}


def test_placeholders_are_replaced_wherever_they_are():
    assert revealed({"$component_ref": "llm.api_key"}, SECRETS) == "key"
    assert revealed({"$component_ref": "n.sensitive_headers"}, SECRETS) == {
        "Authorization": "geheim"
    }
    value = {"X": {"$component_ref": "llm.api_key"}, "Y": ["plain", None, 1]}
    assert revealed(value, SECRETS) == {"X": "key", "Y": ["plain", None, 1]}


def test_an_object_with_more_keys_is_no_placeholder():
    value = {"$component_ref": "llm.api_key", "x": 1}
    assert revealed(value, SECRETS) == value


def test_what_is_revealed_is_not_looked_at_again():
    secrets = {"a.b": {"$component_ref": "c.d"}}
    assert revealed({"$component_ref": "a.b"}, secrets) == {"$component_ref": "c.d"}


@pytest.mark.parametrize("name", ["n.api_key", "", 5, ["a"], None])
def test_a_missing_secret_is_named(name):
    with pytest.raises(LookupError) as caught:
        revealed({"X": {"$component_ref": name}}, SECRETS)
    assert str(caught.value) == f"no value for the secret '{name}'"
    assert "geheim" not in str(caught.value)
