"""PyYAML's events and tokens, from libyaml where that is installed.

libyaml refuses `"\\ud83d\\ude00"`, which JSON texts turned to YAML can have. It is given other
escapes of the same length in their place, and the values are put right afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SURROGATE = re.compile(r"(\\u)[dD]([89a-fA-F])")
_EITHER = re.compile(r"\\u[dDeE][89a-fA-F]")
_HIGH = re.compile("[\ud800-\udbff]")


def events(text: str) -> Iterator[Any]:
    """The events of a YAML text; surrogates that were escaped one by one are put together."""
    found: Iterator[Any] = yaml.parse(_without_surrogates(text), Loader=LOADER)
    if not _SURROGATE.search(text):
        return found
    return (_put_right(event, text) for event in found)


def tokens(text: str) -> Iterator[Any]:
    """The tokens of a YAML text."""
    found: Iterator[Any] = yaml.scan(_without_surrogates(text), Loader=LOADER)
    return found


def offsets(event: Any) -> tuple[int, int]:
    """Where an event or a token begins and ends."""
    return event.start_mark.index, event.end_mark.index


def _without_surrogates(text: str) -> str:
    return text if LOADER is yaml.SafeLoader else _SURROGATE.sub(r"\1E\2", text)


def _put_right(event: Any, text: str) -> Any:
    """The event, with the value of a scalar as the text has it."""
    if type(event) is not yaml.ScalarEvent:
        return event
    start, end = offsets(event)
    if LOADER is not yaml.SafeLoader and _EITHER.search(text, start, end):
        if event.style == '"':
            event.value = _quoted(text[text.index('"', start) : end])
        else:
            written = iter(_EITHER.findall(text, start, end))
            event.value = _EITHER.sub(lambda found: next(written, found[0]), event.value)
    if _HIGH.search(event.value):
        event.value = event.value.encode("utf-16", "surrogatepass").decode(
            "utf-16", "surrogatepass"
        )
    return event


def _quoted(text: str) -> str:
    """The value of a scalar in double quotes; most are written as in JSON, which is read faster."""
    try:
        return str(json.loads(text))
    except ValueError:
        pass
    found: Any = yaml.parse(text, Loader=yaml.SafeLoader)
    value: str = next(event.value for event in found if isinstance(event, yaml.ScalarEvent))
    return value
