"""What a tool of type `plsql_exec` asks for."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flowc.runtime.database_urls import DatabaseUrl
from flowc.runtime.procedures import Procedure, ProcedureError


def procedure(**fields: object) -> Procedure:
    return Procedure.of({"name": "t", "configuration": {"procedure_name": "p"}, **fields})


@given(st.text(alphabet=st.sampled_from("aZ9_$#é.;\"' -\n\0%"), max_size=8))
@example("ORDER_TOOLS")
@example("a$1#")
def test_names_that_are_taken_need_no_quotes(name):
    try:
        found = procedure(configuration={"procedure_name": name})
    except ProcedureError as error:
        assert str(error) == "tool 't': procedure_name is no identifier"
        assert not re.fullmatch(r"[a-zA-Z][a-zA-Z0-9_$#]*", name)
    else:
        assert found.full_name == name
        assert re.fullmatch(r"[^\W\d_][\w$#]*", name)


@pytest.mark.parametrize(
    ("configuration", "problem"),
    [
        (None, "tool 't' has no procedure_name"),
        ({"procedure_name": None}, "tool 't' has no procedure_name"),
        ({"procedure_name": 5}, "tool 't': procedure_name is no identifier"),
        ({"procedure_name": "p", "package_name": []}, "tool 't': package_name is no identifier"),
        (["p"], "tool 't': configuration is no object"),
    ],
)
def test_a_tool_must_name_its_procedure(configuration, problem):
    with pytest.raises(ProcedureError) as raised:
        procedure(configuration=configuration)
    assert str(raised.value) == problem


def test_results_are_none_one_value_or_an_object():
    one, two = {"title": "A"}, {"title": "b"}
    assert procedure().result({"a": 1}) is None
    assert procedure(outputs=[one]).result({"a": 1, "b": 2}) == 1
    assert procedure(outputs=[one, two]).result({"b": 2, "a": None}) == {"A": None, "b": 2}


@pytest.mark.parametrize(
    ("value", "type_", "expected"),
    [
        (Decimal("2"), "integer", 2),
        (Decimal("2"), "number", 2.0),
        (Decimal("2.5"), "integer", 2.5),
        (Decimal("Infinity"), "integer", float("inf")),
        (UUID(int=1), "string", "00000000-0000-0000-0000-000000000001"),
        (timedelta(hours=1), "string", "1:00:00"),
    ],
)
def test_values_of_databases_become_json(value, type_, expected):
    result = procedure(outputs=[{"title": "a", "type": type_}]).result({"a": value})
    assert (type(result), result) == (type(expected), expected)


def test_a_url_shows_neither_user_nor_password():
    url = DatabaseUrl.of("postgresql://ann:p%40ss@h:1/d?sslpassword=hush&x=1")
    assert url.place == "postgresql://h:1/d"
    assert (url.user, url.passwords) == ("ann", ("p%40ss", "p@ss", "hush"))
    assert str(url.not_reached("p@ss p%40ss hush")) == (
        "postgresql://h:1/d could not be reached: *** *** ***"
    )
    assert "p@ss" not in repr(url) and "p%40ss" not in repr(url)


@pytest.mark.parametrize("text", ["", "x", "mysql://a:b@c/d", "postgresql://h:port/d", "http://[x"])
def test_other_urls_are_refused_without_being_shown(text):
    with pytest.raises(ValueError, match=r"^(the URL of the|a) database is "):
        DatabaseUrl.of(text)
