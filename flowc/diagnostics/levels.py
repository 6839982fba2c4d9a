"""Which findings are shown and how bad they are, as a project or a command line has it.

Errors are what they are: a document with one has no meaning or cannot run, whoever looks at it. All
of this is about warnings and notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowc.diagnostics.diagnostic import Diagnostic, Severity
from flowc.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Filter:
    """Codes or beginnings of codes (`FLOW403`, `FLOW4`) that are wanted and unwanted."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, code: str) -> bool | None:
        """Whether the code is shown, None if nothing is said of it.

        The longest beginning decides, and `ignore` between equals. If some are selected, the rest
        is not wanted.
        """
        selected = _longest(code, self.select)
        ignored = _longest(code, self.ignore)
        if selected or ignored:
            return selected > ignored
        return False if self.select else None


@dataclass(frozen=True, slots=True)
class Levels:
    """What is said about severities: the first filter that says something of a code decides;
    `severities` are those of single codes that differ from their rules'."""

    filters: tuple[Filter, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)

    def under(self, first: Filter) -> Levels:
        """These levels where `first` has the first word."""
        return replace(self, filters=(first, *self.filters))

    def wants(self, code: str) -> bool:
        """Whether findings of the code are shown."""
        said = (it.wants(code) for it in self.filters)
        return next((wanted for wanted in said if wanted is not None), True)


def levelled(diagnostics: Iterable[Diagnostic], levels: Levels) -> tuple[Diagnostic, ...]:
    """The findings that are shown, in their order and with their severities; errors as they are."""
    return tuple(
        item if item.is_error else replace(item, severity=_severity(item, levels))
        for item in diagnostics
        if item.is_error or levels.wants(item.code)
    )


def _severity(item: Diagnostic, levels: Levels) -> Severity:
    return levels.severities.get(item.code, item.severity)


def _longest(code: str, prefixes: Iterable[str]) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=0)
