"""A trace as a tree, for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flowc.cli.trace import Ended, FlowRun, NodeRun
from flowc.diagnostics.display import visible
from flowc.ir.nodes import NEXT

MAX_TEXT = 80
_BOLD, _DIM, _RED, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"


class Tree:
    """Gives lines to `write`, at once; but subflows that run side by side are shown one after the
    other, when all of them have ended."""

    def __init__(self, write: Callable[[str], None], *, color: bool) -> None:
        self._write = write
        self._color = color
        self._kept: dict[FlowRun, list[str]] = {}

    def flow(self, run: FlowRun) -> None:
        """The name of a flow."""
        if run.caller is not None and run.caller.side_by_side:
            self._kept[run] = []
        which = "" if run.item is None else f" [{run.item}]"
        self._line(run, 2 * run.depth, f"flow {visible(run.flow.name)}{which}", _DIM)

    def begin(self, run: NodeRun) -> None:
        """A node, its kind, and its inputs."""
        name = self._styled(visible(run.node.name), _BOLD)
        kind = run.node.component_type
        text = "  ".join((f"{name} ({kind})", *_shown(run.inputs)))
        self._line(run.inside, 2 * run.inside.depth + 1, text)

    def end(self, run: NodeRun, ended: Ended) -> None:
        """Its outputs, its branch unless that is `next`, and how long it took."""
        for made in sorted(run.made, key=lambda made: made.item or 0):
            for line in self._kept.pop(made, ()):
                self._put(run.inside, line)
        time = self._styled(f"{ended.seconds * 1000:.1f} ms", _DIM)
        indent = 2 * run.inside.depth + 2
        if ended.error is not None:
            kind, text = ended.error
            failure = self._styled(f"failed: {kind}: {_cut(visible(text))}", _RED)
            self._line(run.inside, indent, f"✗ {failure}  {time}")
            return
        branch = () if ended.branch in (None, NEXT) else (f"branch {visible(ended.branch or '')}",)
        self._line(run.inside, indent, "→ " + "  ".join((*_shown(ended.outputs), *branch, time)))

    def _line(self, run: FlowRun, indent: int, text: str, style: str = "") -> None:
        self._put(run, "  " * indent + self._styled(text, style))

    def _put(self, run: FlowRun, line: str) -> None:
        """Keep a line with the innermost run that is kept, else write it."""
        around: FlowRun | None = run
        while around is not None:
            if around in self._kept:
                self._kept[around].append(line)
                return
            around = None if around.caller is None else around.caller.inside
        self._write(line)

    def _styled(self, text: str, style: str) -> str:
        return f"{style}{text}{_PLAIN}" if self._color and style else text


def _shown(values: Mapping[str, Any]) -> list[str]:
    return [f"{visible(title)} = {_value(value)}" for title, value in values.items()]


def _value(value: Any) -> str:
    if isinstance(value, dict) and value.keys() == {"$repr"}:
        return _cut(visible(str(value["$repr"])))
    return _cut(visible(json.dumps(value, ensure_ascii=False)))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
