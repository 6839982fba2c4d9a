"""Procedures of Oracle. There is no server here: the driver's documented calls are recorded, each
with arguments that the driver itself would take, and answered as its documentation says."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import oracledb
import pytest

import flowc
from flowc.runtime import ProcedureError, database

ORDER = Path(__file__).parents[3] / "examples/order/order.json"
URL = "oracle://app:sword%20fish@db.example:1522/shop"


class Var:
    """A variable that is bound to a parameter."""

    def __init__(self, type_: Any, size: int) -> None:
        self.type, self.size = type_, size
        self.value: Any = None

    def setvalue(self, pos: int, value: Any) -> None:
        assert pos == 0
        self.value = value

    def getvalue(self, pos: int = 0) -> Any:
        return self.value


class Driver:
    """What a test sees of the driver. `procedure` changes the values of the OUT variables, or
    raises."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.procedure: Any = lambda **parameters: None
        self.on_commit: Exception | None = None

    def connect(self, *arguments: Any, **keywords: Any) -> Driver:
        inspect.signature(oracledb.connect).bind(*arguments, **keywords)
        assert inspect.signature(oracledb.ConnectParams).parameters.keys() >= keywords.keys()
        self.log.append(("connect", keywords))
        return self

    def cursor(self) -> Cursor:
        return Cursor(self)

    def commit(self) -> None:
        self.log.append("commit")
        if self.on_commit is not None:
            raise self.on_commit

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.log.append("close")


