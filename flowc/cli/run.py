"""`flowc run`."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from flowc import api
from flowc.cli.findings import load
from flowc.cli.given import filled, secrets_of
from flowc.cli.masking import Mask
from flowc.cli.output_text import NoJson, output_text
from flowc.cli.report import report, uses_color
from flowc.cli.run_failure import Failure
from flowc.cli.run_inputs import inputs_of, state_of
from flowc.cli.run_services import (
    BAD_DATABASE,
    Executors,
    Needs,
    made,
    opened,
    require_callable,
)
from flowc.cli.run_tools import tools_of
from flowc.cli.trace import Sink, Trace
from flowc.cli.trace_json import JsonLines
from flowc.cli.trace_tree import Tree
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity
from flowc.faults import StepLimit
from flowc.files import UNWRITABLE
from flowc.interpreter import Observer
from flowc.ir.flow import Flow
from flowc.records import dataclass
from flowc.semantics.secret_names import secret_names

FAILED = Rule("FLOW790", Severity.ERROR, "a run failed")
"""A node failed and nothing caught the error. Its places are each node on the way, the innermost
first, and the line of the tool's file if it came from there; `--traceback` shows all of it. To go
on after an error, call the subflow with `try`.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```python
ORDERS = {"7812": "open"}


def lookup(order_id):
    return ORDERS[order_id]
```

```console
$ flowc run example.flow --tools tools.py -i order_id=1
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```python
ORDERS = {"7812": "open"}


def lookup(order_id):
    return ORDERS.get(order_id, "unknown")
```

```console
$ flowc run example.flow --tools tools.py -i order_id=1
```
"""

NOT_A_FLOW = Rule("FLOW794", Severity.ERROR, "only flows run")
"""`flowc run` runs the root of the document, and that is not a flow here. Export a flow that uses
it.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)
```

