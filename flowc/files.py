"""Files: read as text, found below a folder, written whole or not at all."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity

UNREADABLE = Rule("FLOW801", Severity.ERROR, "a file cannot be read")
"""The file does not exist, may not be read, or is no regular file: pipes and devices are refused
because they may never end.

Wrong:

```text notes.txt
There is no example.flow here.
```

```console
$ flowc check example.flow
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)
```

```console
$ flowc check example.flow
```
"""

NOT_UTF8 = Rule("FLOW802", Severity.ERROR, "a file is not UTF-8 text")
"""All files that flowc reads are UTF-8, with or without a byte order mark.

No example: such a file cannot be shown as text.
"""

UNKNOWN_KIND = Rule("FLOW803", Severity.ERROR, "a file's ending says nothing that flowc reads")
"""The ending says how a file is read: `.flow`, `.json`, `.json5`, `.yaml` or `.yml`.

Wrong:

```text example.txt
tool lookup(order_id: string) -> (status: string)
```

```console
$ flowc check example.txt
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)
```
"""

UNWRITABLE = Rule("FLOW804", Severity.ERROR, "a file cannot be written")
"""The disk is full, a folder is not there or may not be written to, or something else stands in the
way. Only `flowc build -o DIR` makes folders; a file is written into one that is there. Files are
written whole or not at all: what was there before is still there.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)
```

```text out
This is a file, not a folder.
```

```console
$ flowc build -t json example.flow -o out
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)
```

```console
$ flowc build -t json example.flow -o out
```
"""

OUTSIDE = Rule("FLOW805", Severity.ERROR, "an import leaves the entry file's folder")
"""The path of the import stays below the folder of the entry file, but a link on the way leads out
of it. What a program reads has to lie in its own folder.

No example: it takes a symbolic link.
"""

TOO_BIG = Rule("FLOW806", Severity.ERROR, "a file is too big to be read without being told to")
"""Files of more than 64 MB are not read unless you say so, because documents may come from
anywhere.

No example: the file would have to be that big.
"""

MEGABYTE = 2**20
MAX_SIZE = 64 * MEGABYTE
"""How many bytes a file may have, unless the user says otherwise."""

KINDS: Mapping[str, str] = {
    ".flow": "flow",
    ".json": "json",
    ".json5": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
}
"""What a file holds, by its ending."""

_OTHER_MARKS: Mapping[bytes, str] = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""The byte order marks of other encodings; that of UTF-16 begins that of UTF-32, and comes last."""


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


def read_text(path: Path, *, max_size: int = MAX_SIZE) -> str:
    """The text of a UTF-8 file of at most `max_size` bytes; FlowcError (FLOW801, FLOW802, FLOW806)
    says why it cannot be had. Pipes and devices are refused: they may never end."""
    try:
        with open(path, "rb", opener=_open) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                title = f"cannot read '{path}': it is no regular file"
                raise FlowcError([UNREADABLE.at(None, title)])
            if status.st_size > max_size:
                raise FlowcError([_too_big(path, status.st_size, max_size)])
            data = file.read()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise FlowcError([UNREADABLE.at(None, f"cannot read '{path}': {reason}")]) from error
    return decoded(data, str(path))


def _open(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _too_big(path: Path, size: int, max_size: int) -> Diagnostic:
    needed = -(-size // MEGABYTE)
    return TOO_BIG.at(
        None,
        f"'{path}' has {needed} MB; files of more than {max_size // MEGABYTE} MB are not read",
        hint=f"If it is what you want, say so: --max-size {needed}",
    )


def decoded(data: bytes, name: str) -> str:
    """Bytes as UTF-8 text; FlowcError (FLOW802) names the place where they are none."""
    for mark, encoding in _OTHER_MARKS.items():
        if data.startswith(mark):
            title = f"'{name}' is {encoding}, not UTF-8"
            raise FlowcError([NOT_UTF8.at(None, title, hint="Save the file as UTF-8.")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FlowcError(
            [
                NOT_UTF8.at(
                    None,
                    f"'{name}' is not UTF-8: byte 0x{data[error.start]:02x} in line {line}",
                    hint="Save the file as UTF-8.",
                )
            ]
        ) from error


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files, each to a temporary file first that then takes its place, so that none is ever
    half written. FlowcError (FLOW804) says what could not be written; folders are not made."""
    import tempfile

    ready: list[tuple[str, Path]] = []
    try:
        for path, text in texts.items():
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
        raise FlowcError([_unwritable(path, error)]) from error
    finally:
        for name, _ in ready:
            Path(name).unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder, and those around it, unless it is there; FlowcError (FLOW804) if it cannot
    be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FlowcError([_unwritable(folder, error)]) from error


def _unwritable(path: Path, error: OSError) -> Diagnostic:
    reason, hint = error.strerror or type(error).__name__, ""
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        found = next(it for it in (path, *path.parents) if it.exists() or it.is_symlink())
        reason = f"'{found}' is no folder"
    elif isinstance(error, FileNotFoundError):
        reason = f"there is no folder '{path.parent}'"
        hint = "Make the folder first, or write elsewhere."
    return UNWRITABLE.at(None, f"cannot write '{path}': {reason}", hint=hint)


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
