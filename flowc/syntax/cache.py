"""A per-user cache of the parse tables, so that a start does not wait for lark.

The cache is a convenience: whatever goes wrong with it, the tables are built anew. A file that
belongs to another user is not read.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from zlib import crc32

from flowc.resources import resource
from flowc.syntax.tables import Tables, build, from_text, to_text

_FORMAT = 4
"""To be raised when the content of the file changes."""


@cache
def tables() -> Tables:
    """The tables of `grammar/flow.lark`."""
    grammar = resource("grammar", "flow.lark").read_text(encoding="utf-8")
    return load(grammar, cache_directory())


def cache_directory() -> Path | None:
    """Where the tables are kept: `$XDG_CACHE_HOME/flowc`, else `~/.cache/flowc`; None without a
    home."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if base and os.path.isabs(base):
        return Path(base) / "flowc"
    try:
        return Path.home() / ".cache" / "flowc"
    except RuntimeError:
        return None


def load(grammar: str, directory: Path | None) -> Tables:
    """The tables of a grammar, from the cache in `directory` if it holds them."""
    path = directory / f"tables-{_FORMAT}-{_checksum(grammar)}.json" if directory else None
    found = _read(path, grammar) if path else None
    if found is None:
        found = build(grammar)
        if path:
            _write(path, _content(grammar, to_text(found)))
    return found


def _content(grammar: str, text: str) -> str:
    """What the file holds: the grammar, which is all that the tables depend on, and the tables.
    lark's version is no part of it: the tables of a grammar without conflicts are the same whoever
    computes them, and asking for it takes longer than all the rest."""
    return f"{_checksum(grammar + text)}\n{json.dumps(grammar)}\n{text}"


def _checksum(text: str) -> str:
    """Tells damage, not malice: who can write to the cache can do as he likes anyway. A digest that
    tells more takes longer to load than the tables."""
    return f"{crc32(text.encode()):08x}"


def _read(path: Path, grammar: str) -> Tables | None:
    try:
        with path.open(encoding="utf-8") as file:
            if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
                return None
            content = file.read()
            text = content.split("\n", 2)[2]
            return from_text(text) if content == _content(grammar, text) else None
    except (OSError, LookupError, ValueError, TypeError):
        return None


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all; a place that cannot be written to is no error."""
    import tempfile

    temporary: str | None = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
