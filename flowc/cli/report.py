"""Findings on the terminal, and in the forms that programs read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from flowc.diagnostics import Diagnostic
from flowc.diagnostics.render import count_text, render_text


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Print findings to stderr, in colour only on a terminal and without NO_COLOR."""
    found = tuple(diagnostics)
    if found:
        print(render_text(found, color=uses_color()), file=sys.stderr, end="")


def report_count(diagnostics: Iterable[Diagnostic]) -> None:
    """Say on stderr how many findings there are, if several, and how many `--fix` can repair."""
    found = tuple(diagnostics)
    if len(found) < 2:
        return
    fixable = sum(map(_is_fixable, found))
    more = f" ({fixable} can be repaired: --fix)" if fixable else ""
    print(f"\n{count_text(found)}{more}", file=sys.stderr)


def _is_fixable(item: Diagnostic) -> bool:
    """Whether all places of the fix are in `.flow` files, which alone are repaired."""
    edits = () if item.fix is None else item.fix.edits
    return any(edits) and all(edit.span.source.locate is None for edit in edits)


def report_as(form: str, diagnostics: Iterable[Diagnostic]) -> None:
    """Print findings to stdout as `json`, `sarif` or `github`."""
    print(_rendered(form, tuple(diagnostics)), end="")


def _rendered(form: str, found: tuple[Diagnostic, ...]) -> str:
    if form == "github":
        from flowc.diagnostics.github import render_github

        return render_github(found)
    if form == "sarif":
        from flowc.cli.rule_sources import rule_of
        from flowc.diagnostics.sarif import render_sarif

        rules = (rule_of(code) for code in sorted({item.code for item in found}))
        return render_sarif(found, {rule.code: rule for rule in rules if rule is not None})
    from flowc.diagnostics.render import render_json

    return render_json(found)


def uses_color() -> bool:
    """Whether stderr is a terminal that may be coloured."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")
