"""The notation of types is exact: reading what is written gives the type back."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flowc.decompile.types import type_expression
from flowc.format.safety import same_tree
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.meaning import differences
from flowc.ir.notation import type_text
from flowc.ir.schema import type_from_schema
from flowc.ir.types import Property, Type
from flowc.semantics import bind
from flowc.syntax import parse
from flowc.syntax.unparse import unparse
from flowc.text import Source

texts = st.sampled_from(["a", "b", "a b", 'say "x"', "`", "1", "", "string", "é", "\u202e"])
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([0.5, 1.0]), texts),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=3,
)
keywords = st.fixed_dictionaries(
    {},
    optional={
        "minimum": st.sampled_from([0, 1.5]),
        "format": texts,
        "title": texts,
        "enum": st.lists(json_values, min_size=1, max_size=3),
        "x": json_values,
        "items": st.just({"type": "string"}),
        "required": st.lists(texts, max_size=2, unique=True),
        "oneOf": st.just([{"const": 1}]),
    },
)
names = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])


def _schemas(inner):
    fields = st.dictionaries(texts, inner | _described(inner), max_size=3)
    return st.one_of(
        st.builds(lambda items, more: {"type": "array", "items": items, **more}, inner, keywords),
        st.builds(
            lambda members, more: {"anyOf": members, **more},
            st.lists(inner, min_size=1, max_size=3),
            keywords.map(lambda more: {k: v for k, v in more.items() if k != "oneOf"}),
        ),
        st.builds(
            lambda properties, extra, more: {
                "type": "object",
                "properties": properties,
                **extra,
                **more,
            },
            fields,
            st.fixed_dictionaries({}, optional={"additionalProperties": inner | st.booleans()}),
            keywords,
        ),
    )


def _described(inner):
    return st.builds(
        lambda schema, more: {**schema, **more},
        inner,
        st.fixed_dictionaries({}, optional={"description": texts, "default": json_values}),
    )


schemas = st.recursive(
    st.one_of(
        st.builds(lambda name, more: {"type": name, **more}, names, keywords),
        st.builds(
            lambda kinds, more: {"type": kinds, **more},
            st.lists(names, min_size=1, max_size=2, unique=True),
            keywords,
        ),
        keywords,
        st.sampled_from(
            [
                {"enum": ["a"]},
                {"type": "string", "enum": ["a", "b"]},
                {"type": "number", "enum": [1, 2.5]},
                {"type": "integer", "enum": [1]},
                {"type": "boolean", "enum": [True]},
                {"$ref": "#/x"},
            ]
        ),
    ),
    _schemas,
    max_leaves=5,
)
types = schemas.map(type_from_schema)
laws = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def _document(type_: Type) -> Document:
    tool = Component(component_type="ServerTool", id="t", name="t", inputs=(Property("x", type_),))
    return Document(version="26.1.0", root=None, components={"t": tool})


@laws
@given(types)
def test_reading_what_is_written_gives_the_type(type_: Type):
    text = f'agentspec "26.1.0"\nlibrary\ntool t(x: {type_text(type_)})\n'
    source = Source("type.flow", text)
    bound = bind(parse(source).tree, source)
    assert not [found for found in bound.diagnostics if found.is_error], text
    assert differences(_document(type_), bound.document) == (), text


@laws
@given(types)
def test_text_and_syntax_tree_say_the_same(type_: Type):
    parsed = parse(Source("type.flow", f"type T = {type_text(type_)}\n"))
    assert parsed.diagnostics == ()
    expression = type_expression(type_)
    assert same_tree(parsed.tree.declarations[0].type, expression)
    assert unparse(expression) == type_text(type_)
