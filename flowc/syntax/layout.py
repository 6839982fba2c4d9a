"""Lines and brackets: which newlines count, how deep every word stands, which bracket is missing.

A newline ends a statement, a field or an arm. It does not count inside `( )` and `[ ]` (the
innermost bracket decides), after `| = -> =>`, before `| ->` and `else {`, `else if` (LANGUAGE,
"Lexical form"); nor beside `{`, `}` and `,` and at both ends of the file, where it would say
nothing. After `default`, which is a keyword only in places, the grammar itself allows a newline.
"""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Related
from flowc.records import dataclass, field, replace
from flowc.syntax.mistakes import is_closed
from flowc.syntax.strays import UNBALANCED, Stray
from flowc.syntax.tokens import CLOSERS, END, OPENERS, Token
from flowc.text import Source, Span

_WRITTEN = {"LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}"}
_NO_NEWLINE_AFTER = {"NEWLINE", "BAR", "EQUAL", "ARROW", "DARROW", "LBRACE", "COMMA"}
_NO_NEWLINE_BEFORE = {"BAR", "ARROW", "RBRACE", "COMMA", END}
_DECLARES = {"agentspec", "import", "library", "env", "type", "tool", "extern", "export", "flow"}

_PREFIX_WORDS = 100
"""How many words are looked at for the description and annotations of a declaration."""


@dataclass(slots=True)
class Layout:
    """The words that count, each with its level, brackets all paired; `END` is the last.

    `muted` are the stretches of text in which a missing bracket makes all else uncertain; `strays`
    are the closing brackets that close nothing, which are no words here. `open_string` is the last
    string that is not closed.
    """

    tokens: list[Token] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    muted: list[tuple[int, int]] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    open_string: Token | None = None


def lay_out(source: Source, words: list[Token]) -> Layout:
    """The layout of the words of a file.

    If brackets are missing, a line that begins like a declaration at the left edge is taken for
    one, so that only the declaration before it is hurt.
    """
    words = [
        word
        for index, word in enumerate(words)
        if word.kind != "NEWLINE" or index == 0 or words[index - 1].kind != "NEWLINE"
    ]
    layout = _laid_out(source, words, rescue=False)
    is_sound = not (layout.diagnostics or layout.strays)
    return layout if is_sound else _laid_out(source, words, rescue=True)


def _laid_out(source: Source, words: list[Token], *, rescue: bool) -> Layout:
    layout = Layout()
    open_: list[Token] = []
    declared = 0
    ended: int | None = None
    for index, word in enumerate(words):
        kind = word.kind
        if kind == "NEWLINE":
            if not _counts(words, index, layout.tokens, open_):
                continue
        elif rescue and _declares(words, index):
            declared, ended = word.start, None
            if open_:
                _close(layout, open_, 0, word.start, "before this declaration")
                layout.tokens.append(_virtual(source, "NEWLINE", word.start, 0))
        elif kind in OPENERS:
            following = words[index + 1].kind if index + 1 < len(words) else END
            paired = _paired(layout, open_, word, following)
            if paired is None:
                torn_at = ended if rescue and kind == "RBRACE" else None
                layout.strays.append(Stray(word, declared, is_torn=torn_at is not None))
                if torn_at is not None:
                    ended = _flaw(layout.tokens, torn_at)
                continue
            word = paired
        if _is_open_string(word):
            layout.open_string = word
        word.level = len(open_)
        layout.tokens.append(word)
        if word.kind in CLOSERS:
            open_.append(word)
        elif word.kind in OPENERS:
            open_.pop()
            if not open_ and ended is None and kind == "RBRACE" and not _at_left_edge(word):
                ended = len(layout.tokens)
    end = Token(source, END, "", len(source.text), len(source.text))
    if open_:
        in_text = words[-1].flawed and words[-1].kind == "TEXT_BLOCK"
        _close(layout, open_, 0, end.start, "" if in_text else "before the end of the file")
    layout.tokens.append(end)
    return layout


def _flaw(tokens: list[Token], start: int) -> int:
    """Mark the words from `start` on: they were meant to stand in a declaration that ended early.
    The result is where they end."""
    for token in tokens[start:]:
        token.flawed = token.flawed or token.kind != "NEWLINE"
    return len(tokens)


def _counts(words: list[Token], index: int, kept: list[Token], open_: list[Token]) -> bool:
    """Whether the newline at `index` means something."""
    if not kept or kept[-1].kind in _NO_NEWLINE_AFTER:
        return False
    if open_ and open_[-1].kind != "LBRACE":
        return False
    if index + 1 == len(words):
        return False
    following = words[index + 1]
    if following.kind == "NAME" and following.text == "else" and index + 2 < len(words):
        after = words[index + 2]
        return not (after.kind == "LBRACE" or (after.kind == "NAME" and after.text == "if"))
    return following.kind not in _NO_NEWLINE_BEFORE


