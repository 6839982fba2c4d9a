"""Comments that hide findings: `# flowc: ignore[FLOW403] reason`, at the end of the line on which a
finding begins, or of the last line of the statement. In JSON5 the comment begins with `//`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from flowc.diagnostics.diagnostic import Diagnostic, Edit, Fix, has_errors
from flowc.diagnostics.suggest import closest
from flowc.diagnostics.suppression_rules import (
    HIDES_ERROR,
    HIDES_NOTHING,
    NO_REASON,
    NOT_UNDERSTOOD,
    UNKNOWN_CODE,
)
from flowc.patterns import pattern
from flowc.records import dataclass
from flowc.text import Span

MARK = "flowc:"
"""What all comments for flowc have."""
FORM = "flowc: ignore[FLOW403] reason"

_COMMENT = pattern(r"(?:#|//)[ \t]*flowc:[ \t]*(?P<word>\w+)(?P<rest>.*)", re.DOTALL)
_CODES = pattern(r"[ \t]*\[(?P<codes>[^\[\]]+)\](?P<reason>.*)", re.DOTALL)
_ONE_CODE = pattern(r"\bFLOW[0-9]{3}\b", re.IGNORECASE)
_CODE = pattern(r"[^\s,]+")
_ALWAYS_CHECKED = "012345"
"""The hundreds of the codes of which every `flowc check` finds all there is: of what depends on a
target or a run nobody can say that it is not there."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, and the first of the lines up to its own that it can speak for."""

    span: Span
    first_line: int


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that hides findings on its lines: the codes, each where it stands, and why."""

    remark: Remark
    codes: Mapping[str, Span]
    reason: str

    @property
    def comment(self) -> Span:
        """Where the comment stands."""
        return self.remark.span

    @property
    def lines(self) -> range:
        """The lines on which it hides findings."""
        return range(self.remark.first_line, self.comment.line + 1)


def suppressions(remarks: Iterable[Remark]) -> Iterator[Suppression | Diagnostic]:
    """What the comments hide, and findings on those that are meant to, but say it in a wrong way.

    All other comments, also ones that only begin like that, are people's own.
    """
    for remark in remarks:
        comment = remark.span
        found = _COMMENT.match(comment.text)
        if found is None or closest(found["word"], ["ignore"]) is None:
            continue
        listed = _CODES.match(found["rest"])
        start = comment.start + found.start("rest")
        codes = {} if listed is None else dict(_codes(comment, start, listed))
        if found["word"] != "ignore" or listed is None or not codes:
            yield NOT_UNDERSTOOD.at(
                comment,
                "this comment hides nothing: it is not of the right form",
                hint=f"Write {_form_for(found['rest'])}",
            )
        else:
            yield Suppression(remark, codes, listed["reason"].strip(" \t:-–—"))


def _form_for(written: str) -> str:
    """The right form, with the code that was written, if any."""
    code = _ONE_CODE.search(written)
    return FORM if code is None else FORM.replace("FLOW403", code[0].upper())


def _codes(comment: Span, offset: int, listed: re.Match[str]) -> Iterator[tuple[str, Span]]:
    for found in _CODE.finditer(listed["codes"]):
        start = offset + listed.start("codes") + found.start()
        yield found[0], Span(comment.source, start, start + len(found[0]))


def unsuppressed(
    diagnostics: Iterable[Diagnostic],
    found: Iterable[Suppression],
    known: Collection[str],
    *,
    complete: bool = True,
) -> tuple[Diagnostic, ...]:
    """The findings that no comment hides, and those on the comments; `known` are all codes.

    That a comment hides nothing is only said if everything was looked for, which is for the caller
    to say, and if there are no errors: they may have kept a check from finding what it hides.
    """
    given, comments = tuple(diagnostics), tuple(found)
    by_line = _by_line(comments)
    used: set[Span] = set()
    kept = []
    for item in given:
        place = _place(item, by_line)
        if place is not None:
            used.add(place)
        if place is None or item.is_error:
            kept.append(item)
        if place is not None and item.is_error:
            kept.append(_hides_error(item, place))
    unknown = {code for comment in comments for code in comment.codes if code not in known}
    meant = {code: closest(code.upper(), known) for code in unknown}
    kept += [finding for comment in comments for finding in _on_comment(comment, meant)]
    if complete and not has_errors(given):
        kept += [
            _hides_nothing(comment, code, place)
            for comment in comments
            for code, place in comment.codes.items()
            if place not in used and code in known and code[4] in _ALWAYS_CHECKED
        ]
    return tuple(kept)


_ByLine = Mapping[tuple[str, int], Sequence[Suppression]]
"""Comments by file and line; the innermost, which ends first, before those around it."""


def _by_line(comments: Iterable[Suppression]) -> _ByLine:
    found: dict[tuple[str, int], list[Suppression]] = defaultdict(list)
    for comment in sorted(comments, key=lambda comment: comment.comment.start):
        for line in comment.lines:
            found[comment.comment.source.name, line].append(comment)
    return found


def _place(item: Diagnostic, by_line: _ByLine) -> Span | None:
    """Where the code of a finding is named that a comment hides; None if it is not hidden."""
    if item.location is None:
        return None
    span = item.location.span()
    around = by_line.get((span.source.name, span.line), ())
    return next((it.codes[item.code] for it in around if item.code in it.codes), None)


def _hides_nothing(comment: Suppression, code: str, place: Span) -> Diagnostic:
    alone = len(comment.codes) == 1
    edit = Edit(_with_blanks(comment.comment), "")
    return HIDES_NOTHING.at(
        place,
        f"there is no {code} here",
        hint=f"Remove the {'comment' if alone else 'code'}.",
        fix=Fix("Remove the comment", (edit,)) if alone else None,
    )


def _with_blanks(comment: Span) -> Span:
    """The comment with the blanks before it."""
    line = comment.source.line_starts[comment.line - 1]
    before = comment.source.text[line : comment.start].rstrip(" \t")
    return Span(comment.source, line + len(before), comment.end)


def _hides_error(item: Diagnostic, place: Span) -> Diagnostic:
    return HIDES_ERROR.at(
        place,
        f"{item.code} is an error and cannot be hidden",
        hint="Repair what it says and remove the code: only warnings and notes can be hidden.",
    )


def _on_comment(comment: Suppression, unknown: Mapping[str, str | None]) -> Iterator[Diagnostic]:
    """What is wrong with a comment; `unknown` are the codes of no rule, and what each may mean."""
    for code, place in comment.codes.items():
        if code in unknown:
            near = unknown[code]
            yield UNKNOWN_CODE.at(
                place,
                f"there is no rule '{code}'",
                hint=f"Did you mean '{near}'?" if near else "`flowc explain` lists all rules.",
                fix=Fix(f"Write '{near}'", (Edit(place, near),)) if near == code.upper() else None,
            )
    if not comment.reason:
        yield NO_REASON.at(
            comment.comment,
            "this comment does not say why",
            hint=f"Write the reason at its end: {FORM}",
        )
