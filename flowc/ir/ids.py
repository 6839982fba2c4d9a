"""Derived ids: a function of names and places alone, so that two compilations are byte-equal."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.patterns import pattern

_ODD = pattern(r"[^A-Za-z0-9_.\-]")


def segment(text: str) -> str:
    """`text` as one segment of an id: what is outside `A-Za-z0-9_.-` is percent-encoded (UTF-8).

    A lone surrogate, which UTF-8 cannot hold, is encoded as its three would-be bytes.
    """
    return _ODD.sub(lambda found: _encoded(found.group()), text)


def _encoded(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def derived_id(owner: str, *segments: str | int) -> str:
    """The id of something inside `owner`: `<owner>/<segment>/<segment>`."""
    return "/".join((owner, *(segment(str(part)) for part in segments)))


def owner_ends(id_: str) -> Iterator[int]:
    """Where in an id the ids end that it may be derived from, the longest first: `<owner>/field`,
    and the secret `<owner>.field`."""
    for at in range(len(id_) - 1, 0, -1):
        if id_[at] == "/" or (id_[at] == "." and id_[at + 1 :].isidentifier()):
            yield at


class Ids:
    """Ids in use in one document; gives out new ones that clash with none of them."""

    def __init__(self, taken: set[str] | None = None) -> None:
        self._taken = set(taken or ())
        self._last: dict[str, int] = {}

    def take(self, id_: str) -> None:
        """Mark an id as used."""
        self._taken.add(id_)

    def unique(self, wanted: str) -> str:
        """`wanted`, or `wanted/2`, `wanted/3`, … if it is used; marks it as used."""
        id_, number = wanted, self._last.get(wanted, 1)
        while id_ in self._taken:
            number += 1
            id_ = f"{wanted}/{number}"
        self._last[wanted] = number
        self._taken.add(id_)
        return id_
