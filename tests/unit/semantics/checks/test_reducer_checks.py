"""How a map puts the results of its runs together."""

from __future__ import annotations

import pytest
from check_texts import said


def reducing(reducers: str, *, type_: str = "integer") -> list[str]:
    """What is said of a map with these reducers over a flow that returns `size` of this type."""
    return said(
        f"""
tool length(text: string) -> (size: {type_})
flow measure(text: string) -> (size: {type_}) {{
  length(text)
  return length.size
}}
flow main(texts: string[]) {{
  m = map measure(text = each texts) {{ reducers: {{ {reducers} }} }}
}}
"""
    )


def test_a_reducer_that_does_not_exist():
    assert reducing('size: "summ"') == [
        "FLOW237 error `\"summ\"`: node 'm' reduces 'size' by 'summ', which does not exist | "
        "Did you mean 'sum'?"
    ]


def test_an_output_that_does_not_exist():
    assert reducing('siez: "sum"') == [
        "FLOW238 warning `siez`: node 'm' reduces 'siez', which flow 'measure' does not return | "
        "no such output | Did you mean 'size'?"
    ]


@pytest.mark.parametrize("reducer", ["sum", "average", "max", "min"])
@pytest.mark.parametrize("type_", ["string", "boolean", "object", "integer[]", "null"])
def test_what_is_no_number_cannot_be_reduced(reducer: str, type_: str):
    assert reducing(f'size: "{reducer}"', type_=type_) == [
        f"FLOW238 warning `\"{reducer}\"`: node 'm' takes the {reducer} of 'size', which is no "
        f'number | each is {type_} | Use "append", which makes a list of anything.'
    ]


@pytest.mark.parametrize("reducer", ["append", "sum", "average", "max", "min"])
@pytest.mark.parametrize("type_", ["integer", "number", "number?", "string | integer", "any"])
def test_what_may_be_a_number_can(reducer: str, type_: str):
    assert reducing(f'size: "{reducer}"', type_=type_) == []


def test_anything_can_be_appended():
    assert reducing('size: "append"', type_="string") == []
