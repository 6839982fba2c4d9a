"""What flowc has to say about a program: rules, and diagnostics that report a breach of one."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from flowc.records import guarded
from flowc.text import Location, Span


class Severity(Enum):
    """How bad a finding is. Errors stop a build; warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@guarded(frozen=True, slots=True)
class Edit:
    """Replace the characters of `span` by `text`."""

    span: Span
    text: str


@guarded(frozen=True, slots=True)
class Fix:
    """A change that repairs the finding and can be applied without asking."""

    title: str
    edits: tuple[Edit, ...]


@guarded(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding, such as the first of two declarations."""

    location: Location
    label: str


@guarded(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `title` is one line that says what is wrong; `label` stands under the place; `hint` says what to
    write instead.
    """

    code: str
    severity: Severity
    title: str
    location: Location | None = None
    label: str = ""
    related: tuple[Related, ...] = ()
    hint: str = ""
    fix: Fix | None = None

    @property
    def is_error(self) -> bool:
        """Whether the finding stops a build."""
        return self.severity is Severity.ERROR


@guarded(frozen=True, slots=True)
class Rule:
    """A kind of finding: its code `FLOWnnn`, its usual severity, and what it is about.

    Codes by hundreds: 0 syntax, 1 names and binding, 2 types, 3 control, 4 data, 5 documents and
    versions, 6 targets, 7 running, 8 files and command line.
    """

    code: str
    severity: Severity
    summary: str

    def at(
        self,
        location: Location | None,
        title: str,
        *,
        label: str = "",
        hint: str = "",
        related: Iterable[Related] = (),
        fix: Fix | None = None,
    ) -> Diagnostic:
        """A finding of this kind at a place."""
        return Diagnostic(
            self.code, self.severity, title, location, label, tuple(related), hint, fix
        )


class FlowcError(Exception):
    """Work that could not be done; `diagnostics` says why, every problem in one go."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(f"{d.code}: {d.title}" for d in self.diagnostics))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of the findings is an error."""
    return any(diagnostic.is_error for diagnostic in diagnostics)


def in_source_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings by file and place, those without a place first, each only once."""

    def key(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
        if diagnostic.location is None:
            return ("", -1, -1, diagnostic.code, diagnostic.title)
        span = diagnostic.location.span()
        return (span.source.name, span.start, span.end, diagnostic.code, diagnostic.title)

    return tuple(sorted(dict.fromkeys(diagnostics), key=key))
