"""The Python API, as its documentation promises it."""

from __future__ import annotations

from pathlib import Path

import pytest

import flowc

ROOT = Path(__file__).parent.parent.parent.parent
ORDER = ROOT / "examples/order/order.flow"

DOUBLE = """\
tool double(n: integer) -> (twice: integer)

flow main(n: integer = 4) -> (twice: integer) {
  double(n)
  return double.twice
}
"""


class Tools:
    @staticmethod
    def double(*, n: int) -> int:
        return n * 2


def test_parse_gives_a_program_in_every_form():
    program = flowc.parse(DOUBLE, filename="double.flow")
    assert program.diagnostics == ()
    assert program.to_dict()["component_type"] == "Flow"
    assert program.to_flow() == DOUBLE
    assert flowc.from_json(program.to_json()).to_dict() == program.to_dict()
    assert flowc.from_json(program.to_dict()).to_dict() == program.to_dict()
    assert flowc.from_yaml(program.to_yaml()).to_dict() == program.to_dict()


def test_run_gives_a_mapping_with_branch_and_messages():
    result = flowc.run(flowc.parse(DOUBLE), {"n": 21}, tools=Tools)
    assert dict(result) == {"twice": 42}
    assert (result["twice"], len(result), result.branch, result.messages) == (42, 1, "next", ())
    assert repr(result) == "{'twice': 42}"


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize("tools", [Tools, Tools(), {"double": lambda n: n * 2}])
def test_tools_may_be_an_object_a_class_or_a_mapping(engine, tools):
    result = flowc.run(flowc.parse(DOUBLE), tools=tools, engine=engine)
    assert dict(result) == {"twice": 8}


def test_run_takes_a_path_and_a_document():
    assert dict(
        flowc.run(str(ORDER), {"order_id": "1"}, tools={"lookup_order": lambda order_id: order_id})
    ) == {"order_status": "1"}
    document = flowc.parse(DOUBLE).to_dict()
    assert dict(flowc.run(document, tools=Tools)) == {"twice": 8}


def test_compile_gives_a_module():
    module = flowc.compile(flowc.parse(DOUBLE))
    assert module.run({"n": 3}, tools=Tools) == {"twice": 6}
    assert module.main(n=5, tools=Tools) == {"twice": 10}
    assert module.main_outcome(tools=Tools) == ("next", {"twice": 8})


def test_findings_are_collected_and_raised_when_more_is_needed():
    program = flowc.parse("flow main() {\n  nobody()\n}\n", filename="main.flow")
    [found] = program.diagnostics
    assert found.code == "FLOW110" or found.code.startswith("FLOW1")
    for need in (program.to_json, program.to_yaml, program.to_python, program.to_dict):
        with pytest.raises(flowc.FlowcError) as caught:
            need()
        assert caught.value.diagnostics == (found,)
    with pytest.raises(flowc.FlowcError):
        flowc.run(program, tools=Tools)


def test_what_is_no_document_is_refused():
    with pytest.raises(flowc.FlowcError):
        flowc.from_json("[1, 2]")
    with pytest.raises(flowc.FlowcError):
        flowc.from_json("{")


def test_imports_are_looked_up_below_the_folder(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/tools.flow").write_text("tool double(n: integer) -> (twice: integer)\n")
    main = DOUBLE.replace(
        "tool double(n: integer) -> (twice: integer)", 'import { double } from "lib/tools.flow"'
    )
    (tmp_path / "main.flow").write_text(main)
    assert dict(flowc.run(tmp_path / "main.flow", {"n": 1}, tools=Tools)) == {"twice": 2}


def test_an_import_that_leaves_the_folder_is_refused_even_through_a_link(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out.flow").write_text("tool t()\n")
    (tmp_path / "in/link.flow").symlink_to(tmp_path / "out.flow")
    (tmp_path / "in/a.flow").write_text('import { t } from "../out.flow"\n\nflow f() { t() }\n')
    (tmp_path / "in/b.flow").write_text('import { t } from "link.flow"\n\nflow f() { t() }\n')
    codes = [
        [item.code for item in flowc.load(tmp_path / f"in/{name}.flow").diagnostics]
        for name in ("a", "b")
    ]
    assert codes == [["FLOW158"], ["FLOW805"]]


def test_errors_of_an_imported_file_are_reported_where_they_stand(tmp_path):
    (tmp_path / "lib.flow").write_text("tool t(\n")
    (tmp_path / "a.flow").write_text('import { t } from "lib.flow"\n\nflow f() { t() }\n')
    [found] = flowc.load(tmp_path / "a.flow").diagnostics
    assert found.location.span().source.name == str(tmp_path / "lib.flow")


TOOL = '{"component_type": "ServerTool", "id": "t", "name": "t", "colour": "red"}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lib.json", TOOL),
        ("lib.json5", TOOL),
        ("lib.yaml", TOOL.replace('"', "")),
        ("lib.flow", 'tool t() { colour: "red" }\n'),
    ],
)
def test_findings_of_an_imported_file_are_kept_beside_errors_of_the_importing_one(
    tmp_path, name, text
):
    def findings(body):
        text = f'import {{ t }} from "{name}"\n\nflow f() {{\n  {body}\n}}\n'
        (tmp_path / "a.flow").write_text(text)
        found = flowc.load(tmp_path / "a.flow").diagnostics
        return [(it.code, Path(it.location.span().source.name).name) for it in found]

    (tmp_path / name).write_text(text)
    assert findings("t()") == [("FLOW512", name)]
    assert findings("t()\n  u()") == [("FLOW117", "a.flow"), ("FLOW512", name)]


def test_import_of_the_package_is_lazy():
    import subprocess
    import sys

    heavy = ("lark", "jinja2", "black", "pydantic")
    code = f"import flowc, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_object_is_a_document_like_its_text():
    program = flowc.parse(DOUBLE)
    of_text, of_object = flowc.from_json(program.to_json()), flowc.from_json(program.to_dict())
    assert of_object.to_flow() == of_text.to_flow() != ""


def test_a_result_equals_its_outputs():
    assert flowc.run(flowc.parse(DOUBLE), tools=Tools) == {"twice": 8}


def test_an_engine_that_is_none():
    with pytest.raises(ValueError, match="engine must be 'interpreter' or 'python', not 'pyton'"):
        flowc.run(flowc.parse(DOUBLE), tools=Tools, engine="pyton")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_a_tool_that_lives_elsewhere_runs_if_it_has_a_function(engine):
    program = flowc.parse("extern " + DOUBLE.replace("tool double", "ServerTool double"))
    assert flowc.run(program, {"n": 2}, tools=Tools, engine=engine) == {"twice": 4}
