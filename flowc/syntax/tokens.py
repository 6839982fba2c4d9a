"""The words of a `.flow` file."""

from __future__ import annotations

from flowc.records import dataclass
from flowc.text import Source, Span

END = "$END"
"""The kind of the token that stands after all others."""

INVALID = "INVALID"
"""The kind of a word that is no word of the language; it has been reported where it was read."""

CLOSERS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
"""The kinds of opening brackets, and of the brackets that close them."""

OPENERS = {closer: opener for opener, closer in CLOSERS.items()}

RESERVED = (
    "edges",
    "start",
    "match",
    "if",
    "loop",
    "break",
    "continue",
    "goto",
    "return",
    "try",
    "map",
    "parallel",
    "say",
    "ask",
)
"""Keywords that stand in backticks where they name a node or label (LANGUAGE, "Lexical form")."""

RESERVED_FOR_DECLARATIONS = (*RESERVED, "true", "false", "null", "secret")
"""Names that no declaration may have."""


@dataclass(slots=True)
class Token:
    """A word: `kind` is a terminal of the grammar, or `INVALID`, `COMMENT` or `END`.

    A keyword has the kind `NAME` until the parser finds it where the grammar can take the keyword.
    `level` is the number of brackets open before it. `flawed`: it was written wrong, or (a closing
    bracket) not at all, which has been reported; it stands for what was likely meant.
    """

    source: Source
    kind: str
    text: str
    start: int
    end: int
    level: int = 0
    flawed: bool = False

    @property
    def span(self) -> Span:
        """The place of the word."""
        return Span(self.source, self.start, self.end)


def begins_line(token: Token) -> bool:
    """Whether nothing but blanks stands before the word on its line."""
    text = token.source.text
    return not text[text.rfind("\n", 0, token.start) + 1 : token.start].strip()