class Cursor:
    """A cursor of the driver, which takes only what the driver's own takes."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def var(self, *arguments: Any, **keywords: Any) -> Var:
        bound = inspect.signature(oracledb.Cursor.var).bind(None, *arguments, **keywords).arguments
        return Var(bound["typ"], bound.get("size", 0))

    def callproc(self, *arguments: Any, **keywords: Any) -> list[Any]:
        bound = inspect.signature(oracledb.Cursor.callproc).bind(None, *arguments, **keywords)
        given = bound.arguments["keyword_parameters"]
        self._driver.log.append(("callproc", bound.arguments["name"], dict(given)))
        self._driver.procedure(**given)
        return []

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def driver(monkeypatch) -> Driver:
    made = Driver()
    monkeypatch.setattr(oracledb, "connect", made.connect)
    return made


def tool(inputs: list[dict[str, Any]], outputs: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": "t",
        "configuration": {"schema_name": "APP", "package_name": "P", "procedure_name": "DO_IT"},
        "inputs": inputs,
        "outputs": outputs,
    }


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_the_order_example_calls_the_procedure_by_its_name(driver, engine):
    def lookup_order(order_id: str, order_status: Var) -> None:
        assert (order_status.type, order_status.size) == (str, 32767)
        order_status.value = {"7812": "OUT_FOR_DELIVERY"}[order_id]

    driver.procedure = lookup_order
    with database(URL) as base:
        ran = flowc.run(
            ORDER, {"order_id": "7812"}, tools={}, executors=base.executors, engine=engine
        )
    assert ran.outputs == {"order_status": "OUT_FOR_DELIVERY"}
    connected, called, *ended = driver.log
    assert connected == (
        "connect",
        {
            "user": "app",
            "password": "sword fish",
            "host": "db.example",
            "port": 1522,
            "service_name": "shop",
        },
    )
    assert called[:2] == ("callproc", "ORDER_TOOLS.LOOKUP_ORDER")
    assert list(called[2]) == ["order_id", "order_status"]
    assert ended == ["commit", "close"]


def test_the_port_is_1521_unless_the_url_says_another(driver):
    with database("oracle://app@db.example/shop"):
        pass
    keywords = driver.log[0][1]
    assert (keywords["port"], keywords["password"]) == (1521, None)


def test_variables_are_of_the_outputs_types_and_inout_ones_have_the_inputs_value(driver):
    types = {}

    def do_it(**parameters: Any) -> None:
        types.update({name: it.type for name, it in parameters.items() if isinstance(it, Var)})
        parameters["both"].value += 1
        parameters["flag"].value = True
        parameters["ratio"].value = 0.5
        parameters["found"].value = {"a": [1]}

    driver.procedure = do_it
    component = tool(
        [{"title": "BOTH", "type": "integer"}, {"title": "doc", "type": "object"}],
        [
            {"title": "both", "type": "integer"},
            {"title": "flag", "type": "boolean"},
            {"title": "ratio", "anyOf": [{"type": "number"}, {"type": "null"}]},
            {"title": "found", "type": "object"},
            {"title": "text", "type": "string"},
        ],
    )
    with database(URL) as base:
        result = base.executors["plsql_exec"](component, {"BOTH": 1, "doc": {"x": None}})
    assert result == {"both": 2, "flag": True, "ratio": 0.5, "found": {"a": [1]}, "text": None}
    assert types == {
        "both": int,
        "flag": bool,
        "ratio": float,
        "found": oracledb.DB_TYPE_JSON,
        "text": str,
        "doc": oracledb.DB_TYPE_JSON,
    }
    assert driver.log[1][1] == "APP.P.DO_IT"
    assert driver.log[1][2]["doc"].value == {"x": None}


def test_an_error_closes_without_a_commit_which_rolls_back(driver):
    def fails(**parameters: Any) -> None:
        raise oracledb.DatabaseError("ORA-20001: no such order\nORA-06512: at line 3")

    driver.procedure = fails
    with pytest.raises(ProcedureError) as raised, database(URL) as base:
        base.executors["plsql_exec"](tool([], []), {})
    assert str(raised.value) == (
        "tool 't': procedure 'APP.P.DO_IT' failed: ORA-20001: no such order"
    )
    assert driver.log[-1] == "close"
    assert "commit" not in driver.log


def test_a_commit_that_fails_is_an_error(driver):
    driver.on_commit = oracledb.DatabaseError("ORA-02091: transaction rolled back\nmore")
    with pytest.raises(ProcedureError) as raised, database(URL):
        pass
    assert str(raised.value) == (
        "the transaction cannot be committed: ORA-02091: transaction rolled back"
    )
    assert driver.log[-1] == "close"


def test_a_connection_that_fails_does_not_show_the_password(monkeypatch):
    def connect(**keywords: Any) -> None:
        raise oracledb.DatabaseError(f"DPY-6005: cannot connect as {keywords['password']}")

    monkeypatch.setattr(oracledb, "connect", connect)
    with pytest.raises(ConnectionError) as raised, database(URL):
        pass
    assert str(raised.value) == (
        "oracle://db.example:1522/shop could not be reached: DPY-6005: cannot connect as ***"
    )


@pytest.mark.parametrize(
    "text", ["x; DROP TABLE t", "x(1); END; --", 'x"y', "a.b", "x y", "1x", "_x", "", "x\n", "é é"]
)
def test_nothing_but_an_identifier_reaches_the_driver(driver, text):
    found = []
    for field in ("schema_name", "package_name", "procedure_name"):
        component = tool([], [])
        component["configuration"][field] = text
        found.append(component)
    found += [tool([{"title": text}], []), tool([], [{"title": text}])]
    with database(URL) as base:
        assert base.problems(found) == [
            "tool 't': schema_name is no identifier",
            "tool 't': package_name is no identifier",
            "tool 't': procedure_name is no identifier",
            *[f"tool 't': '{text}' is no name of a parameter"] * 2,
        ]
        for component in found:
            with pytest.raises(ProcedureError):
                base.executors["plsql_exec"](component, {})
    assert [entry[0] for entry in driver.log if entry[0] == "callproc"] == []


def test_two_titles_that_are_one_parameter_are_refused(driver):
    with database(URL) as base:
        assert base.problems([tool([{"title": "a"}, {"title": "A"}], [])]) == [
            "tool 't': 'a' and 'A' are one parameter"
        ]
