"""Every rule explains itself by an example that is wrong and one that is right, and both are true.

`pytest -n0 tests/golden/test_rule_examples.py -k FLOW137` tries the examples of one rule.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_examples import ran

from flowc.cli.rule_sources import all_rules
from flowc.diagnostics.rule_docs import RuleDoc

LIST = Path(__file__).with_name("undocumented_rules.txt")
UNDOCUMENTED = frozenset(LIST.read_text().split())
"""Rules that do not explain themselves yet. No code may be added."""

COME_TOGETHER = {"FLOW016": ("FLOW140",)}
"""Rules that are about findings of other rules, with the other in the example."""

RULES = all_rules()
SHOWN = [rule for rule in RULES if rule.prose and not rule.has_no_example]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_documented_or_listed_as_undocumented(rule: RuleDoc) -> None:
    listed = rule.code in UNDOCUMENTED
    assert bool(rule.prose) != listed, (
        f"{rule.code} is documented: take it out of {LIST.name}"
        if listed
        else f"{rule.code} needs a docstring right after it: prose, Wrong:, Right:"
    )


def test_only_rules_are_listed_as_undocumented() -> None:
    assert UNDOCUMENTED - {rule.code for rule in RULES} == set()


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.code)
def test_the_wrong_example_is_found_to_break_this_rule_and_no_other(
    rule: RuleDoc, tmp_path: Path
) -> None:
    done = ran(rule.wrong, tmp_path)
    assert done, "'Wrong:' needs a block that can be checked, or a console block"
    output = "".join(command.output for command in done)
    assert rule.code in {code for command in done for code in command.codes}, output
    allowed = {rule.code, *COME_TOGETHER.get(rule.code, ())}
    assert {code for command in done for code in command.errors} <= allowed, output


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.code)
def test_the_right_example_has_no_error_and_nothing_of_this_rule(
    rule: RuleDoc, tmp_path: Path
) -> None:
    done = ran(rule.right, tmp_path)
    assert done, "'Right:' needs a block that can be checked, or a console block"
    output = "".join(command.output for command in done)
    assert {code for command in done for code in command.errors} == set(), output
    assert rule.code not in {code for command in done for code in command.codes}, output
    assert [command.code for command in done] == [0] * len(done), output
