"""Closing brackets that close nothing: each is one bracket too many, or its opening bracket is
missing, which only the parser can tell."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity
from flowc.records import dataclass
from flowc.syntax.tokens import Token, begins_line

UNBALANCED = Rule("FLOW002", Severity.ERROR, "brackets that do not pair up")
"""Every `(`, `[` and `{` needs its closing bracket. flowc points to the bracket that has no
partner, and, if something was never closed, to the place where the lack of it was noticed.

Wrong:

```flow
library

flow greet() {
  say "hello"

tool lookup(order_id: string)
```

Right:

```flow
library

flow greet() {
  say "hello"
}

tool lookup(order_id: string)
```
"""


@dataclass(slots=True)
class Stray:
    """A closing bracket that closes nothing. `since`: where the declaration begins in which it
    stands. `is_torn`: that declaration ended early, with the bracket of something in it, so that an
    opening bracket is missing before. `is_told`: a finding on what is missing has told of it."""

    token: Token
    since: int
    is_torn: bool = False
    is_told: bool = False


def tell_torn(strays: Sequence[Stray], place: int) -> None:
    """Note that a finding at a place tells of the brackets of a declaration that ended early: what
    is wrong there is likely why."""
    at = bisect_left(strays, place, key=lambda stray: stray.token.start)
    while at < len(strays):
        stray = strays[at]
        if not stray.is_torn or stray.is_told or stray.since > place:
            break
        stray.is_told = True
        at += 1


def stray_findings(strays: Sequence[Stray], *, alone: bool) -> list[Diagnostic]:
    """The findings on brackets of which no other finding tells. To remove one is the only way to
    repair a file only if nothing else is wrong with its words (`alone`)."""
    return [_finding(stray.token, alone) for stray in strays if not stray.is_told]


def _finding(closer: Token, alone: bool) -> Diagnostic:
    removes = alone and _is_one_too_many(closer)
    return UNBALANCED.at(
        closer.span,
        f"'{closer.text}' closes nothing",
        hint="Remove it, or add the opening bracket.",
        fix=Fix("Remove it", (Edit(closer.span, ""),)) if removes else None,
    )


def _is_one_too_many(closer: Token) -> bool:
    """Whether it stands behind another of its kind, or is a `}` on a line of its own. Elsewhere it
    may be its partner that is missing, as in `tool t)`, `string]`."""
    if closer.source.text[: closer.start].endswith(closer.text):
        return True
    return closer.kind == "RBRACE" and begins_line(closer)
