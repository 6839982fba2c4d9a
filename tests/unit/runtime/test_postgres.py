"""Procedures of PostgreSQL, called on a real server (SEMANTICS 17)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

import flowc
from flowc.runtime import ProcedureError, database

ORDER = Path(__file__).parents[3] / "examples/order/order.json"

SETUP = """
CREATE SCHEMA order_tools;
CREATE PROCEDURE order_tools.lookup_order(order_id IN text, order_status OUT text)
LANGUAGE plpgsql AS $$
BEGIN
  order_status := CASE order_id
    WHEN '7812' THEN 'OUT_FOR_DELIVERY'
    WHEN '7930' THEN 'PROCESSING'
    WHEN '8041' THEN 'DELIVERED'
    ELSE 'UNKNOWN' END;
END $$;

CREATE TABLE public.seen(id integer PRIMARY KEY, note text);
CREATE TABLE public.later(id integer REFERENCES seen DEFERRABLE INITIALLY DEFERRED);
CREATE PROCEDURE see(id integer, note text DEFAULT 'none', INOUT total integer DEFAULT 0)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seen VALUES (id, note);
  total := total + (SELECT count(*) FROM seen);
END $$;
CREATE PROCEDURE dangle() LANGUAGE sql AS 'INSERT INTO later VALUES (99)';
CREATE PROCEDURE refuse(word text) LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'no %, please', word USING DETAIL = 'a detail', ERRCODE = 'P4242'; END $$;

