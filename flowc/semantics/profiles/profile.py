"""What a runtime adds to the checks: a profile, and how its findings join the common ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from flowc.diagnostics import Diagnostic, Severity
from flowc.ir.document import Document
from flowc.records import dataclass, field, replace
from flowc.semantics.checks import DocumentCheck, FlowCheck
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.profiles.parts import used
from flowc.text import Location

_Place: TypeAlias = tuple[str, int, int]
"""A place as it is compared: the source's name, start and end."""

SDK_ONLY = frozenset({"FLOW233", "FLOW235", "FLOW406", "FLOW526", "FLOW590"})
"""Common warnings of what only the official SDK or one of its engines minds."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A runtime: its name in messages, and what it makes of documents.

    `document_checks` and `flow_checks` find what only this runtime refuses (errors) or does
    otherwise (warnings), in what the root uses. `says` are the codes of common findings that it
    refuses as well, each with its own number or message: they are errors for it, whatever they are
    elsewhere. `remarks` are those that it does otherwise than the finding says. A finding of this
    profile stands for the common ones of the codes in `replaces` at its place. `moot` are the codes
    of common warnings that do not concern the runtime.
    """

    name: str
    document_checks: tuple[DocumentCheck, ...] = ()
    flow_checks: tuple[FlowCheck, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict)
    remarks: Mapping[str, str] = field(default_factory=dict)
    replaces: Mapping[str, frozenset[str]] = field(default_factory=dict)
    moot: frozenset[str] = frozenset()


def with_profiles(
    document: Document, found: Iterable[Diagnostic], profiles: Collection[Profile]
) -> list[Diagnostic]:
    """The common findings of a document as the runtimes see them, then their own, in no order.

    What is moot for all of the runtimes is left out.
    """
    if not profiles:
        return list(found)
    moot = frozenset.intersection(*(profile.moot for profile in profiles))
    kept = [item for item in found if item.is_error or item.code not in moot]
    document = used(document)
    contexts = [FlowContext(document, flow) for flow in document.flows]
    own: list[Diagnostic] = []
    for profile in profiles:
        new = [*_findings(document, contexts, profile)]
        replaced = _replaced(new, profile)
        kept = [_told(item, profile) for item in kept if not _is_replaced(item, replaced)]
        own += new
    return kept + own


def _findings(
    document: Document, contexts: Iterable[FlowContext], profile: Profile
) -> Iterator[Diagnostic]:
    for check_document in profile.document_checks:
        yield from check_document(document)
    for context in contexts:
        for check_flow in profile.flow_checks:
            yield from check_flow(context)


def _told(item: Diagnostic, profile: Profile) -> Diagnostic:
    """A common finding with what the runtime says to it."""
    said = profile.says.get(item.code)
    remark = profile.remarks.get(item.code) if said is None else said
    if remark is None:
        return item
    severity = item.severity if said is None else Severity.ERROR
    return replace(item, severity=severity, hint=f"{item.hint} {profile.name}: {remark}".strip())


def _replaced(own: Iterable[Diagnostic], profile: Profile) -> Mapping[str, list[_Place]]:
    """Where the profile's findings stand for common ones, in order, by the codes of those."""
    found: dict[str, list[_Place]] = {}
    for item in own:
        if item.location is not None:
            for code in profile.replaces.get(item.code, ()):
                found.setdefault(code, []).append(_place(item.location))
    for places in found.values():
        places.sort()
    return found


def _place(location: Location) -> _Place:
    span = location.span()
    return (span.source.name, span.start, span.end)


def _is_replaced(item: Diagnostic, replaced: Mapping[str, list[_Place]]) -> bool:
    """Whether a place of the item's code is inside of its place, or around it. The places do not
    overlap each other, so the neighbours are all that can be."""
    places = replaced.get(item.code)
    if not places or item.location is None:
        return False
    here = _place(item.location)
    at = bisect_right(places, here)
    return any(_overlap(here, other) for other in places[max(at - 1, 0) : at + 1])


def _overlap(a: _Place, b: _Place) -> bool:
    inside = b[1] <= a[1] and a[2] <= b[2]
    around = a[1] <= b[1] and b[2] <= a[2]
    return a[0] == b[0] and (inside or around)
