"""YAML scalars: what YAML 1.1 reads, as PyYAML does, and whether YAML 1.2 reads another value.

Dates are text. So is what YAML 1.1 takes for a number but cannot build, such as `0x_`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import yaml

from flowc.ir.values import MAX_DIGITS

TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = frozenset((TAG + "str", TAG + "timestamp", TAG + "value", TAG + "merge", "!"))
_VALUE_TAGS = frozenset(TAG + name for name in ("null", "bool", "int", "float"))
_RESOLVER: Any = yaml.resolver.Resolver()
_CONSTRUCTOR: Any = yaml.constructor.SafeConstructor()
_NULL = re.compile(r"~|null|Null|NULL|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


class UnknownTag(Exception):
    """A tag that has no meaning in JSON."""


class TooManyDigits(Exception):
    """A number that is longer than any that flowc reads."""


class Scalar(NamedTuple):
    """A scalar's value, and whether it was written so that YAML 1.2 reads another."""

    value: Any
    differs: bool = False


def plain_scalar(text: str) -> Scalar:
    """The value of a scalar without quotes or tag; raises :class:`TooManyDigits`."""
    return _remembered(text) if len(text) <= 32 else _plain_scalar(text)


def _plain_scalar(text: str) -> Scalar:
    tag = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))
    value = text if tag in _TEXT_TAGS else _constructed(tag, text)
    return Scalar(value, _differs(text, value))


_remembered = lru_cache(maxsize=4096)(_plain_scalar)
"""Documents say the same few words again and again."""


def tagged_scalar(tag: str, text: str) -> Any:
    """The value of a scalar with a tag; raises :class:`UnknownTag` and :class:`TooManyDigits`."""
    if tag in _TEXT_TAGS:
        return text
    if tag not in _VALUE_TAGS:
        raise UnknownTag
    return _constructed(tag, text)


def _constructed(tag: str, text: str) -> Any:
    is_long = len(text.lstrip("+-")) > MAX_DIGITS
    if is_long and (tag == TAG + "int" or ":" in text):  # what takes more than linear time
        raise TooManyDigits
    try:
        return getattr(_CONSTRUCTOR, f"construct_yaml_{tag.removeprefix(TAG)}")(
            yaml.ScalarNode(tag, text)
        )
    except (ValueError, KeyError, OverflowError):
        return text


def _differs(text: str, value: object) -> bool:
    """Whether the core schema of YAML 1.2 reads another value."""
    if _NULL.fullmatch(text):
        return value is not None
    if _BOOL.fullmatch(text):
        return value is not (text.lower() == "true")
    if _INT.fullmatch(text):
        base = {"0o": 8, "0x": 16}.get(text[:2], 10)
        return type(value) is not int or value != int(text, base)
    if _FLOAT.fullmatch(text):
        return not isinstance(value, float)
    return value != text
