"""Advice on statements with blocks: braces that are left out, an `if` behind its statement."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic
from flowc.syntax.tokens import Token, begins_line
from flowc.syntax.trouble import UNEXPECTED, Trouble, needs_block
from flowc.syntax.words import found

_BLOCKS = {"IF": "{ … }", "MATCH": '{ "A" => …, else => … }'}
_LONGEST = 40


def missing_block(trouble: Trouble) -> Diagnostic | None:
    """`if x`, `match x` with no `{` behind."""
    previous = trouble.previous
    if previous is None or previous.kind in _BLOCKS or not needs_block(trouble.expected):
        return None
    if trouble.token.kind in ("LPAR", "LSQB", "DARROW", "COLON", "EQUAL"):
        return None
    head = next((word for word in trouble.line if word and word.kind in _BLOCKS), None)
    if head is None:
        return None
    where = f"after {found(previous)}" if trouble.early else f"before {found(trouble.token)}"
    written = _on_one_line(head, previous.end)
    shape = f"{written or head.text + ' VALUE'} {_BLOCKS[head.kind]}"
    return trouble.report(f"'{{' is missing {where}", f"Write `{shape}`.")


def trailing_if(trouble: Trouble) -> Diagnostic | None:
    """`break if x`, where `if` reads as the label of a loop, and `return a if x`."""
    word = next((it for it in (trouble.token, trouble.previous) if it and it.text == "if"), None)
    first = trouble.line[0]
    if word is None or first is None or first is word or begins_line(word):
        return None
    if "NEWLINE" not in trouble.expected:
        return None
    statement = _on_one_line(first, word.start)
    line_end = word.source.text.find("\n", word.end)
    condition = _on_one_line(word, line_end if line_end >= 0 else len(word.source.text))
    known = statement and condition and first.kind not in ("STRING", "TEXT_BLOCK")
    shape = f"{condition} {{ {statement} }}" if known else "if VALUE { … }"
    return UNEXPECTED.at(
        word.span, "an 'if' stands before what it decides on", hint=f"Write `{shape}`."
    )


def _on_one_line(first: Token, end: int) -> str:
    """The text from a word on, if it is short and on one line with no comment; or ""."""
    text = first.source.text[first.start : min(end, first.start + _LONGEST + 1)].strip()
    return text if len(text) <= _LONGEST and not set(text) & set("\n#{}") else ""
