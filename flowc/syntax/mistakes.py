"""What is written in place of a word, and what flowc says to it."""

from __future__ import annotations

import unicodedata

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity
from flowc.patterns import pattern
from flowc.syntax.fallbacks import OF_DEFAULTS, OF_SOURCES
from flowc.syntax.generics import written_here
from flowc.syntax.literals import BAD_NUMBER
from flowc.syntax.tokens import Token
from flowc.text import Span

BAD_CHARACTER = Rule("FLOW003", Severity.ERROR, "a character that begins no word")
"""Outside of strings and comments only the signs of the language may stand. It has no operators:
Agent Spec cannot carry an expression, so a tool computes what a flow needs, and `match` and `if`
decide by what it returned. Semicolons, single quotes and `//` are reported here too.

Wrong:

```flow
tool count(text: string) -> (size: integer)

flow judge(text: string) -> (verdict: string) {
  count(text)
  if count.size > 80 {
    return (verdict = "long")
  }
  return (verdict = "short")
}
```

Right:

```flow
tool is_long(text: string, limit: integer) -> (yes: boolean)

flow judge(text: string) -> (verdict: string) {
  is_long(text, limit = 80)
  if is_long.yes {
    return (verdict = "long")
  }
  return (verdict = "short")
}
```
"""

UNTERMINATED = Rule("FLOW004", Severity.ERROR, "a string or quoted name that is never closed")
'''A string ends on the line where it begins, and so does a name in backticks. A text of several
lines is a text block, `"""…"""`.

Wrong:

```flow
flow greet() {
  say "Good morning,
  and welcome."
}
```

Right:

```flow
flow greet() {
  say """
    Good morning,
    and welcome.
    """
}
```
'''

MISTAKES = {
    "OPEN_BLOCK": r'"""[\s\S]*',
    "OPEN_STRING": r'"[^\n]*',
    "OPEN_NAME": r"`[^\n]*",
    "BAD_NUMBER": r"(?:-?|(?<![A-Za-z0-9_`])-?\.)[0-9](?:[eE][+-]|[A-Za-z0-9_.])*",
    "OPERATOR": r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|===?|!==?|<=|>=|&&|\|\||\+\+|--|[+*/%<>!&^~$-]",
    "OTHER_QUOTES": r"'(?:[^'\\\n]|\\.)*'?"
    r"|[“”„](?:[^“”\"\\\n]|\\.)*[“”\"]?|[‘’‚](?:[^‘’\\\n]|\\.)*[‘’]?",
    "OTHER": r"[\s\S]",
}
"""Kinds of mistakes and their patterns; `OTHER` comes after all words."""

MEANT = {
    "OPEN_BLOCK": "TEXT_BLOCK",
    "OPEN_STRING": "STRING",
    "OPEN_NAME": "NAME",
    "BAD_NUMBER": "NUMBER",
    "OTHER_QUOTES": "STRING",
}
"""The kind of word that was meant; the others stay without meaning."""

CLOSING = {")": "RPAR", "]": "RSQB", "}": "RBRACE", ",": "COMMA"}
"""What may stand behind the end of a string, and the kinds of these words."""

FOLLOWS = ("OPERATOR", "OTHER")
"""Kinds that are reported once a line: more of them tell nothing new."""

_CLOSES_QUOTE = {**dict.fromkeys("“”„", '“”"'), **dict.fromkeys("‘’‚", "‘’")}
"""What ends a string in typographic quotes; any other ends with what it begins with."""

_TYPOGRAPHIC = pattern("[“”„]")
_AGENTSPEC_BEFORE = pattern(r"\bagentspec[ \t]+\Z")

_OPERATORS = (
    "The language has no expressions, because Agent Spec cannot carry them: "
    "let a tool compute the value."
)


def mistake(token: Token) -> Diagnostic:
    """The finding for a word of one of the kinds of `MISTAKES`."""
    if token.kind == "OPERATOR":
        return _operator(token)
    if token.kind == "OTHER_QUOTES":
        return _other_quotes(token)
    if token.kind == "BAD_NUMBER":
        return _bad_number(token)
    if token.kind == "OTHER":
        return _character(token)
    return _open(token)


def _open(token: Token) -> Diagnostic:
    title, length, hint = {
        "OPEN_BLOCK": (
            "this text block is never closed",
            3,
            'Close it with """ on a line of its own; the column of the quotes is the margin.',
        ),
        "OPEN_STRING": (
            "this string is not closed on its line",
            len(token.text),
            'Close it with ", write \\n for a newline, or use a text block: """…""".',
        ),
        "OPEN_NAME": (
            "this name is not closed on its line",
            len(token.text),
            "Close it with `.",
        ),
    }[token.kind]
    if token.kind == "OPEN_STRING" and _TYPOGRAPHIC.search(token.text):
        hint = 'Close it with the straight ".'
    place = Span(token.source, token.start, token.start + length)
    return UNTERMINATED.at(place, title, label="opened here", hint=hint)


