"""Random flows for tests, as hypothesis strategies, and a way to run and compare them.

`cases()` gives whole test cases: a document, inputs for its root flow and scripted tools.
`documents()` gives documents of everything that Agent Spec has, for converters.
`raw_documents()` gives documents as JSON objects, in every way that strangers write them.
`types()` and `values_of(type)` give types and values. `Case.recording_tools()` makes the tools of
one run, `observe` tells what the run did, `differences` how two runs differ, and `constructs` what
a case has in it. docs/testing.md shows them at work. Needs hypothesis (`flowc[testing]`).
"""

from flowc.testing.case import Case
from flowc.testing.cases import cases, flows
from flowc.testing.constructs import constructs
from flowc.testing.conversions import KINDS, conversion_kinds
from flowc.testing.dialect import Dialect
from flowc.testing.documents import documents
from flowc.testing.results import Failure, Result, differences, observe
from flowc.testing.services import BASE_URL, RecordingServices, ServiceScript, Status
from flowc.testing.tools import Call, Raise, RecordingTools, Return, ToolFailure, ToolScript
from flowc.testing.types import types, values_of
from flowc.testing.world import raw_documents

__all__ = [
    "BASE_URL",
    "KINDS",
    "Call",
    "Case",
    "Dialect",
    "Failure",
    "Raise",
    "RecordingServices",
    "RecordingTools",
    "Result",
    "Return",
    "ServiceScript",
    "Status",
    "ToolFailure",
    "ToolScript",
    "cases",
    "constructs",
    "conversion_kinds",
    "differences",
    "documents",
    "flows",
    "observe",
    "raw_documents",
    "types",
    "values_of",
]
