"""`flowc run`."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from flowc import api, files
from flowc.cli.report import report
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, did_you_mean
from flowc.faults import StepLimit
from flowc.interpreter import stub_tools
from flowc.ir.flow import Flow
from flowc.ir.types import STRING, Type

FAILED = Rule("FLOW790", Severity.ERROR, "a run failed")
BAD_INPUTS = Rule("FLOW791", Severity.ERROR, "inputs are not JSON")
UNKNOWN_INPUT = Rule("FLOW792", Severity.ERROR, "an input is not one of the flow's")
BAD_TOOLS = Rule("FLOW793", Severity.ERROR, "a file of tools cannot be used")
NOT_A_FLOW = Rule("FLOW794", Severity.ERROR, "only flows run")


def run(arguments: argparse.Namespace) -> int:
    """Run the root flow; print its outputs to stdout, everything else to stderr."""
    program = api.load(arguments.file, max_size=arguments.max_size)
    program.require_no_errors()
    report(program.run_diagnostics)
    root = program.document.root_component
    if not isinstance(root, Flow):
        what = "a library" if root is None else f"{root.component_type} '{root.name}'"
        raise FlowcError(
            [NOT_A_FLOW.at(None, f"'{arguments.file}' holds no flow to run but {what}")]
        )
    inputs = _inputs(root, arguments.single, arguments.inputs)
    tools = _tools(arguments.tools, arguments.stub)
    try:
        result = api.run(
            program,
            inputs,
            tools=tools,
            engine=arguments.engine,
            max_steps=arguments.max_steps,
        )
    except (Exception, StepLimit, SystemExit) as error:
        if isinstance(error, FlowcError):
            raise
        if arguments.traceback:
            traceback.print_exception(error)
        report([_failure(error, arguments.tools)])
        return 1
    try:
        text = json.dumps(result.outputs, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError) as error:
        raise FlowcError([FAILED.at(None, f"the outputs are no JSON: {error}")]) from error
    print(text)
    return 0


def _failure(error: BaseException, tools: Path | None) -> Diagnostic:
    """What a run died of: the error, the way through the flows, and the line in the tools."""
    ways = list(getattr(error, "__notes__", ()))
    frames = traceback.extract_tb(error.__traceback__)
    if tools is not None:
        inside = [frame for frame in frames if frame.filename == str(tools.resolve())]
        ways += [f"at {tools}:{frame.lineno} in {frame.name}" for frame in inside[-1:]]
    if isinstance(error, NotImplementedError) and not ways:
        ways.append(
            "Give a file with these functions (--tools), or results for them (--stub); "
            "`flowc stub` writes a skeleton."
        )
    text = str(error)
    title = f"the run failed: {type(error).__name__}" + (f": {text}" if text else "")
    return FAILED.at(None, title, hint="\n".join(ways))


def _inputs(flow: Flow, single: list[str], whole: str | None) -> object:
    """The flow's inputs: all that `--inputs` says, changed by each `-i`."""
    given: Any = {} if whole is None else _whole(whole)
    if not single:
        return given
    if isinstance(given, list):
        given = {item["name"]: item["value"] for item in given if isinstance(item, dict)}
    if not isinstance(given, dict):
        raise FlowcError([BAD_INPUTS.at(None, "-i needs --inputs to be an object of inputs")])
    known = {item.title: item.type for item in flow.effective_inputs()}
    found: list[Diagnostic] = []
    for item in single:
        name, equals, text = item.partition("=")
        if not equals:
            title = f"-i {item}: there is no '='"
            found.append(BAD_INPUTS.at(None, title, hint="Write -i NAME=TEXT."))
        elif name not in known:
            title = f"flow '{flow.name}' has no input '{name}'"
            found.append(UNKNOWN_INPUT.at(None, title, hint=did_you_mean(name, known)))
        elif _allows_string(known[name]):
            given[name] = text
        else:
            try:
                given[name] = json.loads(text)
            except ValueError as error:
                title = f"-i {name}: {text!r} is not JSON ({error})"
                found.append(BAD_INPUTS.at(None, title, hint="The input cannot be a string."))
    if found:
        raise FlowcError(found)
    return given


def _allows_string(type_: Type) -> bool:
    from flowc.semantics import assignable

    return assignable(STRING, type_)


def _whole(text: str) -> object:
    if text.startswith("@"):
        text = files.read_text(Path(text[1:]))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FlowcError(
            [
                BAD_INPUTS.at(
                    None,
                    f"--inputs is not JSON: {error}",
                    hint='Write an object such as \'{"order_id": "7812"}\', or @FILE.',
                )
            ]
        ) from error


def _tools(path: Path | None, stub: Path | None) -> object:
    """The tools of a Python file, those of a stub file taking their place where both have one."""
    tools: dict[str, Any] = {}
    if path is not None:
        module = _module(path)
        tools = {name: value for name, value in vars(module).items() if callable(value)}
    if stub is not None:
        try:
            results = json.loads(files.read_text(stub))
            if not isinstance(results, dict):
                raise ValueError("it must be an object of results by tool")
        except (ValueError, RecursionError) as error:
            raise FlowcError([BAD_TOOLS.at(None, f"'{stub}' is no stub file: {error}")]) from error
        tools |= vars(stub_tools(results))
    return tools


def _module(path: Path) -> ModuleType:
    """Import a file of tools as Python would run it: its folder comes first on the path."""
    path = path.resolve()
    files.read_text(path)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FlowcError([BAD_TOOLS.at(None, f"'{path.name}' is no Python file")])
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        lines = traceback.extract_tb(error.__traceback__)
        line = next(
            (frame.lineno for frame in reversed(lines) if frame.filename == str(path)), None
        )
        at = f", line {line}" if line else ""
        title = f"'{path.name}' failed to import{at}: {type(error).__name__}: {error}"
        raise FlowcError([BAD_TOOLS.at(None, title)]) from error
    return module
