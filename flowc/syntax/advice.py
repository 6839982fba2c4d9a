"""Common mistakes and what to write instead, tried in order before the plain message."""

from __future__ import annotations

from collections.abc import Callable

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity
from flowc.patterns import pattern
from flowc.syntax.blocks import missing_block, trailing_if
from flowc.syntax.elses import misplaced_else
from flowc.syntax.fallbacks import fallback
from flowc.syntax.heads import missing_arrow
from flowc.syntax.misplaced import (
    array_type,
    named_return,
    part_of_a_value,
    quoted_name,
    two_values,
    typed_value,
    value_as_type,
)
from flowc.syntax.misspelt import misspelt_keyword
from flowc.syntax.nested import bare_arguments, nested_call, prefixed_text, two_names
from flowc.syntax.tokens import END, RESERVED, begins_line
from flowc.syntax.trouble import UNEXPECTED, Trouble
from flowc.syntax.variables import assigned_output, variable
from flowc.syntax.words import found

LONE_STRING = Rule("FLOW012", Severity.ERROR, "a string that describes nothing")
"""A string on a line of its own is the description of the declaration, parameter or statement
after it, and becomes part of the document. Here nothing follows that it could describe. A remark
for readers of the file is a comment.

Wrong:

```flow
flow greet() {
  say "hello"
  "That is all."
}
```

Right:

```flow
flow greet() {
  say "hello"
  # That is all.
}
```
"""

_STRINGS = ("STRING", "TEXT_BLOCK")
_ENDS = ("NEWLINE", "RBRACE", END)
_STARTS = ("NAME", "STRING", "TEXT_BLOCK", "NUMBER", "AT", "LBRACE", "LSQB")

_DECLARES = ("tool", "flow", "type", "env", "extern", "export", "import", "agentspec")
_MAP = "To run a flow for each item of an array, write 'x = map some_flow(item = each xs)'."
_NODE = "A node is named by 'name = callee(…)' alone."
_GOES_ON = pattern(r"\([^()\n]*\)[ \t]*[A-Za-z_`{]")
"""Parentheses behind which the line goes on."""
_FOREIGN = {
    "while": "Loops are written 'loop { … }', left with 'break'.",
    "for": _MAP,
    "foreach": _MAP,
    "switch": "Write 'match VALUE { \"A\" => …  else => … }'.",
    "case": "An arm is written '\"A\" => …'.",
    "elif": "Write 'else if'.",
    "elsif": "Write 'else if'.",
    "elseif": "Write 'else if'.",
    "let": _NODE,
    "var": _NODE,
    "const": _NODE,
    "await": "Write the call alone; whether it is awaited is decided when Python is generated.",
    "async": "Write the flow alone; whether it is async is decided when Python is generated.",
    "print": "To send a message, write 'say \"…\"'.",
    "not": "There are no expressions; swap the two blocks of the 'if'.",
    "and": "There are no expressions; nest one 'if' in the other.",
    "or": "There are no expressions; let a tool compute the value.",
    "end": "To end the flow, write 'return'.",
    "throw": "To end in a branch of its own, write 'return … as branch'.",
    "raise": "To end in a branch of its own, write 'return … as branch'.",
}


def _keyword_as_name(trouble: Trouble) -> Diagnostic | None:
    """`match = foo()`; `else => error(x)`; but also `map (x in xs) foo(x)`."""
    token, previous = trouble.token, trouble.previous
    if previous is None or token.kind not in ("EQUAL", "COLON", "LPAR", "DOT", "ARROW"):
        return None
    if previous.kind != previous.text.upper() or previous.text not in (*RESERVED, "error"):
        return None
    name = previous.text
    if name == "map" and _GOES_ON.match(token.source.text, token.start):
        return UNEXPECTED.at(previous.span, "a map has no parentheses of its own", hint=_MAP)
    return UNEXPECTED.at(
        previous.span,
        f"'{name}' is a keyword here, not a name",
        hint=f"Write `{name}` in backticks to use it as a name.",
        fix=Fix("Write it in backticks", (Edit(previous.span, f"`{name}`"),)),
    )


def _lone_string(trouble: Trouble) -> Diagnostic | None:
    """A string on a line of its own before what takes no description."""
    token, previous = trouble.token, trouble.previous
    if previous is None or previous.kind not in _STRINGS or token.kind not in _ENDS:
        return None
    if not begins_line(previous):
        return None
    one_line = previous.kind == "STRING" and "\\" not in previous.text
    comment = "# " + previous.text[1:-1]
    return LONE_STRING.at(
        previous.span,
        "this string describes nothing",
        hint="A string describes the declaration, parameter or statement after it. "
        "For a remark, write a comment: # …",
        fix=Fix("Make it a comment", (Edit(previous.span, comment),)) if one_line else None,
    )


