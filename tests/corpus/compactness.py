"""How much shorter a document is as `.flow` text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import yaml

from flowc.syntax.parser import Parsed

_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Size:
    """The length of a text."""

    characters: int
    lines: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """One document as JSON, as YAML and as `.flow` text."""

    json: Size
    yaml: Size
    flow: Size


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some ratios, and their range."""

    median: float
    least: float
    most: float


def size(text: str) -> Size:
    """The length of a text; a last line need not end."""
    return Size(len(text), len(text.splitlines()))


def without_comments(parsed: Parsed, flow: str) -> str:
    """A source without its comments and the lines that hold nothing else."""
    kept, end = [], 0
    for comment in parsed.comments:
        until = comment.span.start
        if comment.own_line:
            until = flow.rfind("\n", 0, until) + 1
        kept.append(flow[end:until])
        end = comment.span.end + comment.own_line
    return "".join([*kept, flow[end:]])


def sizes(value: Any, flow: str) -> Sizes:
    """The sizes of a document: `json.dumps(indent=2)` and `yaml.safe_dump` of its value, with
    characters as they are, and its source. UUIDs are shortened in all three, so that the source
    gains nothing from dropping them."""
    shorten = Shortener()
    value = shorten(value)
    return Sizes(
        size(json.dumps(value, indent=2, ensure_ascii=False)),
        size(yaml.safe_dump(value, sort_keys=False, allow_unicode=True)),
        size(shorten(flow)),
    )


class Shortener:
    """Writes `u1`, `u2` … for the UUIDs in the texts of values; one UUID is always the same."""

    def __init__(self) -> None:
        self._short: dict[str, str] = {}

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            return _UUID.sub(self._shortened, value)
        if isinstance(value, dict):
            return {self(key): self(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self(item) for item in value]
        return value

    def _shortened(self, found: re.Match[str]) -> str:
        return self._short.setdefault(found.group().lower(), f"u{len(self._short) + 1}")


def spread(ratios: Sequence[float]) -> Spread:
    """Median and range; there must be a ratio at all."""
    return Spread(median(ratios), min(ratios), max(ratios))


def over_flow(found: Sequence[Sizes], form: str, unit: str) -> Spread:
    """How many times more characters or lines a form has than `.flow`, over some documents."""
    return spread([getattr(getattr(s, form), unit) / getattr(s.flow, unit) for s in found])
