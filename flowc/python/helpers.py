"""The private helpers of generated modules: which there are, and what each needs.

Their code is in `templates/python/helpers/`, a template each; a module holds those that its code
uses, and what these use.
"""

from __future__ import annotations

from flowc import faults
from flowc.faults import Fault
from flowc.python.modulescope import ModuleScope
from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Helper:
    """What a helper's code refers to: other helpers, and names of standard modules."""

    helpers: tuple[str, ...] = ()
    imports: tuple[tuple[str, str], ...] = ()


_TYPE_VAR = (("typing", "TypeVar"),)
_CALLABLE = (("collections.abc", "Callable"),)
_MAPPING = (("collections.abc", "Mapping"),)
_ANY = (("typing", "Any"),)
_ITERABLE = (("collections.abc", "Iterable"),)

HELPERS: dict[str, Helper] = {
    "require": Helper(imports=_ITERABLE),
    "arguments": Helper(imports=(*_MAPPING, *_ANY)),
    "add_note": Helper(),
    "turns": Helper(imports=(("collections.abc", "Iterator"), ("itertools", "repeat"))),
    "step_limit": Helper(),
    "unset": Helper(),
    "result_type": Helper(imports=_TYPE_VAR),
    "value_of": Helper(("result_type", "unset")),
    "value_or_state": Helper(("unset",), (*_MAPPING, *_ANY)),
    "key": Helper(("string",), _CALLABLE),
    "take": Helper(imports=_MAPPING),
    "take_or": Helper(imports=_MAPPING),
    "output": Helper(("result_type", "take", "returned"), _CALLABLE),
    "returned": Helper(("result_type",), _CALLABLE),
    "nothing": Helper(),
    "present": Helper(("result_type",)),
    "answer": Helper(imports=_MAPPING),
    "answer_or": Helper(imports=_MAPPING),
    "list_of": Helper(("mismatch",), _ANY),
    "same_length": Helper(imports=(("collections.abc", "Sized"), *_MAPPING)),
    "numbers": Helper(imports=_ITERABLE),
    "some": Helper(("result_type",)),
    "average": Helper(),
    "average_or_none": Helper(("average",)),
    "later": Helper(("result_type",), (*_CALLABLE, ("collections.abc", "Awaitable"))),
    "string": Helper(("mismatch",)),
    "number": Helper(("mismatch",)),
    "integer": Helper(("mismatch",)),
    "boolean": Helper(("mismatch",)),
    "null": Helper(("mismatch",)),
    "is_number": Helper(),
    "is_integer": Helper(),
    "is_listed": Helper(("is_same",)),
    "is_same": Helper(),
    "property": Helper(),
    "mismatch": Helper(),
}
"""Every helper, in the order in which modules have them."""

EARLY = frozenset(("unset", "result_type"))
"""Helpers that must stand before the flows, whose signatures use them."""

NAMES = {
    "result_type": "T",
    "unset": "Unset",
    "UNSET": "UNSET",
    "property": "property_of",
}
"""What follows the prefix in a helper's name, where that is not the helper's own name."""

FIXED = (*(NAMES.get(helper, helper) for helper in HELPERS), NAMES["UNSET"])
"""What follows the prefix in all names that helpers have, whether a module uses them or not."""


class Helpers:
    """The helpers that one module uses."""

    def __init__(self, scope: ModuleScope) -> None:
        self._scope = scope
        self._used: set[str] = set()
        self.step_limit = False
        self.seems_unbound = False
        """Whether a type checker may think of a local that it is read before it is written."""

    def use(self, helper: str) -> str:
        """The name of a helper, which the module now holds."""
        if helper not in self._used:
            self._used.add(helper)
            for other in HELPERS[helper].helpers:
                self.use(other)
            for module, name in HELPERS[helper].imports:
                self._scope.imported(module, name)
        return self.name(helper)

    def name(self, helper: str) -> str:
        """The name that a helper has in this module."""
        return self._scope.prefix + NAMES.get(helper, helper)

    @property
    def unset(self) -> str:
        """The value of inputs that have none."""
        self.use("unset")
        return self.name("UNSET")

    @property
    def used(self) -> list[str]:
        """The helpers that the module holds, in order."""
        return [name for name in HELPERS if name in self._used]


def texts() -> dict[str, str]:
    """The texts of `flowc.faults` as f-strings over the names that the helpers' code uses."""
    actual = "type(value).__name__"
    return {
        "conversion": _f(faults.CONVERSION, type="expected", actual=actual),
        "missing_field": _f(faults.MISSING_FIELD, property="key"),
        "nothing_returned": _f(faults.NOTHING_RETURNED),
        "missing_output": _f(faults.MISSING_OUTPUT, output="title"),
        "not_a_mapping": _f(faults.NOT_A_MAPPING, actual="type(result).__name__"),
        "no_answer_for": _f(faults.NO_ANSWER_FOR, output="title"),
        "answer_not_a_mapping": _f(faults.ANSWER_NOT_A_MAPPING, actual="type(answer).__name__"),
        "not_an_input": _f(faults.NOT_AN_INPUT, input="title"),
        "missing_input": _f(faults.MISSING_INPUT, input="title"),
        "not_an_object": _f(faults.INPUTS_NOT_AN_OBJECT, actual="type(inputs).__name__"),
        "no_implementation": _f(faults.NO_IMPLEMENTATION, tools="', '.join(missing)"),
        "step_limit": _f(faults.STEP_LIMIT),
        "unequal_lists": _f(faults.UNEQUAL_LISTS),
        "nothing_to_reduce": _f(faults.NOTHING_TO_REDUCE),
        "not_a_number": _f(faults.NOT_A_NUMBER, actual=actual),
        "tool_output_place": 'f"' + faults.TOOL_OUTPUT_PLACE.replace("{title}", "{output}") + '"',
    }


def _f(fault: Fault, **names: str) -> str:
    """An f-string literal of a fault's text; its placeholders are names of the helper's code."""
    text = fault.template
    for placeholder, name in names.items():
        text = text.replace("{" + placeholder + "}", "{" + name + "}")
    return f'f"{text}"'
