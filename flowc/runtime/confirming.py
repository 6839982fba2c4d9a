"""The question before a tool that must not run unasked (SEMANTICS 16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flowc.runtime import faults
from flowc.runtime.driving import Plan, finished, finished_async
from flowc.runtime.services import AsyncConfirm, Confirm


def confirmation(
    confirm: Callable[[str, Mapping[str, Any]], Any] | None,
    tool: str,
    arguments: Mapping[str, Any],
) -> Plan[None]:
    """Return if the answer is yes. ConfirmationRequired if nobody can be asked,
    ConfirmationRejected for a no."""
    if confirm is None:
        raise faults.CONFIRMATION_REQUIRED.error(tool=tool)
    if not (yield confirm(tool, arguments)):
        raise faults.CONFIRMATION_REJECTED.error(tool=tool)


def require_confirmation(confirm: Confirm | None, tool: str, arguments: Mapping[str, Any]) -> None:
    """:func:`confirmation` for synchronous modules."""
    finished(confirmation(confirm, tool, arguments))


async def require_confirmation_async(
    confirm: AsyncConfirm | None, tool: str, arguments: Mapping[str, Any]
) -> None:
    """:func:`confirmation` for asynchronous modules."""
    await finished_async(confirmation(confirm, tool, arguments))
