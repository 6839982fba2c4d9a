"""The proof that formatting changed nothing but the layout. It always runs."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from flowc.diagnostics import FlowcError, Rule, Severity
from flowc.syntax import Parsed
from flowc.syntax.tree import Syntax
from flowc.text import Source, Span

CHANGED_MEANING = Rule("FLOW650", Severity.ERROR, "formatting would change what a file says")
CHANGED_COMMENTS = Rule("FLOW651", Severity.ERROR, "formatting would lose or move a comment")
UNSTABLE = Rule("FLOW652", Severity.ERROR, "formatting twice would not give the same text")

HINT = "The file is left as it is. This is a fault of flowc: please report it with the file."


def prove(before: Parsed, source: Source, after: Parsed) -> None:
    """Raise FlowcError if the formatted text does not say what the source says, in the same order,
    with the same comments."""
    if after.diagnostics or not same_tree(before.tree, after.tree):
        raise _refused(CHANGED_MEANING, source, "formatting would change what this file says")
    if [item.text for item in before.comments] != [item.text for item in after.comments]:
        raise _refused(CHANGED_COMMENTS, source, "formatting would change this file's comments")


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
        elif isinstance(left, Syntax) and is_dataclass(left):
            work += [
                (getattr(left, spec.name), getattr(right, spec.name))
                for spec in fields(left)
                if spec.compare
            ]
        elif repr(left) != repr(right):
            return False
    return True
