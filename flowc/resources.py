"""The grammar and the templates: in the wheel under `flowc/_data`, in a checkout beside `flowc`."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def resource(kind: str, *parts: str) -> Path:
    """The path of a file under `grammar/` or `templates/`."""
    packed = _HERE / "_data" / kind
    return (packed if packed.is_dir() else _HERE.parent / kind).joinpath(*parts)
