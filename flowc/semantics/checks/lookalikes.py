"""FLOW535, FLOW536: names that are not what they look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.semantics.lookalikes import mixed_word, skeleton
from flowc.semantics.parts import parts_of
from flowc.text import Location

LOOKALIKE = Rule("FLOW535", Severity.WARNING, "two names look the same")
"""These names are different to every engine, but a reader can hardly tell them apart: one has a
letter of another script, a ligature, or another form of the same character. Whoever reviews the
flow takes one for the other.

Wrong:

```flow
tool refund(id: string) -> (ok: boolean)
tool `rеfund`(id: string) -> (ok: boolean)

flow f(id: string) {
  a = refund(id)
  b = `rеfund`(id)
}
```

Right:

```flow
tool refund(id: string) -> (ok: boolean)
tool refund_all(id: string) -> (ok: boolean)

flow f(id: string) {
  a = refund(id)
  b = refund_all(id)
}
```
"""

MIXED_NAME = Rule("FLOW536", Severity.WARNING, "a name mixes scripts that look the same")
"""A word of this name has letters of two scripts, of which the one kind looks like letters of the
other: it cannot be typed again by someone who reads it, and may be meant to pass for another name.
Names in any one script, and words of several beside each other, are fine.

Wrong:

```flow
tool `pаyment`(id: string) -> (ok: boolean)

flow f(id: string) {
  a = `pаyment`(id)
}
```

Right:

```flow
tool payment(id: string) -> (ok: boolean)

flow f(id: string) {
  a = payment(id)
}
```
"""

Named = tuple[str, Location | None]


def check_lookalikes(document: Document) -> Iterator[Diagnostic]:
    """Names of one scope differ visibly, and each is of letters that belong together."""
    if _are_plain([name for part in parts_of(document) for name in _names_in(part)]):
        return
    seen: set[str] = set()
    for kind, names in _scopes(document):
        yield from _alike(kind, names, seen)


def _names_in(part: Component) -> Iterator[str]:
    """A component's name and the titles of its inputs and outputs."""
    yield part.name
    for item in (*(part.inputs or ()), *(part.outputs or ())):
        yield item.title


def _scopes(document: Document) -> Iterator[tuple[str, list[Named]]]:
    """The names that are told apart from each other, and what they are names of."""
    components = [it for it in document.components.values() if not it.extern]
    yield "components", _names(components)
    for part in parts_of(document):
        if isinstance(part, Flow):
            yield f"nodes of flow '{part.name}'", _names(part.nodes)
        for kind, listed in (("inputs", part.inputs), ("outputs", part.outputs)):
            titles = [it.title for it in listed or ()]
            if not _are_plain(titles):
                yield f"{kind} of '{part.name}'", [(title, part.place(kind)) for title in titles]


def _names(components: Sequence[Component]) -> list[Named]:
    if _are_plain([it.name for it in components]):
        return []
    return [(it.name, it.place("name")) for it in components]


def _are_plain(names: Sequence[str]) -> bool:
    """Whether the names have no letters but ASCII's, which all look different."""
    return all(map(str.isascii, names))


def _alike(kind: str, names: Sequence[Named], seen: set[str]) -> Iterator[Diagnostic]:
    """`seen` are the names of which something was said; no name is reported twice."""
    by_skeleton: dict[str, Named] = {}
    for name, place in names:
        other, first = by_skeleton.setdefault(skeleton(name), (name, place))
        if other != name and name not in seen:
            seen.update((name, other))
            yield LOOKALIKE.at(
                place,
                f"'{name}' looks like '{other}': two {kind}",
                label=_codes(name, other),
                hint="Rename one of them.",
                related=[] if first is None else [Related(first, "what it looks like")],
            )
        word = None if name in seen else mixed_word(name)
        if word is not None:
            seen.add(name)
            yield MIXED_NAME.at(
                place,
                f"the word '{word}' of '{name}' mixes letters of two scripts that look the same",
                label=_codes(word, ""),
                hint="Write it in letters of one script.",
            )


def _codes(name: str, other: str) -> str:
    """The characters that cannot be told apart by looking at them."""
    odd = dict.fromkeys(char for char in name + other if not char.isascii())
    return "with " + ", ".join(f"U+{ord(char):04X}" for char in list(odd)[:5])
