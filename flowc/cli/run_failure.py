"""What a run died of, as a finding: the error, the way through the flows, and what helps."""

from __future__ import annotations

import argparse
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flowc import faults, files
from flowc.cli.masking import Mask
from flowc.cli.run_services import Needs
from flowc.diagnostics import Diagnostic, FlowcError, Related, Rule, closest
from flowc.interpreter import node_note
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.types import STRING
from flowc.records import dataclass
from flowc.runtime import ConfirmationRequired
from flowc.semantics import assignable
from flowc.text import Source, Span, normalised


@dataclass(frozen=True, slots=True)
class Failure:
    """A run of `root` that ended in an error. `functions` are the names that `--tools` and
    `--stub` gave."""

    error: BaseException
    document: Document
    root: Flow
    needs: Needs
    functions: Iterable[str]
    arguments: argparse.Namespace
    mask: Mask

    def finding(self, rule: Rule, title: str) -> Diagnostic:
        """The finding. Its places are the nodes that the error left, the innermost first, and the
        line of the tools that it came from; what is said on the way and has no place is a hint."""
        notes = [str(note) for note in getattr(self.error, "__notes__", ())]
        nodes = _nodes(self.document)
        places = [*(nodes[note] for note in notes if note in nodes), *self._line_of_tools()]
        hints = [note for note in notes if note not in nodes]
        hints += self._advice(has_begun=bool(places))
        return rule.at(
            places[0].location if places else None,
            title,
            label=places[0].label if places else "",
            related=places[1:],
            hint=self.mask.text("\n".join(hints)),
        )

    def _line_of_tools(self) -> Iterator[Related]:
        """The last line of the file of tools that the error went through."""
        path: Path | None = self.arguments.tools
        frames = traceback.extract_tb(self.error.__traceback__)
        lines = [
            frame
            for frame in frames
            if path is not None and frame.lineno and frame.filename == str(path.resolve())
        ]
        for frame in lines[-1:]:
            text = _text_of(frame.filename)
            source = Source(str(path), self.mask.text(text))
            if frame.lineno is not None and frame.lineno <= len(source.line_starts):
                start = source.line_starts[frame.lineno - 1]
                line = source.line_text(frame.lineno)
                indent = len(line) - len(line.lstrip())
                span = Span(source, start + indent, start + len(line.rstrip()))
                yield Related(span, f"in '{frame.name}'")

    def _advice(self, *, has_begun: bool) -> list[str]:
        """Which options help."""
        if isinstance(self.error, faults.StepLimit):
            return ["If it is not going round for ever, allow more: --max-steps N."]
        if isinstance(self.error, ConfirmationRequired):
            return ["In a terminal you are asked; elsewhere confirm every call with --yes."]
        if has_begun:
            return []
        if isinstance(self.error, TypeError):
            return self._missing_input()
        if not isinstance(self.error, NotImplementedError):
            return []
        if self._is(faults.NO_IMPLEMENTATION):
            return [*self._missing_tools()]
        if self._is(faults.NO_SERVICE):
            return ["In a terminal you are asked; elsewhere give the answers with --reply TEXT."]
        return []

    def _is(self, fault: faults.Fault) -> bool:
        """Whether the error, which is of its type, is that of a fault."""
        return str(self.error).startswith(_beginning(fault))

    def _missing_input(self) -> list[str]:
        flow = self.root
        for item in flow.effective_inputs():
            lacking = faults.MISSING_INPUT.error(flow=flow.name, input=item.title)
            if str(self.error) == str(lacking):
                value = "TEXT" if assignable(STRING, item.type) else "JSON"
                return [f"Give it with -i {item.title}={value}, or all inputs with --inputs."]
        return []

    def _missing_tools(self) -> Iterator[str]:
        path: Path | None = self.arguments.tools
        _, _, listed = str(self.error).partition(_beginning(faults.NO_IMPLEMENTATION))
        names = listed.split(", ")
        for name in names if path is not None else ():
            near = closest(name, self.functions)
            if near is not None and closest(near, names) == name:
                yield f"'{path}' has '{near}': did you mean '{name}'?"
        where = (
            "Give a file with these functions (--tools)"
            if path is None
            else f"Add these functions to '{path}'"
        )
        yield f"{where}, or results for them (--stub); `flowc stub` writes a skeleton."
        if self.needs.procedures():
            yield "Tools of type plsql_exec run in a database: --db URL."


def _beginning(fault: faults.Fault) -> str:
    """The words of a fault's text before the first that differ."""
    return fault.template.partition("{")[0]


def _nodes(document: Document) -> Mapping[str, Related]:
    """Where each node stands, by what is noted at an error that leaves it."""
    return {
        node_note(flow, node, node.origin): Related(
            node.origin, f"in node '{node.name}' of flow '{flow.name}'"
        )
        for flow in document.flows
        for node in flow.nodes
        if node.origin is not None
    }


def _text_of(path: str) -> str:
    """The text of a file; "" if it can no longer be read."""
    try:
        return normalised(files.read_text(Path(path)))
    except FlowcError:
        return ""