CREATE PROCEDURE convert(
  a integer, b numeric, c boolean, d jsonb, e date, f text[],
  OUT a2 bigint, OUT b2 numeric, OUT c2 boolean, OUT d2 jsonb, OUT e2 date, OUT f2 text[],
  OUT g2 bytea
) LANGUAGE sql AS 'SELECT a, b, c, d, e, f, ''\\x00''::bytea';
CREATE PROCEDURE strange(OUT "a%s""x" integer, OUT b integer) LANGUAGE sql AS 'SELECT 1, 2';
CREATE PROCEDURE twice(a integer) LANGUAGE sql AS '';
CREATE PROCEDURE twice(a text) LANGUAGE sql AS '';
CREATE PROCEDURE twice(a text, b text) LANGUAGE sql AS '';
CREATE PROCEDURE many(VARIADIC xs integer[]) LANGUAGE sql AS '';
CREATE PROCEDURE nameless(integer) LANGUAGE sql AS '';
CREATE FUNCTION no_procedure() RETURNS integer LANGUAGE sql AS 'SELECT 1';
"""


@pytest.fixture(scope="module")
def url(postgres) -> str:
    """A database with the procedures above."""
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE procedures")
    with psycopg.connect(postgres.url("procedures"), autocommit=True) as shop:
        shop.execute(SETUP)
    return postgres.url("procedures")


@pytest.fixture
def seen(url) -> Iterator[Any]:
    """What is in the table, as others see it."""
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("TRUNCATE seen, later")
        yield lambda: other.execute("SELECT id, note FROM seen ORDER BY id").fetchall()


def tool(name: str, inputs: str = "", outputs: str = "", **configuration: object) -> dict[str, Any]:
    """A tool that calls a procedure; inputs and outputs as `name:type …`."""

    def items(text: str) -> list[dict[str, str]]:
        pairs = (item.split(":") for item in text.split())
        return [{"title": title, "type": type_} for title, type_ in pairs]

    return {
        "component_type": "BuiltinTool",
        "name": "t",
        "tool_type": "plsql_exec",
        "configuration": {"procedure_name": name, **configuration},
        "inputs": items(inputs),
        "outputs": items(outputs),
    }


def call(url: str, component: dict[str, Any], **arguments: object) -> Any:
    """The result of one call, in a transaction of its own."""
    with database(url) as base:
        return base.executors["plsql_exec"](component, arguments)


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize(
    ("order_id", "status"),
    [("7812", "OUT_FOR_DELIVERY"), ("7930", "PROCESSING"), ("8041", "DELIVERED"), ("x", "UNKNOWN")],
)
def test_the_order_example_runs_on_its_procedure(url, engine, order_id, status):
    with database(url) as base:
        ran = flowc.run(
            ORDER, {"order_id": order_id}, tools={}, executors=base.executors, engine=engine
        )
    assert ran.outputs == {"order_status": status}


def test_values_of_all_types_go_in_and_come_out(url):
    component = tool(
        "CONVERT",
        "a:integer B:number c:boolean d:object e:string f:array",
        "a2:integer B2:number c2:boolean D2:object e2:string f2:array",
    )
    values = {"a": 7, "B": 1.5, "c": True, "d": {"x": [1, None, "é"]}, "e": "2024-02-29"}
    assert call(url, component, **values, f=["x", "y"]) == {
        "a2": 7,
        "B2": 1.5,
        "c2": True,
        "D2": {"x": [1, None, "é"]},
        "e2": "2024-02-29",
        "f2": ["x", "y"],
    }


def test_a_number_is_a_float_and_an_integer_an_int(url):
    inputs = "a:integer b:integer c:boolean d:object e:string f:array"
    values = {"a": 7, "b": 2, "c": None, "d": None, "e": None, "f": []}
    results = [
        call(url, tool("convert", inputs, f"b2:{type_}"), **values)
        for type_ in ("integer", "number")
    ]
    assert [(type(it), it) for it in results] == [(int, 2), (float, 2.0)]


def test_a_value_that_is_no_json_is_an_error(url):
    inputs = "a:integer b:integer c:boolean d:object e:string f:array"
    component = tool("convert", inputs)
    component["outputs"] = [{"title": "g2"}]
    values = dict.fromkeys("abcdef")
    with pytest.raises(ProcedureError) as raised:
        call(url, component, **values)
    assert str(raised.value) == (
        "tool 't': procedure 'convert' gives 'g2' as bytes, which is no JSON"
    )


def test_parameters_with_defaults_may_be_left_out_and_inout_ones_go_both_ways(url, seen):
    assert call(url, tool("see", "id:integer", "total:integer"), id=1) == 1
    component = tool("see", "id:integer total:integer note:string", "total:integer")
    assert call(url, component, id=2, total=10, note="x") == 12
    assert call(url, tool("see", "id:integer"), id=3) is None
    assert seen() == [(1, "none"), (2, "x"), (3, "none")]


def test_the_transaction_is_committed_at_the_end_and_not_before(url, seen):
    with database(url) as base:
        base.executors["plsql_exec"](tool("see", "id:integer"), {"id": 1})
        assert seen() == []
    assert seen() == [(1, "none")]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_rolls_everything_back(url, seen, error):
    with pytest.raises(error), database(url) as base:
        base.executors["plsql_exec"](tool("see", "id:integer"), {"id": 1})
        raise error
    assert seen() == []


def test_a_failed_call_undoes_only_itself(url, seen):
    with database(url) as base:
        execute = base.executors["plsql_exec"]
        execute(tool("see", "id:integer"), {"id": 1})
        with pytest.raises(ProcedureError):
            execute(tool("see", "id:integer"), {"id": 1})
        assert execute(tool("see", "id:integer", "total:integer"), {"id": 2}) == 2
    assert seen() == [(1, "none"), (2, "none")]


def test_a_transaction_that_cannot_be_committed_is_an_error(url):
    with pytest.raises(ProcedureError) as raised, database(url) as base:
        base.executors["plsql_exec"](tool("dangle"), {})
    assert str(raised.value).startswith("the transaction cannot be committed: insert or update ")
    assert raised.value.code == "23503"


def test_calls_of_parallel_nodes_take_turns(url, seen):
    with database(url) as base, ThreadPoolExecutor(8) as pool:
        execute = base.executors["plsql_exec"]
        component = tool("see", "id:integer", "total:integer")
        totals = list(pool.map(lambda n: execute(component, {"id": n}), range(20)))
    assert sorted(totals) == list(range(1, 21))
    assert len(seen()) == 20


def test_what_a_procedure_raises_is_the_error_without_its_details(url):
    with pytest.raises(ProcedureError) as raised:
        call(url, tool("refuse", "word:string"), word="shouting")
    assert str(raised.value) == "tool 't': procedure 'refuse' failed: no shouting, please"
    assert raised.value.code == "P4242"
    assert raised.value.__cause__ is None and raised.value.__suppress_context__


@pytest.mark.parametrize("word", ["a\0b", "\ud800"])
def test_texts_that_the_database_cannot_hold(url, word):
    with pytest.raises(ProcedureError, match=r"^tool 't': procedure 'refuse' failed: "):
        call(url, tool("refuse", "word:string"), word=word)


def test_odd_names_of_the_catalogue_are_quoted(url):
    assert call(url, tool("strange", "", "b:integer")) == 2


@pytest.mark.parametrize(
    ("component", "problem"),
    [
        (tool("nothing"), "procedure 'nothing' does not exist"),
        (tool("no_procedure"), "procedure 'no_procedure' does not exist"),
        (tool("see", package_name="nowhere"), "procedure 'nowhere.see' does not exist"),
        (
            tool("see", package_name="a", schema_name="b"),
            "procedure 'b.a.see' has a schema and a package, which PostgreSQL does not tell "
            "apart: give one of them",
        ),
        (tool("see"), "procedure 'see' has the IN parameter 'id', and the tool has no such input"),
        (
            tool("see", "id:integer extra:string"),
            "procedure 'see' has no parameter for the input 'extra'",
        ),
        (
            tool("see", "id:integer", "sum:integer"),
            "procedure 'see' has no parameter for the output 'sum'",
        ),
        (
            tool("see", "id:integer", "note:string"),
            "procedure 'see' has 'note' as an IN parameter, and it is an output of the tool",
        ),
        (
            tool("lookup_order", "order_id:string order_status:string", package_name="order_tools"),
            "procedure 'order_tools.lookup_order' has 'order_status' as an OUT parameter, and it "
            "is an input of the tool",
        ),
        (
            tool("see", "id:string"),
            "procedure 'see' has 'id' as integer, and the input 'id' is of type string",
        ),
        (
            tool("see", "ID:number"),
            "procedure 'see' has 'id' as integer, and the input 'ID' is of type number",
        ),
        (
            tool("see", "id:integer", "total:string"),
            "procedure 'see' has 'total' as integer, and the output 'total' is of type string",
        ),
        (tool("twice"), "procedure 'twice' is there 3 times, but none has these parameters"),
        (tool("many"), "procedure 'many' has a parameter that takes any number of values: 'xs'"),
        (tool("nameless"), "procedure 'nameless' has parameters without a name of their own"),
    ],
)
def test_a_procedure_that_does_not_fit_is_found_before_the_run(url, component, problem):
    with database(url) as base:
        assert base.problems([component]) == [f"tool 't': {problem}"]
        with pytest.raises(ProcedureError) as raised:
            base.executors["plsql_exec"](component, {})
    assert str(raised.value) == f"tool 't': {problem}"


def test_of_procedures_with_one_name_the_parameters_decide(url):
    with database(url) as base:
        fitting = [tool("twice", "a:integer"), tool("twice", "a:string b:string")]
        assert base.problems(fitting) == []
        untyped = tool("twice", "a:any")
        untyped["inputs"] = [{"title": "a"}]
        assert base.problems([untyped]) == [
            "tool 't': procedure 'twice' is ambiguous: 2 of that name have these parameters"
        ]


INJECTIONS = [
    "see; DROP TABLE seen",
    'see"; DROP TABLE seen; --',
    "see(1); --",
    "see'",
    "see%s",
    "public.see",
    "see\0",
    "",
    " see",
    "see\n",
]


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("field", ["procedure_name", "package_name", "schema_name"])
def test_no_configuration_field_becomes_sql(url, seen, field, text):
    component = tool("see", "id:integer")
    component["configuration"][field] = text
    with database(url) as base:
        assert base.problems([component]) == [f"tool 't': {field} is no identifier"]
    assert seen() == []


@pytest.mark.parametrize("text", [*INJECTIONS, "id => 1); DROP TABLE seen; --"])
@pytest.mark.parametrize("side", ["inputs", "outputs"])
def test_no_title_becomes_sql(url, side, text):
    component = tool("see")
    component[side] = [{"title": text, "type": "integer"}]
    with pytest.raises(ProcedureError) as raised:
        call(url, component)
    assert str(raised.value) == f"tool 't': '{text}' is no name of a parameter"


def test_values_are_never_sql(url, seen):
    note = "x'); DROP TABLE seen; -- %s"
    call(url, tool("see", "id:integer note:string"), id=1, note=note)
    assert seen() == [(1, note)]


def test_a_wrong_password_is_an_error_that_does_not_show_it(postgres):
    with pytest.raises(ConnectionError) as raised, database(postgres.url(password="swordfish")):
        pass
    text = str(raised.value)
    place = f"postgresql://127.0.0.1:{postgres.port}/postgres"
    assert text.startswith(f"{place} could not be reached: ")
    assert "password authentication failed" in text
    assert "swordfish" not in text + repr(database(postgres.url(password="swordfish")))
