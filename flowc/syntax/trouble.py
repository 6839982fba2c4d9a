"""A place where the grammar cannot go on, as advice looks at it."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity
from flowc.records import dataclass
from flowc.syntax.tokens import END, Token
from flowc.syntax.words import expected
from flowc.text import Span

UNEXPECTED = Rule("FLOW001", Severity.ERROR, "a word that cannot stand where it stands")
"""The language has a small grammar, and here something else stands than it allows. The label says
what it expects; the hint, where flowc can guess what you meant, says what to write. The rest of the
file is read all the same, so that other mistakes are found too.

Wrong:

```flow
tool search(text: string limit: integer)
```

Right:

```flow
tool search(text: string, limit: integer)
```
"""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A word that cannot stand where it stands, the ones before and after it, the place to show,
    and the kinds of words that could stand there. `early`: the line or the brackets end too soon,
    and the place is the word before. `joined`: the end of the line above, if the word before
    begins a line that was taken for the rest of it. `line`: the first two words before it on its
    line."""

    token: Token
    previous: Token | None
    following: Token
    place: Span
    expected: frozenset[str]
    early: bool
    joined: Token | None
    line: tuple[Token | None, Token | None] = (None, None)

    @property
    def label(self) -> str:
        """What could stand at the place."""
        return f"expected {expected(self.expected)}{' after this' if self.early else ''}"

    def report(
        self, title: str, hint: str, *, label: str | None = None, fix: Fix | None = None
    ) -> Diagnostic:
        """The finding, with what could stand there under the place."""
        shown = self.label if label is None else label
        return UNEXPECTED.at(self.place, title, label=shown, hint=hint, fix=fix)

    def inserted(self, text: str) -> Fix:
        """The fix that writes `text` before the word."""
        before = self.token.start if self.previous is None else self.previous.end
        return Fix(
            f"Write '{text.strip()}'", (Edit(Span(self.place.source, before, before), text),)
        )


def needs_block(expected: frozenset[str]) -> bool:
    """Whether a `{` must stand where these words can, and not only may, as where a call, a value
    or a type ends."""
    return "LBRACE" in expected and not expected & {"NEWLINE", "TRUE", "QUESTION", "COMMA"}


def ends_early(token: Token, previous: Token) -> bool:
    """Whether the word only says that the line before it was not finished."""
    if token.kind in ("NEWLINE", END):
        return True
    return token.kind in ("RBRACE", "RPAR", "RSQB") and token.span.line > previous.span.line
