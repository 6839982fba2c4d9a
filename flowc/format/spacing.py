"""Blanks between two words on one line."""

from __future__ import annotations

from flowc.format.frames import CLOSERS, OPENERS
from flowc.format.words import Word

_TIGHT_BEFORE = frozenset(("COMMA", "COLON", "QUESTION", "DOT"))
_TIGHT_AFTER = frozenset(("DOT", "AT"))
_TIGHT_BRACKETS = frozenset(
    ("inputs", "annotation", "id_ref", "array_type", "edge_branch", "import_declaration")
)
"""Rules whose opening bracket follows the word before it without a blank."""


def spaced(before: Word, word: Word) -> bool:
    """Whether a blank stands between two words of one item."""
    if word.kind in _TIGHT_BEFORE or before.kind in _TIGHT_AFTER or word.kind in CLOSERS:
        return False
    if before.kind in OPENERS:
        return False
    if word.kind == "LPAR" and word.rule == "arguments":
        return before.kind not in ("NAME", "RSQB")
    return not (word.kind in ("LPAR", "LSQB") and word.rule in _TIGHT_BRACKETS)
