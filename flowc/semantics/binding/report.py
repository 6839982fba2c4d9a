"""Where the binder's findings are gathered."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from flowc.diagnostics import Diagnostic, Fix, Related, Rule, did_you_mean
from flowc.text import Location

CONSIDERED = 300
"""How many candidates a suggestion looks at, so that many mistakes in a large file stay cheap."""


def suggestion(name: str, candidates: Iterable[str]) -> str:
    """A hint that names the closest of the first candidates, else some of them; "" without any."""
    return did_you_mean(name, islice(candidates, CONSIDERED))


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
