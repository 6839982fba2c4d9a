"""Names in Python (SEMANTICS 12; USERS, "Names and text")."""

from __future__ import annotations

import builtins
import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.names import (
    SERVICES,
    Namer,
    clashes,
    function_name,
    identifier,
    module_name,
    parameter_name,
)

ANY_TEXT = st.text(st.characters(), max_size=20)  # lone surrogates too


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lookup_order", "lookup_order"),
        ("a-b", "a_b"),
        ("Tick: ready set -> go", "Tick__ready_set____go"),
        ("1st", "_1st"),
        ("", "_"),
        ("🎉", "_"),
        ("日本", "日本"),
        ("ﬁ", "fi"),
        ("µ", "μ"),
        ("e\u0301", "é"),
        ("__class__", "_class__"),
        ("a\u202eb", "a_b"),
        ("a\nb", "a_b"),
        ("\ud800", "_"),
        ("x" * 300, "x" * 300),
    ],
)
def test_identifier(text: str, expected: str) -> None:
    assert identifier(text) == expected


@pytest.mark.parametrize(
    ("name", "function", "parameter"),
    [
        ("class", "class_", "class_"),
        ("match", "match_", "match"),
        ("type", "type_", "type"),
        ("print", "print_", "print"),
        ("id", "id_", "id"),
        ("self", "self_", "self_"),
        ("cls", "cls_", "cls_"),
        ("context", "context", "context_"),
        ("tools", "tools_", "tools"),
        ("max_steps", "max_steps_", "max_steps"),
        ("None", "None_", "None_"),
        ("order_id", "order_id", "order_id"),
    ],
)
def test_words_that_are_taken_get_a_trailing_underscore(
    name: str, function: str, parameter: str
) -> None:
    assert function_name(name) == function
    assert parameter_name(name) == parameter


@given(ANY_TEXT)
def test_any_text_becomes_an_identifier_that_is_no_word_of_python(text: str) -> None:
    for mangle in (identifier, function_name, parameter_name):
        name = mangle(text)
        assert name.isidentifier()
        assert name == "__" or not name.startswith("__"), "private to a class"
    assert identifier(identifier(text)) == identifier(text)
    assert not keyword.iskeyword(function_name(text)) and not keyword.issoftkeyword(
        function_name(text)
    )
    assert not hasattr(builtins, function_name(text)) and function_name(text) not in SERVICES
    assert not keyword.iskeyword(parameter_name(text))


@given(ANY_TEXT)
def test_a_name_in_code_is_the_name_that_python_looks_up(text: str) -> None:
    """Python normalises identifiers (NFKC), so mangled names must be normalised already."""
    name = function_name(text)
    assert list(compile(f"{name} = 1", "<test>", "exec").co_names) == [name]


def test_clashes_are_groups_of_different_names_with_one_function() -> None:
    assert clashes(["a-b", "c", "a_b", "a b", "a-b", "ﬁ", "fi"]) == {
        "a_b": ["a-b", "a_b", "a b"],
        "fi": ["ﬁ", "fi"],
    }
    assert clashes(["a", "a"]) == {}


def test_a_namer_gives_each_name_once() -> None:
    namer = Namer(["order"])
    namer.reserve("json")
    wanted = ["order", "order", "json", "class", "class", "a-b", "a_b", "order_2"]
    assert [namer.unique(name) for name in wanted] == [
        "order_2",
        "order_3",
        "json_2",
        "class_",
        "class_2",
        "a_b",
        "a_b_2",
        "order_2_2",
    ]


@given(st.lists(ANY_TEXT, max_size=8))
def test_a_namer_never_repeats_itself(texts: list[str]) -> None:
    namer = Namer()
    names = [namer.unique(text) for text in texts]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names)


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("order", "order"),
        ("my-flow", "my_flow"),
        ("json", "json_"),
        ("typing", "typing_"),
        ("import", "import_"),
        ("2nd", "_2nd"),
        ("", "_"),
    ],
)
def test_a_module_name_hides_no_standard_module(stem: str, expected: str) -> None:
    assert module_name(stem) == expected
