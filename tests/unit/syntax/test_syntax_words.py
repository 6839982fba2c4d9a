"""Newlines, names, strings and numbers."""

from __future__ import annotations

import pytest

from flowc.syntax import Concrete, concrete, lex, parse
from flowc.syntax import tree as t
from flowc.syntax.tokens import END
from flowc.text import Source


def value(text: str) -> object:
    parsed = parse(Source("x.flow", f"Thing x {{ f: {text} }}"))
    assert parsed.diagnostics == ()
    (declared,) = parsed.tree.declarations
    assert isinstance(declared, t.ComponentDeclaration)
    assert declared.entries is not None
    return t.plain_json(declared.entries[0].value)


def shown(text: str) -> str:
    """The words that count, a newline as `;`."""
    return " ".join(";" if word.kind == "NEWLINE" else word.text for word in lex(Source("", text)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n\ntool a\n\n\ntool b\n\n", "tool a ; tool b"),
        ("tool a(\nx\n:\nany\n)\ntool b", "tool a ( x : any ) ; tool b"),
        ("type A =\nB\n|\nC\n| D", "type A = B | C | D"),
        ("tool a()\n->\n(b: any)", "tool a ( ) -> ( b : any )"),
        ("X a {\n b: 1\n c: 2,\n\n d: 3\n}", "X a { b : 1 ; c : 2 , d : 3 }"),
        ("X a { b: [\n1,\n2\n] }", "X a { b : [ 1 , 2 ] }"),
        ("X a { b: [{\nc: 1\nd: 2\n}] }", "X a { b : [ { c : 1 ; d : 2 } ] }"),
        ("flow f() { if a {}\nelse {}\n}", "flow f ( ) { if a { } else { } }"),
        ("flow f() { if a {}\nelse if b {} }", "flow f ( ) { if a { } else if b { } }"),
        (
            'flow f() { match a { "b" => {}\nelse => {} } }',
            'flow f ( ) { match a { "b" => { } ; else => { } } }',
        ),
        ("flow f() { g(a default\n1) }", "flow f ( ) { g ( a default 1 ) }"),
        ("flow f() { if a default\n1 {} }", "flow f ( ) { if a default ; 1 { } }"),
        ("tool a # c\n# d\ntool b", "tool a # c ; # d tool b"),
    ],
)
def test_newlines(text: str, words: str) -> None:
    assert shown(text) == words
    assert parse(Source("", text)).diagnostics == ()


def test_keywords_are_words_only_where_they_can_stand() -> None:
    text = "flow match(match: string) { x = f(match = match.match)\nmatch x {} }"
    kinds = [word.kind for word in lex(Source("", text)) if word.text == "match"]
    assert kinds == ["NAME"] * 5 + ["MATCH"]


def test_a_keyword_after_an_annotation_is_a_name_where_only_a_name_can_stand() -> None:
    parsed = parse(
        Source("", 'tool a(@x match: any, "d" flow: any)\n@x\nflow f() { @x match a {} }')
    )
    assert parsed.diagnostics == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("`Tick: ready set -> go`", "Tick: ready set -> go"),
        ("``", ""),
        ("`9`", "9"),
        (r"`a\`b\\c\u00e9`", "a`b\\cé"),
        ("`match`", "match"),
        ("`# no comment`", "# no comment"),
    ],
)
def test_names_in_backticks(text: str, name: str) -> None:
    parsed = parse(Source("", f"env {text}"))
    assert parsed.diagnostics == ()
    (declared,) = parsed.tree.declarations
    assert isinstance(declared, t.EnvDeclaration)
    assert declared.name.text == name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('""', ""),
        (r'"\"\\\/\b\f\n\r\t"', '"\\/\b\f\n\r\t'),
        (r'"\u00e9\uD83D\uDE00"', "é😀"),
        (r'"\ud83d"', "\ud83d"),
        (r'"\ude00\ud83d"', "\ude00\ud83d"),
        (r'"\\u0041"', "\\u0041"),
        ('"a\tb # c"', "a\tb # c"),
        ('""""""', ""),
        ('"""a"""', "a"),
        ('"""a "quoted" word"""', 'a "quoted" word'),
        ('"""\n"""', ""),
        ('"""\n\n"""', ""),
        ('"""\n\n\n"""', "\n"),
        ('"""\n    a\n      b\n\n    c\n    """', "a\n  b\n\nc"),
        ('"""\n    a  \n   \n     \n    """', "a  \n\n "),
        ('"""first\n    second\n    """', "first\nsecond"),
        ('"""\n  a\n  b"""', "  a\n  b"),
        ('"""\n  a\\\n  b \\\n  c\n  """', "ab c"),
        ('"""\n  a\\\\\n  b\n  """', "a\\\nb"),
        ('"""\n  a\\n\\u0020\n  """', "a\n "),
        ('"""\n  \\"""\n  """', '"""'),
        ('"""\n\ta\n\t"""', "a"),
        ('"""\n{{x}} {% y %} ${z} \\u0000\n"""', "{{x}} {% y %} ${z} \0"),
    ],
)
def test_strings(text: str, expected: str) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-0", 0), ("-0.0", -0.0), ("12345678901234567890", 12345678901234567890)],
)
def test_numbers(text: str, number: float) -> None:
    found = value(text)
    assert found == number
    assert type(found) is type(number)


def test_the_concrete_tree_holds_every_word_that_counts() -> None:
    text = "# c\ntool a(b: any) # d\n\nflow f() {\n a()\n}\n"
    source = Source("", text)
    whole = concrete(source)
    assert [word.text for word in whole.words()] == [
        word.text for word in lex(source) if word.kind not in ("COMMENT", END)
    ]
    assert whole.rule == "file"
    assert [part.rule for part in whole.parts if isinstance(part, Concrete)] == ["declaration"] * 2
    assert [part.span.text for part in whole.parts] == [
        "tool a(b: any)",
        "\n",
        "flow f() {\n a()\n}",
    ]


def test_a_text_block_that_is_never_closed_is_read_in_linear_time() -> None:
    """Each quote in it could be read in two ways, so that a naive pattern never came to an end."""
    text = 'Thing x { f: """' + '"a" ' * 500
    assert [word.kind for word in lex(Source("", text))][-1] == "TEXT_BLOCK"
    assert len(parse(Source("", text)).diagnostics) == 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [('"""a"b""c"""', 'a"b""c'), ('"""""a"""', '""a'), ('"""a\\"""b"""', 'a"""b'), ('""""""', "")],
)
def test_quotes_in_a_text_block(text: str, wanted: str) -> None:
    assert value(text) == wanted
