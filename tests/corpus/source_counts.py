"""What conversion had to fall back on, counted in the syntax tree of its result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from flowc.syntax import tree as t

_SUFFIX = re.compile(r"_([2-9]|[1-9][0-9]+)\Z")
_NAMED = (t.ComponentDeclaration, t.FlowDeclaration, t.Call, t.Say, t.Ask, t.Match, t.If, t.Return)


@dataclass(frozen=True, slots=True)
class Counts:
    """How often a source has a `goto`, an `edges` block, a `@name`, and a name with a number that
    the name it was made from does not have."""

    gotos: int = 0
    edges: int = 0
    names: int = 0
    suffixed: int = 0

    def __add__(self, other: Counts) -> Counts:
        pairs = ((getattr(self, spec.name), getattr(other, spec.name)) for spec in fields(self))
        return Counts(*(a + b for a, b in pairs))


def counts(tree: t.Tree) -> Counts:
    """The counts of one source."""
    found = list(_walk(tree))
    return Counts(
        gotos=sum(isinstance(item, t.Goto) for item in found),
        edges=sum(isinstance(item, t.Edges) for item in found),
        names=sum(isinstance(item, t.Annotation) and item.name.text == "name" for item in found),
        suffixed=sum(isinstance(item, _NAMED) and _is_suffixed(item) for item in found),
    )


def _walk(root: Any) -> Iterator[t.Syntax]:
    """All parts of a tree."""
    work = [root]
    while work:
        item = work.pop()
        if isinstance(item, (tuple, list)):
            work += item
        elif isinstance(item, t.Syntax):
            yield item
            work += [getattr(item, spec.name) for spec in fields(item) if spec.compare]


def _is_suffixed(item: Any) -> bool:
    """Whether the identifier ends in a number that the name does not have. A label of a return
    stands for no name at all: that of an EndNode says nothing."""
    found = None if item.name is None else _SUFFIX.search(item.name.text)
    if found is None:
        return False
    if isinstance(item, t.Return):
        return True
    name = _name(item)
    return name is not None and not name.endswith(found.group(1))


def _name(item: Any) -> str | None:
    for annotation in item.annotations:
        if annotation.name.text == "name":
            return str(annotation.arguments[0].value.value)
    return None
