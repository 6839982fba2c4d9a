"""YAML text to values: YAML 1.1 scalars as PyYAML reads them, but dates stay text.

The text is read event by event, so that nesting costs no stack and aliases can be counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from flowc.agentspec.json_text import Loaded, duplicate_key, raise_if_unwritable
from flowc.agentspec.places import Place, locator
from flowc.agentspec.rules import ALIAS_LIMIT, BAD_TEXT, DEPTH_LIMIT, ODD_KEY, TOO_LARGE, too_deep
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.text import Source, Span, normalised

_FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape that libyaml refuses, but that JSON texts turned to YAML can have."""
_TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = frozenset((_TAG + "str", _TAG + "timestamp", _TAG + "value", _TAG + "merge", "!"))
_RESOLVER: Any = yaml.resolver.Resolver()
_CONSTRUCTOR: Any = yaml.constructor.SafeConstructor()


def load_yaml(text: str, filename: str) -> Loaded:
    """The value of a YAML text; raises :class:`FlowcError` if it has none."""
    source = Source(filename, normalised(text))
    builder = _Builder(source)
    try:
        loader = yaml.SafeLoader if _SURROGATE.search(source.text) else _FAST
        for event in yaml.parse(source.text, Loader=loader):
            builder.take(event)
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        builder.fail(_unreadable(source, error))
    if builder.errors:
        raise FlowcError(builder.errors)
    place = builder.root_place
    located = Source(source.name, source.text, locator(lambda: place))
    raise_if_unwritable(builder.root, located)
    return Loaded(builder.root, located, tuple(builder.warnings))


def _unreadable(source: Source, error: Exception) -> Diagnostic:
    span = _error_span(source, error)
    if "nesting depth" in (what := _what(error)):
        return too_deep(span)
    return BAD_TEXT.at(span, f"this is no YAML: {what}", label="the text stops making sense")


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
    place: Place
    size: int


@dataclass(slots=True)
class _Open:
    """A mapping or sequence whose end has not been read."""

    value: Any
    place: Place
    anchor: str | None
    key: str | None = None
    key_span: Span | None = None
    merges: list[dict[str, Any]] = field(default_factory=list)
    merge_next: bool = False
    size: int = 1


