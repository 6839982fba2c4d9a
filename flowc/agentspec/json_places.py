"""Where the values of a plain JSON text stand.

The objects and lists on the way to a value are gone through entry by entry; each entry is skipped
by the standard library's fast reader. So one place costs little, and all of them no more than
reading the text once for every level.
"""

from __future__ import annotations

import json.decoder as decoder
import re
from collections.abc import Iterator, Mapping
from typing import Any

from flowc.text import JsonPath

_SPACE = re.compile(r"[ \t\n\r]*")
_decoder: Any = decoder
_key, _skip = _decoder.scanstring, _decoder.JSONDecoder().scan_once
"""Read the rest of a text, and a whole value; each gives what it read and where that ends."""

Extents = Mapping[str | int, tuple[int, int]]


class JsonPlaces:
    """The places in a text that is JSON and has no key twice in one object."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[int, Extents] = {}

    def locate(self, path: JsonPath) -> tuple[int, int]:
        """The offsets of the value at a path; of the nearest value around it if the path leads
        nowhere."""
        start, end = self.after_space(0), len(self.text.rstrip(" \t\n\r"))
        for key in path:
            inner = self.inside(start).get(key)
            if inner is None:
                break
            start, end = inner
        return start, end

    def inside(self, start: int) -> Extents:
        """The offsets of the values in the object or list that begins at `start`."""
        if start not in self.known:
            mark = self.text[start]
            read = self.entries if mark == "{" else self.items if mark == "[" else None
            self.known[start] = {} if read is None else dict(read(start + 1))
        return self.known[start]

    def entries(self, at: int) -> Iterator[tuple[str | int, tuple[int, int]]]:
        at = self.after_space(at)
        while self.text[at] != "}":
            key, at = _key(self.text, self.after_mark(at, '"'))
            at = self.after_mark(self.after_space(at), ":")
            start = self.after_space(at)
            end = _skip(self.text, start)[1]
            yield key, (start, end)
            at = self.after_space(self.after_mark(self.after_space(end), ","))

    def items(self, at: int) -> Iterator[tuple[str | int, tuple[int, int]]]:
        at = self.after_space(at)
        count = 0
        while self.text[at] != "]":
            end = _skip(self.text, at)[1]
            yield count, (at, end)
            count += 1
            at = self.after_space(self.after_mark(self.after_space(end), ","))

    def after_mark(self, at: int, mark: str) -> int:
        """The offset behind a mark; the same offset if something else stands there."""
        return at + 1 if self.text[at] == mark else at

    def after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return at if found is None else found.end()
