"""Text to syntax tree: words, layout, grammar, comments, and many errors in one run."""

from flowc.syntax.concrete import Concrete, concrete, lex
from flowc.syntax.parser import Parsed, parse
from flowc.syntax.tokens import Token
from flowc.syntax.trivia import Comment
from flowc.syntax.unparse import unparse

__all__ = ["Comment", "Concrete", "Parsed", "Token", "concrete", "lex", "parse", "unparse"]
