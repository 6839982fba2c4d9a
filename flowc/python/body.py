"""The lines of a function's body as they are written, each with the node that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flowc.python.layout import INDENT, LINE_LENGTH, Expr, lay_out, width

MARK = "\0"
"""Between a line and the number of its node; no text of a document gets here unescaped."""


class Body:
    """Lines at a growing and shrinking depth of indentation."""

    def __init__(self, depth: int = 1) -> None:
        self._depth = depth
        self._node: int | None = None
        self.lines: list[str] = []

    def put(self, prefix: str, expr: Expr = "", suffix: str = "") -> None:
        """Add a statement, broken into lines where it is long."""
        mark = "" if self._node is None else f"{MARK}{self._node}"
        self.lines += [line + mark for line in lay_out(prefix, expr, suffix, self._depth)]

    def put_comprehension(self, prefix: str, brackets: str, item: str, loop: str) -> None:
        """Add the assignment of a comprehension, on as few lines as it fits."""
        opening, closing = brackets[0], brackets[1]
        line = f"{prefix}{opening}{item} {loop}{closing}"
        if width(INDENT * self._depth + line) <= LINE_LENGTH:
            self.put(line)
            return
        self.put(prefix + opening)
        with self.block():
            inner = f"{item} {loop}"
            if width(INDENT * self._depth + inner) <= LINE_LENGTH:
                self.put(inner)
            else:
                self.put(item)
                self.put(loop)
        self.put(closing)

    @contextmanager
    def block(self) -> Iterator[None]:
        """What is added inside is one level deeper; `pass` if nothing is."""
        before = len(self.lines)
        self._depth += 1
        yield
        if len(self.lines) == before:
            self.put("pass")
        self._depth -= 1

    @contextmanager
    def of_node(self, number: int) -> Iterator[None]:
        """What is added inside belongs to a node."""
        outer, self._node = self._node, number
        yield
        self._node = outer
