"""Whatever a file holds, the answer is a document or coded diagnostics, never a traceback."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import flowc
from flowc.cli.main import main
from flowc.diagnostics import FlowcError
from flowc.testing.world_values import TEXTS, Stranger

ROOT = Path(__file__).parents[2]
SOAK = int(os.environ.get("FLOWC_SOAK", "1"))
FILES = tuple(sorted((ROOT / "examples").glob("*/*.flow"))) + tuple(
    path for path in sorted((ROOT / "examples").glob("*/*.json")) if path.stem == path.parent.name
)
PIECES = (
    *"{}[]:,\"'#\\/*-+&!|>%@`$().=?",
    *("null", "true", "1", "1e400", "-", "NaN", "0x1F", "Infinity", "08", "\\u", "\\ud83c"),
    *("\n", "\r\n", "  ", "\t", "\x00", "\ufeff", "- ", "? ", ": ", "<<", "*a", "&a", "---", "..."),
    *("component_type", "$component_ref", "$referenced_components", "id", "nodes", "Flow"),
    *("flow f", "tool t", "() -> ()", "match x", "=>", "edges", '"""', "@with", "// c", "/* c */"),
    *TEXTS[:20],
)
"""Parts of what files hold, good and bad."""
CODE = re.compile(r"FLOW[0-9]{3}")

texts = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def garbage(count: int) -> settings:
    """So many texts or files."""
    return settings(
        max_examples=count * SOAK,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )


def reads_or_refuses(read: Callable[[str], flowc.Program], text: str) -> None:
    """Nothing but FlowcError comes out, and each of its findings has a code."""
    try:
        program = read(text)
        found = program.diagnostics
    except FlowcError as error:
        found = error.diagnostics
        assert found
    assert all(CODE.fullmatch(finding.code) for finding in found)


@pytest.mark.parametrize("read", [flowc.from_json, flowc.from_yaml, flowc.parse])
@given(text=texts)
@garbage(150)
def test_any_text_is_a_program_or_refused(read: Callable[[str], flowc.Program], text: str):
    reads_or_refuses(read, text)


def damaged(data: bytes, choices: Stranger) -> bytes:
    """A file with bytes changed, taken out, put in, moved, or cut off."""
    at = (choices.count(0, 255) * 256 + choices.count(0, 255)) % len(data)
    size = choices.pick((1, 1, 2, 10, 200))
    match choices.count(0, 5):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[at + size :]
        case 2:
            return data[:at] + bytes([choices.count(0, 255)]) + data[at + 1 :]
        case 3:
            return data[:at] + choices.pick(PIECES).encode("utf-8", "surrogatepass") + data[at:]
        case 4:
            return data[:at] + data[at : at + size] * 2 + data[at + size :]
        case _:
            return data[at : at + size] + data[:at] + data[at + size :]


@given(file=st.sampled_from(FILES), data=st.binary(min_size=40, max_size=40))
@garbage(60)
def test_a_damaged_file_is_read_or_refused_with_a_code(
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    file: Path,
    data: bytes,
):
    choices = Stranger(data)
    path = tmp_path_factory.mktemp("damaged") / f"damaged{file.suffix}"
    path.write_bytes(damaged(file.read_bytes(), choices))
    verb = choices.pick((["check"], ["convert", "-t", "flow"], ["convert", "-t", "json"], ["fmt"]))
    status = main([*verb, str(path)])
    shown = capsys.readouterr().err
    assert status in (0, 1, 2, 3), verb
    assert status in (0, 3) or CODE.search(shown), shown
    assert "Traceback" not in shown
