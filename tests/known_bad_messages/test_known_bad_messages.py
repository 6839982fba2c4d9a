"""What flowc says where it is known to say it badly (see README.md beside this)."""

from __future__ import annotations

from pathlib import Path

import pytest

import flowc
from flowc.diagnostics import Diagnostic
from flowc.text import Span

CASES = sorted(Path(__file__).parent.glob("*.txt"))


def said(found: Diagnostic) -> str:
    assert isinstance(found.location, Span)
    line, column = found.location.source.line_column(found.location.start)
    lines = [f"{found.code} {line}:{column} {found.title}", found.label, found.hint]
    return "".join(f"{line}\n" for line in lines if line)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_it_still_says_this(path: Path) -> None:
    text, _, rest = path.read_text(encoding="utf-8").partition("---- says\n")
    says, _, should = rest.partition("---- should say\n")
    assert should.strip()
    assert "".join(map(said, flowc.parse(text).diagnostics)) == says
