"""Where the values of a document stand in its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

from flowc.text import JsonPath


@dataclass(slots=True)
class Place:
    """The characters of a value, and the places of the values inside it."""

    start: int
    end: int
    children: dict[str | int, Place] = field(default_factory=dict)

    def find(self, path: Iterable[str | int]) -> Place:
        """The place at a path; of the nearest value around it if the path leads nowhere."""
        place = self
        for key in path:
            inner = place.children.get(key)
            if inner is None:
                break
            place = inner
        return place


def locator(scan: Callable[[], Place]) -> Callable[[JsonPath], tuple[int, int]]:
    """A `Source.locate` that scans the text when it is first asked."""
    root = cache(scan)

    def locate(path: JsonPath) -> tuple[int, int]:
        place = root().find(path)
        return place.start, place.end

    return locate
