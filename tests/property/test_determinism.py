"""Everything that is written is a function of the source: no hash order, no clock, no random."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from random_cases import drawn

from flowc.agentspec import to_json, to_yaml
from flowc.decompile import decompile
from flowc.diagnostics.render import render_json, render_text
from flowc.format import format_source
from flowc.python import emit, emit_stub
from flowc.semantics import check
from flowc.syntax import unparse
from flowc.testing import cases
from flowc.text import Source

ROOT = Path(__file__).parent.parent.parent
COUNT = 12


def everything_written() -> list[str]:
    """All that flowc writes of a few flows: documents, sources, modules, stubs, diagnostics."""
    written: list[str] = []
    for case in drawn(cases(size=4), 7, COUNT):
        document = case.document
        text = unparse(decompile(document))
        found = check(document)
        written.extend(
            [
                to_json(document),
                to_yaml(document),
                text,
                format_source(Source("case.flow", text)),
                emit(document, source_name="case.json", source_sha256="0" * 64),
                emit(document, async_=True, source_name="case.json", source_sha256="0" * 64),
                emit_stub(document),
                render_text(found),
                render_json(found),
            ]
        )
    return written


def digest(texts: list[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def digest_elsewhere(hash_seed: str, folder: Path) -> str:
    """The digest that another process gets, in another folder and locale."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]),
        "LC_ALL": "C",
        "TZ": "Pacific/Auckland",
    }
    code = "import test_determinism as t; print(t.digest(t.everything_written()))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_output_does_not_depend_on_hash_seed_folder_locale_or_time_zone(tmp_path: Path) -> None:
    written = everything_written()
    assert len(written) >= 9 * COUNT
    for hash_seed in ("0", "1", "42"):
        assert digest_elsewhere(hash_seed, tmp_path) == digest(written)
