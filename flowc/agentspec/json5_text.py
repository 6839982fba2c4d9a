"""JSON5 text to values with their places: comments, trailing commas, single quotes, bare keys.

The standard library reads plain JSON faster; this reader is for JSON5, and for finding the places
of values and errors in both. It is iterative, so nesting costs no stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from flowc.agentspec.comments import Comment, Gap, block_comment, line_comment
from flowc.agentspec.places import Place
from flowc.agentspec.text_rules import DEPTH_LIMIT
from flowc.records import dataclass, field
from flowc.text import JsonPath

_TOKEN = re.compile(
    r"""(?P<space>(?:[\s\ufeff]+|//[^\n\u2028\u2029]*|/\*.*?\*/)+)
    |(?P<mark>[{}\[\]:,])
    |(?P<string>"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')
    |(?P<number>[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))
    |(?P<word>(?:[^\W\d]|[$\\])(?:[\w$\\\u200c\u200d])*)""",
    re.DOTALL | re.VERBOSE,
)
_COMMENT = re.compile(r"//([^\n\u2028\u2029]*)|/\*(.*?)\*/", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_CHARS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
_NUMBER_WORDS = ("Infinity", "NaN")


class Malformed(Exception):
    """Text that is no JSON5: what is wrong, and at which offset."""

    def __init__(self, offset: int, what: str) -> None:
        super().__init__(what)
        self.offset = offset
        self.what = what


class TooDeep(Malformed):
    """Objects and lists that nest more than `DEPTH_LIMIT` levels."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A key that an object already has: where the object is, and where the key is."""

    path: JsonPath
    key: str
    start: int
    end: int


@dataclass(slots=True)
class _Open:
    """An object or list whose end has not been read; `key` is the key read last, and where."""

    value: Any
    place: Place
    key: str | int = 0
    key_start: int = -1


@dataclass(slots=True)
class Scan:
    """A whole text: its value, the place of everything in it, the keys that are there twice, and
    the comments."""

    value: Any
    place: Place
    duplicates: list[Duplicate] = field(default_factory=list)
    comments: tuple[Comment, ...] = ()


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    tokens = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise Malformed(at, _unreadable(text[at]))
        if found.lastgroup != "space":
            tokens.append(_Token(found.lastgroup or "", found.group(), at, found.end()))
        at = found.end()
    tokens.append(_Token("end", "", at, at))
    return tokens


def _unreadable(char: str) -> str:
    if char in "\"'":
        return "this text has no closing quote"
    return "this comment has no end" if char == "/" else f"'{char}' cannot stand here"


def scan(text: str) -> Scan:
    """The value of a JSON or JSON5 text; raises :class:`Malformed`."""
    tokens = _tokens(text)
    found = _Scanner(tokens).run()
    found.comments = tuple(_comments(text, tokens))
    return found


def _comments(text: str, tokens: list[_Token]) -> Iterator[Comment]:
    """The comments between the words."""
    before = _Token("start", "", 0, 0)
    for token, after in pairwise((before, *tokens)):
        if token.text != "," or token.kind != "mark":
            before = token
        if text.find("/", token.end, after.start) < 0:
            continue
        gap = Gap.of(text, token.end, after.start)
        for found in _COMMENT.finditer(text, gap.start, gap.end):
            line, block = found.groups()
            lines = block_comment(block) if line is None else (line_comment(line),)
            anchor = before.start if gap.ends_line(found) else after.start
            yield Comment(found.start(), lines, None if after.kind == "end" else anchor)


class _Scanner:
    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.open: list[_Open] = []
        self.duplicates: list[Duplicate] = []

    def run(self) -> Scan:
        while True:
            value, place, closed = self.value()
            while closed:
                if not self.open:
                    return self.finished(value, place)
                closed = self.put(value, place)
                if closed:
                    top = self.open.pop()
                    value, place = top.value, top.place

    def take(self) -> _Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def value(self) -> tuple[Any, Place, bool]:
        """Read a scalar, or the start of an object or list; whether that is all of the value."""
        token = self.take()
        place = Place(token.start, token.end)
        if token.kind == "mark" and token.text in "{[":
            return self.start(token, place)
        return _scalar(token), place, True

    def start(self, token: _Token, place: Place) -> tuple[Any, Place, bool]:
        if len(self.open) == DEPTH_LIMIT:
            raise TooDeep(token.start, f"more than {DEPTH_LIMIT} levels")
        value: Any = {} if token.text == "{" else []
        top = _Open(value, place)
        if self.closes(top):
            return value, place, True
        self.open.append(top)
        if isinstance(value, dict):
            self.key(top)
        return value, place, False

    def closes(self, top: _Open) -> bool:
        """Read the closing bracket of `top` if it comes next."""
        token = self.tokens[self.at]
        if token.kind != "mark" or token.text != ("}" if isinstance(top.value, dict) else "]"):
            return False
        top.place.end = self.take().end
        return True

    def key(self, top: _Open) -> None:
        token = self.take()
        if token.kind == "string":
            key = _string(token)
        elif token.kind == "word" or token.text in _NUMBER_WORDS:
            key = _unescaped(token.text, token.start)
        else:
            raise Malformed(token.start, f"a key is expected here, not {_shown(token)}")
        if key in top.value:
            path = tuple(outer.key for outer in self.open[:-1])
            self.duplicates.append(Duplicate(path, key, token.start, token.end))
        top.key, top.key_start = key, token.start
        colon = self.take()
        if colon.text != ":" or colon.kind != "mark":
            raise Malformed(colon.start, f"':' is expected here, not {_shown(colon)}")

    def put(self, value: Any, place: Place) -> bool:
        """Put a value into the innermost open object or list; whether that is now closed."""
        top = self.open[-1]
        top.place.children[top.key] = place
        if isinstance(top.value, dict):
            place.lead = top.key_start
            top.value[top.key] = value
        else:
            top.value.append(value)
            top.key = len(top.value)
        if self.closes(top):
            return True
        comma = self.take()
        if comma.text != "," or comma.kind != "mark":
            close = "}" if isinstance(top.value, dict) else "]"
            raise Malformed(comma.start, f"',' or '{close}' is expected here, not {_shown(comma)}")
        if self.closes(top):
            return True
        if isinstance(top.value, dict):
            self.key(top)
        return False

    def finished(self, value: Any, place: Place) -> Scan:
        token = self.take()
        if token.kind != "end":
            raise Malformed(token.start, f"the document has ended before {_shown(token)}")
        return Scan(value, place, self.duplicates)


def _scalar(token: _Token) -> Any:
    if token.kind == "string":
        return _string(token)
    if token.kind == "number":
        return _number(token)
    if token.kind == "word" and token.text in _WORDS:
        return _WORDS[token.text]
    raise Malformed(token.start, f"a value is expected here, not {_shown(token)}")


def _number(token: _Token) -> int | float:
    text = token.text
    digits = text.lstrip("+-")
    if digits in _NUMBER_WORDS:
        return float(text.replace("Infinity", "inf"))
    try:
        if digits[:2] in ("0x", "0X"):
            return int(text, 16)
        return float(text) if re.search(r"[.eE]", digits) else int(text)
    except ValueError:
        raise Malformed(token.start, "this number has too many digits") from None


def _string(token: _Token) -> str:
    return _unescaped(token.text[1:-1], token.start + 1)


def _unescaped(text: str, offset: int) -> str:
    if "\\" not in text:
        return text

    def escape(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        if code:
            return chr(int(code, 16))
        char = found[3]
        if char in "ux123456789":
            raise Malformed(offset + found.start(), f"'\\{char}' is no escape here")
        return "" if char in ("\n", "\u2028", "\u2029") else _CHARS.get(char, char)

    text = _ESCAPE.sub(escape, text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _shown(token: _Token) -> str:
    if token.kind == "end":
        return "the end of the file"
    if token.kind == "string":
        return "a text"  # which may be a secret
    text = token.text if len(token.text) <= 20 else token.text[:19] + "…"
    return f"'{text}'"
