"""Which files a command means that takes files and folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.files import KINDS, UNREADABLE

NOT_FLOW = Rule("FLOW823", Severity.ERROR, "a file that is no .flow file")
"""`flowc fmt` formats `.flow` files. Documents have the format that `flowc convert` gives them.

Wrong:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```

```console
$ flowc fmt example.json
```

Right:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```

```console
$ flowc convert example.json -o example.flow
$ flowc fmt example.flow
```
"""

NO_FILES = Rule("FLOW824", Severity.WARNING, "a folder without .flow files")
"""The folder and those below it were searched; hidden folders, virtual environments and links are
left out. Usually the path is not the one that was meant.

Wrong:

```text docs/notes.txt
No flows here.
```

```console
$ flowc check docs
```

Right:

```flow flows/example.flow
tool lookup(order_id: string) -> (status: string)
```

```console
$ flowc check flows
```
"""

STDIN = Path("-")
_NEVER_OURS = frozenset(("node_modules", "site-packages", "__pycache__"))


def flow_files(paths: Sequence[Path], *, documents: bool = False) -> Iterator[Path | Diagnostic]:
    """The files named, and all `.flow` files below the folders named, each once, in order of name;
    in between, what is wrong with a path. With `documents`, files named may be of any kind,
    and a folder named like one is a mistake, not a folder to search.

    Hidden folders and virtual environments below a folder are left out, as are links, so that the
    search ends and stays below the folder.
    """
    seen: set[str] = set()
    for path in paths:
        is_file = path == STDIN or (documents and path.suffix.lower() in KINDS)
        for found in _named(path, documents) if is_file or not path.is_dir() else _below(path):
            if isinstance(found, Diagnostic):
                yield found
            elif os.path.realpath(found) not in seen:
                seen.add(os.path.realpath(found))
                yield found


def _named(path: Path, documents: bool) -> Iterator[Path | Diagnostic]:
    if path.suffix.lower() not in KINDS and path != STDIN and not path.exists():
        yield UNREADABLE.at(None, f"cannot read '{path}': no such file or folder")
        return
    if documents or path == STDIN or _is_flow(path.name):
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
