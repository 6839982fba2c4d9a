"""The words of a source with what the formatter must know of each: its rule, its comments."""

from __future__ import annotations

from dataclasses import dataclass, field

from flowc.syntax import Concrete, Token, concrete, lex
from flowc.text import Source

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
    line does. `opens_if`, `closes_if`: a chain of `if … else` begins or ends with it.
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
    opens_if: bool = False
    closes_if: bool = False


@dataclass(slots=True)
class _Places:
    """What the concrete tree says, by the offset of a word: the rule it is a part of and the one
    around that; the prefix that ends with it and what that describes; where a chain of `if` begins
    and ends, and where an entry of `edges` begins."""

    rules: dict[int, tuple[str, str]] = field(default_factory=dict)
    prefix_ends: dict[int, tuple[str, str]] = field(default_factory=dict)
    if_starts: set[int] = field(default_factory=set)
    if_ends: set[int] = field(default_factory=set)
    entry_starts: set[int] = field(default_factory=set)


def words(source: Source) -> list[Word]:
    """All words of a source without errors, in order; the last, of kind "", is the end."""
    places = _places(concrete(source))
    found: list[Word] = []
    pending = Word("", "", "file")
    end = 0
    for token in lex(source):
        between = source.text[end : token.start]
        blank = between.count("\n") > 1
        if token.kind == "COMMENT":
            own_line = "\n" in between or (not found and not pending.comments)
            pending.comments.append(Comment(token.text, own_line, blank))
            end = token.end
            continue
        rule, owner = places.rules.get(token.start, ("", ""))
        if token.kind in ("NEWLINE", "COMMA") and rule != "arm":
            pending.parted |= rule in SEPARATED or token.kind == "COMMA"
            end = token.start if token.kind == "NEWLINE" else token.end
            continue
        end = token.end
        pending.kind, pending.text, pending.rule, pending.owner = (
            token.kind,
            token.text,
            rule,
            owner,
        )
        pending.blank = blank
        pending.parted |= token.start in places.entry_starts
        pending.opens_if = token.start in places.if_starts
        pending.closes_if = token.start in places.if_ends
        found.append(pending)
        prefix, described = places.prefix_ends.get(token.start, ("", ""))
        pending = Word("", "", "file", prefix=prefix, described=described)
    found.append(pending)
    return found


def _places(tree: Concrete) -> _Places:
    found = _Places()
    work: list[tuple[Concrete, str]] = [(tree, "")]
    while work:
        node, owner = work.pop()
        if node.rule in PREFIXES:
            found.prefix_ends[_last(node)] = (node.rule, owner)
        elif node.rule == "edge":
            found.entry_starts.add(_first(node))
        elif node.rule == "if" and owner != "else_if":
            found.if_starts.add(_first(node))
            found.if_ends.add(_last(node))
        for part in node.parts:
            if isinstance(part, Token):
                found.rules[part.start] = (node.rule, owner)
            else:
                work.append((part, node.rule))
    return found


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
