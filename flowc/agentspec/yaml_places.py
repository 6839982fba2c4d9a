"""Where the values of a YAML text stand, and its comments.

Both are found by going through a text that has been read without an error; PyYAML's own scanner
says what is text and what is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from flowc.agentspec.comments import Comment, Gap, line_comment
from flowc.agentspec.places import Place
from flowc.agentspec.yaml_events import events, offsets, tokens
from flowc.records import dataclass

_COMMENT = re.compile("#([^\n\x85\u2028\u2029]*)")
_HEADER = re.compile("[|>][-+0-9]*[ \t]+#([^\n\x85\u2028\u2029]*)")


# Places -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """A mapping or sequence whose end has not been read."""

    place: Place
    is_mapping: bool
    anchor: str | None
    key: str | None = None
    key_start: int = 0
    merge_next: bool = False

    def put(self, place: Place, text: str | None, *, merges: bool = False) -> None:
        """Take the next value, or the next key if it is time for one."""
        self.place.end = max(self.place.end, place.end)
        children = self.place.children
        if not self.is_mapping:
            children[len(children)] = place
        elif self.merge_next:
            self.merge_next = False
        elif self.key is not None:
            place.lead = self.key_start
            children[self.key] = place
            self.key = None
        elif merges:
            self.merge_next = True
        else:
            self.key, self.key_start = text, place.start


def places(text: str) -> Place:
    """The place of every value in a YAML text. What an alias stands for is found in the alias."""
    root = _Open(Place(0, 0), False, None)
    around = [root]
    anchors: dict[Any, tuple[Place, str | None]] = {}
    for event in events(text):
        start, end = offsets(event)
        if isinstance(event, yaml.ScalarEvent):
            place = Place(start, end)
            if event.anchor is not None:
                anchors[event.anchor] = (place, event.value)
            merges = event.value == "<<" and event.implicit[0] and event.tag is None
            around[-1].put(place, event.value, merges=merges)
        elif isinstance(event, yaml.AliasEvent):
            place, value = anchors[event.anchor]
            around[-1].put(Place(start, end, place.children), value)
        elif isinstance(event, yaml.CollectionStartEvent):
            mapping = isinstance(event, yaml.MappingStartEvent)
            around.append(_Open(Place(start, end), mapping, event.anchor))
        elif isinstance(event, yaml.CollectionEndEvent):
            top = around.pop()
            if end > start:  # a bracket; the end of a block stands at the next word
                top.place.end = end
            if top.anchor is not None:
                anchors[top.anchor] = (top.place, None)
            around[-1].put(top.place, None)
    return root.place.children.get(0, root.place)


# Comments -----------------------------------------------------------------------------------------


_DASHES = (yaml.BlockEntryToken, yaml.KeyToken)
_ENDS = (yaml.StreamEndToken, yaml.DocumentEndToken)


def comments(text: str) -> tuple[Comment, ...]:
    """The comments of a YAML text."""
    return tuple(_Comments(text).run()) if "#" in text else ()


class _Comments:
    """One pass over the words of a text and the gaps between them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.brackets = 0
        self.waiting: list[tuple[int, str]] = []
        """Comments before a dash, which belong to what comes after it."""

    def run(self) -> Iterator[Comment]:
        word: Any = None
        before: Any = None
        for after in tokens(self.text):
            start, end = after.start_mark.index, after.end_mark.index
            if start == end and not isinstance(after, _ENDS):
                continue  # a word that the scanner adds, such as the end of a block
            gap = Gap.of(self.text, 0 if word is None else word.end_mark.index, start)
            for found in _COMMENT.finditer(self.text, gap.start, gap.end):
                if gap.ends_line(found) and not isinstance(word, yaml.BlockEntryToken):
                    yield self.comment(found, before)
                else:
                    yield from self.ahead(found, before, after)
            yield from self.arrived(after)
            word = after
            if not isinstance(word, yaml.FlowEntryToken):
                before = word

    def comment(self, found: re.Match[str], word: Any, column: int | None = None) -> Comment:
        anchor = 0 if word is None else word.start_mark.index
        return Comment(found.start(), (line_comment(found[1]),), anchor, column)

    def ahead(self, found: re.Match[str], before: Any, after: Any) -> Iterator[Comment]:
        """A comment on a line of its own: it belongs to what comes, unless that is indented less,
        because then it is the last of what came before."""
        ends = isinstance(after, _ENDS)
        column = found.start() - self.text.rfind("\n", 0, found.start())
        wanted = 1 if ends else after.start_mark.column + 1
        if column > wanted and not self.brackets:
            yield self.comment(found, before, column)
        elif ends:
            yield Comment(found.start(), (line_comment(found[1]),), None)
        elif isinstance(after, _DASHES):
            self.waiting.append((found.start(), line_comment(found[1])))
        else:
            yield self.comment(found, after)

    def arrived(self, word: Any) -> Iterator[Comment]:
        """Take a word: the comments that wait for it, and the one behind a block scalar's `|`."""
        if isinstance(word, (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)):
            self.brackets += 1
        elif isinstance(word, (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)):
            self.brackets -= 1
        start = word.start_mark.index
        if self.waiting and not isinstance(word, _DASHES):
            for at, line in self.waiting:
                yield Comment(at, (line,), start)
            self.waiting.clear()
        if isinstance(word, yaml.ScalarToken) and word.style in ("|", ">"):
            header = _HEADER.match(self.text, start)
            if header is not None:
                yield Comment(header.start(1), (line_comment(header[1]),), start)
