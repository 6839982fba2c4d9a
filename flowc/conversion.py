"""Whole documents to `.flow` text, never to a wrong one.

The document becomes a source, the source is compiled again, and what comes out is compared with
what went in: by meaning, or in exact mode in all that it says (LANGUAGE, "Ids and names").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from flowc.agentspec import Read, read_object, to_object
from flowc.agentspec.dropped import Kind, dropped
from flowc.agentspec.exact import with_differences, without_edge_identity
from flowc.agentspec.layout import exact_differences, lay_out, same_layout
from flowc.decompile import decompile
from flowc.diagnostics import FlowcError, Rule, Severity, has_errors
from flowc.format import format_parsed, format_source
from flowc.ir.document import Document
from flowc.ir.matching import matched
from flowc.ir.meaning import differences
from flowc.records import dataclass, field
from flowc.semantics import bind
from flowc.syntax.tree import Tree
from flowc.syntax.unparse import unparse
from flowc.text import Source

NOT_PROVEN = Rule("FLOW653", Severity.ERROR, "a conversion would not give the same document back")
"""Whatever `flowc convert` writes is compiled again and compared with the document that it was made
from: by what it means, or with `--exact` in all that it says. If anything would be lost or changed,
nothing is written, and the message names the differences. Please report it with the document.

No example: only a fault of flowc shows it.
"""

ROUNDS = 3
"""How often an exact source is made: without the differences, with them, and with the lists of
edges that could not be made equal one by one."""
SHOWN = 10
"""How many differences an error names."""
LONGEST = 200
"""How much of each difference it shows."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """The `.flow` text, and how much of each kind it drops of the document (LANGUAGE, "Ids and
    names"); kinds of which nothing is dropped are left out."""

    text: str
    dropped: Mapping[Kind, int] = field(default_factory=dict)

    def summary(self) -> str:
        """What is dropped, in words: `12 UUIDs, 1 name of an edge`."""
        return ", ".join(f"{count} {kind.value[count > 1]}" for kind, count in self.dropped.items())


def formatted(source: Source) -> Conversion:
    """The conversion of a `.flow` source, which is only formatted."""
    return Conversion(format_source(source))


def convert(read: Read, name: str, *, exact: bool = False) -> Conversion:
    """A document as formatted `.flow` text that means the same, or with `exact` compiles to an
    equal one.

    `name` is the file that the document was read from. Raises FlowcError (FLOW653) if it cannot be
    proven that the text is such a one.
    """
    file = Path(name).with_suffix(".flow").name
    if exact:
        return Conversion(_exact(read, file))
    text, compiled = _compiled(decompile(read.document), file, read.document)
    again = _read_back(compiled)
    lost = differences(read.document, again.document)
    if lost:
        raise _not_proven(read.document, lost)
    names = matched(read.document, again.document)
    return Conversion(text, dropped(lay_out(read.value), lay_out(again.value), names))


def _exact(read: Read, file: str) -> str:
    """The text of an exact source: what its tree compiles to is compared with the original, and the
    differences are kept in the next one. The text is compiled, too, before it counts."""
    wanted = lay_out(read.value)
    document = without_edge_identity(read.document)
    for _ in range(ROUNDS):
        tree = decompile(document, exact=True)
        found = lay_out(to_object(_bound(tree, Source(file, ""), document)))
        if same_layout(wanted, found):
            break
        document = with_differences(document, wanted, found)
    text, compiled = _compiled(tree, file, document)
    result = to_object(compiled)
    if not same_layout(wanted, lay_out(result)):
        raise _not_proven(read.document, exact_differences(read.value, result))
    return text


def _compiled(tree: Tree, file: str, document: Document) -> tuple[str, Document]:
    """The formatted text of a tree that says `document`, and what it compiles to."""
    source, parsed = format_parsed(Source(file, unparse(tree)))
    return source.text, _bound(parsed.tree, source, document)


def _bound(tree: Tree, source: Source, document: Document) -> Document:
    bound = bind(tree, source)
    if bound.document is None or has_errors(bound.diagnostics):
        errors = [item.title for item in bound.diagnostics if item.is_error]
        raise _not_proven(document, errors)
    return bound.document


def _read_back(document: Document) -> Read:
    """The document that others read: what its JSON says."""
    return read_object(to_object(document))


def _not_proven(document: Document, lost: Sequence[str]) -> FlowcError:
    lines = [line if len(line) <= LONGEST else f"{line[:LONGEST]} …" for line in lost[:SHOWN]]
    if len(lost) > SHOWN:
        lines.append(f"… and {len(lost) - SHOWN} more")
    hint = "This is a fault of flowc: please report it with the document. What would change:"
    return FlowcError(
        [
            NOT_PROVEN.at(
                document.origin,
                "this document cannot be converted, because it would not come back the same",
                hint="\n".join([hint, *lines]),
            )
        ]
    )
