"""A trace as JSON lines, for programs; docs/running.md lists the fields."""

from __future__ import annotations

import json
from typing import Any, TextIO

from flowc.cli.trace import Ended, FlowRun, NodeRun

VERSION = 1


class JsonLines:
    """Writes each beginning and each end of a node as one line, at once. `problem` is why it could
    not go on, if it could not: a run does not fail because of its trace."""

    def __init__(self, file: TextIO) -> None:
        self.problem: OSError | None = None
        self._file = file

    def flow(self, run: FlowRun) -> None:
        """Lines are about nodes."""

    def begin(self, run: NodeRun) -> None:
        """A line `begin`."""
        inside = run.inside
        self._write(
            event="begin",
            run=run.number,
            caller=None if inside.caller is None else inside.caller.number,
            item=inside.item,
            flow=inside.flow.name,
            node=run.node.name,
            node_id=run.node.id,
            component_type=run.node.component_type,
            inputs=run.inputs,
        )

    def end(self, run: NodeRun, ended: Ended) -> None:
        """A line `end` or `failed`."""
        seconds = round(ended.seconds, 6)
        if ended.error is None:
            self._write(
                event="end",
                run=run.number,
                outputs=ended.outputs,
                branch=ended.branch,
                seconds=seconds,
            )
        else:
            kind, text = ended.error
            self._write(event="failed", run=run.number, error=kind, text=text, seconds=seconds)

    def close(self) -> None:
        """Close the file."""
        try:
            self._file.close()
        except OSError as error:
            self.problem = self.problem or error

    def _write(self, **fields: Any) -> None:
        if self.problem is None:
            try:
                self._file.write(json.dumps({"version": VERSION, **fields}) + "\n")
                self._file.flush()
            except OSError as error:
                self.problem = error
