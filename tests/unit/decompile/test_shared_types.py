"""Types that stand in several places are declared once."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flowc.agentspec import read_json, to_json
from flowc.decompile import decompile
from flowc.format import format_source
from flowc.ir.document import Document
from flowc.ir.meaning import differences
from flowc.semantics import bind
from flowc.syntax import parse, unparse
from flowc.text import Source


def read(text: str) -> Document:
    """The document of a source, read back from its JSON, which knows no names of types."""
    source = Source("test.flow", dedent(text))
    parsed = parse(source)
    assert parsed.diagnostics == ()
    bound = bind(parsed.tree, source)
    assert [found.title for found in bound.diagnostics if found.is_error] == []
    assert bound.document is not None
    return read_json(to_json(bound.document), "test.json").document


def shown(document: Document) -> str:
    return format_source(Source("shown.flow", unparse(decompile(document))))


WRITTEN_AND_SHOWN = {
    "the name of the input it was first found at": (
        """\
        agentspec "25.4.1"

        tool pack(order_line: { sku: string, amount: integer, note?: string }) -> (ok: boolean)
        tool ship(line: { sku: string, amount: integer, note?: string }) -> (ok: boolean)

        flow main(line: { sku: string, amount: integer, note?: string }) -> (ok: boolean) {
          pack(line)
          ship(line)
          return ship.ok
        }
        """,
        """\
        agentspec "25.4.1"

        type OrderLine = { sku: string, amount: integer, note?: string }

        tool pack(order_line: OrderLine) -> (ok: boolean)
        tool ship(line: OrderLine) -> (ok: boolean)

        flow main(line: OrderLine) -> (ok: boolean) {
          pack(line)
          ship(line)
          return ship.ok
        }
        """,
    ),
    "items are called like one of their list, parts by their property": (
        """\
        agentspec "25.4.1"

        tool a(orders: { buyer: { first: string, last: string, mail: string }, id: string }[])
        tool b(buyer: { first: string, last: string, mail: string }?)
        tool c(order: { buyer: { first: string, last: string, mail: string }, id: string } | null)

        flow main() {
          return
        }
        """,
        """\
        agentspec "25.4.1"

        type Order = { buyer: Buyer, id: string }
        type Buyer = { first: string, last: string, mail: string }

        tool a(orders: Order[])
        tool b(buyer: Buyer?)
        tool c(order: Order?)

        flow main() {
          return
        }
        """,
    ),
    "short types, and those that stand once, stay where they are": (
        """\
        agentspec "25.4.1"

        tool a(x: { id: string }, y: { first: string, last: string, mail: string })
        tool b(x: { id: string })

        flow main() {
          return
        }
        """,
        None,
    ),
    "a name that something else has": (
        """\
        agentspec "25.4.1"

        tool Line(line: { sku: string, amount: integer, note?: string })
        tool other(line: { sku: string, amount: integer, note?: string })

        flow main() {
          return
        }
        """,
        """\
        agentspec "25.4.1"

        type Line_2 = { sku: string, amount: integer, note?: string }

        tool Line(line: Line_2)
        tool other(line: Line_2)

        flow main() {
          return
        }
        """,
    ),
    "in statements": (
        """\
        agentspec "25.4.1"

        flow main(x: { sku: string, amount: integer { minimum: 1 } }) {
          first = Widget(y: { sku: string, amount: integer { minimum: 1 } } = x) -> (
            z: { sku: string, amount: integer { minimum: 1 } }[],
          )
          return
        }
        """,
        """\
        agentspec "25.4.1"

        type X = { sku: string, amount: integer { minimum: 1 } }

        flow main(x: X) {
          first = Widget(y = x) -> (z: X[])
          return
        }
        """,
    ),
}


@pytest.mark.parametrize("name", WRITTEN_AND_SHOWN)
def test_types_are_shared(name: str):
    written, wanted = WRITTEN_AND_SHOWN[name]
    document = read(written)
    text = shown(document)
    assert text == dedent(wanted or written)
    assert differences(document, read(text)) == ()
    assert shown(read(text)) == text
