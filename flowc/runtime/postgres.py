"""Procedures of PostgreSQL over psycopg (extra ``flowc[postgres]``). A package is a schema."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flowc.runtime import faults
from flowc.runtime.database_urls import DatabaseUrl
from flowc.runtime.errors import ProcedureError
from flowc.runtime.plsql import Database
from flowc.runtime.postgres_parameters import JSON_TYPES, Parameter, Signature, chosen
from flowc.runtime.procedures import Procedure

if TYPE_CHECKING:
    from psycopg import Connection, Error
    from psycopg.sql import Composed

_SIGNATURES = """
    SELECT n.nspname, p.proname, p.pronargdefaults,
           p.proargnames, p.proargmodes::text[],
           ARRAY(SELECT format_type(t.oid, NULL) FROM unnest(a.types) WITH ORDINALITY u(oid, i)
                 JOIN pg_catalog.pg_type t ON t.oid = u.oid ORDER BY i),
           ARRAY(SELECT t.typcategory::text FROM unnest(a.types) WITH ORDINALITY u(oid, i)
                 JOIN pg_catalog.pg_type t ON t.oid = u.oid ORDER BY i)
    FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    CROSS JOIN LATERAL (SELECT coalesce(p.proallargtypes, p.proargtypes::oid[]) AS types) a
    WHERE p.prokind = 'p'
      AND lower(p.proname) = lower(%(name)s)
      AND CASE WHEN %(schema)s::text IS NULL THEN pg_catalog.pg_function_is_visible(p.oid)
               ELSE lower(n.nspname) = lower(%(schema)s::text) END
    ORDER BY n.nspname, p.oid
"""
"""All procedures of a name, with their parameters in order."""


class Postgres(Database):
    """A database of PostgreSQL 14 or later."""

    _connection: Connection[Any]

    def __init__(self, url: DatabaseUrl) -> None:
        import psycopg  # noqa: F401  (an ImportError comes before anything runs)

        super().__init__(url)
        self._known: dict[Hashable, Signature] = {}

    def _connect(self) -> None:
        import psycopg

        try:
            self._connection = psycopg.connect(self._url.text, autocommit=True)
            self._connection.execute("BEGIN")
        except (psycopg.Error, UnicodeError) as error:
            raise self._url.not_reached(str(error).strip()) from None

    def _close(self, *, commit: bool) -> None:
        import psycopg

        with self._connection as connection:
            try:
                connection.commit() if commit else connection.rollback()
            except psycopg.Error as error:
                if commit:
                    text = faults.NOT_COMMITTED.text(reason=_text(error))
                    raise ProcedureError(text, error.sqlstate) from None

    def _check(self, procedure: Procedure) -> None:
        with _errors(procedure):
            self._signature(procedure)

    def _call(self, procedure: Procedure, values: Mapping[str, Any]) -> Mapping[str, Any]:
        with _errors(procedure), self._connection.transaction():  # a savepoint
            signature = self._signature(procedure)
            given = {
                item.name: _adapted(item, values[item.name.lower()])
                for item in signature.parameters
                if item.is_given and item.name.lower() in values
            }
            row = self._connection.execute(_statement(signature, given), list(given.values()))
            returned = [item.name.lower() for item in signature.parameters if item.is_returned]
            return dict(zip(returned, row.fetchone() or (), strict=True)) if returned else {}

    def _signature(self, procedure: Procedure) -> Signature:
        key = procedure.contract
        if key not in self._known:
            wanted = {"schema": procedure.package or procedure.schema, "name": procedure.name}
            rows = self._connection.execute(_SIGNATURES, wanted).fetchall()
            self._known[key] = chosen(procedure, rows)
        return self._known[key]


def _statement(signature: Signature, given: Mapping[str, Any]) -> Composed:
    """The CALL: each parameter by name, with its type, so that no other procedure can be meant."""
    from psycopg.sql import SQL, Identifier

    def known(text: str) -> SQL:
        return SQL(text.replace("%", "%%"))

    arguments = [
        SQL("{} => {}::{}").format(
            known(Identifier(item.name).as_string()),
            SQL("%s" if item.name in given else "NULL"),
            known(item.type),  # as the catalogue writes it, which is quoted
        )
        for item in signature.parameters
        if item.name in given or not item.is_given
    ]
    name = Identifier(signature.schema, signature.name)
    return SQL("CALL {}({})").format(name, SQL(", ").join(arguments))


def _adapted(parameter: Parameter, value: Any) -> Any:
    """A JSON value as psycopg sends it."""
    from psycopg.types.json import Json

    if value is None or parameter.type not in JSON_TYPES:
        return value
    return Json(value)


def _text(error: Error) -> str:
    """What the database says, without the lines on where and how, which may show values."""
    return error.diag.message_primary or type(error).__name__


@contextmanager
def _errors(procedure: Procedure) -> Iterator[None]:
    """psycopg's errors as ProcedureError."""
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        raise procedure.problem(f"failed: {_text(error)}", error.sqlstate) from None
    except UnicodeEncodeError:
        raise procedure.problem("failed: a text is no Unicode") from None
