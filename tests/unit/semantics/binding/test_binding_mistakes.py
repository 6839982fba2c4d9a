"""Mistakes, and everything that is said of each: code, place, title, label, hint, other places.

Each file in `mistakes/` holds a source (below the declarations of `binding_support.TOOLS`), a line
of dashes, and the findings. A message that could be better is worth a better expectation here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from binding_support import findings

MISTAKES = sorted((Path(__file__).parent / "mistakes").glob("*.txt"))


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_mistake_is_reported_like_this(path: Path) -> None:
    source, _, expected = path.read_text(encoding="utf-8").partition("\n----\n")
    assert "\n".join(line.rstrip() for line in findings(source)) + "\n" == expected
