"""Where the values of a document stand in its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flowc.records import dataclass, field
from flowc.text import JsonPath


@dataclass(slots=True)
class Place:
    """The characters of a value, and the places of the values inside it.

    `lead` is where the value's key begins; without a key, the value itself.
    """

    start: int
    end: int
    children: dict[str | int, Place] = field(default_factory=dict)
    lead: int = -1

    def __post_init__(self) -> None:
        if self.lead < 0:
            self.lead = self.start

    def find(self, path: Iterable[str | int]) -> Place:
        """The place at a path; of the nearest value around it if the path leads nowhere."""
        place = self
        for key in path:
            inner = place.children.get(key)
            if inner is None:
                break
            place = inner
        return place


def locator(root: Callable[[], Place]) -> Callable[[JsonPath], tuple[int, int]]:
    """A `Source.locate` that asks for the places when it is first asked itself."""

    def locate(path: JsonPath) -> tuple[int, int]:
        place = root().find(path)
        return place.start, place.end

    return locate
