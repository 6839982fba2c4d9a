"""Which procedure of PostgreSQL a tool means, and whether its parameters are the tool's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flowc.runtime.errors import ProcedureError
from flowc.runtime.procedures import Argument, Procedure

JSON_TYPES = ("json", "jsonb")
_WHOLE_NUMBERS = ("smallint", "integer", "bigint")
_CATEGORIES = {"string": "SDTEUI", "integer": "N", "number": "N", "boolean": "B", "array": "A"}
"""The categories of types (`pg_type.typcategory`) that hold values of a JSON type."""
_MODES = {"i": "IN", "o": "OUT", "b": "INOUT"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a procedure: `mode` is IN, OUT or INOUT, `type` as SQL writes it."""

    name: str
    mode: str
    type: str
    category: str
    has_default: bool

    @property
    def is_given(self) -> bool:
        """Whether a call says a value."""
        return self.mode != "OUT"

    @property
    def is_returned(self) -> bool:
        """Whether a call gives a value."""
        return self.mode != "IN"


@dataclass(frozen=True, slots=True)
class Signature:
    """A procedure that exists."""

    schema: str
    name: str
    parameters: tuple[Parameter, ...]

    @classmethod
    def of(cls, row: Sequence[Any]) -> Signature:
        """A row of the catalogue: schema, name, number of defaults, then names, modes, types and
        categories of the parameters. Modes that no tool can use stay as the catalogue has them."""
        schema, name, defaults, names, modes, types, categories = row
        names, modes = names or [""] * len(types), modes or ["i"] * len(types)
        given = [index for index, mode in enumerate(modes) if mode != "o"]
        with_default = set(given[len(given) - defaults :])
        parameters = (
            Parameter(it[0], _MODES.get(it[1], it[1]), it[2], it[3], index in with_default)
            for index, it in enumerate(zip(names, modes, types, categories, strict=True))
        )
        return cls(schema, name, tuple(parameters))


def chosen(procedure: Procedure, rows: Iterable[Sequence[Any]]) -> Signature:
    """The one procedure of those found whose parameters are the tool's; ProcedureError, which says
    what does not fit, if there is not exactly one."""
    if procedure.schema and procedure.package:
        raise procedure.problem(
            "has a schema and a package, which PostgreSQL does not tell apart: give one of them"
        )
    found = [Signature.of(row) for row in rows]
    if not found:
        raise procedure.problem("does not exist")
    mistakes = [(signature, _mistake(procedure, signature)) for signature in found]
    fitting = [signature for signature, mistake in mistakes if mistake is None]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise procedure.problem(f"is ambiguous: {len(fitting)} of that name have these parameters")
    if len(found) > 1:
        raise procedure.problem(f"is there {len(found)} times, but none has these parameters")
    raise _raised(mistakes[0][1])


def _raised(mistake: ProcedureError | None) -> ProcedureError:
    assert mistake is not None, "only procedures with mistakes are left"
    return mistake


def _mistake(procedure: Procedure, signature: Signature) -> ProcedureError | None:
    """The first thing that keeps the tool from calling the procedure."""
    parameters = {parameter.name.lower(): parameter for parameter in signature.parameters}
    if "" in parameters or len(parameters) < len(signature.parameters):
        return procedure.problem("has parameters without a name of their own")
    for name, parameter in parameters.items():
        if parameter.mode not in _MODES.values():
            return procedure.problem(f"has a parameter that takes any number of values: '{name}'")
        if parameter.is_given and not parameter.has_default and name not in procedure.inputs:
            return procedure.problem(
                f"has the {parameter.mode} parameter '{name}', and the tool has no such input"
            )
    return _unfit(procedure, "input", procedure.inputs, parameters) or _unfit(
        procedure, "output", procedure.outputs, parameters
    )


def _unfit(
    procedure: Procedure,
    side: str,
    arguments: Mapping[str, Argument],
    parameters: Mapping[str, Parameter],
) -> ProcedureError | None:
    for name, argument in arguments.items():
        parameter = parameters.get(name)
        if parameter is None:
            return procedure.problem(f"has no parameter for the {side} '{argument.title}'")
        if not (parameter.is_given if side == "input" else parameter.is_returned):
            return procedure.problem(
                f"has '{name}' as an {parameter.mode} parameter, and it is an {side} of the tool"
            )
        if not _holds(parameter, argument, given=side == "input"):
            return procedure.problem(
                f"has '{name}' as {parameter.type}, and the {side} '{argument.title}' is of type "
                f"{argument.kind}"
            )
    return None


def _holds(parameter: Parameter, argument: Argument, *, given: bool) -> bool:
    """Whether values go from input to parameter, or from parameter to output."""
    if argument.kind is None or (parameter.type in JSON_TYPES):
        return argument.kind in (None, "array", "object")
    if given and argument.kind == "number" and parameter.type in _WHOLE_NUMBERS:
        return False
    return parameter.category in _CATEGORIES.get(argument.kind, "")