```console
$ flowc run example.flow -i order_id=7812
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```json stub.json
{ "lookup": "open" }
```

```console
$ flowc run example.flow -i order_id=7812 --stub stub.json
```
"""

STOPPED = Rule("FLOW799", Severity.ERROR, "a run was interrupted")
"""Somebody pressed Ctrl+C. Its places say how far the run had come; the exit code is 130.

No example: it takes a person to interrupt a run.
"""

NO_TRACE = Rule("FLOW815", Severity.ERROR, "only the interpreter shows a trace")
"""The interpreter goes from node to node and can tell of each. The generated module is plain
Python, in which the nodes are no longer visible.

Wrong:

```flow
flow greet() {
  say "hello"
}
```

```console
$ flowc run example.flow --engine python --trace
```

Right:

```flow
flow greet() {
  say "hello"
}
```

```console
$ flowc run example.flow --trace
```
"""


def run(arguments: argparse.Namespace) -> int:
    """Run the root flow; print its outputs to stdout, everything else to stderr."""
    if arguments.engine != "interpreter" and (arguments.trace or arguments.trace_json):
        title = f"--engine {arguments.engine} shows no trace: only the interpreter knows the nodes"
        hint = "Leave --engine out to run the interpreter."
        raise FlowcError([NO_TRACE.at(None, title, hint=hint)])
    loaded = load(arguments)
    loaded.require_no_errors()
    report(loaded.findings)
    program = loaded.program
    root = program.document.root_component
    if not isinstance(root, Flow):
        what = "a library" if root is None else f"{root.component_type} '{root.name}'"
        title = f"'{arguments.file}' holds no flow to run but {what}"
        flows = ", ".join(f"'{flow.name}'" for flow in program.document.flows)
        hint = f"Export the flow that is meant: {flows}." if flows else "Write a flow that uses it."
        raise FlowcError([NOT_A_FLOW.at(None, title, hint=hint)])
    document = program.document
    secrets: dict[str, Any] = dict(secrets_of(document, arguments.secret, os.environ))
    whole = filled(document, arguments.define, arguments.define_env, os.environ)
    secrets = {**whole.secrets, **secrets}
    url = _database_url(arguments.db)
    mask = Mask([*secrets.values(), *_passwords(url)], secret_names(document))
    return _Run(arguments, program.over(whole.document), root, secrets, url, mask).finished()


@dataclass(frozen=True, slots=True)
class _Run:
    """One run, from its inputs to what is printed."""

    _arguments: argparse.Namespace
    _program: api.Program
    _root: Flow
    _secrets: dict[str, Any]
    _url: str | None
    _mask: Mask

    def finished(self) -> int:
        """The exit code, when all is printed."""
        inputs = inputs_of(self._root, self._arguments.single, self._arguments.inputs)
        state = state_of(self._arguments.state)
        tools = tools_of(self._arguments.tools, self._arguments.stub)
        needs = Needs.of(self._program.document, self._root, tools)
        about = self._program.document, self._root, needs
        try:
            outputs = self._outputs(inputs, state, tools, needs)
        except (Exception, StepLimit, SystemExit, KeyboardInterrupt) as error:
            if isinstance(error, FlowcError):
                raise
            return self._failed(Failure(error, *about, tools, self._arguments, self._mask))
        try:
            text = output_text(outputs)
        except NoJson as error:
            hint = "Let a tool give it as text."
            raise FlowcError([FAILED.at(None, str(error), hint=hint)]) from error
        print(text)
        return 0

    def _outputs(
        self, inputs: object, state: dict[str, Any], tools: dict[str, Any], needs: Needs
    ) -> dict[str, Any]:
        """Run the flow. What it used is closed, and its transaction committed, before the outputs
        are there."""
        with ExitStack() as stack:
            executors: Executors = {}
            if self._url is not None:
                base = stack.enter_context(opened(self._url))
                require_callable(base, needs)
                executors = base.executors
            services, closing = made(needs, self._arguments, self._secrets, executors, self._mask)
            stack.enter_context(closing)
            if needs.agents:
                needs.require_agents(services["agents"], tools)
            return api.run(
                self._program,
                inputs,
                tools=tools,
                executors=executors,
                state=state,
                engine=self._arguments.engine,
                max_steps=self._arguments.max_steps,
                observer=self._observer(stack),
                **services,
            ).outputs

    def _observer(self, stack: ExitStack) -> Observer | None:
        """What shows or writes the trace, if one is asked for."""
        sinks: list[Sink] = []
        if self._arguments.trace:
            sinks.append(Tree(_to_stderr, color=uses_color()))
        if self._arguments.trace_json:
            sinks.append(stack.enter_context(_json_lines(self._arguments.trace_json)))
        if not sinks:
            return None
        return Trace(sinks, time.perf_counter, self._mask).observer(self._root)

    def _failed(self, failure: Failure) -> int:
        """Say what a run died of."""
        error = failure.error
        if self._arguments.traceback:
            lines = "".join(traceback.format_exception(error))
            print(self._mask.text(lines), file=sys.stderr, end="")
        if isinstance(error, KeyboardInterrupt):
            report([failure.finding(STOPPED, "the run was interrupted")])
            return 130
        text = self._mask.error_text(error)
        title = type(error).__name__ + (f": {text}" if text else "")
        report([failure.finding(FAILED, f"the run failed: {title}")])
        return 1


def _database_url(text: str | None) -> str | None:
    """The URL of `--db`, which may be in an environment variable."""
    if text is None or not text.startswith("env:"):
        return text
    name = text.removeprefix("env:")
    if name not in os.environ:
        title = f"--db: the environment variable '{name}' is not set"
        raise FlowcError([BAD_DATABASE.at(None, title)])
    return os.environ[name]


def _passwords(url: str | None) -> tuple[str, ...]:
    from flowc.runtime.database_urls import DatabaseUrl

    try:
        return () if url is None else DatabaseUrl.of(url).passwords
    except ValueError:  # said when it is opened
        return ()


def _to_stderr(line: str) -> None:
    with suppress(OSError):  # whoever reads the trace has gone; the run goes on
        print(line, file=sys.stderr, flush=True)


@contextmanager
def _json_lines(path: Path) -> Iterator[JsonLines]:
    """A file of JSON lines; FlowcError if it cannot be made, a finding if it could not go on."""
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise FlowcError([_unwritable(path, error)]) from error
    lines = JsonLines(file)
    try:
        yield lines
    finally:
        lines.close()
        if lines.problem is not None:
            report([_unwritable(path, lines.problem)])


def _unwritable(path: Path, error: OSError) -> Diagnostic:
    return UNWRITABLE.at(None, f"cannot write '{path}': {error.strerror or type(error).__name__}")