def is_lone_quote(token: Token) -> bool:
    """Whether a string that is not closed may be the end of one that a line above began."""
    return token.kind == "OPEN_STRING" and not token.text[1:].strip(" \t" + "".join(CLOSING))


def is_closed(text: str) -> bool:
    """Whether a string or name in quotes, of whatever kind, ends with one that fits."""
    return len(text) > 1 and text[-1] in _CLOSES_QUOTE.get(text[0], text[0])


def _operator(token: Token) -> Diagnostic:
    text = token.text
    if text.startswith(("//", "/*")):
        place = Span(token.source, token.start, token.start + 2)
        title = f"'{text[:2]}' begins no comment"
        return BAD_CHARACTER.at(place, title, hint="Comments begin with # and end with the line.")
    hint = _OPERATORS
    if text in ("==", "===", "!=", "!=="):
        hint += " To compare with constants, use match."
    elif text == "<" and (written := written_here(token.source.text, token.start)):
        hint = f"This type is written {written}."
    elif text == "<" and token.source.text[token.start - 1 : token.start].isalnum():
        hint = f"An array type is written T[]. {_OPERATORS}"
    elif text in ("<", ">", "<=", ">="):
        hint += " One that compares returns a boolean, which an if takes."
    elif text == "||":
        hint = f"{_OPERATORS} {OF_SOURCES} {OF_DEFAULTS}"
    elif text in ("-", "--"):
        hint = f"An edge is written 'a -> b'. {_OPERATORS}"
    return BAD_CHARACTER.at(token.span, f"there is no operator '{text}'", hint=hint)


def _other_quotes(token: Token) -> Diagnostic:
    text = token.text
    closed = is_closed(text)
    inner = text[1:-1] if closed else text[1:]
    written = '"' + inner.replace("\\'", "'").replace('"', '\\"') + '"'
    fix = Fix("Use double quotes", (Edit(token.span, written),)) if closed else None
    return BAD_CHARACTER.at(
        token.span,
        "strings stand in double quotes" if text[0] == "'" else "strings stand in straight quotes",
        hint=f"Write {written}." if closed else 'Write "…".',
        fix=fix,
    )


def _bad_number(token: Token) -> Diagnostic:
    digits = token.text.removeprefix("-")
    fix = None
    if _AGENTSPEC_BEFORE.search(token.source.text, max(0, token.start - 40), token.start):
        hint = f'A version stands in quotes: write agentspec "{token.text}".'
        fix = Fix("Write it in quotes", (Edit(token.span, f'"{token.text}"'),))
    elif digits.isdecimal():
        hint = f'Leave out the leading zeros, or write a string: "{token.text}".'
    elif digits[0] == "." and digits[1:].isdecimal():
        hint = f"Write {token.text.replace('.', '0.', 1)}: numbers are written as in JSON."
    elif digits[0].isdecimal() and digits.replace("_", "a").isalnum():
        hint = (
            "Numbers are written as in JSON: 12, -0.5, 1e3. "
            f"A name that begins with a digit stands in backticks: `{token.text}`."
        )
    else:
        hint = "Numbers are written as in JSON: 12, -0.5, 1e3."
    return BAD_NUMBER.at(token.span, f"'{_short(token.text)}' is no number", hint=hint, fix=fix)


def _character(token: Token) -> Diagnostic:
    char = token.text
    if char == ";":
        text, line_end = token.source.text, token.source.text.find("\n", token.end)
        ends_line = not text[token.end : line_end if line_end >= 0 else len(text)].strip()
        fix = Fix("Remove the semicolon", (Edit(token.span, ""),)) if ends_line else None
        return BAD_CHARACTER.at(
            token.span, "';' separates nothing", hint="A statement ends with its line.", fix=fix
        )
    if char == "\\":
        return BAD_CHARACTER.at(
            token.span,
            "'\\' joins no lines here",
            hint="Inside ( ) and [ ] lines may break freely; elsewhere keep it on one line.",
        )
    if char.isalpha():
        hint = "Names are made of A-Z, a-z, 0-9 and _; any other name stands in backticks: `…`."
        return BAD_CHARACTER.at(token.span, f"'{char}' begins no plain name", hint=hint)
    code = f"U+{ord(char):04X}"
    name = unicodedata.name(char, "")
    shown = f"'{char}' ({code})" if char.isprintable() else f"{name} ({code})".lstrip()
    return BAD_CHARACTER.at(
        token.span,
        f"the character {shown} has no meaning here",
        hint="Remove it; in a string it may stand, or be written as an escape such as \\u00e9.",
    )


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
