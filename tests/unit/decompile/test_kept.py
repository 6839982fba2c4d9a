"""Ids that a source keeps: what hangs on them, or uses those that would be given, is not lost."""

from __future__ import annotations

import flowc
from flowc.decompile.kept import kept

FREE, HELD = "0b7e7a7c-4a4e-4b6c-9f0a-2d2f6a1c9d3e", "1b7e7a7c-4a4e-4b6c-9f0a-2d2f6a1c9d3e"


def test_an_id_goes_if_nothing_uses_it_or_the_new_one():
    assert (
        kept({"n": ["f/x"]}, stay=["f", "t", "n/tool"], nowhere={"elsewhere", "f/y/part"}) == set()
    )


def test_an_id_stays_for_a_reference_to_a_part_or_secret_of_it():
    new = {"a": ["f/a2"], "b": ["f/b2"], "c": ["f/c2"]}
    assert kept(new, stay=[], nowhere={"a/part/0", "b.key", "cc/part", "f.c2.key/x"}) == {"a", "b"}


def test_an_id_stays_if_the_new_one_is_used():
    new = {"a": ["f/x"], "b": ["f/y"], "c": ["f/z"]}
    assert kept(new, stay=["f/x"], nowhere={"f/y/part"}) == {"a", "b"}


def test_an_id_that_stays_is_used_itself():
    new = {f"n{n}": [f"n{n + 1}"] for n in range(5)}
    assert kept(new, stay=["n3"], nowhere=set()) == {"n0", "n1", "n2"}


def test_ids_that_are_the_new_ones_need_not_stay():
    assert kept({"f/x": ["f/x"]}, stay=["f/x/tool"], nowhere=set()) == set()


def test_only_what_is_in_the_way_is_named_in_the_source():
    document = {
        "$referenced_components": {
            id_: {"component_type": "PluginThing", "id": id_, "name": name, **more}
            for id_, name, more in (
                (FREE, "x", {"uses": {"$component_ref": "y"}}),
                (HELD, "y", {}),
            )
        }
    }
    assert flowc.from_json(document).to_flow() == (
        "agentspec none\n\nlibrary\n\n"
        'PluginThing x { uses: ref("y") }\n\n'
        f'@id("{HELD}")\nPluginThing y\n'
    )
