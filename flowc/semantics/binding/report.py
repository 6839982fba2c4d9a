"""Where the binder's findings are gathered."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from flowc.diagnostics import Diagnostic, Edit, Fix, Related, Rule, did_you_mean, misspelt
from flowc.ir.notation import identifier_text
from flowc.syntax.tree import Name
from flowc.text import Location

CONSIDERED = 300
"""How many candidates a suggestion looks at, so that many mistakes in a large file stay cheap."""


def suggestion(name: str, candidates: Iterable[str]) -> str:
    """A hint that names the closest of the first candidates, else some of them; "" without any."""
    return did_you_mean(name, islice(candidates, CONSIDERED))


def rename(name: Name, candidates: Iterable[str]) -> Fix | None:
    """The repair of a name that is a misspelling of one candidate beyond doubt; None if there is
    doubt, too many candidates, or one of the two needs backticks."""
    known = list(islice(candidates, CONSIDERED + 1))
    meant = misspelt(name.text, known) if len(known) <= CONSIDERED else None
    if meant is None or name.span.text != name.text or identifier_text(meant) != meant:
        return None
    return Fix(f"Write '{meant}'", (Edit(name.span, meant),))


class Report:
    """The findings so far, and how many of them are errors."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.errors = 0

    def add(
        self,
        rule: Rule,
        location: Location | None,
        title: str,
        *,
        label: str = "",
        hint: str = "",
        related: Iterable[Related] = (),
        fix: Fix | None = None,
    ) -> None:
        """Report a breach of `rule` at a place."""
        self.include((rule.at(location, title, label=label, hint=hint, related=related, fix=fix),))

    def include(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take over findings that were made elsewhere."""
        for diagnostic in diagnostics:
            self.diagnostics.append(diagnostic)
            self.errors += diagnostic.is_error
