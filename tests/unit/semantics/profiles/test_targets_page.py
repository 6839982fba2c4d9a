"""docs/targets.md has all that the profiles know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from targets import PROFILE_RULES

from flowc.semantics.profiles import PROFILES, sdk

PAGE = (Path(__file__).parents[4] / "docs" / "targets.md").read_text("utf-8")
SECTIONS = {
    part.split("\n", 1)[0].split(":")[0]: part for part in re.split(r"^## ", PAGE, flags=re.M)
}
SDK_SECTION = "wayflow and langgraph"
SEVERITIES = {code: rule.severity.value for code, rule in PROFILE_RULES.items()}


def told(section: str) -> dict[str, str]:
    """The common codes that a section lists, with what the runtime says."""
    return dict(re.findall(r"^\| (FLOW\d{3}) \| ([^|]+) \|$", SECTIONS[section], re.M))


def test_every_rule_is_listed_with_its_severity():
    rows = re.findall(r"^\| (FLOW\d{3}) \| (error|warning) \|", PAGE, re.M)
    assert dict(rows) == {
        code: severity
        for code, severity in SEVERITIES.items()
        if code not in re.findall(r"^\| (FLOW\d{3}) \|", SECTIONS[SDK_SECTION], re.M)
    }
    assert all(severity == SEVERITIES[code] for code, severity in rows)
    listed = set(re.findall(r"^\| (FLOW\d{3}) \|", PAGE, re.M))
    assert PROFILE_RULES.keys() <= listed


@pytest.mark.parametrize("target", [name for name in PROFILES if name != "python"])
def test_what_a_runtime_says_is_listed(target):
    shared = sdk.SAYS if target in ("wayflow", "langgraph") else {}
    own = {code: said for code, said in PROFILES[target].says.items() if code not in shared}
    assert told(target) == own


def test_what_the_sdk_says_is_listed():
    assert told(SDK_SECTION) == sdk.SAYS
