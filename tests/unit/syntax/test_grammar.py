"""The grammar itself: no conflicts, all names, and lark as the oracle of our own parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Lark, Token, Tree
from lark.lexer import Lexer
from syntax_forms import FORMS

from flowc.resources import resource
from flowc.syntax import Concrete, concrete, lex, words
from flowc.syntax.building.builder import RULES
from flowc.syntax.cache import tables
from flowc.syntax.tokens import Token as Word
from flowc.text import Source

GRAMMAR = resource("grammar", "flow.lark").read_text(encoding="utf-8")


def test_no_conflicts_and_no_colliding_terminals() -> None:
    Lark(GRAMMAR, start="file", parser="lalr", lexer="contextual", strict=True)


def test_every_terminal_has_a_name() -> None:
    rules, _, terminals = GRAMMAR.partition("// Terminals")
    code = re.sub(r"//[^\n]*", "", rules)
    assert re.findall(r'"[^"]*"|/[^/]*/', code) == []
    names = {terminal.name for terminal in Lark(GRAMMAR, start="file", parser="lalr").terminals}
    assert not [name for name in names if name.startswith("__")]
    assert names == set(re.findall(r"^([A-Z_]+)(?:\.\d+)?:", terminals, re.M))


def test_every_rule_is_built() -> None:
    rules = {item.rule for item in tables().productions if not item.inlined}
    assert set(RULES) == rules - {"file"}


def test_every_terminal_has_a_phrase_for_users() -> None:
    for name in {*tables().patterns, *tables().keywords.values()} - {"COMMENT", "BLANK"}:
        assert "_" not in words.phrase(name), name
        assert not words.phrase(name).isupper(), name


@pytest.mark.parametrize("number", range(len(FORMS)))
def test_lark_reads_the_same(number: int) -> None:
    source = Source("form.flow", FORMS[number])
    assert as_lark(concrete(source)) == lark_tree(source)


def test_lark_reads_the_same_language_page(corpus: Path) -> None:
    page = (corpus.parent / "LANGUAGE.md").read_text(encoding="utf-8")
    for block in re.findall(r"```flow\n(.*?)```", page, re.S):
        source = Source("page.flow", block)
        assert as_lark(concrete(source)) == lark_tree(source)


class OurWords(Lexer):
    """Gives lark our words, keywords told from names; the rest is lark's."""

    tokens: tuple[Word, ...] = ()

    def __init__(self, config: object) -> None:
        pass

    def lex(self, data: object) -> Iterator[Token]:
        for word in OurWords.tokens:
            yield Token(word.kind, word.text)


ORACLE = Lark(
    GRAMMAR,
    start="file",
    parser="lalr",
    lexer=OurWords,
    keep_all_tokens=True,
    maybe_placeholders=False,
)


def lark_tree(source: Source) -> Tree[Token]:
    OurWords.tokens = tuple(word for word in lex(source) if word.kind != "COMMENT")
    return ORACLE.parse(source.text)


def as_lark(node: Concrete) -> Tree[Token]:
    parts = [
        Token(part.kind, part.text) if isinstance(part, Word) else as_lark(part)
        for part in node.parts
    ]
    return Tree(node.rule, parts)
