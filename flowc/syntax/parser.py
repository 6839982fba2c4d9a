"""Text to syntax tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity, in_source_order
from flowc.syntax.building import Builder
from flowc.syntax.cache import tables
from flowc.syntax.engine import Engine
from flowc.syntax.explain import Explainer
from flowc.syntax.layout import lay_out
from flowc.syntax.lexer import scan
from flowc.syntax.secrets import without_secrets
from flowc.syntax.tree import Tree
from flowc.syntax.trivia import Comment
from flowc.text import Source, Span

LOOKS_LIKE_JSON = Rule("FLOW007", Severity.ERROR, "a .flow file that holds JSON")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was found in a source.

    `tree` holds the sound declarations, also when others are broken; `comments` are all comments
    in source order; `diagnostics` are all that is wrong, in source order.
    """

    tree: Tree
    comments: tuple[Comment, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse(source: Source) -> Parsed:
    """Read a `.flow` text. Never raises: what is wrong comes back as diagnostics."""
    words = scan(source)
    if json := _json_instead(source):
        tree: Any = Tree(span=Span(source, 0, len(source.text)), declarations=())
        return Parsed(tree, (), tuple(without_secrets((json,), words.tokens)))
    layout = lay_out(source, words.tokens)
    found = [*words.diagnostics, *layout.diagnostics]
    explainer = Explainer(tables(), _lines(found), layout.muted)
    builder = Builder(source, explainer)
    tree = Engine(tables(), builder).run(layout.tokens)
    found = without_secrets([*found, *builder.diagnostics], words.tokens)
    return Parsed(tree, words.comments, in_source_order(found))


def _lines(diagnostics: list[Diagnostic]) -> set[int]:
    """The lines on which something was found."""
    return {found.location.line for found in diagnostics if found.location is not None}


def _json_instead(source: Source) -> Diagnostic | None:
    stripped = source.text.lstrip()
    if not stripped.startswith("{"):
        return None
    start = len(source.text) - len(stripped)
    return LOOKS_LIKE_JSON.at(
        Span(source, start, start + 1),
        "this looks like JSON, not like a .flow file",
        hint="Give the file a name that ends in .json, or convert it: "
        "flowc convert FILE.json -o FILE.flow",
    )
