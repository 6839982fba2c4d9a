"""All checks of a document, whatever it was read from: `.flow`, JSON or YAML."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from flowc.diagnostics import Diagnostic, in_source_order
from flowc.ir.document import Document
from flowc.semantics.checks import DOCUMENT_CHECKS, FLOW_CHECKS, WHOLE_DOCUMENT_CHECKS
from flowc.semantics.checks.context import FlowContext


def check(document: Document, *, skip: Collection[str] | None = None) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the document, in source order; never raises on a document.

    `skip` is given if reading or binding found errors, so that not all of the document may be
    there: the ids of the flows with errors, from which others would only follow. Errors stop a
    build, warnings do not (SEMANTICS 3). Ids that clash and references to nothing are the reader's
    and the binder's to report.
    """
    return in_source_order(_findings(document, skip))


def _findings(document: Document, skip: Collection[str] | None) -> Iterator[Diagnostic]:
    whole = WHOLE_DOCUMENT_CHECKS if skip is None else ()
    for check_document in (*DOCUMENT_CHECKS, *whole):
        yield from check_document(document)
    for flow in document.flows:
        if skip is not None and flow.id in skip:
            continue
        context = FlowContext(document, flow)
        for check_flow in FLOW_CHECKS:
            yield from check_flow(context)
