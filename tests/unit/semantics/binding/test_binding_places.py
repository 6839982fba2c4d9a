"""Where the fields of components stand: the places that findings name."""

from __future__ import annotations

from binding_support import document

import flowc
from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.text import JsonPath


def texts(component: Component, *paths: JsonPath) -> list[str]:
    found = []
    for path in paths:
        place = component.place(*path)
        assert place is not None
        found.append(place.span().text)
    return found


def test_fields_entries_and_items():
    text = 'RemoteTool r() {\n  url: "u"\n  headers: { "A-b": "x" }\n  data: [1, { c: 2 }]\n}\n'
    component = document(text).components["r"]
    assert texts(component, ("url",), ("headers", "A-b"), ("data", 1), ("data", 1, "c")) == [
        '"u"',
        '"x"',
        "{ c: 2 }",
        "2",
    ]
    key = component.key_place("headers", "A-b")
    assert key is not None and key.span().text == '"A-b"'
    assert texts(component, ("component_type",), ("nothing",)) == ["RemoteTool", "r"]


def test_what_nodes_run_and_say():
    found = document(
        'tool t()\nflow g() {\n}\nexport flow f() {\n  t()\n  parallel [g]()\n  say "hi"\n'
        "  @with({ x: 1 })\n  g()\n}\n"
    )
    flow = found.root_component
    assert isinstance(flow, Flow)
    run, both, said, last = flow.nodes[1:5]
    assert texts(run, ("tool",)) == ["t"]
    assert texts(both, ("subflows", 0)) == ["g"]
    assert texts(said, ("message",)) == ['"hi"']
    assert texts(last, ("subflow",), ("x",)) == ["g", "1"]


def test_in_a_document_a_place_is_a_path():
    text = '{"component_type": "ServerTool", "id": "t", "name": "t", "requires_confirmation": true}'
    component = flowc.from_json(text).document.components["t"]
    assert texts(component, ("requires_confirmation",)) == ["true"]
    assert component.key_place("requires_confirmation") == component.place("requires_confirmation")
