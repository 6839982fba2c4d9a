"""Types with parameters as other languages write them, and how flowc writes them."""

from __future__ import annotations

from flowc.patterns import pattern

_LISTS = frozenset(("list", "array", "sequence", "set", "vec"))
_MAPS = frozenset(("map", "dict", "record", "mapping", "hashmap"))
_NAME = pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PARAMETERS = pattern(r"[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*(?:,[ \t]*([A-Za-z_][A-Za-z0-9_]*))?")
_MEANT = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def written_here(text: str, opening: int) -> str | None:
    """How the type is written whose parameters begin with the bracket at `opening`; None if it is
    none that flowc knows."""
    name = _NAME.search(text, max(0, opening - 40), opening)
    found = _PARAMETERS.match(text, opening + 1)
    if name is None or found is None:
        return None
    first = _MEANT.get(found[1], found[1])
    kind = name[0].lower()
    if kind in _MAPS and found[2] is not None:
        return f"{{ [string]: {_MEANT.get(found[2], found[2])} }}"
    if found[2] is not None:
        return None
    if kind == "optional":
        return f"{first}?"
    return f"{first}[]" if kind in _LISTS else None
