"""The rules of flowc, read from its own sources: from a checkout, a wheel or a zip file alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from flowc.diagnostics import Severity
from flowc.diagnostics.rule_docs import RuleDoc, rule_docs

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_DECLARES = " = Rule("
_RULE = re.compile(r'^[A-Z0-9_]+ = Rule\(\s*"(FLOW\d{3})",\s*Severity\.([A-Z]+),', re.MULTILINE)


def all_rules() -> tuple[RuleDoc, ...]:
    """Every rule, in the order of the codes."""
    found = [rule for text in _sources() if _DECLARES in text for rule in rule_docs(text)]
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def severities() -> Mapping[str, Severity]:
    """The severity of every rule by its code, without parsing the sources."""
    found = (match for text in _sources() for match in _RULE.finditer(text))
    return {match[1]: Severity[match[2]] for match in found}


def rule_of(code: str) -> RuleDoc | None:
    """The rule of a code `FLOWnnn`, None if there is none. Only sources that mention it are
    parsed."""
    mention = (text for text in _sources() if f'"{code}"' in text and _DECLARES in text)
    return next((rule for text in mention for rule in rule_docs(text) if rule.code == code), None)


@cache
def _sources() -> tuple[str, ...]:
    """The texts of all modules of the package."""
    from importlib.resources import files  # commands that need no rules start without it

    texts = []
    waiting: list[Traversable] = [files("flowc")]
    while waiting:
        place = waiting.pop()
        if place.is_dir():
            waiting += sorted(place.iterdir(), key=lambda inner: inner.name, reverse=True)
        elif place.name.endswith(".py"):
            texts.append(place.read_text(encoding="utf-8"))
    return tuple(texts)
