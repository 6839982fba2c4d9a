"""Every rule has a code of its own, in the range of its part, and says what it is about."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "flowc"

RANGES: dict[str, tuple[range, ...]] = {
    "syntax": (range(100),),
    "diagnostics": (range(16, 18), range(500, 600), range(825, 830)),
    "format": (range(100), range(650, 660)),
    "semantics": (range(100, 650), range(660, 700), range(706, 710)),
    "agentspec": (range(500, 600),),
    "python": (range(600, 650),),
    "conversion": (range(650, 660),),
    "interpreter": (range(700, 800),),
    "cli": (range(790, 900),),
    "api": (range(800, 900),),
    "files": (range(800, 900),),
    "ir": (range(100, 600),),
}


@dataclass(frozen=True)
class Declared:
    """A `Rule(…)` in the source, with where it stands."""

    code: str
    summary: str
    part: str
    place: str
    name: str | None


def declared_rules() -> list[Declared]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = {
            id(node.value): node.targets[0].id
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        relative = path.relative_to(PACKAGE)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Rule":
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                found.append(
                    Declared(
                        code=texts[0],
                        summary=texts[-1],
                        part=relative.parts[0].removesuffix(".py"),
                        place=f"{relative}:{node.lineno}",
                        name=names.get(id(node)),
                    )
                )
    return found


RULES = declared_rules()


def test_there_are_rules_and_their_codes_are_unique() -> None:
    assert len(RULES) > 20
    twice = {code for code, count in Counter(rule.code for rule in RULES).items() if count > 1}
    assert {rule.place: rule.code for rule in RULES if rule.code in twice} == {}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_a_constant_with_a_code_in_its_range_and_a_summary(rule: Declared) -> None:
    assert re.fullmatch(r"FLOW\d{3}", rule.code), rule.place
    assert rule.name is not None and rule.name.isupper(), f"{rule.place} is no module constant"
    assert any(int(rule.code[4:]) in codes for codes in RANGES[rule.part]), rule.place
    assert rule.summary and "\n" not in rule.summary and not rule.summary.endswith("."), rule.place
