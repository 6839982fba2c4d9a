"""Components as JSON with all that they refer to inside, and the limit of what that may be."""

from __future__ import annotations

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.resolved import MAX_DEPTH, is_too_large, resolved
from flowc.ir.values import ABSENT, Ref


def part(id_: str, **fields) -> Component:
    return Component(component_type="Part", id=id_, name=id_, fields=fields)


def document(*components: Component) -> Document:
    return Document(version="26.1.0", root=None, components={item.id: item for item in components})


def test_references_are_replaced_and_what_is_not_there_stays_a_reference():
    inner = Component(
        component_type="Part",
        id="b",
        name="b",
        fields={"gone": 1, "key": Ref("b.key")},
        overrides={"gone": ABSENT, "more": [Ref("c")]},
    )
    doc = document(part("a", x={"y": (Ref("b"), None)}), inner)
    assert resolved(doc, "a") == {
        "component_type": "Part",
        "id": "a",
        "name": "a",
        "x": {
            "y": [
                {
                    "component_type": "Part",
                    "id": "b",
                    "name": "b",
                    "key": {"$component_ref": "b.key"},
                    "more": [{"$component_ref": "c"}],
                },
                None,
            ]
        },
    }


def test_a_component_is_not_inside_itself():
    doc = document(part("a", b=Ref("b")), part("b", a=Ref("a")))
    assert resolved(doc, "a")["b"]["a"] == {"$component_ref": "a"}
    assert not is_too_large(doc, doc.components["a"])


def test_a_long_way_down_is_too_deep():
    parts = [part(str(number), next=Ref(str(number + 1))) for number in range(5_000)]
    doc = document(*parts)
    assert is_too_large(doc, doc.components["0"])
    assert not is_too_large(doc, doc.components[str(5_000 - MAX_DEPTH // 2)])


def test_few_references_that_multiply_are_too_many():
    parts = [part(str(n), a=Ref(str(n + 1)), b=Ref(str(n + 1))) for n in range(20)]
    doc = document(*parts)
    assert is_too_large(doc, doc.components["0"])
    assert not is_too_large(doc, doc.components["15"])
    clique = [part(str(n), all=[Ref(str(other)) for other in range(12)]) for n in range(12)]
    doc = document(*clique)
    assert is_too_large(doc, doc.components["0"])
