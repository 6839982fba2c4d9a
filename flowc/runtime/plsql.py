"""Databases that run tools of type `plsql_exec` (SEMANTICS 17).

>>> with flowc.runtime.database("postgresql://app@localhost/shop") as shop:
...     flowc.run("order.json", {"order_id": "7812"}, tools={}, executors=shop.executors)

PostgreSQL needs ``flowc[postgres]``, Oracle ``flowc[oracle]``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from types import TracebackType
from typing import Any, Self

from flowc.runtime.database_urls import DatabaseUrl
from flowc.runtime.errors import ProcedureError
from flowc.runtime.procedures import Procedure

PLSQL = "plsql_exec"


class Database(ABC):
    """A connection for the runs in one `with` statement, which are one transaction.

    It is committed when the statement ends, rolled back when it ends with an error. A call that
    fails undoes what it did itself, so a flow that catches the error can go on.
    """

    def __init__(self, url: DatabaseUrl) -> None:
        self._url = url
        self._lock = Lock()  # Parallel nodes call from several threads; a transaction is one line

    @property
    def executors(self) -> Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Any]]:
        """What runs BuiltinTools, by `tool_type`: the `executors` of a run."""
        return {PLSQL: self._execute}

    def problems(self, tools: Iterable[Mapping[str, Any]]) -> list[str]:
        """Why these tools, as JSON, cannot be run here, as far as it can be known before."""
        found = []
        for tool in tools:
            try:
                with self._lock:
                    self._check(Procedure.of(tool))
            except ProcedureError as error:
                found.append(str(error))
        return found

    def _execute(self, tool: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
        """Call the tool's procedure; its result is what :meth:`Procedure.result` says."""
        procedure = Procedure.of(tool)
        with self._lock:
            return procedure.result(self._call(procedure, procedure.bound(arguments)))

    def __enter__(self) -> Self:
        self._connect()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._close(commit=error is None)

    @abstractmethod
    def _connect(self) -> None:
        """Connect; ConnectionError if that fails."""

    @abstractmethod
    def _close(self, *, commit: bool) -> None:
        """End the transaction and the connection; ProcedureError if it cannot be committed."""

    @abstractmethod
    def _check(self, procedure: Procedure) -> None:
        """ProcedureError if the procedure is known not to be callable."""

    @abstractmethod
    def _call(self, procedure: Procedure, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call the procedure with values by parameter; what its OUT parameters got, by name without
        case. ProcedureError if it fails."""


def database(url: str) -> Database:
    """The database of a URL: ``postgresql://user:password@host:port/name``, with the parameters of
    libpq, or ``oracle://user:password@host:1521/service``. It connects when it is entered.

    ValueError for other URLs, ImportError if the driver is not installed. No error shows the URL's
    password.
    """
    from flowc.runtime.oracle import Oracle
    from flowc.runtime.postgres import Postgres

    parsed = DatabaseUrl.of(url)
    return Oracle(parsed) if parsed.scheme == "oracle" else Postgres(parsed)
