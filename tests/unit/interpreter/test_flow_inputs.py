"""What a flow accepts as its input (SEMANTICS 18)."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from ir_flows import end, flow, props, start

from flowc.interpreter import FlowInputs
from flowc.ir.types import INTEGER, NUMBER, STRING, ArrayType, UnionType
from flowc.ir.values import same_json

ORDER = flow(
    [
        start(
            props(
                order_id=STRING,
                qty=(INTEGER, 1),
                tags=(ArrayType(), []),
                note=(UnionType(members=(STRING, INTEGER)), None),
            )
        ),
        end(),
    ],
    "start -> end",
    name="order",
)
OPTIONAL = flow([start(props(qty=(NUMBER, 5))), end()], "start -> end", name="optional")


@pytest.mark.parametrize(
    "inputs",
    [
        {"order_id": "7812"},
        MappingProxyType({"order_id": "7812"}),
        '{"order_id": "7812"}',
        ' \n{"order_id": "7812"}\n',
        [{"name": "order_id", "value": "7812"}],
        '[{"name": "order_id", "value": "7812"}]',
        [{"name": "order_id", "value": "1"}, {"name": "order_id", "value": "7812", "type": "str"}],
    ],
)
def test_the_forms_of_inputs(inputs):
    assert FlowInputs(ORDER).taken(inputs) == {
        "order_id": "7812",
        "qty": 1,
        "tags": [],
        "note": "null",
    }


@pytest.mark.parametrize("inputs", [None, "", " \n\t", "null", "[]", [], {}, "{}"])
def test_the_forms_of_no_inputs(inputs):
    assert same_json(FlowInputs(OPTIONAL).taken(inputs), {"qty": 5.0})


@pytest.mark.parametrize(
    ("inputs", "actual"),
    [
        ("7812", "int"),
        ("order 7812", "str"),
        ('"{}"', "str"),
        ("{'order_id': 1}", "str"),
        ("true", "bool"),
        ("[1]", "list"),
        ('[{"name": "order_id"}]', "list"),
        ([{"name": 1, "value": 2}], "list"),
        ([{"name": "order_id", "value": "1"}, None], "list"),
        (5, "int"),
        (False, "bool"),
        ((), "tuple"),
        (b"{}", "bytes"),
        ("[" * 100_000, "str"),
    ],
)
def test_anything_else_is_no_object_of_inputs(inputs, actual):
    with pytest.raises(TypeError) as caught:
        FlowInputs(ORDER).taken(inputs)
    assert str(caught.value) == f"flow 'order' takes an object of inputs, not {actual}"


@pytest.mark.parametrize(
    ("inputs", "text", "note"),
    [
        ({"orderid": "1"}, "flow 'order' has no input 'orderid'", "Did you mean 'order_id'?"),
        (
            {"order_id": "1", "zz": 1},
            "flow 'order' has no input 'zz'",
            "There is 'note', 'order_id', 'qty', 'tags'.",
        ),
        ({"order_id": "1", 5: 1}, "flow 'order' has no input '5'", None),
    ],
)
def test_an_unknown_input_comes_with_a_suggestion(inputs, text, note):
    with pytest.raises(TypeError) as caught:
        FlowInputs(ORDER).taken(inputs)
    assert str(caught.value) == text
    assert note is None or caught.value.__notes__ == [note]


def test_a_missing_input():
    with pytest.raises(TypeError) as caught:
        FlowInputs(ORDER).taken({"qty": 2})
    assert str(caught.value) == "flow 'order' needs the input 'order_id'"


def test_unknown_comes_before_missing_and_missing_before_wrong():
    with pytest.raises(TypeError, match="has no input 'zz'"):
        FlowInputs(ORDER).taken({"qty": "x", "zz": 1})
    with pytest.raises(TypeError, match="needs the input 'order_id'"):
        FlowInputs(ORDER).taken({"qty": "x"})


def test_inputs_are_converted_in_declared_order():
    given = {"note": 2, "qty": 2.9, "order_id": 7812}
    assert same_json(
        FlowInputs(ORDER).taken(given), {"order_id": "7812", "qty": 2, "tags": [], "note": 2}
    )
    assert list(FlowInputs(ORDER).taken(given)) == ["order_id", "qty", "tags", "note"]
    with pytest.raises(TypeError) as caught:
        FlowInputs(ORDER).taken({"order_id": "1", "qty": "2"})
    assert str(caught.value) == "input 'qty' of flow 'order': expected integer, got str"


def test_what_fits_is_not_copied_and_defaults_are():
    tags = ["a"]
    assert FlowInputs(ORDER).taken({"order_id": "1", "tags": tags})["tags"] is tags
    first, second = (FlowInputs(ORDER).taken({"order_id": "1"})["tags"] for _ in range(2))
    assert first is not second


def test_null_is_a_value_and_no_missing_input():
    assert FlowInputs(ORDER).taken({"order_id": None})["order_id"] == "null"
    with pytest.raises(TypeError, match="expected integer, got NoneType"):
        FlowInputs(ORDER).taken({"order_id": "1", "qty": None})
