"""Each known mistake is found, at its place and with nothing besides; and the report says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_report import main, numbers, table, wrong
from mistakes import FOLDER, GRAPH, RIGHT, Mistake, mistakes, said_of

ITEMS = mistakes()


@pytest.mark.parametrize("item", ITEMS, ids=[item.file for item in ITEMS])
def test_what_is_said_of_a_mistake(item: Mistake):
    assert said_of(item.file) == item.expected


def test_all_files_are_in_the_table_once():
    assert sorted(item.file for item in ITEMS) == sorted(path.name for path in FOLDER.iterdir())


def test_mistakes_are_found_and_what_is_right_is_not():
    for item in ITEMS:
        assert (item.expected == ()) == (item.group == RIGHT), item.file
    assert len({item.name for item in ITEMS if item.group == GRAPH}) >= 17


def test_keys_of_a_boolean_and_the_missing_edge_are_both_told():
    """A BranchingNode on a boolean with the keys `yes` and `no` and no `default` edge."""
    node = "/$referenced_components/main~1match"
    assert said_of("yes_and_no.json") == (
        f"FLOW307 at {node}/mapping",
        f"FLOW229 at {node}/mapping/yes",
    )


def test_what_is_not_as_the_table_says_is_told():
    item = Mistake(GRAPH, "unreachable node", "unreachable.flow", ())
    assert wrong([item]) == ["unreachable.flow: FLOW309 at 6:3 log(), not nothing"]
    assert list(table([item]))[:2] == [
        "mistakes of graphs:",
        "! unreachable node  unreachable.flow  FLOW309 at 6:3 log()",
    ]


def test_an_error_that_nobody_reviewed_is_a_false_one():
    lines = list(numbers(1, {("new.json", "FLOW309"): 1}, {}))
    assert "new.json: FLOW309 1 times, reviewed 0" in lines
    assert "false errors: 0" not in lines


def test_the_report(corpus: Path, capsys: pytest.CaptureFixture[str]):
    assert main() == 0
    text = capsys.readouterr().out
    assert "\nfalse errors: 0\n" in text
    assert "!" not in text.split("public documents")[0]
