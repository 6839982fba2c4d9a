"""What `check` finds for a target, in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flowc import api
from flowc.cli.rule_sources import all_rules
from flowc.diagnostics import Diagnostic
from flowc.diagnostics.rule_docs import Example, RuleDoc

OWN = [(620, 650), (660, 700)]
"""The codes of profiles."""

PROFILE_RULES = {
    rule.code: rule
    for rule in all_rules()
    if any(first <= int(rule.code[4:]) < end for first, end in OWN)
}
"""The rules of profiles by code, with the examples of their documentation."""


def found_in(text: str, *targets: Any) -> tuple[Diagnostic, ...]:
    """All findings of a `.flow` text, or of a document if it begins with a brace."""
    if text.startswith("{"):
        return api.from_json(text, filename="example.json").diagnostics_for(targets)
    return api.parse(text, filename="example.flow").diagnostics_for(targets)


def own(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those of profiles among the findings."""
    return [item for item in findings if item.code in PROFILE_RULES]


def said(item: Diagnostic) -> tuple[str, str, str, str]:
    """Code, title and label of a finding, and the first line of the text at its place."""
    place = "" if item.location is None else item.location.span().text.split("\n")[0]
    return (item.code, item.title, item.label, place)


def example(rule: RuleDoc, section: Example) -> tuple[str, str]:
    """The text of an example of a profile's rule, and its target."""
    (block,) = section.files
    (command,) = section.commands
    words = command.split()
    assert words[:3] == ["flowc", "check", "--target"] and words[4:] == [block.name], command
    return block.text, words[3]
