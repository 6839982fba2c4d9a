"""What `check` lets pass and the official SDK refuses all the same, kind by kind.

A document is of a kind if `check` warns of it in these words; the SDK is not asked. So the tests
can say of every document beforehand whether it loads, and users are told of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.semantics import check


@dataclass(frozen=True)
class Refusal:
    """A kind of document that the SDK refuses.

    `code` and `words` tell the warning, `answer` is a part of what the SDK says, and `smallest` a
    document of the kind, as `.flow` source. Two kinds may have one warning.
    """

    code: str
    words: str
    reason: str
    answer: str
    smallest: str


_INCOMPATIBLE = "is not compatible with its json schema"

REFUSALS = (
    Refusal(
        code="FLOW235",
        words="leaves out the property",
        reason="the SDK does not read `required`: a default must have all properties",
        answer=_INCOMPATIBLE,
        smallest="flow f(x: { a?: string } = {}) { return }",
    ),
    Refusal(
        code="FLOW235",
        words="which its type does not name",
        reason="the SDK takes `additionalProperties: true` for a schema, and fails",
        answer="argument of type 'bool' is not",
        smallest="flow f(x: { [string]: any } = { a: 1 }) { return }",
    ),
    Refusal(
        code="FLOW235",
        words="which its type does not name",
        reason="what SEMANTICS 9 drops, the SDK refuses",
        answer=_INCOMPATIBLE,
        smallest="flow f(x: { [string]: null } = { a: 1 }) { return }",
    ),
    Refusal(
        code="FLOW233",
        words="has a title that other tools refuse",
        reason="the SDK wants no spaces, quotes, braces, dots or commas in titles",
        answer="Titles of properties should not contain special characters",
        smallest="flow f(`a b`: string) { return }",
    ),
    Refusal(
        code="FLOW590",
        words="needs Agent Spec 25.4.2, but the document says 25.4.1",
        reason="SEMANTICS 8: flowc reads, runs and writes a version that is too low",
        answer="v25_4_1",
        smallest='agentspec "25.4.1"\nBuiltinTool t { tool_type: "plsql_exec" }',
    ),
)


def refusals_of(document: Document) -> list[Refusal]:
    """The kinds that the document is of: it loads in the SDK exactly if there are none."""
    said = [(item.code, item.title) for item in check(_used(document))]
    return [
        refusal
        for refusal in REFUSALS
        if any(code == refusal.code and refusal.words in title for code, title in said)
    ]


def _used(document: Document) -> Document:
    """The document without what its root does not use, which the SDK does not look at."""
    assert document.root is not None
    found = {document.root: document.components[document.root]}
    work = [document.root]
    while work:
        component = found[work.pop()]
        parts = component.nodes if isinstance(component, Flow) else (component,)
        for used in (id_ for part in parts for id_ in part.references()):
            if used not in found:
                found[used] = document.components[used]
                work.append(used)
    return replace(document, components=found)
