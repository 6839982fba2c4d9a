"""The code blocks of the language's definition bind without a finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from binding_support import bound, shown

BLOCKS = 3


@pytest.mark.parametrize("number", range(BLOCKS))
def test_code_block_binds(number: int, corpus: Path) -> None:
    page = (corpus.parent / "LANGUAGE.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```flow\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == BLOCKS
    assert [shown(item) for item in bound(blocks[number]).diagnostics] == []
