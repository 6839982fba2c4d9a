"""Procedures of Oracle over oracledb, thin mode (extra ``flowc[oracle]``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flowc.runtime import faults
from flowc.runtime.database_urls import DatabaseUrl
from flowc.runtime.errors import ProcedureError
from flowc.runtime.plsql import Database
from flowc.runtime.procedures import Argument, Procedure

if TYPE_CHECKING:
    from oracledb import Connection, Cursor, Error, Var

DEFAULT_PORT = 1521
LONGEST_TEXT = 32767
"""Bytes of a VARCHAR2 in PL/SQL."""


class Oracle(Database):
    """A database of Oracle.

    Its dictionary is not asked: the driver calls the procedure with the tool's parameters by name,
    and the database refuses what does not fit.
    """

    _connection: Connection

    def __init__(self, url: DatabaseUrl) -> None:
        import oracledb  # noqa: F401  (an ImportError comes before anything runs)

        super().__init__(url)

    def _connect(self) -> None:
        import oracledb

        url = self._url
        try:
            self._connection = oracledb.connect(
                user=url.user,
                password=next(iter(url.passwords[-1:]), None),
                host=url.host,
                port=url.port or DEFAULT_PORT,
                service_name=url.name,
            )
        except oracledb.Error as error:
            raise url.not_reached(_text(error)) from None

    def _close(self, *, commit: bool) -> None:
        import oracledb

        with self._connection as connection:  # closing rolls back
            try:
                if commit:
                    connection.commit()
            except oracledb.Error as error:
                text = faults.NOT_COMMITTED.text(reason=_text(error))
                raise ProcedureError(text, _code(error)) from None

    def _check(self, procedure: Procedure) -> None:
        """Only a call shows more than the names do."""

    def _call(self, procedure: Procedure, values: Mapping[str, Any]) -> Mapping[str, Any]:
        with _errors(procedure), self._connection.cursor() as cursor:
            given = {
                name: _adapted(cursor, procedure.inputs[name], value)
                for name, value in values.items()
                if name not in procedure.outputs
            }
            returned = {name: _variable(cursor, it) for name, it in procedure.outputs.items()}
            for name in returned.keys() & values.keys():  # IN OUT
                returned[name].setvalue(0, values[name])
            cursor.callproc(procedure.full_name, keyword_parameters={**given, **returned})
            return {name: variable.getvalue() for name, variable in returned.items()}


def _adapted(cursor: Cursor, argument: Argument, value: Any) -> Any:
    """A JSON value as the driver sends it."""
    if not isinstance(value, (dict, list)):
        return value
    variable = _variable(cursor, argument)
    variable.setvalue(0, value)
    return variable


def _variable(cursor: Cursor, argument: Argument) -> Var:
    """A place for a value of the output's type."""
    import oracledb

    match argument.kind:
        case "integer":
            return cursor.var(int)
        case "number":
            return cursor.var(float)
        case "boolean":
            return cursor.var(bool)
        case "array" | "object":
            return cursor.var(oracledb.DB_TYPE_JSON)
    return cursor.var(str, LONGEST_TEXT)


def _code(error: Error) -> str | None:
    return getattr(error.args[0], "full_code", None) if error.args else None


def _text(error: Error) -> str:
    """The first line of what the database says; the others are the stack of its code."""
    return str(error).partition("\n")[0]


@contextmanager
def _errors(procedure: Procedure) -> Iterator[None]:
    """The driver's errors as ProcedureError."""
    import oracledb

    try:
        yield
    except oracledb.Error as error:
        raise procedure.problem(f"failed: {_text(error)}", _code(error)) from None
