"""Where values are converted (SEMANTICS 9), and the functions that do it.

A conversion is left out only where the declared types of both ends make it needless. What it costs
where the value is right is an `isinstance` in line (:meth:`Converters.guard`); all else is in
functions that the module holds only if it calls them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from flowc import faults
from flowc.ir.defaults import in_form
from flowc.ir.notation import type_text
from flowc.ir.types import (
    AnyType,
    ArrayType,
    BaseType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    members_of,
)
from flowc.ir.values import ABSENT, Json, same_json
from flowc.python.annotations import Annotations
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, call, lay_out, one_line
from flowc.python.literals import literal, text_literal, tuple_of
from flowc.python.modulescope import ModuleScope
from flowc.python.plan import FunctionPlan

_GUARDS = {
    "string": ("isinstance", "str"),
    "boolean": ("isinstance", "bool"),
    "integer": ("type", "int"),
    "number": ("type", "float"),
}
_PYTHON = {"string": str, "integer": int, "number": float, "boolean": bool, "null": type(None)}


def settled(value: Json, type_: Type) -> bool:
    """Whether conversion to the type gives the value back as it is, whatever else there is."""
    if type_.enum is not None:
        allowed = (in_form(item, type_) for item in type_.enum)
        if not any(same_json(value, item) for item in allowed):
            return False
    match type_:
        case AnyType():
            return True
        case Scalar():
            return type(value) is _PYTHON[type_.name]
        case ArrayType():
            return isinstance(value, list) and (
                type_.items is None or all(settled(item, type_.items) for item in value)
            )
        case ObjectType():
            return isinstance(value, dict) and _is_settled_object(value, type_)
        case UnionType():
            return isinstance(value, (str, bool, type(None))) and any(
                settled(value, member) for member in type_.members
            )


def _is_settled_object(value: dict[str, Any], type_: ObjectType) -> bool:
    if type_.fields is None and type_.additional is None:
        return True
    fields = {field.name: field for field in type_.fields or ()}
    return fields.keys() == value.keys() and all(
        settled(value[name], field.type) for name, field in fields.items()
    )


def is_needless(source: Type, destination: Type) -> bool:
    """Whether a value that was converted to `source` is passed on as it is by a conversion to
    `destination`, and a type checker sees that it is of that type."""
    if isinstance(destination, AnyType) and destination.enum is None:
        return True
    if type_text(source) == type_text(destination):
        return True
    if isinstance(source, UnionType) and source.enum is None:
        return all(is_needless(member, destination) for member in members_of(source))
    if isinstance(destination, UnionType) and destination.enum is None:
        return _first_to_fit_is_same(source, destination)
    if isinstance(source, Scalar) and isinstance(destination, Scalar):
        return source.name == destination.name and _enum_within(source, destination)
    return False


def _enum_within(source: Type, destination: Type) -> bool:
    if destination.enum is None:
        return True
    if source.enum is None:
        return False
    return all(any(same_json(a, b) for b in destination.enum) for a in source.enum)


def _first_to_fit_is_same(source: Type, union: UnionType) -> bool:
    """Whether the first member of the union that any value of `source` fits takes them all."""
    for member in members_of(union):
        if is_needless(source, member):
            return True
        if not (isinstance(source, Scalar) and isinstance(member, Scalar)):
            return False
        if source.name == member.name or (source.name, member.name) == ("integer", "number"):
            return False
    return False


class Converters:
    """The conversion functions of one module; `functions` are those that it calls."""

    def __init__(self, scope: ModuleScope, annotations: Annotations, helpers: Helpers) -> None:
        self._scope = scope
        self._annotations = annotations
        self._helpers = helpers
        self._names: dict[str, str] = {}
        self._tests: dict[str, str] = {}
        self.functions: list[FunctionPlan] = []

    def is_needed(self, sources: Iterable[Type] | None, destination: Type) -> bool:
        """Whether values of the source types (None: of any) must be converted."""
        if sources is None:
            return not (isinstance(destination, AnyType) and destination.enum is None)
        return not all(is_needless(source, destination) for source in sources)

    def convert(self, value: Expr, type_: Type, place: str, *hint: str) -> Expr:
        """The call that converts a value of any type; `place` is what errors say of it."""
        return call(self.function(type_, *hint), value, text_literal(place))

    def guard(self, type_: Type, name: str) -> tuple[str, Expr] | None:
        """The condition, as a prefix and an expression, under which the value of a local has to be
        converted; None if only the conversion itself can tell. True of all that does not fit."""
        if type_.enum is not None:
            return None
        members = members_of(type_)
        rest = [member for member in members if member != Scalar("null")]
        if len(rest) != 1 or not isinstance(rest[0], Scalar) or rest[0].enum is not None:
            return None
        if rest[0].name not in _GUARDS:
            return None
        test, python = _GUARDS[rest[0].name]
        prefix = "" if len(members) == 1 else f"{name} is not None and "
        if test == "type":
            return f"{prefix}type({name}) is not {python}", ""
        return f"{prefix}not ", call("isinstance", name, python)

    def function(self, type_: Type, *hint: str) -> str:
        """The name of the function (value, place) → value of the type."""
        if isinstance(type_, Scalar) and type_text(type_) == type_.name:
            return self._helpers.use(type_.name)
        key = type_text(type_)
        if key not in self._names:
            self._names[key] = self._scope.private(self._wanted(type_, hint))
            self._define(self._names[key], type_, hint)
        return self._names[key]

    def _wanted(self, type_: Type, hint: tuple[str, ...]) -> str:
        """A name that says what the function makes."""
        if type_.alias is not None:
            return _snake(type_.alias)
        match type_:
            case ArrayType(items=items):
                return "list" if items is None else self._wanted(items, hint)[:40] + "_list"
            case UnionType() if type_.enum is None:
                names = [self._wanted(member, hint) for member in type_.members]
                return "_or_".join(names)[:60].rstrip("_")
            case Scalar() if type_.enum is None and not type_.keywords:
                return type_.name
            case Scalar() if type_.enum is None:
                return _snake("_".join((*hint[-1:], type_.name)))
            case AnyType() if type_.enum is None:
                return "anything"
        named = self._annotations.of(type_, *hint)
        return _snake(named) if named.isidentifier() else _snake("_".join(hint) or "value")

    # Functions that convert ------------------------------------------------------------------

    def _define(self, name: str, type_: Type, hint: tuple[str, ...]) -> None:
        annotation = self._annotations.of(type_, *hint)
        body = _Body()
        if type_.enum is None:
            self._shape(body, type_, annotation, hint)
        else:
            self._checked_shape(body, type_, annotation, hint)
        self.functions.append(
            FunctionPlan(
                tuple(lay_out("", _signature(f"def {name}"), f" -> {annotation}:")),
                (),
                tuple(body.lines),
            )
        )

    def _shape(self, body: _Body, type_: Type, annotation: str, hint: tuple[str, ...]) -> None:
        """Statements that return `value` converted, enum aside."""
        match type_:
            case AnyType():
                body.put("return ", "value")
            case Scalar():
                body.put("return ", self._scalar(type_))
            case ArrayType():
                self._array(body, type_, hint)
            case ObjectType():
                self._object(body, type_, annotation, hint)
            case UnionType():
                self._union(body, type_, annotation, hint)

    def _scalar(self, type_: Scalar) -> Expr:
        """The helper's call, with the type's own text if that says more than its name."""
        helper, text = self._helpers.use(type_.name), type_text(type_)
        if text == type_.name:
            return call(helper, "value", "place")
        return call(helper, "value", "place", text_literal(text))

    def _checked_shape(
        self, body: _Body, type_: Type, annotation: str, hint: tuple[str, ...]
    ) -> None:
        """The same for a type with an `enum`: shaped first, then looked up."""
        assert type_.enum is not None
        cast = self._scope.imported("typing", "cast")
        if isinstance(type_, Scalar):
            body.put("made = ", self._scalar(type_))
        else:
            inner = self._scope.private("shaped_" + self._wanted(type_, hint))
            shape = _Body()
            self._shape(shape, type_, "object", hint)
            self.functions.append(
                FunctionPlan(
                    tuple(lay_out("", _signature(f"def {inner}"), " -> object:")),
                    (),
                    tuple(shape.lines),
                )
            )
            body.put("made = ", call(inner, "value", "place"))
        body.put(*self._not_listed(type_, "made"))
        text = faults.ENUM.template.replace("{place}", "").format(
            allowed=faults.allowed_text(type_.enum)
        )
        body.put("    raise ", call("ValueError", f"place + {text_literal(text)}"))
        body.put("return ", call(cast, text_literal(annotation), "made"))

    def _not_listed(self, type_: Type, name: str) -> tuple[str, Expr, str]:
        """The line `if …:` that is true if the value, which has the type's shape, is none of its
        `enum`, exactly."""
        assert type_.enum is not None
        allowed = [in_form(item, type_) for item in type_.enum]
        if isinstance(type_, Scalar):
            same_kind = [item for item in allowed if type(item) is _PYTHON[type_.name]]
            return f"if {name} not in ", tuple_of(same_kind), ":"
        return "if not ", call(self._helpers.use("is_listed"), name, tuple_of(allowed)), ":"

    def _mismatch(self, type_: Type) -> Expr:
        return call(self._helpers.use("mismatch"), "value", "place", text_literal(type_text(type_)))

    def _array(self, body: _Body, type_: ArrayType, hint: tuple[str, ...]) -> None:
        if type_.items is not None and (test := self._plain_test(type_.items)):
            body.put(f"if isinstance(value, list) and all({test} for item in value):")
            body.put("    return value")
        body.put("if not isinstance(value, list):")
        body.put("    raise ", self._mismatch(type_))
        if type_.items is None or not self.is_needed(None, type_.items):
            body.put("return value")
            return
        item = call(self.function(type_.items, *hint), "item", 'f"{place}[{index}]"')
        body.put("made = [")
        body.put("    ", item)
        body.put("    for index, item in enumerate(value)")
        body.put("]")
        body.lines[-4:] = _comprehension(body.lines[-4:])
        body.put("if all(old is new for old, new in zip(value, made, strict=True)):")
        body.put("    return value")
        body.put("return made")

    def _plain_test(self, type_: Type) -> str:
        """An expression, true of an `item` that is of the type as it is; nothing if it is long."""
        if type_.enum is not None or not isinstance(type_, Scalar):
            return ""
        return {
            "string": "isinstance(item, str)",
            "boolean": "isinstance(item, bool)",
            "integer": "type(item) is int",
            "number": "type(item) is float",
        }.get(type_.name, "")

    def _object(
        self, body: _Body, type_: ObjectType, annotation: str, hint: tuple[str, ...]
    ) -> None:
        body.put("if not isinstance(value, dict):")
        body.put("    raise ", self._mismatch(type_))
        if type_.fields is None and type_.additional in (None, True):
            body.put("return value")
            return
        fields = list(type_.fields or ())
        first_optional = next(
            (index for index, field in enumerate(fields) if _may_be_left_out(field)), len(fields)
        )
        entries = tuple(
            (f"{text_literal(field.name)}: ", self._property(field, hint))
            for field in fields[:first_optional]
        )
        body.put("made: dict[str, object] = ", Group("", entries, "{}"))
        for field in fields[first_optional:]:
            key = text_literal(field.name)
            depth = 0
            if _may_be_left_out(field):
                body.put(f"if {key} in value:")
                depth = 1
            body.put(f"made[{key}] = ", self._property(field, hint), depth=depth)
        self._extras(body, type_, hint)
        body.put("if len(made) == len(value) and all(value[key] is made[key] for key in made):")
        body.put("    return ", self._cast(annotation, "value"))
        body.put("return ", self._cast(annotation, "made"))

    def _property(self, field: Field, hint: tuple[str, ...]) -> Expr:
        """The converted value of a property of `value`."""
        key = text_literal(field.name)
        value: Expr = f"value[{key}]"
        if field.default is not ABSENT:
            value = call("value.get", key, literal(field.default))
        elif field.required:
            value = call(self._helpers.use("property"), "value", "place", key)
        if not self.is_needed(None, field.type):
            return value
        function = self.function(field.type, *hint, field.name)
        return call(function, value, f"place + {text_literal('.' + field.name)}")

    def _cast(self, annotation: str, name: str) -> Expr:
        if annotation == "object" or annotation.startswith("dict["):
            return name
        return call(self._scope.imported("typing", "cast"), text_literal(annotation), name)

    def _extras(self, body: _Body, type_: ObjectType, hint: tuple[str, ...]) -> None:
        """Properties beyond the declared ones, as far as the type lets them in."""
        extra = type_.additional
        if extra is None or extra is False:
            return
        value: Expr = "item"
        if isinstance(extra, BaseType) and self.is_needed(None, extra):
            value = call(self.function(extra, *hint), "item", 'f"{place}.{key}"')
        body.put("for key, item in value.items():")
        if type_.fields:
            names = tuple_of([field.name for field in type_.fields])
            body.put("if key not in ", names, ":", depth=1)
            body.put("made[key] = ", value, depth=2)
        else:
            body.put("made[key] = ", value, depth=1)

    def _union(
        self, body: _Body, type_: UnionType, annotation: str, hint: tuple[str, ...]
    ) -> None:
        """The first member that fits, else the first that converts."""
        kept: list[str] = []
        for member in type_.members:
            test = self.test(member, "value", *hint)
            if _stays_as_it_is(member):
                kept.append(one_line(test))
                continue
            self._return_kept(body, kept)
            body.put("if ", test, ":")
            body.put("    return ", call(self.function(member, *hint), "value", "place"))
        self._return_kept(body, kept)
        for member in type_.members:
            if not isinstance(member, AnyType) and member != Scalar("null"):
                body.put("try:")
                body.put("    return ", call(self.function(member, *hint), "value", "place"))
                body.put("except (TypeError, ValueError):")
                body.put("    pass")
        body.put("raise ", self._mismatch(type_))

    def _return_kept(self, body: _Body, tests: list[str]) -> None:
        """Return what fits one of the members that pass everything on as it is."""
        if tests:
            body.put(f"if {' or '.join(tests)}:")
            body.put("    return value")
            tests.clear()

    # Functions that test ---------------------------------------------------------------------

    def test(self, type_: Type, name: str, *hint: str) -> Expr:
        """An expression that is true if the local's value fits the type (SEMANTICS 9)."""
        if type_.enum is None:
            match type_:
                case AnyType():
                    return "True"
                case Scalar(name="null"):
                    return f"{name} is None"
                case Scalar(name="string"):
                    return call("isinstance", name, "str")
                case Scalar(name="boolean"):
                    return call("isinstance", name, "bool")
                case Scalar():
                    return call(self._helpers.use("is_" + type_.name), name)
                case ArrayType(items=None):
                    return call("isinstance", name, "list")
                case ObjectType(fields=None, additional=None):
                    return call("isinstance", name, "dict")
        key = type_text(type_)
        if key not in self._tests:
            self._tests[key] = self._scope.private("is_" + self._wanted(type_, hint))
            self._define_test(self._tests[key], type_, hint)
        return call(self._tests[key], name)

    def _define_test(self, name: str, type_: Type, hint: tuple[str, ...]) -> None:
        body = _Body()
        if type_.enum is not None:
            bare = replace(type_, enum=None)
            body.put("if not ", self.test(bare, "value", *hint), ":")
            body.put("    return False")
            body.put(*self._not_listed(type_, "value"))
            body.put("    return False")
            body.put("return True")
        else:
            self._shape_test(body, type_, hint)
        signature = Group(f"def {name}", (("", "value: object"),))
        self.functions.append(
            FunctionPlan(tuple(lay_out("", signature, " -> bool:")), (), tuple(body.lines))
        )

    def _shape_test(self, body: _Body, type_: Type, hint: tuple[str, ...]) -> None:
        match type_:
            case ArrayType(items=items):
                assert items is not None
                body.put("if not isinstance(value, list):")
                body.put("    return False")
                body.put("return ", call("all", _generator(self.test(items, "item", *hint))))
            case UnionType():
                for member in type_.members:
                    body.put("if ", self.test(member, "value", *hint), ":")
                    body.put("    return True")
                body.put("return False")
            case ObjectType():
                self._object_test(body, type_, hint)

    def _object_test(self, body: _Body, type_: ObjectType, hint: tuple[str, ...]) -> None:
        body.put("if not isinstance(value, dict):")
        body.put("    return False")
        for field in type_.fields or ():
            key = text_literal(field.name)
            there = field.required or field.default is not ABSENT
            inner = self.test(field.type, "item", *hint, field.name)
            body.put(f"if {key} in value:")
            body.put(f"    item = value[{key}]")
            body.put("    if not ", inner, ":")
            body.put("        return False")
            if there:
                body.put("else:")
                body.put("    return False")
        if type_.additional is True:
            body.put("return True")
            return
        names = tuple_of([field.name for field in type_.fields or ()])
        extra = type_.additional
        allowed: Expr = "False"
        if isinstance(extra, BaseType):
            allowed = self.test(extra, "item", *hint)
        body.put("for key, item in value.items():")
        body.put("    if key not in ", names, ":", depth=0)
        body.put("        if not ", allowed, ":")
        body.put("            return False")
        body.put("return True")


