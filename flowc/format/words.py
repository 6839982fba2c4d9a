"""The words of a source with what the formatter must know of each: its rule, its comments."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from flowc.records import dataclass, field
from flowc.syntax import Comment as SourceComment
from flowc.syntax import Concrete, Token
from flowc.text import Span

SEPARATED = frozenset(
    ("file", "body", "block", "branches", "object_type", "import_declaration", "edges")
)
"""Rules whose parts are separated by new lines (or commas)."""

PREFIXES = frozenset(("description", "annotation", "inner_description"))
"""What stands before something, to describe it."""


@dataclass(slots=True)
class Comment:
    """A comment in the gap before a word. `own_line`: it stands alone on its line; `blank`: a
    blank line stands before it."""

    text: str
    own_line: bool
    blank: bool


@dataclass(slots=True)
class Word:
    """A word that is printed.

    `rule` is the rule that it is a part of itself, `owner` the rule around that. `prefix` is the
    kind of the description or annotation that ends just before it, and `described` the rule of what
    that describes; both "" if none does. `parted`: a separator stands before it; `blank`: a blank
    line does. `opens`, `closes`: a chain of `if … else`, or the patterns of an arm, begins or ends
    with it.
    """

    kind: str
    text: str
    rule: str
    owner: str = ""
    comments: list[Comment] = field(default_factory=list)
    parted: bool = False
    blank: bool = False
    prefix: str = ""
    described: str = ""
    opens: bool = False
    closes: bool = False


def words(tree: Concrete, comments: Sequence[SourceComment]) -> list[Word]:
    """All words of a `file` or a part of one, in order; the last, of kind "", is the end.

    `comments` are all comments in its span, in order.
    """
    gatherer = _Gatherer(tree.span, comments)
    gatherer.gather(tree)
    gatherer.take_comments(tree.span.end)
    return [*gatherer.found, gatherer.pending]


class _Gatherer:
    """Walks through the concrete tree from word to word. `pending` is the word to come: what
    stands before it is known before the word itself."""

    def __init__(self, place: Span, comments: Sequence[SourceComment]) -> None:
        self.found: list[Word] = []
        self.pending = Word("", "", "file")
        self._text = place.source.text
        self._comments = deque(comments)
        self._end = place.start
        self._prefix_ends: dict[int, tuple[str, str]] = {}
        self._starts: set[int] = set()
        self._ends: set[int] = set()

    def gather(self, tree: Concrete) -> None:
        """Find all words."""
        work: list[tuple[Token | Concrete, str, str]] = [(tree, "", "")]
        while work:
            part, rule, owner = work.pop()
            if isinstance(part, Token):
                self._token(part, rule, owner)
            else:
                self._enter(part, rule)
                work.extend((inner, part.rule, rule) for inner in reversed(part.parts))

    def _enter(self, node: Concrete, owner: str) -> None:
        if node.rule in PREFIXES:
            self._prefix_ends[_last(node)] = (node.rule, owner)
        elif node.rule == "edge":
            self.pending.parted = True
        elif node.rule == "if" and owner != "else_if":
            self._starts.add(_first(node))
            self._ends.add(_last(node))
        elif node.rule == "arm":
            inner = [part for part in node.parts if isinstance(part, Concrete)]
            patterns = [part for part in inner if part.rule == "pattern"]
            if patterns:
                self._starts.add(_first(patterns[0]))
                self._ends.add(_last(patterns[-1]))

    def _token(self, token: Token, rule: str, owner: str) -> None:
        self.take_comments(token.start)
        if token.kind in ("NEWLINE", "COMMA") and rule != "arm":
            self.pending.parted |= rule in SEPARATED or token.kind == "COMMA"
            self._end = token.start if token.kind == "NEWLINE" else token.end
            return
        word = self.pending
        word.kind, word.text, word.rule, word.owner = token.kind, token.text, rule, owner
        word.blank = self._text.count("\n", self._end, token.start) > 1
        word.opens = token.start in self._starts
        word.closes = token.start in self._ends
        self.found.append(word)
        self._end = token.end
        prefix, described = self._prefix_ends.get(token.start, ("", ""))
        self.pending = Word("", "", "file", prefix=prefix, described=described)

    def take_comments(self, before: int) -> None:
        """Give the pending word the comments that stand before this offset."""
        while self._comments and self._comments[0].span.start < before:
            comment = self._comments.popleft()
            blank = self._text.count("\n", self._end, comment.span.start) > 1
            self.pending.comments.append(Comment(comment.text, comment.own_line, blank))
            self._end = comment.span.end


def _first(node: Concrete) -> int:
    """The offset of the first word."""
    part: Token | Concrete = node
    while not isinstance(part, Token):
        part = part.parts[0]
    return part.start


def _last(node: Concrete) -> int:
    """The offset of the last word that is no new line."""
    part: Token | Concrete = node
    while not isinstance(part, Token):
        last = part.parts[-1]
        is_newline = isinstance(last, Token) and last.kind == "NEWLINE"
        part = part.parts[-2] if is_newline else last
    return part.start
