"""The proof that formatting changed nothing but the layout. It always runs."""

from __future__ import annotations

from collections.abc import Sequence

from flowc.diagnostics import FlowcError, Rule, Severity
from flowc.format.sections import Broken, Section
from flowc.format.words import Word
from flowc.records import fields
from flowc.syntax.tree import Syntax
from flowc.text import Source, Span

CHANGED_MEANING = Rule("FLOW650", Severity.ERROR, "formatting would change what a file says")
"""Before `flowc fmt` gives a formatted text it reads it again and compares what both texts say. If
they differ, the file stays as it is. Please report it: the formatter has a fault.

No example: only a fault of flowc shows it.
"""

CHANGED_COMMENTS = Rule("FLOW651", Severity.ERROR, "formatting would lose or move a comment")
"""Before `flowc fmt` gives a formatted text it looks whether each comment still stands before the
same word. If one does not, the file stays as it is. Please report it: the formatter has a fault.

No example: only a fault of flowc shows it.
"""

UNSTABLE = Rule("FLOW652", Severity.ERROR, "formatting twice would not give the same text")
"""A formatted text stays as it is when it is formatted again. If it did not, a check of the format
could never pass, so the file stays as it is. Please report it: the formatter has a fault.

No example: only a fault of flowc shows it.
"""

HINT = "The file is left as it is. This is a fault of flowc: please report it with the file."


def prove(source: Source, before: Sequence[Section], after: Sequence[Section]) -> None:
    """Raise FlowcError if the sections of the formatted text are not those of the source: the same
    trees of the same words, the same comments before each word, and all that is broken as it was.

    The words are compared because a tree does not know how its values and names are written.
    """
    if not (len(before) == len(after) and all(map(_same_meaning, before, after))):
        raise _refused(CHANGED_MEANING, source, "formatting would change what this file says")
    if not all(map(_same_comments, before, after)):
        raise _refused(CHANGED_COMMENTS, source, "formatting would change this file's comments")


def _same_meaning(one: Section, other: Section) -> bool:
    if isinstance(one, Broken) or isinstance(other, Broken):
        return one == other
    same_words = [_shown(word) for word in one.words] == [_shown(word) for word in other.words]
    return same_words and same_tree(one.declarations, other.declarations)


def _shown(word: Word) -> tuple[str, str]:
    """A word as it must come out again; a text block may move with its margin."""
    return word.kind, "" if word.kind == "TEXT_BLOCK" else word.text


def _same_comments(one: Section, other: Section) -> bool:
    if isinstance(one, Broken) or isinstance(other, Broken):
        return True
    return [_comments(word) for word in one.words] == [_comments(word) for word in other.words]


def _comments(word: Word) -> list[str]:
    return [comment.text for comment in word.comments]


def refuse_unstable(source: Source) -> FlowcError:
    """The error for a text that a second pass would change."""
    return _refused(UNSTABLE, source, "formatting this file a second time would change it again")


def _refused(rule: Rule, source: Source, title: str) -> FlowcError:
    return FlowcError((rule.at(Span(source, 0, 0), title, hint=HINT),))


def same_tree(a: object, b: object) -> bool:
    """Whether two trees say the same; `1`, `1.0` and `true` are told apart. Iterative."""
    work = [(a, b)]
    while work:
        left, right = work.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return False
            work += zip(left, right, strict=True)
        elif isinstance(left, Syntax):
            work += [
                (getattr(left, spec.name), getattr(right, spec.name))
                for spec in fields(left)
                if spec.compare
            ]
        elif repr(left) != repr(right):
            return False
    return True