def _foreign_word(trouble: Trouble) -> Diagnostic | None:
    """`while x { … }`, `elif y { … }`."""
    for word in (trouble.token, trouble.previous):
        if word is not None and word.kind == "NAME" and word.text in _FOREIGN:
            title = f"'{word.text}' is no word of this language"
            return UNEXPECTED.at(word.span, title, hint=_FOREIGN[word.text])
    return None


def _wrong_sign(trouble: Trouble) -> Diagnostic | None:
    """`:` for `=`, `->` for `=>`, and so on."""
    kind = trouble.token.kind
    signs = {
        "EQUAL": (("COLON", ":"), ("DARROW", "=>")),
        "COLON": (("DARROW", "=>"), ("EQUAL", "="), ("ARROW", "->")),
        "ARROW": (("DARROW", "=>"), ("COLON", ":")),
        "DARROW": (("ARROW", "->"), ("COLON", ":"), ("EQUAL", "=")),
    }
    if kind == "EQUAL" and {"COLON", "DARROW"} <= trouble.expected:
        return trouble.report(
            "'=' cannot stand here",
            "Write ':' for a field, '=>' for an arm.",
            label="expected ':' or '=>'",
        )
    if kind == "DARROW" and {"COLON", "EQUAL"} <= trouble.expected:
        return trouble.report(
            "'=>' cannot stand here",
            "An arm stands in the '{ … }' of its match, try or call; a name is followed by '='.",
            label="this is no arm",
        )
    if kind == "DARROW" and "NEWLINE" in trouble.expected and trouble.following.kind != "LPAR":
        return None  # no outputs come, and no arm
    if kind == "COLON" and "ARROW" in trouble.expected and trouble.following.kind != "LPAR":
        return None  # `var x: string`
    for wanted, sign in signs.get(kind, ()):
        if wanted in trouble.expected:
            text = trouble.token.text
            fix = Fix(f"Write '{sign}'", (Edit(trouble.token.span, sign),))
            return trouble.report(
                f"'{text}' cannot stand here",
                f"Write '{sign}' for it.",
                label=f"expected '{sign}'",
                fix=fix,
            )
    return None


def _missing_comma(trouble: Trouble) -> Diagnostic | None:
    """`foo(a b)`."""
    token = trouble.token
    in_parentheses = "COMMA" in trouble.expected and trouble.expected & {"RPAR", "RSQB"}
    if not in_parentheses or token.kind not in _STARTS:
        return None
    return trouble.report(
        f"a ',' is missing before {found(token)}",
        "Separate them with ','.",
        label="expected ','",
        fix=trouble.inserted(","),
    )


def _missing_word(trouble: Trouble) -> Diagnostic | None:
    """`tool f(a string)`, `import { a } "x"`: only one word could stand there."""
    words = {"COLON": ":", "EQUAL": "=", "FROM": " from", "DARROW": " =>"}
    token = trouble.token
    wanted = trouble.expected - {"QUESTION"}
    if len(wanted) != 1 or not wanted <= words.keys() or token.kind not in _STARTS:
        return None
    text = words[next(iter(wanted))]
    return trouble.report(
        f"'{text.strip()}' is missing before {found(token)}",
        f"Write '{text.strip()}' between the two.",
        fix=trouble.inserted(text),
    )


def _two_on_a_line(trouble: Trouble) -> Diagnostic | None:
    """`foo() bar()`."""
    token = trouble.token
    previous = trouble.previous
    if "NEWLINE" not in trouble.expected or not trouble.expected & {"RBRACE", END}:
        return None
    if token.kind not in _STARTS or token.kind == "LBRACE" or previous is None:
        return None
    if trouble.joined:
        return UNEXPECTED.at(
            trouble.joined.span,
            f"something is missing after {found(trouble.joined)}",
            label="this line is not finished",
            hint=f"Finish it: {found(previous)} on the next line was taken for the rest.",
        )
    comma = ", or separate the two with ','" if "COMMA" in trouble.expected else ""
    return trouble.report(
        f"{found(token)} cannot follow on the same line", f"Begin a new line before it{comma}."
    )


def _parameter_without_type(trouble: Trouble) -> Diagnostic | None:
    """`tool f(a)`, `tool f(a?: string)`."""
    token, previous = trouble.token, trouble.previous
    if previous is None or trouble.expected != {"COLON"}:
        return None
    if token.kind == "QUESTION":
        return trouble.report(
            "a '?' cannot stand after a parameter's name",
            "A default makes a parameter optional: name: TYPE = default. TYPE? allows null.",
        )
    if token.kind in ("COMMA", "RPAR"):
        return trouble.report(
            f"'{previous.text}' has no type", f"Write its type: {previous.text}: string."
        )
    return None


