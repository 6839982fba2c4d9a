"""The rules of flowc, read from its own sources: from a checkout, a wheel or a zip file alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from flowc.diagnostics import Severity
from flowc.patterns import pattern

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from flowc.diagnostics.rule_docs import RuleDoc

_DECLARES = " = Rule("
_RULE = pattern(r'^[A-Z0-9_]+ = Rule\(\s*"(FLOW\d{3})",\s*Severity\.([A-Z]+),', re.MULTILINE)


def all_rules() -> tuple[RuleDoc, ...]:
    """Every rule, in the order of the codes."""
    found = [rule for text in _sources() if _DECLARES in text for rule in _documented(text)]
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
    return next((rule for text in mention for rule in _documented(text) if rule.code == code), None)


def _documented(text: str) -> Iterator[RuleDoc]:
    # With the parser of Python, which takes longer to load than a small file to check.
    from flowc.diagnostics.rule_docs import rule_docs

    return rule_docs(text)


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