def _declares(words: list[Token], index: int) -> bool:
    """Whether what begins at the left edge here is a declaration, perhaps after its description and
    annotations, on whatever lines these stand."""
    if not _at_left_edge(words[index]):
        return False
    level, seen, before = 0, 0, ""
    for at in range(index, len(words)):
        kind = words[at].kind
        if kind in ("NEWLINE", "COMMA"):
            continue
        in_annotation = level > 0 or (before == "@NAME" and kind == "LPAR")
        if in_annotation:
            level += (kind in CLOSERS) - (kind in OPENERS)
        elif before != "AT" and kind not in ("STRING", "TEXT_BLOCK", "AT"):
            return _begins_declaration(words, at)
        before = "@NAME" if before == "AT" else kind
        seen += 1
        if seen == _PREFIX_WORDS:
            break
    return False


def _at_left_edge(word: Token) -> bool:
    if word.kind == "NEWLINE":
        return False
    return word.start == 0 or word.source.text[word.start - 1] == "\n"


def _begins_declaration(words: list[Token], index: int) -> bool:
    word = words[index]
    following = words[index + 1].kind if index + 1 < len(words) else END
    if word.kind != "NAME":
        return False
    if word.text in _DECLARES:
        return following in ("NAME", "STRING", "LBRACE", "NEWLINE", END)
    return word.text[0].isupper() and following == "NAME"


def _paired(layout: Layout, open_: list[Token], closer: Token, following: str) -> Token | None:
    """The closing bracket as one that pairs with the last open one; None if it closes nothing, as
    where the bracket that `following` it is the one that is wanted."""
    opener = OPENERS[closer.kind]
    if open_ and open_[-1].kind == opener:
        return closer
    for depth in range(len(open_) - 1, -1, -1):
        if open_[depth].kind == opener:
            _close(layout, open_, depth + 1, closer.start, f"before this '{closer.text}'")
            return closer
    if not open_ or (open_[-1].kind == "LBRACE" and closer.kind != "RBRACE"):
        return None
    if following == CLOSERS[open_[-1].kind]:
        return None
    wanted = _WRITTEN[CLOSERS[open_[-1].kind]]
    layout.diagnostics.append(
        UNBALANCED.at(
            closer.span,
            f"'{open_[-1].text}' is closed by '{closer.text}'",
            label=f"expected '{wanted}'",
            hint=f"Write '{wanted}' here.",
            related=[Related(open_[-1].span, "opened here")],
        )
    )
    layout.muted.append((open_[-1].start, closer.end))
    return replace(closer, kind=CLOSERS[open_[-1].kind], flawed=True)


def _close(layout: Layout, open_: list[Token], keep: int, offset: int, where: str) -> None:
    """Close all open brackets but the first `keep`, and report the innermost of them; without
    `where` (in a text that is never closed) nothing is reported, nor if an open string on the same
    line swallowed the rest."""
    if where and not _is_swallowed(layout.open_string, open_[-1]):
        _report_open(layout, open_[-1], offset, where)
    layout.muted.append((open_[keep].start, offset))
    while len(open_) > keep:
        closed = open_.pop()
        kind = CLOSERS[closed.kind]
        layout.tokens.append(_virtual(closed.source, kind, offset, len(open_) + 1))


def _is_open_string(word: Token) -> bool:
    return word.flawed and word.kind in ("STRING", "NAME") and not is_closed(word.text)


def _is_swallowed(open_string: Token | None, opener: Token) -> bool:
    """Whether the bracket's partner may stand in a string that is not closed on the line."""
    if open_string is None or open_string.start < opener.start:
        return False
    return opener.source.text.find("\n", opener.end, open_string.start) < 0


def _report_open(layout: Layout, opener: Token, offset: int, where: str) -> None:
    wanted = _WRITTEN[CLOSERS[opener.kind]]
    place = Span(opener.source, offset, offset)
    layout.diagnostics.append(
        UNBALANCED.at(
            opener.span,
            f"this '{opener.text}' is never closed",
            label="opened here",
            hint=f"Write '{wanted}' where it ends.",
            related=[Related(place, f"'{wanted}' is missing {where}")],
        )
    )


def _virtual(source: Source, kind: str, offset: int, level: int) -> Token:
    return Token(source, kind, "", offset, offset, level, flawed=kind != "NEWLINE")
