"""How a run of a flow ended."""

from __future__ import annotations

from typing import Any

from flowc.ir.nodes import NEXT
from flowc.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outputs by title, the branch of the end that was reached, and the conversation."""

    outputs: dict[str, Any]
    branch: str = NEXT
    messages: list[Any] = field(default_factory=list)
