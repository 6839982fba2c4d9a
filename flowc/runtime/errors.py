"""Errors of a run that only services raise (SEMANTICS 6, 16), and their texts.

No text holds a secret, a header or what a service was sent or answered: a text can be caught by
the flow and become data. A place is named by its origin alone, `https://example.com`.
"""

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


def confirmation_required(tool: str) -> ConfirmationRequired:
    """Nobody could be asked about a tool that an agent calls."""
    return ConfirmationRequired(f"tool '{tool}' requires a confirmation, and nobody can give it")


def confirmation_rejected(tool: str) -> ConfirmationRejected:
    """The answer was no, for a tool that an agent calls."""
    return ConfirmationRejected(f"the call of tool '{tool}' was not confirmed")


def status_error(place: str, status: int, response: Response | None = None) -> HttpStatusError:
    """The answer of a place was no success."""
    return HttpStatusError(f"{place} answered with status {status}", status, response)


def no_result_in_time(seconds: float) -> TimeoutError:
    """A call was abandoned (SEMANTICS 15)."""
    return TimeoutError(f"no result within {seconds:g} seconds")


def no_answer_in_time(place: str) -> TimeoutError:
    """A place did not answer in time."""
    return TimeoutError(f"{place} did not answer in time")


def not_reached(place: str, reason: BaseException) -> ConnectionError:
    """There was no connection, or it broke."""
    return ConnectionError(f"{place} could not be reached ({type(reason).__name__})")
