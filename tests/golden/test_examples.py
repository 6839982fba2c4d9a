"""Every example: its checked-in outputs are what is built, and every execution runs it alike."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import flowc
from flowc.runtime import as_async

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(path.parent for path in ROOT.glob("examples/*/*.flow"))
by_name = pytest.mark.parametrize("folder", EXAMPLES, ids=lambda path: path.name)


def flow_file(folder: Path) -> Path:
    return folder / f"{folder.name}.flow"


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def runs(folder: Path) -> list[dict]:
    return json.loads((folder / "runs.json").read_text())


def test_there_are_examples():
    assert [folder.name for folder in EXAMPLES] == ["approval", "fulfil", "order", "retry"]


@by_name
def test_outputs_are_up_to_date(folder):
    program = flowc.load(flow_file(folder))
    assert [item.title for item in program.diagnostics if item.is_error] == []
    assert program.to_json() == flow_file(folder).with_suffix(".json").read_text()
    assert program.to_python() == flow_file(folder).with_suffix(".py").read_text()


@by_name
def test_sources_are_formatted(folder):
    assert flowc.load(flow_file(folder)).to_flow() == flow_file(folder).read_text()


@by_name
def test_interpreter_gives_the_outputs(folder):
    program = flowc.load(flow_file(folder))
    tools = module(folder / "tools.py")
    for case in runs(folder):
        result = flowc.run(program, case["inputs"], tools=tools)
        assert (result.branch, dict(result)) == (case["branch"], case["outputs"])


@by_name
def test_json_runs_like_the_source(folder):
    tools = module(folder / "tools.py")
    for case in runs(folder):
        result = flowc.run(
            flow_file(folder).with_suffix(".json"), case["inputs"], tools=tools, engine="python"
        )
        assert (result.branch, dict(result)) == (case["branch"], case["outputs"])


@by_name
def test_checked_in_module_gives_the_outputs(folder):
    made = module(flow_file(folder).with_suffix(".py"))
    tools = module(folder / "tools.py")
    for case in runs(folder):
        assert made.run(case["inputs"], tools=tools) == case["outputs"]


@by_name
def test_async_module_gives_the_outputs(folder):
    made = flowc.compile(flowc.load(flow_file(folder)), async_=True)
    tools = as_async(module(folder / "tools.py"))
    for case in runs(folder):
        assert asyncio.run(made.run(case["inputs"], tools=tools)) == case["outputs"]


@by_name
def test_first_run_is_inputs_json(folder):
    assert json.loads((folder / "inputs.json").read_text()) == runs(folder)[0]["inputs"]


@by_name
def test_conversion_there_and_back_keeps_the_meaning(folder):
    from flowc.ir.meaning import differences

    program = flowc.load(flow_file(folder))
    read = flowc.from_json(program.to_json())
    again = flowc.parse(read.to_flow(), filename="again.flow")
    assert [item.title for item in again.diagnostics if item.is_error] == []
    assert differences(program.document, again.document) == ()


@by_name
def test_modules_and_tools_pass_mypy_strict(folder):
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", f"{folder.name}.py", "tools.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
