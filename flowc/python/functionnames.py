"""Names for the functions of types, after what they make."""

from __future__ import annotations

from flowc.ir.types import AnyType, ArrayType, Scalar, Type, UnionType
from flowc.python.annotations import Annotations

_MAX_ITEM, _MAX_UNION = 40, 60


class FunctionNames:
    """What the functions of a type would like to be called; a scope makes it unique."""

    def __init__(self, annotations: Annotations) -> None:
        self._annotations = annotations

    def of(self, type_: Type, hint: tuple[str, ...]) -> str:
        """A name that says what is made: `item_list` for `Item[]`, `string_or_null` for `string?`;
        for a type without a name the hint, which says what the value is."""
        if type_.alias is not None:
            return _snake(type_.alias)
        if type_.enum is None:
            match type_:
                case AnyType():
                    return "anything"
                case ArrayType(items=items):
                    return "list" if items is None else self.of(items, hint)[:_MAX_ITEM] + "_list"
                case UnionType(members=members):
                    return "_or_".join(self.of(member, hint) for member in members)[:_MAX_UNION]
                case Scalar(name=name):
                    return _snake("_".join((*hint[-1:], name))) if type_.keywords else name
        annotation = self._annotations.of(type_, *hint)
        return _snake(annotation if annotation.isidentifier() else "_".join(hint))


def _snake(name: str) -> str:
    """`LineItem` as `line_item`."""
    spaced = "".join(
        f"_{char.lower()}" if char.isupper() and not before.isupper() else char.lower()
        for before, char in zip("_" + name, name, strict=False)
    )
    return spaced.strip("_") or "value"
