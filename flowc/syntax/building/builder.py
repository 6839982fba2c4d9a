"""The reducer that builds the syntax tree, and collects what it finds wrong on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.syntax import tree
from flowc.syntax.building import branches, declarations, edges, labels, statements, types, values
from flowc.syntax.building.parts import Build, nodes, span_of
from flowc.syntax.engine import MAX_DEPTH
from flowc.syntax.tokens import Token
from flowc.text import Source, Span

if TYPE_CHECKING:
    from flowc.syntax.explain import Explainer

MISPLACED_ABSENT = Rule("FLOW013", Severity.ERROR, "`absent` outside of `@with({ … })`")
"""`absent` takes a field away that flowc would write. Only `@with` changes such fields; a field of
a block is there because you write it, so leaving it out is enough.

Wrong:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
  default_generation_parameters: absent
}
```

Right:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}
```
"""

TOO_DEEP = Rule("FLOW009", Severity.ERROR, "a construct that nests too deep")
"""Brackets, blocks and types nest 128 levels deep at most, so that hostile files cannot exhaust
the compiler. No file that people write comes near; generated ones may. Name an inner part: a
`type`, a component, a flow.

No example: the smallest one has 129 pairs of brackets.
"""

RULES: dict[str, Build] = {
    **declarations.RULES,
    **statements.RULES,
    **branches.RULES,
    **edges.RULES,
    **labels.RULES,
    **types.RULES,
    **values.RULES,
}


class Builder:
    """Builds the nodes of one file. `explainer` is asked for when a word cannot stand where it
    does, which in most files does not happen; `all_fits` says whether it did not."""

    def __init__(self, source: Source, explainer: Callable[[], Explainer]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.all_fits = True
        self._source = source
        self._explainer = explainer
        self._absent: list[tree.AbsentMark] = []

    def report(self, diagnostic: Diagnostic) -> None:
        """Take a finding."""
        self.diagnostics.append(diagnostic)

    def reduce(self, rule: str, parts: list[Any]) -> Any:
        """The node for a rule."""
        if rule == "file":
            return self._file(parts)
        node = RULES[rule](self, parts)
        if isinstance(node, tree.AbsentMark):
            self._absent.append(node)
        elif isinstance(node, tree.Annotation) and node.name.text == "with":
            while self._absent and self._absent[-1].span.start > node.span.start:
                self._absent.pop()
        return node

    def _file(self, parts: list[Any]) -> tree.Tree:
        for mark in self._absent:
            self.report(
                MISPLACED_ABSENT.at(
                    mark.span,
                    "'absent' stands only inside @with({ … })",
                    hint="Leave the field out, or write null.",
                )
            )
        return tree.Tree(
            span=Span(self._source, 0, len(self._source.text)),
            declarations=nodes(parts, tree.Declaration),
        )

    def stopped(self, states: Sequence[int], tokens: Sequence[Token], index: int) -> None:
        """Report a word that the grammar cannot take."""
        self.all_fits = False
        diagnostic = self._explainer().explain(states, tokens, index)
        if diagnostic is not None:
            self.report(diagnostic)

    def too_deep(self, parts: list[Any]) -> None:
        """Report a construct that nests deeper than everything that comes after could bear."""
        place = span_of(parts)
        self.report(
            TOO_DEEP.at(
                Span(place.source, place.start, place.start + 1),
                f"this nests more than {MAX_DEPTH} levels deep",
                label="from here inwards",
                hint="Move an inner part to a flow, a type or a declaration of its own.",
            )
        )
