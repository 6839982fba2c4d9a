"""Comments: what is written but is no part of the meaning.

They are collected with their places and attached to nothing here; to which node a comment belongs
is the formatter's business.
"""

from __future__ import annotations

from flowc.records import dataclass
from flowc.text import Span


@dataclass(frozen=True, slots=True)
class Comment:
    """`# …` up to the end of its line. `text` has the `#`, but no blanks at its end.

    `own_line`: nothing but blanks stands before it on its line.
    """

    span: Span
    text: str
    own_line: bool
