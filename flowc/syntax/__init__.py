"""Text to syntax tree: words, layout, grammar, comments, and many errors in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flowc.syntax.concrete import Concrete, concrete, lex
from flowc.syntax.parser import Parsed, parse
from flowc.syntax.tokens import Token
from flowc.syntax.trivia import Comment

if TYPE_CHECKING:
    from flowc.syntax.unparse import unparse

__all__ = ["Comment", "Concrete", "Parsed", "Token", "concrete", "lex", "parse", "unparse"]


def __getattr__(name: str) -> Any:
    # Imported when first asked for: what is only read is not written.
    if name == "unparse":
        from flowc.syntax.unparse import unparse

        return unparse
    raise AttributeError(f"module 'flowc.syntax' has no attribute {name!r}")
