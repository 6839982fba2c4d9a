"""Files: read as text, found below a folder, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from flowc.diagnostics import FlowcError, Rule, Severity

UNREADABLE = Rule("FLOW801", Severity.ERROR, "a file cannot be read")
NOT_UTF8 = Rule("FLOW802", Severity.ERROR, "a file is not UTF-8 text")
UNKNOWN_KIND = Rule("FLOW803", Severity.ERROR, "a file's ending says nothing that flowc reads")
UNWRITABLE = Rule("FLOW804", Severity.ERROR, "a file cannot be written")
OUTSIDE = Rule("FLOW805", Severity.ERROR, "an import leaves the entry file's folder")

KINDS: Mapping[str, str] = {
    ".flow": "flow",
    ".json": "json",
    ".json5": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
}
"""What a file holds, by its ending."""


def kind_of(path: Path) -> str:
    """`flow`, `json` or `yaml`, by the file's ending; FlowcError (FLOW803) for any other."""
    found = KINDS.get(path.suffix.lower())
    if found is None:
        raise FlowcError(
            [
                UNKNOWN_KIND.at(
                    None,
                    f"'{path}' is of no known kind",
                    hint=f"flowc reads files that end in {', '.join(KINDS)}.",
                )
            ]
        )
    return found


def read_text(path: Path) -> str:
    """The text of a UTF-8 file; FlowcError (FLOW801, FLOW802) says why it cannot be had."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise FlowcError([UNREADABLE.at(None, f"cannot read '{path}': {reason}")]) from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FlowcError(
            [
                NOT_UTF8.at(
                    None,
                    f"'{path}' is not UTF-8: byte 0x{data[error.start]:02x} in line {line}",
                    hint="Save the file as UTF-8.",
                )
            ]
        ) from error


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files, each to a temporary file first that then takes its place, so that none is ever
    half written; folders are made. FlowcError (FLOW804) says what could not be written."""
    ready: list[tuple[str, Path]] = []
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix="~")
            ready.append((name, path))
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        while ready:
            name, path = ready[0]
            os.replace(name, path)
            ready.pop(0)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise FlowcError([UNWRITABLE.at(None, f"cannot write '{path}': {reason}")]) from error
    finally:
        for name, _ in ready:
            Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def below(folder: Path, wanted: str) -> Path:
    """The file that an import of `wanted` in `folder` names; FlowcError (FLOW805) if it is not
    below the folder, links followed."""
    path = folder / wanted
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FlowcError(
            [
                OUTSIDE.at(
                    None,
                    f"the import '{wanted}' leaves the folder of the entry file",
                    hint="Move the imported file below that folder.",
                )
            ]
        )
    return path