class _Body:
    """Lines of a function's body."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def put(self, prefix: str, expr: Expr = "", suffix: str = "", *, depth: int = 0) -> None:
        lead = len(prefix) - len(prefix.lstrip(" "))
        self.lines += lay_out(prefix[lead:], expr, suffix, 1 + depth + lead // 4)


def _may_be_left_out(field: Field) -> bool:
    """Whether an object may lack the property, and still does when it is converted."""
    return not field.required and field.default is ABSENT


def _stays_as_it_is(type_: Type) -> bool:
    """Whether what fits the type is passed on, and a type checker sees from the test that it is of
    the type. An int that fits `number` becomes a float."""
    if type_.enum is not None:
        return False
    return isinstance(type_, AnyType) or (
        isinstance(type_, Scalar) and type_.name in ("string", "boolean", "null")
    )


def _signature(head: str) -> Group:
    return Group(head, (("", "value: object"), ("", "place: str")))


def _comprehension(lines: list[str]) -> list[str]:
    """A list comprehension on one line if it fits."""
    flat = "    " + lines[0].strip() + " ".join(line.strip() for line in lines[1:-1]) + "]"
    return [flat] if len(flat) <= 88 else lines


def _generator(test: Expr) -> Expr:
    return f"{one_line(test)} for item in value"


def _snake(name: str) -> str:
    """`LineItem` as `line_item`."""
    spaced = "".join("_" + char.lower() if char.isupper() else char for char in name)
    return spaced.strip("_") or "value"
