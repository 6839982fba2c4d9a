"""Where components stand in a raw document: inline, in a table at any level, or elsewhere."""

from __future__ import annotations

from typing import Any

from flowc.testing.world_values import Stranger

REFERENCE, TABLE = "$component_ref", "$referenced_components"

Components = dict[str, dict[str, Any]]

_PLACES = ("table", "table", "table", "inline", "inline", "nested", "copies", "elsewhere")
_MOST_COPIES = 3


def reference(id_: str) -> dict[str, Any]:
    """What stands for a component that is written somewhere else."""
    return {REFERENCE: id_}


def lay_out(choices: Stranger, components: Components, root: str | None) -> dict[str, Any]:
    """The document of components that refer to each other by id; without a root, a bare table."""
    return _Layout(choices, components).document(root)


class _Layout:
    def __init__(self, choices: Stranger, components: Components) -> None:
        self.choices = choices
        self.components = components
        self.places = {id_: self.place() for id_ in components}
        self.uses: dict[str, int] = {}
        self.open: list[str] = []

    def place(self) -> str:
        place = self.choices.pick(_PLACES)
        return "table" if place == "elsewhere" and not self.choices.odd(20) else place

    def document(self, root: str | None) -> dict[str, Any]:
        head = {} if root is None else self.component(root)
        table: dict[str, Any] = {}
        for id_ in self.components:
            in_table = self.places[id_] == "table" or (
                id_ not in self.uses and self.places[id_] != "elsewhere"
            )
            if in_table and id_ != root:
                table[id_] = self.keyed(id_)
        if root is not None and self.choices.odd(5):
            return {REFERENCE: root, TABLE: {root: head, **table}}
        if table or root is None:
            return {**head, TABLE: {**table, **head.get(TABLE, {})}}
        return head

    def keyed(self, id_: str) -> dict[str, Any]:
        """A component as the entry of a table, whose key can stand for its id."""
        made = self.component(id_)
        if self.choices.odd(12):
            del made["id"]
        return made

    def component(self, id_: str) -> dict[str, Any]:
        self.uses[id_] = self.uses.get(id_, 0) + 1
        self.open.append(id_)
        nested: dict[str, Any] = {}
        made = {
            key: self.value(item, nested)
            for key, item in self.components[id_].items()
            if key not in ("metadata", "inputs", "outputs")
        }
        made = {key: made.get(key, item) for key, item in self.components[id_].items()}
        if nested:
            made[TABLE] = nested
        self.open.pop()
        return self.shuffled(made) if self.choices.chance(15) else made

    def shuffled(self, made: dict[str, Any]) -> dict[str, Any]:
        items = list(made.items())
        at = self.choices.count(0, len(items) - 1)
        return dict(items[at:] + items[:at])

    def value(self, value: Any, nested: dict[str, Any]) -> Any:
        if isinstance(value, list):
            return [self.value(item, nested) for item in value]
        if not isinstance(value, dict):
            return value
        id_ = value.get(REFERENCE)
        if not isinstance(id_, str) or id_ not in self.components:
            return {key: self.value(item, nested) for key, item in value.items()}
        return self.stand_in(id_, nested)

    def stand_in(self, id_: str, nested: dict[str, Any]) -> dict[str, Any]:
        """A component where it is used: itself or a reference to it."""
        place, used = self.places[id_], self.uses.get(id_, 0)
        if id_ in self.open:
            return reference(id_)
        if place == "nested" and not used:
            nested[id_] = self.keyed(id_)
        elif (place == "inline" and not used) or (place == "copies" and used < _MOST_COPIES):
            made = self.component(id_)
            if self.choices.odd(6):
                del made["id"]
            return made
        return reference(id_)
