"""docs/semantics.md and the tables of run-time errors say the same, and all errors are in them."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from types import ModuleType

import pytest

from flowc import faults
from flowc.faults import Fault, StepLimit
from flowc.runtime import faults as service_faults

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "semantics.md"
ROW = re.compile(r"\| `(\w+)` \| (\w+) \| `(.*)` \|")


def listed(mark: str) -> list[tuple[str, ...]]:
    """The rows of a table on the page."""
    text = PAGE.read_text("utf-8").split(f"<!-- {mark} -->")[1].split(f"<!-- /{mark} -->")[0]
    return [ROW.fullmatch(line).groups() for line in text.strip().splitlines()[2:]]


def declared(module: ModuleType) -> dict[str, Fault]:
    return {name: fault for name, fault in vars(module).items() if isinstance(fault, Fault)}


def rows(declared: dict[str, Fault]) -> list[tuple[str, ...]]:
    return [(name, fault.kind.__name__, fault.template) for name, fault in declared.items()]


def test_the_page_lists_every_fault():
    services = declared(service_faults)
    assert listed("service faults") == rows(services)
    flows = {name: it for name, it in declared(faults).items() if name not in services}
    assert listed("faults") == rows(flows)


def raised_texts(path: Path) -> list[str]:
    """Where a file raises an exception whose text it makes itself."""
    raises = [
        it for it in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(it, ast.Raise)
    ]
    return [
        f"{path.name}: {ast.unparse(it.exc)}"
        for it in raises
        if isinstance(it.exc, ast.Call)
        and isinstance(it.exc.func, ast.Name)
        and hasattr(builtins, it.exc.func.id)
    ]


def test_no_service_has_texts_of_its_own():
    found = [text for path in (ROOT / "flowc/runtime").glob("*.py") for text in raised_texts(path)]
    assert sorted(found) == [
        "__init__.py: AttributeError(f'module {__name__!r} has no attribute {name!r}')",
        "completing.py: AttributeError(f\"there is no tool function '{name}'\")",
        "requests.py: ValueError(f'{name} is no JSON')",  # of a parser's hook; nobody sees it
    ]


def test_kinds_are_what_the_definition_says():
    assert issubclass(StepLimit, BaseException)
    assert not issubclass(StepLimit, Exception)


def test_texts_of_users_are_never_formats():
    error = faults.NOT_AN_INPUT.error(flow="{input}", input="{0} {flow!r} %s")
    assert str(error) == "flow '{input}' has no input '{0} {flow!r} %s'"


@pytest.mark.parametrize(
    ("values", "text"),
    [(("a", "é"), '"a", "\\u00e9"'), ((1, 1.0, None, [True]), "1, 1.0, null, [true]")],
)
def test_the_text_of_an_enum(values, text):
    assert faults.allowed_text(values) == text
