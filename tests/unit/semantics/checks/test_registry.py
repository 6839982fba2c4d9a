"""Each check is listed and explains itself: docs are made of these texts."""

from __future__ import annotations

import ast
from pathlib import Path

import flowc.semantics.checks as checks
from flowc.semantics.checks import DOCUMENT_CHECKS, FLOW_CHECKS, WHOLE_DOCUMENT_CHECKS

FOLDER = Path(checks.__file__).parent


def test_every_check_in_the_folder_is_listed():
    written = {
        item.name
        for path in FOLDER.glob("*.py")
        for item in ast.parse(path.read_text("utf-8")).body
        if isinstance(item, ast.FunctionDef) and item.name.startswith("check_")
    }
    assert written == {
        check.__name__ for check in (*DOCUMENT_CHECKS, *WHOLE_DOCUMENT_CHECKS, *FLOW_CHECKS)
    }


def test_every_check_says_in_a_sentence_what_has_to_hold():
    for check in (*DOCUMENT_CHECKS, *WHOLE_DOCUMENT_CHECKS, *FLOW_CHECKS):
        assert (check.__doc__ or "").partition("\n\n")[0].endswith("."), check.__name__
