"""Misspelt keywords: `flwo f() {}`, `retrun x`, `exprot flow f()`.

A misspelt keyword is a name to the grammar, so the error comes one word later, or, where a
declaration is taken for a component of an unknown type, only inside its block.
"""

from __future__ import annotations

from functools import lru_cache

from flowc.diagnostics import Diagnostic
from flowc.syntax.tokens import END, Token
from flowc.syntax.trouble import UNEXPECTED, Trouble

DECLARING = ("agentspec", "import", "library", "env", "type", "tool", "extern", "export", "flow")
"""The words that begin declarations."""
_STATING = (
    *("return", "match", "loop", "break", "continue", "goto", "say", "ask", "edges", "start"),
    *("try", "map", "parallel", "if"),
)
_OTHERS = frozenset(
    ("as", "by", "catch", "default", "each", "else", "error", "from", "name", "none", "ref")
)
"""Words of the language that begin nothing."""
_LONGEST = 12
_ALIKE, _MUCH_ALIKE = 0.75, 0.8
_FOLLOWS = frozenset(
    ("NAME", "STRING", "TEXT_BLOCK", "NUMBER", "LBRACE", "LSQB", "NEWLINE", "RBRACE", END)
)


@lru_cache(maxsize=1024)
def misspelt(word: str, keywords: tuple[str, ...], alike: float = _ALIKE) -> str | None:
    """The keyword that a word most likely stands for; None if it is one, or like none."""
    is_word = word.isalpha() and word.islower() and len(word) <= _LONGEST
    if not is_word or word in keywords or word in _OTHERS:
        return None
    from difflib import SequenceMatcher  # only where something is misspelt

    ratios = {keyword: SequenceMatcher(None, word, keyword).ratio() for keyword in keywords}
    best = max(keywords, key=lambda keyword: (_is_shuffled(word, keyword), ratios[keyword]))
    return best if ratios[best] >= alike or _is_shuffled(word, best) else None


def misspelt_keyword(trouble: Trouble) -> Diagnostic | None:
    """The finding at a word before the trouble, if the trouble is that it is no keyword."""
    previous = trouble.previous
    if "DARROW" in trouble.expected:
        return None  # among arms, where any name may stand
    if previous is not None and previous.kind == "NAME" and trouble.token.kind in _FOLLOWS:
        alone = trouble.token.kind in ("NEWLINE", "RBRACE", END)
        found = _finding(previous, _MUCH_ALIKE if alone else _ALIKE)
        if found is not None:
            return found
    first, second = trouble.line
    if first is None or second is None or first.kind != "NAME" or not second.text.isidentifier():
        return None
    return _finding(first, _ALIKE)


def misspelt_declaration(head: Token) -> Diagnostic | None:
    """The finding on the first word of a declaration in whose block something is wrong."""
    return _report(head, misspelt(head.text, DECLARING)) if head.kind == "NAME" else None


def _finding(word: Token, alike: float) -> Diagnostic | None:
    keywords = DECLARING if word.level == 0 else _STATING
    return _report(word, misspelt(word.text, keywords, alike))


def _report(word: Token, keyword: str | None) -> Diagnostic | None:
    if keyword is None:
        return None
    title = f"'{word.text}' is no word of this language"
    return UNEXPECTED.at(word.span, title, hint=f"Did you mean '{keyword}'?")


def _is_shuffled(word: str, keyword: str) -> bool:
    """Whether the letters are the keyword's in another order: `flwo`."""
    return len(word) > 2 and sorted(word) == sorted(keyword)
