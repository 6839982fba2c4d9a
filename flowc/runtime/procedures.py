"""What a tool of type `plsql_exec` asks for: the name of a procedure, parameters (SEMANTICS 17)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from flowc.runtime import faults
from flowc.runtime.errors import ProcedureError

_IDENTIFIER = re.compile(r"[^\W\d_][\w$#]{0,127}\Z")
"""Names that need no quotes in Oracle; what needs them has no place in a document."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An input or output of a tool: `kind` is its JSON type, None if it may be of several."""

    title: str
    kind: str | None

    @property
    def parameter(self) -> str:
        """The name without case, by which the procedure's parameter is found."""
        return self.title.lower()


@dataclass(frozen=True, slots=True)
class Procedure:
    """The procedure of a tool: its name, and what the tool gives it and wants of it, by parameter
    name without case."""

    tool: str
    schema: str | None
    package: str | None
    name: str
    inputs: Mapping[str, Argument]
    outputs: Mapping[str, Argument]

    @classmethod
    def of(cls, tool: Mapping[str, Any]) -> Procedure:
        """The procedure that a BuiltinTool, as JSON, names.

        ProcedureError for a name that is missing or no plain identifier, and for inputs or outputs
        that are one parameter.
        """
        configuration = tool.get("configuration") or {}
        if not isinstance(configuration, Mapping):
            raise faults.CONFIGURATION.error(tool=tool["name"])
        names = {
            field: _name(tool, field, configuration.get(field))
            for field in ("schema_name", "package_name", "procedure_name")
        }
        if names["procedure_name"] is None:
            raise faults.NO_PROCEDURE_NAME.error(tool=tool["name"])
        return cls(
            tool["name"],
            names["schema_name"],
            names["package_name"],
            names["procedure_name"],
            _arguments(tool, "inputs"),
            _arguments(tool, "outputs"),
        )

    @property
    def full_name(self) -> str:
        """`[schema.][package.]procedure`."""
        return ".".join(part for part in (self.schema, self.package, self.name) if part)

    @property
    def contract(self) -> Hashable:
        """What decides which of the procedures of one name is meant."""
        return self.full_name, *self.inputs.values(), "->", *self.outputs.values()

    def problem(self, text: str, code: str | None = None) -> ProcedureError:
        """An error of this procedure."""
        message = faults.PROCEDURE.text(tool=self.tool, procedure=self.full_name, problem=text)
        return ProcedureError(message, code)

    def bound(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a call by parameter name without case."""
        return {title.lower(): value for title, value in arguments.items()}

    def result(self, values: Mapping[str, Any]) -> Any:
        """What the tool returns, of the OUT parameters' values by name without case: nothing, the
        one output's value, or an object of several."""
        found = {
            item.title: self._as_json(item, values[name]) for name, item in self.outputs.items()
        }
        if len(found) == 1:
            return next(iter(found.values()))
        return found or None

    def _as_json(self, output: Argument, value: Any) -> Any:
        """A value of the database as JSON: numbers as the output wants them, dates and the like as
        text."""
        match value:
            case Decimal():
                whole = value.is_finite() and value == value.to_integral_value()
                return int(value) if whole and output.kind != "number" else float(value)
            case datetime() | date() | time():
                return value.isoformat()
            case UUID() | timedelta():
                return str(value)
            case None | bool() | int() | float() | str() | list() | dict():
                return value
        type_ = type(value).__name__
        raise self.problem(f"gives '{output.title}' as {type_}, which is no JSON")


def _name(tool: Mapping[str, Any], field: str, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not _IDENTIFIER.match(value):
        raise faults.NO_IDENTIFIER.error(tool=tool["name"], field=field)
    return value


def _arguments(tool: Mapping[str, Any], side: str) -> dict[str, Argument]:
    found: dict[str, Argument] = {}
    for item in tool.get(side) or ():
        argument = Argument(item["title"], _kind(item))
        if not _IDENTIFIER.match(argument.title):
            raise faults.NO_PARAMETER_NAME.error(tool=tool["name"], title=argument.title)
        other = found.setdefault(argument.parameter, argument)
        if other is not argument:
            raise faults.ONE_PARAMETER.error(
                tool=tool["name"], title=other.title, other=argument.title
            )
    return found


def _kind(schema: Mapping[str, Any]) -> str | None:
    """The one JSON type that values of a schema have, null aside; None if there is none."""
    kinds = set(_kinds(schema)) - {"null"}
    return kinds.pop() if len(kinds) == 1 else None


def _kinds(schema: Mapping[str, Any]) -> Iterator[str]:
    members = schema.get("anyOf") or ()
    type_ = schema.get("type")
    if isinstance(type_, str):
        yield type_
    elif isinstance(type_, (list, tuple)):
        yield from type_
    elif not members:
        yield from ("string", "number")  # any: more than one
    for member in members:
        yield from _kinds(member)
