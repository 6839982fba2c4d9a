"""The question before a tool that must not run unasked (SEMANTICS 16)."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from flowc.runtime.errors import confirmation_rejected, confirmation_required
from flowc.runtime.services import AsyncConfirm, Confirm


def require_confirmation(confirm: Confirm | None, tool: str, arguments: Mapping[str, Any]) -> None:
    """Return if the answer is yes. ConfirmationRequired if nobody can be asked,
    ConfirmationRejected for a no."""
    if confirm is None:
        raise confirmation_required(tool)
    if not confirm(tool, arguments):
        raise confirmation_rejected(tool)


async def require_confirmation_async(
    confirm: AsyncConfirm | None, tool: str, arguments: Mapping[str, Any]
) -> None:
    """:func:`require_confirmation` for asynchronous modules."""
    if confirm is None:
        raise confirmation_required(tool)
    answer = confirm(tool, arguments)
    if not (await answer if inspect.isawaitable(answer) else answer):
        raise confirmation_rejected(tool)
