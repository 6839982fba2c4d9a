"""Which files a command means that takes files and folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.files import UNREADABLE

NOT_FLOW = Rule("FLOW823", Severity.ERROR, "a file that is no .flow file")
NO_FILES = Rule("FLOW824", Severity.WARNING, "a folder without .flow files")

STDIN = Path("-")
_NEVER_OURS = frozenset(("node_modules", "site-packages", "__pycache__"))


def flow_files(paths: Sequence[Path]) -> Iterator[Path | Diagnostic]:
    """The files named, and all `.flow` files below the folders named, each once, in order of name;
    in between, what is wrong with a path.

    Hidden folders and virtual environments below a folder are left out, as are links, so that the
    search ends and stays below the folder.
    """
    seen: set[str] = set()
    for path in paths:
        is_folder = path != STDIN and path.is_dir()
        for found in _below(path) if is_folder else _named(path):
            if isinstance(found, Diagnostic):
                yield found
            elif os.path.realpath(found) not in seen:
                seen.add(os.path.realpath(found))
                yield found


def _named(path: Path) -> Iterator[Path | Diagnostic]:
    if path == STDIN or _is_flow(path.name):
        yield path
        return
    hint = "Only files that end in .flow can be formatted."
    if path.suffix.lower() in (".json", ".json5", ".yaml", ".yml"):
        converted = quote(str(path.with_suffix(".flow")))
        hint = f"Convert it first: flowc convert {quote(str(path))} -o {converted}"
    yield NOT_FLOW.at(None, f"'{path}' is no .flow file", hint=hint)


def _below(folder: Path) -> Iterator[Path | Diagnostic]:
    closed: list[OSError] = []
    empty = True
    for place, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(name for name in folders if _is_ours(place, name))
        for name in sorted(names):
            path = Path(place, name)
            if _is_flow(name) and path.is_file() and not path.is_symlink():
                empty = False
                yield path
    for error in closed:
        yield UNREADABLE.at(None, f"cannot read '{error.filename}': {error.strerror}")
    if empty and not closed:
        yield NO_FILES.at(None, f"there are no .flow files in '{folder}'")


def _is_flow(name: str) -> bool:
    return name.lower().endswith(".flow")


def _is_ours(place: str, name: str) -> bool:
    """Whether a folder may hold files of the user's own."""
    if name.startswith(".") or name in _NEVER_OURS:
        return False
    return not os.path.exists(os.path.join(place, name, "pyvenv.cfg"))
