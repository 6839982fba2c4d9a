"""The locals that hold the values of node inputs, and what they hold at the beginning."""

from __future__ import annotations

from flowc.ir.defaults import in_form
from flowc.ir.notation import type_text
from flowc.ir.types import NULL, Property, Type, allows_null
from flowc.ir.values import ABSENT, Absent, Json, same_json
from flowc.python.needless import settled
from flowc.records import dataclass, field


@dataclass(slots=True)
class Variable:
    """A local. `expr` reads it: its name, or `name["title"]` for a part of a subflow's outputs.

    `default` is what it holds at the beginning; ABSENT: nothing. `unset`: it begins as the unset
    value, and reads have to look.
    """

    types: tuple[Type, ...]
    wanted: str
    expr: str = ""
    default: Json | Absent = ABSENT
    unset: bool = False
    is_parameter: bool = False
    declared: bool = False
    written_twice: bool = False
    has_one_writer: bool = False
    """Of the nodes that write it at most one runs, once: until then it is unset."""
    is_always_written: bool = False
    """Before each reader a node has written it: None, if a tool gave nothing."""
    writers: list[str] = field(default_factory=list)

    @property
    def none_is_unset(self) -> bool:
        """Whether None stands for no value, because no source writes null."""
        return self.unset and not any(allows_null(type_) for type_ in self.types)

    @property
    def value(self) -> str:
        """The expression that reads it where it is set: `None` for one that can only be null,
        which type checkers would take for any object."""
        return self.expr if self.unset else self.value_if_set

    @property
    def value_if_set(self) -> str:
        """The same where it is known that it has a value, though it may be unset elsewhere."""
        return "None" if all(type_ == NULL for type_ in self.types) else self.expr


@dataclass(frozen=True, slots=True)
class Read:
    """How a node gets an input: from a variable, None if it has no source at all."""

    variable: Variable | None
    may_be_unset: bool
    is_proven: bool = False
    """Whether a node that always runs before needs the value too: it has looked."""


def _same_default(variable: Variable, readers: list[Property]) -> Json | Absent:
    """The one default of all readers, if it can be there from the beginning: lists and dicts
    cannot, they are made anew for each use (SEMANTICS 8)."""
    first = readers[0].default
    if variable.is_parameter or isinstance(first, (Absent, dict, list, tuple)):
        return ABSENT
    for item in readers:
        if isinstance(item.default, Absent) or not same_json(item.default, first):
            return ABSENT
    return first


def common_default(variable: Variable, readers: list[Property]) -> Json | Absent:
    """The one default that all early readers have, if it is a value of the variable's type."""
    first = _same_default(variable, readers)
    if isinstance(first, Absent) or len(variable.types) != 1:
        return ABSENT
    type_ = variable.types[0]
    default: Json = in_form(first, type_)
    same_type = all(type_text(item.type) == type_text(type_) for item in readers)
    if settled(default, type_) and (same_type or same_json(default, first)):
        return default
    return ABSENT


def widen(variable: Variable, readers: list[Property]) -> None:
    """Let the variable hold the default of its readers, though no source gives such a value."""
    first = _same_default(variable, readers)
    type_ = readers[0].type
    if isinstance(first, Absent) or any(
        type_text(item.type) != type_text(type_) for item in readers
    ):
        return
    default = in_form(first, type_)
    if settled(default, type_):
        variable.default = default
        variable.types += (NULL if default is None else type_,)
