"""A kind of run-time error and its text; and those of the errors of services that flows raise too
(SEMANTICS 6). The whole table of services is :mod:`flowc.runtime.faults`, which loads `ssl`."""

from __future__ import annotations

from flowc.runtime.errors import ConfirmationRejected, ConfirmationRequired


class Fault:
    """A kind of run-time error: the exception it is, and its text with `{placeholders}`."""

    __slots__ = ("kind", "template")

    def __init__(self, kind: type[BaseException], template: str) -> None:
        self.kind = kind
        self.template = template

    def text(self, **values: object) -> str:
        """The text with its placeholders filled."""
        return self.template.format(**values)

    def error(self, **values: object) -> BaseException:
        """The exception, ready to raise."""
        return self.kind(self.text(**values))


NO_IMPLEMENTATION = Fault(NotImplementedError, "no implementation for {tools}")
CONFIRMATION_REQUIRED = Fault(
    ConfirmationRequired, "tool '{tool}' requires a confirmation, and nobody can give it"
)
CONFIRMATION_REJECTED = Fault(ConfirmationRejected, "the call of tool '{tool}' was not confirmed")
