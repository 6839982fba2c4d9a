"""Readable identifiers for names that are none (LANGUAGE, "Ids and names")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from flowc.ir.notation import is_plain

LONGEST = 48
"""Longer names are cut at a word; the whole name stands in `@name`."""

_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)


def is_generated(id_: str) -> bool:
    """Whether an id was not made by a person: a UUID means nothing."""
    return _UUID.fullmatch(id_) is not None


def readable(text: str) -> str:
    """`text` as an identifier that reads like it: itself if it is one, else in lower snake case;
    "" if nothing readable is left."""
    if is_plain(text) and len(text) <= 2 * LONGEST:
        return text
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = [word for word in re.split(r"[^A-Za-z0-9_]+", plain) if word.strip("_")]
    out = ""
    for word in words:
        longer = f"{out}_{word}" if out else word
        if len(longer) > LONGEST and out:
            break
        out = longer
    out = out[: 2 * LONGEST]
    return "_" + out if out[:1].isdigit() else out


class Identifiers:
    """Gives out identifiers in one name space; `taken` are those it must not give out."""

    def __init__(self, taken: Container[str] = ()) -> None:
        self._forbidden = taken
        self._given: set[str] = set()
        self._counts: dict[str, int] = {}

    def is_free(self, text: str) -> bool:
        """Whether nothing has this identifier yet."""
        return text not in self._given and text not in self._forbidden

    def give(self, *wanted: str, otherwise: str) -> str:
        """The first of the wanted texts that gives a free identifier; if none does, the first that
        gives one at all, with the first free number from 2 on. `otherwise` is wanted if no text
        gives one."""
        candidates = [found for text in wanted if (found := readable(text))] or [otherwise]
        chosen = next(filter(self.is_free, candidates), None) or self._numbered(candidates[0])
        self._given.add(chosen)
        return chosen

    def _numbered(self, base: str) -> str:
        number = self._counts.get(base, 1)
        while True:
            number += 1
            if self.is_free(f"{base}_{number}"):
                self._counts[base] = number
                return f"{base}_{number}"
