"""Errors of a run that only services raise (SEMANTICS 6, 16)."""

from __future__ import annotations


class ConfirmationRequired(Exception):
    """A tool requires a confirmation, and nobody was there to give it."""


class ConfirmationRejected(Exception):
    """The answer to a tool's request for confirmation was no."""


class HttpStatusError(Exception):
    """A request was answered, but not with success; `status` says how."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status
