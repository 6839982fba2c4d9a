"""Fixes at work: what they make of a text, round by round, and never a worse one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flowc.diagnostics.diagnostic import Diagnostic, Edit
from flowc.diagnostics.suppression_rules import HIDES_ERROR
from flowc.records import dataclass

ROUNDS = 20
"""How often a text is looked at again: a repair may bring up what can be repaired next."""
_SINGLY = 10
"""How many fixes are tried one by one if together they make a text worse."""

FindingsOf = Callable[[str], Sequence[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text after all fixes: the findings that were repaired, and those that are left."""

    text: str
    repaired: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]


def fixed(text: str, name: str, findings_of: FindingsOf) -> Fixed:
    """Repair a text by the fixes of its findings, until there are none. `name` is that of its
    source: fixes of other files are left alone. `findings_of` says what is wrong with a text.

    A fix that would bring more errors of syntax, or more others, is not applied.
    """
    found = findings_of(text)
    repaired: list[Diagnostic] = []
    for _ in range(ROUNDS):
        apart = _apart(item for item in found if _is_fixable(item, name))
        for some in (apart, *([item] for item in apart[:_SINGLY])):
            after = _edited(text, some)
            if after == text:
                continue
            left = findings_of(after)
            if _badness(left) <= _badness(found):
                break
        else:
            break
        text, found = after, left
        repaired += some
    return Fixed(text, tuple(repaired), tuple(found))


def _is_fixable(item: Diagnostic, name: str) -> bool:
    return item.fix is not None and all(edit.span.source.name == name for edit in item.fix.edits)


def _apart(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """As many of the findings, in order of place, as have fixes that do not touch each other."""
    taken: list[Diagnostic] = []
    end = -1
    for item in sorted(found, key=lambda item: _edits(item)[0].span.start):
        edits = _edits(item)
        if edits[0].span.start > end:
            taken.append(item)
            end = max(edit.span.end for edit in edits)
    return taken


def _edits(item: Diagnostic) -> list[Edit]:
    """The edits of a finding's fix, in order of place."""
    assert item.fix is not None
    return sorted(item.fix.edits, key=lambda edit: edit.span.start)


def _edited(text: str, found: Iterable[Diagnostic]) -> str:
    pieces = []
    at = 0
    for item in found:
        for edit in _edits(item):
            pieces += [text[at : edit.span.start], edit.text]
            at = edit.span.end
    return "".join((*pieces, text[at:]))


def _badness(found: Sequence[Diagnostic]) -> tuple[int, int]:
    """Errors of syntax, which keep all others from being found, count first."""
    errors = [item.code for item in found if item.is_error]
    syntax = [code for code in errors if code.startswith("FLOW0") and code != HIDES_ERROR.code]
    return len(syntax), len(errors)
