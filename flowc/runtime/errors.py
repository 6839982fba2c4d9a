"""Errors of a run that have a class of their own (SEMANTICS 6, 16). Their texts are in
:mod:`flowc.runtime.faults`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flowc.runtime.services import Response


class ConfirmationRequired(Exception):
    """A tool requires a confirmation, and nobody was there to give it."""


class ConfirmationRejected(Exception):
    """The answer to a tool's request for confirmation was no."""


class HttpStatusError(Exception):
    """A request was answered, but not with success; `status` says how, and `response` has the
    whole answer, if it is known."""

    def __init__(self, message: str, status: int, response: Response | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.response = response


class McpToolError(Exception):
    """A tool of an MCP server reported an error; the text is the tool's."""


class ProcedureError(Exception):
    """A procedure cannot be called as its tool asks, or it failed. `code` is the database's own
    code of the failure: an SQLSTATE, or `ORA-…`."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code
