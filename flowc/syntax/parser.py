"""Text to syntax tree."""

from __future__ import annotations

import re
from functools import cache
from shlex import quote
from typing import TYPE_CHECKING, Any

from flowc.diagnostics import Diagnostic, Rule, Severity, in_source_order
from flowc.patterns import pattern
from flowc.records import dataclass
from flowc.syntax.building import Builder
from flowc.syntax.cache import tables
from flowc.syntax.engine import Engine
from flowc.syntax.layout import lay_out
from flowc.syntax.lexer import scan
from flowc.syntax.secrets import without_secrets
from flowc.syntax.strays import stray_findings
from flowc.syntax.tree import Tree
from flowc.syntax.trivia import Comment
from flowc.text import Source, Span

if TYPE_CHECKING:
    from flowc.syntax.explain import Explainer

IS_DOCUMENT = Rule("FLOW007", Severity.ERROR, "a .flow file that holds JSON or YAML")
"""The ending of a file says how flowc reads it. This file ends in `.flow` but begins like JSON or
YAML, so it is probably an Agent Spec document with the wrong ending.

Wrong:

```flow
{ "component_type": "ServerTool", "name": "lookup" }
```

Right:

```json
{ "component_type": "ServerTool", "agentspec_version": "25.4.1", "name": "lookup" }
```
"""

_BEGINS = pattern(
    r"(?>(?:\s+|#.*)*)([{\[]|---$|(?:agentspec_version|component_type)(?=:\s))", re.MULTILINE
)
"""The first word of a document, comments aside."""


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
    if document := _document_instead(source):
        tree: Any = Tree(span=Span(source, 0, len(source.text)), declarations=())
        return Parsed(tree, (), tuple(without_secrets((document,), words.tokens)))
    layout = lay_out(source, words.tokens)
    found = [*words.diagnostics, *layout.diagnostics]
    lines, muted = _lines(found), [*layout.muted, *words.muted]
    strays = layout.strays

    @cache
    def explainer() -> Explainer:
        from flowc.syntax.explain import Explainer  # nine modules that a sound file needs not

        return Explainer(tables(), lines, muted, strays)

    builder = Builder(source, explainer)
    tree = Engine(tables(), builder).run(layout.tokens)
    alone = builder.all_fits and not (found or builder.diagnostics)
    found += [*stray_findings(strays, alone=alone), *builder.diagnostics]
    found = without_secrets(found, words.tokens)
    return Parsed(tree, words.comments, in_source_order(found))


def _lines(diagnostics: list[Diagnostic]) -> set[int]:
    """The lines on which something was found."""
    return {found.location.line for found in diagnostics if found.location is not None}


def _document_instead(source: Source) -> Diagnostic | None:
    """The finding on a text that begins as no `.flow` file can, but JSON and YAML do."""
    begins = _BEGINS.match(source.text)
    if begins is None:
        return None
    form = "JSON" if begins[1] in "{[" else "YAML"
    stem = source.name.removesuffix(".flow") if source.name.endswith(".flow") else "FILE"
    named = quote(f"{stem}.{form.lower()}")
    return IS_DOCUMENT.at(
        Span(source, *begins.span(1)),
        f"this looks like {form}, not like a .flow file",
        hint=f"Name it {named}; then it can be converted: "
        f"flowc convert {named} -o {quote(stem + '.flow')}",
    )
