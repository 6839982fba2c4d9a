"""Type expressions and parameters."""

from __future__ import annotations

import pytest
from binding_support import bound, document, properties, shown

from flowc.ir.notation import type_text
from flowc.ir.schema import schema_from_type
from flowc.ir.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    AnyType,
    ArrayType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
)


def type_(text: str) -> Type:
    inputs = document(f"tool t(a: {text})").components["t"].inputs
    assert inputs is not None
    return inputs[0].type


A = Field("a", STRING)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", STRING),
        ("integer", INTEGER),
        ("number", NUMBER),
        ("boolean", BOOLEAN),
        ("null", NULL),
        ("any", ANY),
        ("object", ObjectType()),
        ("array", ArrayType()),
        ("string[]", ArrayType(items=STRING)),
        ("string[][]", ArrayType(items=ArrayType(items=STRING))),
        ("string?", UnionType(members=(STRING, NULL))),
        ("string | integer", UnionType(members=(STRING, INTEGER))),
        (
            "(string | integer)?",
            UnionType(members=(UnionType(members=(STRING, INTEGER)), NULL)),
        ),
        ('"a" | "b"', Scalar("string", enum=("a", "b"))),
        ('"a"', Scalar("string", enum=("a",))),
        ("1 | 2", Scalar("integer", enum=(1, 2))),
        ("1 | 2.5", Scalar("number", enum=(1.0, 2.5))),
        ("true", Scalar("boolean", enum=(True,))),
        (
            '"a" | 1 | null',
            UnionType(members=(Scalar("string", enum=("a",)), Scalar("integer", enum=(1,)), NULL)),
        ),
        ("{ a: string }", ObjectType(fields=(A,))),
        (
            "{ a: string, b?: integer }",
            ObjectType(fields=(A, Field("b", INTEGER, required=False)), lists_required=True),
        ),
        (
            '{ "What." a: string = "x" }',
            ObjectType(
                fields=(Field("a", STRING, description="What.", default="x"),),
                lists_required=True,
            ),
        ),
        ("{ [string]: number }", ObjectType(fields=(), additional=NUMBER)),
        ("{ a: string, [string]: any }", ObjectType(fields=(A,), additional=True)),
        ("{ a: string, [string]: null }", ObjectType(fields=(A,), additional=False)),
        ("string { maxLength: 3 }", Scalar("string", keywords={"maxLength": 3})),
        ('string { enum: ["x"] }', Scalar("string", enum=("x",))),
        ('any { not: { type: "null" } }', AnyType(keywords={"not": {"type": "null"}})),
    ],
)
def test_expression_is_this_type(text: str, expected: Type) -> None:
    found = type_(text)
    assert found == expected
    assert type_(type_text(found)) == found


def test_an_alias_is_expanded_and_its_description_goes_where_there_is_none() -> None:
    found = document(
        '"How it is."\ntype Status = "on" | "off"\ntype Box = { s: Status, "Mine." t: Status }\n'
        'tool t(a: Status, "Own." b: Status, c: Status[], d: Box)'
    ).components["t"]
    assert properties(found.inputs) == (
        '"How it is." a: "on" | "off", "Own." b: "on" | "off", c: ("on" | "off")[], '
        'd: { "How it is." s: "on" | "off", "Mine." t: "on" | "off" }'
    )


def test_defaults_take_the_form_of_their_type() -> None:
    found = document(
        "tool t(a: number = 1, b: number[] = [1, 2.5], c: { n: number } = { n: 1 }, d: any = 1,"
        " e: string? = null)"
    ).components["t"]
    assert properties(found.inputs) == (
        "a: number = 1.0, b: number[] = [1.0, 2.5], c: { n: number } = { n: 1.0 }, d: any = 1, "
        "e: string? = null"
    )


def test_with_before_a_parameter_changes_its_schema() -> None:
    found = document('tool t(@with({ "x-unit": "kg", description: absent }) "W." a: number)')
    inputs = found.components["t"].inputs
    assert inputs is not None
    assert inputs[0].description is None
    assert schema_from_type(inputs[0].type) == {"type": "number", "x-unit": "kg"}


@pytest.mark.parametrize(
    "types",
    [
        "\n".join(f"type T{i} = {{ a: T{i + 1}, b: T{i + 1} }}" for i in range(40))
        + "\ntype T40 = string",
        "\n".join(f"type T{i} = T{i + 1}" for i in range(3000)) + "\ntype T3000 = string",
        "type T0 = string\n" + "\n".join(f"type T{i + 1} = T{i}[]" for i in range(3000)),
    ],
    ids=["wide", "through many names", "deep"],
)
def test_types_too_large_to_write_out_are_refused(types: str) -> None:
    result = bound(types + "\ntool t(a: T0)")
    assert {item.code for item in result.diagnostics} == {"FLOW206"}
    assert shown(result.diagnostics[0]).endswith(
        "is too large / too large when all names in it are written out / A type nests at most 100 "
        "levels deep and has at most 10000 parts; write `object` or `any` somewhere inside."
    )
