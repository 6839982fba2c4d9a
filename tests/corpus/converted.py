"""Documents read, converted and compiled again, with what was lost on the way."""

from __future__ import annotations

from dataclasses import dataclass

from corpus_files import CorpusFile

import flowc
from flowc.agentspec import to_object
from flowc.agentspec.layout import exact_differences
from flowc.api import Program
from flowc.diagnostics import FlowcError
from flowc.ir.document import Document
from flowc.ir.meaning import differences


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file.

    `refused` are code and title of the finding that it is no Agent Spec document; `fault` is what
    stopped its conversion, which nothing may. `flow` and `exact_flow` are the sources in the two
    modes, `lost` and `inexact` the differences of what they compile to.
    """

    file: CorpusFile
    program: Program | None = None
    refused: tuple[str, str] | None = None
    fault: str = ""
    flow: str = ""
    exact_flow: str = ""
    lost: tuple[str, ...] = ()
    inexact: tuple[str, ...] = ()

    @property
    def converted(self) -> bool:
        """Whether there is a source in both modes."""
        return bool(self.flow and self.exact_flow)


def program_of(file: CorpusFile) -> Program:
    """The program of a file; FlowcError if it is no Agent Spec document."""
    read = flowc.from_yaml if file.is_yaml else flowc.from_json
    return read(file.text, filename=file.name)


def outcome(file: CorpusFile, *, exact: bool = True) -> Outcome:
    """Read and convert a file in default mode, and if wanted in exact mode, and compare what comes
    back."""
    try:
        program = program_of(file)
    except FlowcError as error:
        last = error.diagnostics[-1]
        return Outcome(file, refused=(last.code, last.title))
    except Exception as error:
        return Outcome(file, fault=_crash(error))
    try:
        flow = program.to_flow()
        lost = differences(program.document, compiled(flow))
        if not exact:
            return Outcome(file, program, flow=flow, lost=lost)
        exact_flow = program.to_flow(exact=True)
        inexact = exact_differences(file.value, to_object(compiled(exact_flow)))
    except FlowcError as error:
        return Outcome(file, program, fault=_told(error))
    except Exception as error:
        return Outcome(file, program, fault=_crash(error))
    return Outcome(file, program, flow=flow, exact_flow=exact_flow, lost=lost, inexact=inexact)


def without_comments(item: Outcome) -> str:
    """The source of a document as if its file had no comments."""
    return item.flow if "#" not in item.flow else flowc.from_json(item.file.value).to_flow()


def _told(error: FlowcError) -> str:
    return " ".join(f"{item.code} {item.title} {item.hint}" for item in error.diagnostics)


def _crash(error: Exception) -> str:
    return f"crash: {type(error).__name__}: {error}"


def compiled(flow: str) -> Document:
    """What a source compiles to; FlowcError if it has errors."""
    program = flowc.parse(flow, filename="converted.flow")
    return program.document