def _not_called(trouble: Trouble) -> Diagnostic | None:
    """`x = foo`, `foo`, `x = foo.bar`."""
    token, previous = trouble.token, trouble.previous
    if previous is None or previous.kind != "NAME" or "LPAR" not in trouble.expected:
        return None
    if not trouble.expected <= {"LPAR", "EQUAL", "COLON"}:
        return None
    if token.kind in _ENDS or token.kind == "COMMA":
        return trouble.report(
            f"'{previous.text}' is not called",
            f"Write its arguments in parentheses: {previous.text}(…). A value has no line of its "
            "own: name it where it is used.",
        )
    if token.kind == "DOT":
        return trouble.report(
            "a value has no line of its own",
            "Name it where it is used, as in 'foo(a.b)', or call a tool, a flow or a node type.",
        )
    return None


def _constant_as_node(trouble: Trouble) -> Diagnostic | None:
    """`x = 1`, `x = "a"`."""
    token, previous = trouble.token, trouble.previous
    if previous is None or previous.kind != "EQUAL" or not {"MATCH", "TRY"} <= trouble.expected:
        return None
    if token.kind not in (*_STRINGS, "NUMBER", "LBRACE", "LSQB"):
        return None
    return trouble.report(
        f"{found(token)} is no call",
        "Only calls have names. A constant stands where it is used: foo(x = 1).",
        label="expected a call",
    )


def _brace_on_next_line(trouble: Trouble) -> Diagnostic | None:
    """`flow f()` and `{` on the next line."""
    token = trouble.token
    opens = token.kind == "NEWLINE" and trouble.following.kind == "LBRACE"
    if opens and "LBRACE" in trouble.expected:
        place = trouble.following.span
    elif token.kind == "LBRACE" and trouble.previous and trouble.previous.kind == "NEWLINE":
        place = token.span
    else:
        return None
    return UNEXPECTED.at(
        place,
        "'{' cannot begin a line",
        hint="Write it at the end of the line of what it belongs to.",
    )


def _catch_without_try(trouble: Trouble) -> Diagnostic | None:
    """`x = f(1) catch { … }`."""
    if trouble.token.text != "catch" or "LBRACE" not in trouble.expected:
        return None
    return trouble.report(
        "'catch' is an arm of a 'try'",
        "Write 'x = try some_flow(…) { catch => …, else => … }'.",
        label="stands outside of a block",
    )


def _unfinished_inline_component(trouble: Trouble) -> Diagnostic | None:
    """`[a b]`, and `"A": foo()` among arms, which reads as a field with an inline component."""
    token = trouble.token
    if not {"ARROW", "LBRACE"} <= trouble.expected:
        return None
    if not trouble.expected <= {"ARROW", "LBRACE", "LPAR", "NAME"}:
        return None
    if token.kind not in (*_ENDS, "COMMA", "RSQB", "RPAR"):
        return None
    in_list = token.kind in ("RSQB", "RPAR")
    return trouble.report(
        "an inline component has its fields in '{ }'",
        "Write 'TypeName { … }'. "
        + ("Two references stand apart by ','." if in_list else "An arm has '=>' in place of ':'."),
    )


def _several_returned(trouble: Trouble) -> Diagnostic | None:
    """`return a, b`."""
    if trouble.token.kind != "COMMA" or not {"AS", "ARROW"} <= trouble.expected:
        return None
    return trouble.report("a return has one bare value", "Write 'return (a = x, b = y)'.", label="")


def _at_wrong_level(trouble: Trouble) -> Diagnostic | None:
    """`foo(a)` at the top level, `tool f()` in a flow."""
    token, previous = trouble.token, trouble.previous
    if previous is None or previous.kind != "NAME":
        return None
    if trouble.expected == {"NAME"} and token.kind in ("LPAR", "EQUAL", "COLON", "DOT"):
        return trouble.report(
            f"{found(token)} cannot stand here",
            "At the top level stand declarations, as in 'tool name(…)'; "
            "statements stand in a flow.",
        )
    declares = previous.text in _DECLARES and token.kind == "NAME"
    if declares and trouble.expected == {"LPAR", "EQUAL", "COLON"}:
        return UNEXPECTED.at(
            previous.span,
            f"'{previous.text} {token.text}' cannot stand in a flow",
            hint="Declarations stand at the top level of the file.",
        )
    return None


ADVICE: tuple[Callable[[Trouble], Diagnostic | None], ...] = (
    _keyword_as_name,
    _constant_as_node,
    _lone_string,
    variable,
    fallback,
    _foreign_word,
    _catch_without_try,
    trailing_if,
    missing_block,
    assigned_output,
    misspelt_keyword,
    misplaced_else,
    _brace_on_next_line,
    _parameter_without_type,
    _at_wrong_level,
    _several_returned,
    named_return,
    two_values,
    _unfinished_inline_component,
    typed_value,
    value_as_type,
    array_type,
    prefixed_text,
    nested_call,
    two_names,
    bare_arguments,
    missing_arrow,
    quoted_name,
    part_of_a_value,
    _wrong_sign,
    _missing_comma,
    _missing_word,
    _not_called,
    _two_on_a_line,
)
