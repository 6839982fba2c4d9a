"""docs/semantics.md and the table of run-time errors say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flowc import faults
from flowc.faults import Fault, StepLimit

PAGE = Path(__file__).parents[3] / "docs" / "semantics.md"
ROW = re.compile(r"\| `(\w+)` \| (\w+) \| `(.*)` \|")


def test_the_page_lists_every_fault():
    text = PAGE.read_text("utf-8").split("<!-- faults -->")[1].split("<!-- /faults -->")[0]
    listed = [ROW.fullmatch(line).groups() for line in text.strip().splitlines()[2:]]
    assert listed == [
        (name, fault.kind.__name__, fault.template)
        for name, fault in vars(faults).items()
        if isinstance(fault, Fault)
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
