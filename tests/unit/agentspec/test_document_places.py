"""Places are looked for when the first finding needs them, and are the same for all readers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from documents import flow, flow_with
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.agentspec import json_places, read_json, read_yaml, yaml_text
from flowc.agentspec.json5_text import scan
from flowc.agentspec.json_places import JsonPlaces
from flowc.semantics import check


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was gone through to find places."""
    found: list[str] = []
    inside, places = JsonPlaces.inside, yaml_text.places

    def counted_inside(self: JsonPlaces, start: int) -> Any:
        if start not in self.known:
            found.append(f"json {start}")
        return inside(self, start)

    def counted_places(text: str) -> Any:
        found.append("yaml")
        return places(text)

    monkeypatch.setattr(json_places.JsonPlaces, "inside", counted_inside)
    monkeypatch.setattr(yaml_text, "places", counted_places)
    return found


@pytest.mark.parametrize("read", [read_json, read_yaml])
def test_reading_and_checking_without_findings_looks_for_no_place(
    read: Any, passes: list[str]
) -> None:
    done = read(json.dumps(flow()))
    assert (done.diagnostics, check(done.document)) == ((), ())
    assert passes == []


def test_yaml_is_gone_through_once_for_all_findings(passes: list[str]) -> None:
    done = read_yaml(json.dumps(flow_with("t", odd=1, other=2)))
    assert [item.location.span().text for item in done.diagnostics if item.location] == ["1", "2"]
    assert passes == ["yaml"]


def test_json_is_gone_through_only_on_the_way_to_the_findings(passes: list[str]) -> None:
    text = json.dumps(flow_with("t", odd=1, other=2))
    done = read_json(text)
    assert [item.location.span().text for item in done.diagnostics if item.location] == ["1", "2"]
    table = text.index("{", text.index("$referenced_components"))
    tool = text.index("{", text.index('"t":', table))
    assert passes == ["json 0", f"json {table}", f"json {tool}"]


texts = st.text(st.sampled_from('ab"\\\n{}[],: é😀\u2028'), max_size=5)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = ()
    if isinstance(value, (dict, list)):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [path, *(found for key, item in inner for found in paths(item, (*path, key)))]


@given(values, st.sampled_from([None, 0, 2]), st.booleans())
@settings(max_examples=200)
def test_both_readers_of_json_find_the_same_places(value: Any, indent: int, ascii_: bool) -> None:
    text = f" {json.dumps(value, indent=indent, ensure_ascii=ascii_)}\n"
    place = scan(text).place
    fast = JsonPlaces(text)
    for path in paths(value):
        for wanted in (path, (*path, "not there", 7)):
            found = place.find(wanted)
            assert fast.locate(wanted) == (found.start, found.end)
