"""JSON and JSON5 text to values; keys that are there twice, NaN and deep nesting are errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any

from flowc.agentspec.comments import Comment
from flowc.agentspec.depth import nests_deeper
from flowc.agentspec.json5_text import Malformed, Scan, TooDeep, scan
from flowc.agentspec.json_places import JsonPlaces
from flowc.agentspec.keys import TABLE
from flowc.agentspec.places import Place, locator
from flowc.agentspec.text_rules import BAD_TEXT, DEPTH_LIMIT, DUPLICATE_KEY, NO_JSON_VALUE, too_deep
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.ir.values import MAX_DIGITS
from flowc.records import dataclass, replace
from flowc.text import JsonPath, Source, Span, normalised


@dataclass(frozen=True, slots=True)
class Loaded:
    """A text's value, the source that knows where its parts stand, what is odd about it, and its
    comments, which belong to parts of the value by their `place`. `inner_tables` is whether tables
    of referenced components may stand below the document's own."""

    value: Any
    source: Source | None
    diagnostics: tuple[Diagnostic, ...] = ()
    comments: tuple[Comment, ...] = ()
    place: Callable[[], Place] | None = None
    inner_tables: bool = True


def load_json(text: str, filename: str) -> Loaded:
    """The value of a JSON or JSON5 text; raises :class:`FlowcError` if it has none."""
    source = Source(filename, normalised(text))
    value = _fast(source.text)
    if value is _NOT_PLAIN or nests_deeper(value, DEPTH_LIMIT):
        found = _scanned(source)
        source = replace(source, locate=locator(lambda: found.place))
        loaded = Loaded(found.value, source, (), found.comments, lambda: found.place)
        raise_if_unwritable(loaded.value, loaded.source)
        return loaded
    source = replace(source, locate=JsonPlaces(source.text).locate)
    return Loaded(value, source, inner_tables=_may_have_inner_tables(source.text, value))


_NOT_PLAIN = object()
_TOO_LONG: int = 10**MAX_DIGITS


class _Odd(Exception):
    """Plain JSON that needs a closer look: a key is there twice, or a number cannot be written."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Odd
    return found


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _Odd
    return int(digits)


def _float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise _Odd
    return number


def _constant(name: str) -> float:
    raise _Odd


_PLAIN = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)


def _fast(text: str) -> Any:
    """The value if the text is plain JSON without fault, else `_NOT_PLAIN`."""
    try:
        return _PLAIN.decode(text)
    except (ValueError, RecursionError, _Odd):
        return _NOT_PLAIN


def _may_have_inner_tables(text: str, value: Any) -> bool:
    """Whether the key of a table stands in the text more often than in the value itself. Escaped it
    would not be found; texts with escapes of such characters are rare."""
    own = isinstance(value, dict) and TABLE in value
    return text.count(f'"{TABLE}"') > own or ("\\" in text and "\\u00" in text)


def _scanned(source: Source) -> Scan:
    try:
        found = scan(source.text)
    except TooDeep as error:
        raise FlowcError([too_deep(Span(source, error.offset, error.offset + 1))]) from None
    except Malformed as error:
        at = Span(source, error.offset, min(error.offset + 1, len(source.text)))
        raise FlowcError(
            [BAD_TEXT.at(at, f"this is no JSON: {error.what}", label="the text stops making sense")]
        ) from None
    if found.duplicates:
        raise FlowcError(_duplicates(source, found))
    return found


def _duplicates(source: Source, found: Scan) -> Iterator[Diagnostic]:
    for item in found.duplicates:
        owner: Place = found.place.find(item.path)
        yield duplicate_key(Span(source, item.start, item.end), item.key, owner.start == 0)


def duplicate_key(at: Span, key: str, at_root: bool = False) -> Diagnostic:
    """The error for a key that its object already has."""
    where = "the document" if at_root else "this object"
    return DUPLICATE_KEY.at(
        at,
        f"{where} has the key '{key}' twice",
        label="the second one",
        hint="Only one of them can count; remove the other.",
    )


def raise_if_unwritable(value: Any, source: Source | None) -> None:
    """Raise for what JSON cannot hold: NaN, infinity, numbers that are too long to be written, and
    in objects of Python other things."""
    if _is_plain(value):
        return
    problems: list[Diagnostic] = []
    work: list[tuple[Any, JsonPath]] = [(value, ())]
    while work:
        item, path = work.pop()
        if isinstance(item, (dict, list)):
            pairs = list(item.items() if isinstance(item, dict) else enumerate(item))
            work.extend((inner, (*path, key)) for key, inner in pairs)
            if isinstance(item, dict):
                odd = [key for key, _ in pairs if not isinstance(key, str)]
                problems.extend(_no_value(None, f"the key {key!r} is no text") for key in odd)
        elif not _is_writable(item):
            problems.append(_unwritable(item, _span(path, source)))
    raise FlowcError(reversed(problems))


def _is_plain(value: Any) -> bool:
    """Whether JSON can hold the value, its keys and all that is in it."""
    work = [value]
    while work:
        item = work.pop()
        if isinstance(item, dict):
            if not all(isinstance(key, str) for key in item):
                return False
            work += [inner for inner in item.values() if not isinstance(inner, str)]
        elif isinstance(item, list):
            work += [inner for inner in item if not isinstance(inner, str)]
        elif not _is_writable(item):
            return False
    return True


def _no_value(at: Span | None, title: str) -> Diagnostic:
    return NO_JSON_VALUE.at(at, title, hint="Write a finite number, or a string.")


def _is_writable(value: object) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, int):
        return -_TOO_LONG < value < _TOO_LONG
    return value is None or isinstance(value, str)


def _unwritable(value: Any, at: Span | None) -> Diagnostic:
    if isinstance(value, float):
        text = str(value) if at is None else at.text
        text = text if len(text) <= 20 else text[:19] + "…"
        return _no_value(at, f"'{text}' is a number that JSON cannot hold")
    if isinstance(value, int):
        return _no_value(at, f"this number has more than {MAX_DIGITS} digits")
    return _no_value(None, f"a value of the Python type {type(value).__name__} is no JSON value")


def _span(path: JsonPath, source: Source | None) -> Span | None:
    if source is None or source.locate is None:
        return None
    return Span(source, *source.locate(path))
