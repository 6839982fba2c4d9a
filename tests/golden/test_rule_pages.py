"""docs/diagnostics is what `make docs` makes of the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rule_pages import FOLDER, INDEX, PARTS, index, page

from flowc.cli.rule_sources import all_rules
from flowc.diagnostics.rule_docs import RuleDoc

DOCUMENTED = [rule for rule in all_rules() if rule.prose]


@pytest.mark.parametrize("rule", DOCUMENTED, ids=lambda rule: rule.code)
def test_the_page_of_a_rule_is_up_to_date(rule: RuleDoc) -> None:
    path = FOLDER / f"{rule.code}.md"
    assert path.is_file(), f"{path.name} is missing: make docs"
    assert path.read_text(encoding="utf-8") == page(rule), f"{path.name} is stale: make docs"


def test_the_index_is_up_to_date() -> None:
    assert (FOLDER / INDEX).read_text(encoding="utf-8") == index(DOCUMENTED), "make docs"


def test_there_is_no_page_of_a_rule_that_is_gone() -> None:
    pages = {path.name for path in FOLDER.iterdir()}
    assert pages - {f"{rule.code}.md" for rule in DOCUMENTED} == {INDEX}


def test_every_rule_belongs_to_a_part() -> None:
    prefixes = tuple(prefix for prefix, _ in PARTS)
    assert [rule.code for rule in all_rules() if not rule.code.startswith(prefixes)] == []


def test_no_page_names_a_place_of_this_machine() -> None:
    for path in FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        assert str(Path.home()) not in text and not re.search(r"/tmp\b", text), path.name


TWINS = (
    ("FLOW109", "FLOW520"),
    ("FLOW116", "FLOW510"),
    ("FLOW143", "FLOW309"),
    ("FLOW145", "FLOW306"),
    ("FLOW146", "FLOW305"),
    ("FLOW147", "FLOW304"),
    ("FLOW154", "FLOW302"),
)
"""One mistake has two codes where a source says it in other words than a document."""


def test_the_pages_of_one_mistake_name_each_other() -> None:
    prose = {rule.code: rule.prose for rule in DOCUMENTED}
    assert [
        (one, other)
        for pair in TWINS
        for one, other in (pair, pair[::-1])
        if f"this is {other}." not in " ".join(prose[one].split())
    ] == []