class _Builder:
    """Takes events, and builds the value with its places."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Any = None
        self.root_place = Place(0, 0)
        self.open: list[_Open] = []
        self.anchors: dict[str, _Anchored | None] = {}
        self.expanded = 0
        self.documents = 0
        self.errors: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []

    def fail(self, diagnostic: Diagnostic) -> None:
        """Note an error that leaves the value incomplete."""
        self.errors.append(diagnostic)

    def take(self, event: Any) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents == 2:
                self.fail(BAD_TEXT.at(self.span(event), "the file holds several YAML documents"))
        elif isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self.alias(event)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self.start(event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.end(event)

    def span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def start(self, event: Any) -> None:
        mapping = isinstance(event, yaml.MappingStartEvent)
        if len(self.open) >= DEPTH_LIMIT:
            raise FlowcError([*self.errors, too_deep(self.span(event))])
        if self.open and self.awaits_key(self.open[-1]):
            message = "a key of a mapping must be text"
            raise FlowcError([*self.errors, BAD_TEXT.at(self.span(event), message)])
        tag = _TAG + ("map" if mapping else "seq")
        if event.tag not in (None, "!", tag):
            self.unknown_tag(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        span = self.span(event)
        self.open.append(_Open({} if mapping else [], Place(span.start, span.end), event.anchor))

    def end(self, event: Any) -> None:
        top = self.open.pop()
        top.place.end = max(top.place.end, self.content_end(event))
        if top.merges:
            merged: dict[str, Any] = {}
            for other in reversed(top.merges):
                merged.update(other)
            own = dict(top.value)
            top.value.clear()
            top.value.update(merged | own)
        if top.anchor is not None:
            self.anchors[top.anchor] = _Anchored(top.value, top.place, top.size)
        self.put(top.value, top.place, top.size, None)

    def content_end(self, event: Any) -> int:
        """Where a collection ends: a block's end event stands only before the next token."""
        end: int = event.end_mark.index
        if event.start_mark.index == end:
            while end > 0 and self.source.text[end - 1].isspace():
                end -= 1
        return end

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            message = f"there is no anchor '&{event.anchor}' above"
            raise FlowcError([*self.errors, BAD_TEXT.at(self.span(event), message)])
        found = self.anchors[event.anchor]
        if found is None:
            message = f"'*{event.anchor}' stands inside its own anchor"
            raise FlowcError([*self.errors, BAD_TEXT.at(self.span(event), message)])
        self.expanded += found.size
        if self.expanded > ALIAS_LIMIT:
            message = f"the aliases stand for more than {ALIAS_LIMIT} values"
            raise FlowcError([*self.errors, TOO_LARGE.at(self.span(event), message)])
        span = self.span(event)
        key = found.value if isinstance(found.value, str) else None
        self.put(found.value, Place(span.start, span.end, found.place.children), found.size, key)

    def scalar(self, event: Any) -> None:
        span = self.span(event)
        value = self.resolved(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(value, Place(span.start, span.end), 1)
        if self.open and self.awaits_key(self.open[-1]):
            if event.value == "<<" and event.implicit[0]:
                self.open[-1].merge_next = True
                return
            if not isinstance(value, str):
                self.warnings.append(_odd_key(span, event.value))
        key = value if isinstance(value, str) else event.value
        self.put(value, Place(span.start, span.end), 1, key)

    def resolved(self, event: Any) -> Any:
        tag = event.tag
        if tag is None:
            tag = _RESOLVER.resolve(yaml.ScalarNode, event.value, event.implicit)
        if tag in _TEXT_TAGS:
            return _paired(event.value)
        name = tag.removeprefix(_TAG)
        if name not in ("null", "bool", "int", "float"):
            self.unknown_tag(event)
            return event.value
        node = yaml.ScalarNode(tag, event.value)
        try:
            return getattr(_CONSTRUCTOR, f"construct_yaml_{name}")(node)
        except (ValueError, KeyError, OverflowError):
            return event.value

    def unknown_tag(self, event: Any) -> None:
        self.fail(
            BAD_TEXT.at(
                self.span(event),
                f"the tag '{event.tag}' has no meaning in an Agent Spec document",
                hint="Remove it.",
            )
        )

    @staticmethod
    def awaits_key(top: _Open) -> bool:
        return isinstance(top.value, dict) and top.key is None and not top.merge_next

    def put(self, value: Any, place: Place, size: int, key: str | None) -> None:
        """Put a value where it belongs; `key` is its text, if it can be a key."""
        if not self.open:
            if self.documents == 1:
                self.root, self.root_place = value, place
            return
        top = self.open[-1]
        top.size += size
        if isinstance(top.value, list):
            top.place.children[len(top.value)] = place
            top.value.append(value)
        elif top.merge_next:
            self.merge(top, value, place)
        elif top.key is None:
            self.put_key(top, key, place)
        else:
            top.place.children[top.key] = place
            top.value[top.key] = value
            top.key = None
        top.place.end = max(top.place.end, place.end)

    def put_key(self, top: _Open, key: str | None, place: Place) -> None:
        span = Span(self.source, place.start, place.end)
        if key is None:
            raise FlowcError([*self.errors, BAD_TEXT.at(span, "a key of a mapping must be text")])
        if key in top.value:
            self.fail(duplicate_key(span, key, len(self.open) == 1))
        top.key = key

    def merge(self, top: _Open, value: Any, place: Place) -> None:
        top.merge_next = False
        others = value if isinstance(value, list) else [value]
        if not all(isinstance(other, dict) for other in others):
            span = Span(self.source, place.start, place.end)
            self.fail(BAD_TEXT.at(span, "'<<' can only merge mappings"))
            return
        top.merges.extend(others)


def _paired(text: str) -> str:
    """The text with surrogates that were escaped one by one, as in JSON, put together."""
    if not any("\ud800" <= char <= "\udbff" for char in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _odd_key(span: Span, text: str) -> Diagnostic:
    return ODD_KEY.at(
        span,
        f"the key {text} is no text in YAML; it is read as '{text}'",
        hint=f"Write '{text}' in quotes; other tools refuse the file or read another key.",
    )
