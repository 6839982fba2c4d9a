"""YAML text to values: YAML 1.1 scalars as PyYAML reads them, but dates stay text.

The text is read event by event, so that nesting costs no stack and aliases can be counted. Places
and comments are found in passes of their own (:mod:`flowc.agentspec.yaml_places`), if anybody asks.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import yaml

from flowc.agentspec.json_text import Loaded, duplicate_key, raise_if_unwritable
from flowc.agentspec.places import locator
from flowc.agentspec.text_rules import (
    ALIAS_LIMIT,
    BAD_TEXT,
    DEPTH_LIMIT,
    ODD_KEY,
    TOO_LARGE,
    TWO_READINGS,
    too_deep,
)
from flowc.agentspec.yaml_events import events
from flowc.agentspec.yaml_places import comments, places
from flowc.agentspec.yaml_scalars import (
    TAG,
    TooManyDigits,
    UnknownTag,
    plain_scalar,
    tagged_scalar,
)
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.ir.catalogue import SENSITIVE
from flowc.ir.values import MAX_DIGITS
from flowc.records import dataclass, field
from flowc.text import Source, Span, normalised


def load_yaml(text: str, filename: str) -> Loaded:
    """The value of a YAML text; raises :class:`FlowcError` if it has none."""
    text = normalised(text)
    place = cache(lambda: places(text))
    source = Source(filename, text, locator(place))
    builder = _Builder(source)
    try:
        for event in events(text):
            builder.take(event)
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        builder.fail(_unreadable(source, error))
    if builder.errors:
        raise FlowcError(builder.errors)
    raise_if_unwritable(builder.root, source)
    return Loaded(builder.root, source, tuple(builder.warnings), comments(text), place)


def _unreadable(source: Source, error: Exception) -> Diagnostic:
    span = _error_span(source, error)
    if "nesting depth" in (what := _what(error)):
        return too_deep(span)
    hint = "YAML is indented with blanks, not with tabs." if span.text == "\t" else ""
    return BAD_TEXT.at(
        span, f"this is no YAML: {what}", label="the text stops making sense", hint=hint
    )


def _what(error: Exception) -> str:
    if isinstance(error, yaml.MarkedYAMLError):
        return str(error.problem or error.context or "it cannot be read")
    if isinstance(error, yaml.reader.ReaderError):
        return "a character that YAML does not allow"
    return "a character that no file can hold"


def _error_span(source: Source, error: Exception) -> Span:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    start = mark.index if mark is not None else getattr(error, "position", 0)
    start = min(start if isinstance(start, int) else 0, len(source.text))
    return Span(source, start, min(start + 1, len(source.text)))


@dataclass(slots=True)
class _Anchored:
    """A value that aliases may stand for; `size` is how many values it holds."""

    value: Any
    size: int


@dataclass(slots=True)
class _Open:
    """A mapping or sequence whose end has not been read."""

    value: Any
    is_mapping: bool
    anchor: str | None
    start: int
    key: str | None = None
    merges: list[dict[str, Any]] = field(default_factory=list)
    merge_next: bool = False
    size: int = 1

    @property
    def awaits_key(self) -> bool:
        return self.is_mapping and self.key is None and not self.merge_next


class _Builder:
    """Takes events, and builds the value."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Any = None
        self.open: list[_Open] = []
        self.anchors: dict[str, _Anchored | None] = {}
        self.expanded = 0
        self.documents = 0
        self.errors: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self.takers = {
            yaml.ScalarEvent: self.scalar,
            yaml.AliasEvent: self.alias,
            yaml.MappingStartEvent: self.start,
            yaml.SequenceStartEvent: self.start,
            yaml.MappingEndEvent: self.end,
            yaml.SequenceEndEvent: self.end,
            yaml.DocumentStartEvent: self.document,
        }

    def fail(self, diagnostic: Diagnostic) -> None:
        """Note an error that leaves the value incomplete."""
        self.errors.append(diagnostic)

    def stop(self, diagnostic: Diagnostic) -> FlowcError:
        """The end of all reading."""
        return FlowcError([*self.errors, diagnostic])

    def take(self, event: Any) -> None:
        """Take the next event; those of streams and of the ends of documents say nothing."""
        taker = self.takers.get(type(event))
        if taker is not None:
            taker(event)

    def span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def document(self, event: Any) -> None:
        self.documents += 1
        if self.documents == 2:
            message = "the file holds several YAML documents"
            raise self.stop(
                BAD_TEXT.at(self.span(event), message, hint="Put each into a file of its own.")
            )

    def start(self, event: Any) -> None:
        mapping = type(event) is yaml.MappingStartEvent
        if len(self.open) >= DEPTH_LIMIT:
            raise self.stop(too_deep(self.span(event)))
        if self.open and self.open[-1].awaits_key:
            raise self.stop(self.no_key(event))
        if event.tag not in (None, "!", TAG + ("map" if mapping else "seq")):
            self.fail(self.unknown_tag(event))
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self.open.append(
            _Open({} if mapping else [], mapping, event.anchor, event.start_mark.index)
        )

    def end(self, event: Any) -> None:
        top = self.open.pop()
        if top.merges:
            merged: dict[str, Any] = {}
            for other in reversed(top.merges):
                merged.update(other)
            own = dict(top.value)
            top.value.clear()
            top.value.update(merged | own)
        if top.anchor is not None:
            self.anchors[top.anchor] = _Anchored(top.value, top.size)
        self.put(top.value, top.size, top.start, event)

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            message = f"there is no anchor '&{event.anchor}' above"
            raise self.stop(BAD_TEXT.at(self.span(event), message))
        found = self.anchors[event.anchor]
        if found is None:
            message = f"'*{event.anchor}' stands inside its own anchor"
            raise self.stop(BAD_TEXT.at(self.span(event), message))
        self.expanded += found.size
        if self.expanded > ALIAS_LIMIT:
            message = f"the aliases stand for more than {ALIAS_LIMIT} values"
            raise self.stop(TOO_LARGE.at(self.span(event), message))
        if self.open and self.open[-1].awaits_key:
            if not isinstance(found.value, str):
                raise self.stop(self.no_key(event))
            self.put_key(found.value, event)
        else:
            self.put(found.value, found.size, event.start_mark.index, event)

    def scalar(self, event: Any) -> None:
        top = self.open[-1] if self.open else None
        if top is not None and top.awaits_key:
            self.key(event, top)
            return
        value = self.resolved(event, warn=True)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(value, 1)
        self.put(value, 1, event.start_mark.index, event)

    def key(self, event: Any, top: _Open) -> None:
        if event.value == "<<" and event.implicit[0] and event.tag is None:
            top.merge_next = True
            return
        value = self.resolved(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(value, 1)
        if not isinstance(value, str):
            value = event.value
            if not self.is_sensitive():
                self.warnings.append(_odd_key(self.span(event), value))
        self.put_key(value, event)

    def resolved(self, event: Any, *, warn: bool = False) -> Any:
        """The value of a scalar; warns of one that YAML 1.2 reads otherwise."""
        try:
            if event.tag is not None:
                return tagged_scalar(event.tag, event.value)
            if not event.implicit[0]:
                return event.value
            value, differs = plain_scalar(event.value)
        except UnknownTag:
            self.fail(self.unknown_tag(event))
            return event.value
        except TooManyDigits:
            message = f"this number has more than {MAX_DIGITS} digits"
            self.fail(BAD_TEXT.at(self.span(event), message))
            return event.value
        if differs and warn and not self.is_sensitive():
            self.warnings.append(self.two_readings(event, value))
        return value

    def is_sensitive(self) -> bool:
        """Whether what is being read may be a secret, which no finding names."""
        return any(top.key in SENSITIVE for top in self.open)

    def two_readings(self, event: Any, value: Any) -> Diagnostic:
        key = next((top.key for top in reversed(self.open) if top.key is not None), None)
        where = "this value" if key is None else f"'{key}'"
        shown = json.dumps(value, ensure_ascii=False)
        other = "" if isinstance(value, str) else f", else {shown}"
        return TWO_READINGS.at(
            self.span(event),
            f"{where} is read as {shown}; YAML 1.2 reads {event.value} otherwise",
            hint=f"Write '{event.value}' in quotes if it is text{other}.",
        )

    def unknown_tag(self, event: Any) -> Diagnostic:
        title = f"the tag '{event.tag}' has no meaning in an Agent Spec document"
        return BAD_TEXT.at(self.span(event), title, hint="Remove it.")

    def no_key(self, event: Any) -> Diagnostic:
        """The error for what cannot be a key; a placeholder without quotes looks like that."""
        start = event.start_mark.index
        braces = self.source.text[max(0, start - 1) : start + 1] == "{{"
        hint = 'Write a text with "{{" in quotes.' if braces else ""
        return BAD_TEXT.at(self.span(event), "a key of a mapping must be text", hint=hint)

    def put(self, value: Any, size: int, start: int, event: Any) -> None:
        """Put a value where it belongs; it begins at `start` and ends with `event`."""
        if not self.open:
            self.root = value
            return
        top = self.open[-1]
        top.size += size
        if not top.is_mapping:
            top.value.append(value)
        elif top.merge_next:
            top.merge_next = False
            self.merge(top, value, Span(self.source, start, event.end_mark.index))
        else:
            top.value[top.key] = value
            top.key = None

    def put_key(self, key: str, event: Any) -> None:
        top = self.open[-1]
        if key in top.value:
            self.fail(duplicate_key(self.span(event), key, len(self.open) == 1))
        top.key = key

    def merge(self, top: _Open, value: Any, span: Span) -> None:
        others = value if isinstance(value, list) else [value]
        if not all(isinstance(other, dict) for other in others):
            self.fail(BAD_TEXT.at(span, "'<<' can only merge mappings"))
            return
        top.merges.extend(others)


def _odd_key(span: Span, text: str) -> Diagnostic:
    return ODD_KEY.at(
        span,
        f"the key {text} is no text in YAML; it is read as '{text}'",
        hint=f"Write '{text}' in quotes; other tools refuse the file or read another key.",
    )
