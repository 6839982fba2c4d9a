"""The texts with placeholders, and where a part of one stands in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flowc.ir.components import Component
from flowc.ir.placeholders import TEXTS
from flowc.patterns import pattern
from flowc.records import dataclass
from flowc.text import JsonPath, Location, Span

_TAG = pattern(r"\{%[^%}\n]*%\}")
_WORD = pattern(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Text:
    """A text with placeholders, and where in its component's fields it stands."""

    path: JsonPath
    text: str


def template_fields(component: Component) -> tuple[str, ...]:
    """The names of the fields in which placeholders name inputs."""
    return TEXTS.get(component.component_type, ())


def texts_of(component: Component) -> tuple[Text, ...]:
    """All texts in those fields, the keys of objects included."""
    names = template_fields(component)
    if not names:
        return ()
    values = {**component.own_fields(), **component.overrides}
    return tuple(text for name in names for text in _texts(values.get(name), (name,)))


def _texts(value: object, path: JsonPath) -> Iterator[Text]:
    if isinstance(value, str):
        yield Text(path, value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield Text((*path, key), key)
            yield from _texts(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index))


def words_of_statements(text: str) -> frozenset[str]:
    """The words in `{% … %}`, which another template language would run."""
    return frozenset(_WORD.findall(" ".join(_TAG.findall(text))))


def within(place: Location | None, written: str, pattern: re.Pattern[str]) -> Location | None:
    """The place of what the pattern found inside of a text's place; the latter if it is written in
    another way there."""
    if place is None:
        return None
    span = place.span()
    found = (it.start() for it in pattern.finditer(span.text) if it[0] == written)
    at = next(found, None)
    if at is None:
        return place
    return Span(span.source, span.start + at, span.start + at + len(written))
