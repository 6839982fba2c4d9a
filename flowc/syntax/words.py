"""The words of the grammar in the words of its users: what was found, what could stand there."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.syntax.tokens import END, Token

_PUNCTUATION = {
    "LBRACE": "{",
    "RBRACE": "}",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "ARROW": "->",
    "DARROW": "=>",
    "EQUAL": "=",
    "COLON": ":",
    "COMMA": ",",
    "BAR": "|",
    "DOT": ".",
    "QUESTION": "?",
    "AT": "@",
}

_PHRASES = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a string",
    "TEXT_BLOCK": "a string",
    "NEWLINE": "a new line",
    "BY_NAME": "'name'",
    END: "the end of the file",
}

_LITERALS = frozenset(["TRUE", "FALSE", "NULL", "NUMBER", "STRING", "TEXT_BLOCK", "LBRACE", "LSQB"])
_PREFIX = frozenset(("STRING", "TEXT_BLOCK", "AT"))
_VALUE = _LITERALS | {"NAME", "EACH", "LPAR"} | _PREFIX
_FIELD_VALUE = _LITERALS | {"NAME", "REF", "SECRET", "ABSENT", "TYPE", "AT"}
_TYPE = (_LITERALS - {"NULL", "LSQB"}) | {"NAME", "LPAR", "BAR"}
_STATEMENT = frozenset(
    [
        "NAME",
        "TRY",
        "MAP",
        "PARALLEL",
        "SAY",
        "ASK",
        "MATCH",
        "IF",
        "LOOP",
        "BREAK",
        "CONTINUE",
        "GOTO",
        "RETURN",
        "START",
        "EDGES",
    ]
)
_DECLARATION = frozenset(
    ["NAME", "AGENTSPEC", "IMPORT", "LIBRARY", "ENV", "TYPE", "TOOL", "EXTERN", "EXPORT", "FLOW"]
)

# (phrase, kinds by which the group is known, kinds that the phrase stands for)
_GROUPS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("a declaration", frozenset(("AGENTSPEC", "LIBRARY")), _DECLARATION | _PREFIX),
    ("a declaration", frozenset(("TOOL", "EXTERN", "FLOW")), _DECLARATION | _PREFIX),
    ("a statement", frozenset(("MATCH", "LOOP")), _STATEMENT | _PREFIX),
    ("a call", frozenset(("TRY", "MAP")), frozenset(("NAME", "TRY", "MAP", "PARALLEL"))),
    ("a value", frozenset(("SECRET", "TRUE")), _FIELD_VALUE),
    ("a value", frozenset(("EACH", "TRUE")), _VALUE),
    ("a type", frozenset(("LPAR", "TRUE", "BAR")), _TYPE),
    ("a type", frozenset(("LPAR", "TRUE")), _TYPE),
    ("a pattern", frozenset(("ELSE", "TRUE")), _LITERALS - {"LBRACE", "LSQB"} | {"NAME", "ELSE"}),
    ("a pattern", frozenset(("TRUE", "NULL", "NAME")), _LITERALS | {"NAME"}),
    ("a literal", frozenset(("TRUE", "LBRACE")), _LITERALS),
)

# What may always go on; it is named only where nothing else could stand.
_CONTINUATIONS = (
    frozenset(("DOT", "BAR", "DEFAULT")),  # after a reference, where a block may have to come
    frozenset(("LSQB", "QUESTION", "BAR", "LBRACE")),  # after a type
    frozenset(("AT",)),
)

_ORDER = [
    "COMMA",
    "COLON",
    "EQUAL",
    "DARROW",
    "ARROW",
    "AS",
    "LPAR",
    "LSQB",
    "LBRACE",
    "NAME",
    "STRING",
    "NUMBER",
]
_LAST = ["NEWLINE", "RBRACE", "RSQB", "RPAR"]


def found(token: Token) -> str:
    """A word as messages speak of it."""
    if token.kind == "NEWLINE":
        return "the end of the line"
    if token.kind == "TEXT_BLOCK":
        return "a text block"
    return _PHRASES[END] if token.kind == END else f"'{shortened(token.text)}'"


def shortened(text: str) -> str:
    """At most 40 characters of a text."""
    return text if len(text) <= 40 else text[:39] + "…"


def phrase(kind: str) -> str:
    """A kind of words as messages speak of it."""
    if kind in _PUNCTUATION:
        return f"'{_PUNCTUATION[kind]}'"
    return _PHRASES.get(kind) or f"'{kind.lower()}'"


def expected(kinds: Iterable[str]) -> str:
    """What could stand at a place where these kinds of words could, as part of a sentence."""
    left = set(kinds)
    phrases: list[str] = []
    for group, known_by, members in _GROUPS:
        if known_by <= left:
            phrases.append(group)
            left -= members
    if "NAME" in left:
        left -= {"EACH", "STRING", "TEXT_BLOCK"} if "AT" in left else {"EACH"}
    if "a literal" in phrases:
        left.discard("NEWLINE")  # which may stand after `default`, but helps nobody
    for continuation in _CONTINUATIONS:
        if (left - continuation or phrases) and len(left & continuation) >= min(
            2, len(continuation)
        ):
            left -= continuation
    phrases += [phrase(kind) for kind in sorted(left, key=_rank)]
    phrases = list(dict.fromkeys(phrases))
    if len(phrases) > 1:
        return ", ".join(phrases[:-1]) + " or " + phrases[-1]
    return phrases[0] if phrases else "nothing more"


def _rank(kind: str) -> tuple[int, str]:
    if kind in _ORDER:
        return _ORDER.index(kind), kind
    return (len(_ORDER) + 1 + _LAST.index(kind) if kind in _LAST else len(_ORDER)), kind
