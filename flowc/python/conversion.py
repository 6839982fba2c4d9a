"""The conversions of a module (SEMANTICS 9): calls of functions, and the functions they call.

A conversion is left out only where the declared types of both ends make it needless
(`flowc.python.needless`). What it costs where the value is right is an `isinstance` in line
(:meth:`Converters.guard`); all else is in functions that the module holds only if it calls them.
"""

from __future__ import annotations

from collections.abc import Iterable

from flowc import faults
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
from flowc.ir.values import ABSENT
from flowc.python.annotations import Annotations
from flowc.python.body import Body
from flowc.python.fitting import Fitting, any_of, may_be_left_out, not_listed
from flowc.python.functionnames import FunctionNames
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, call, lay_out, one_line
from flowc.python.literals import literal, text_literal, tuple_of
from flowc.python.modulescope import ModuleScope
from flowc.python.needless import is_needless
from flowc.python.plan import Checks, FunctionPlan

_GUARDS = {
    "string": ("isinstance", "str"),
    "boolean": ("isinstance", "bool"),
    "integer": ("type", "int"),
    "number": ("type", "float"),
}
_PLAIN_ITEMS = {"string": "str", "boolean": "bool", "integer": "int", "number": "float"}
"""The types of items that are passed on as they are, all looked at in one go."""
_NULL = Scalar("null")
Hint = tuple[str, ...]
"""Words for the name of a function: what the value is called where it is converted."""


class Converters:
    """The conversion functions of one module; `functions` are those that it calls."""

    def __init__(
        self,
        scope: ModuleScope,
        annotations: Annotations,
        helpers: Helpers,
        checks: Checks = "full",
    ) -> None:
        self._scope = scope
        self._annotations = annotations
        self._helpers = helpers
        self._checks = checks
        self._wanted = FunctionNames(annotations)
        self._names: dict[str, str] = {}
        self.functions: list[FunctionPlan] = []
        self._fitting = Fitting(scope, helpers, self._wanted, self.functions)

    def given(self, declared: Type) -> tuple[Type, ...] | None:
        """What is known of a value that a caller or a tool gives for a declared type: nothing, but
        in a module without checks that it is of the type."""
        return None if self._checks == "full" else (declared,)

    def annotation(self, type_: Type, *hint: str) -> str:
        """What a local that holds a value of the type is declared as."""
        return self._annotations.of(type_, *hint)

    def cast(self, type_: Type, value: Expr, *hint: str) -> Expr:
        """The value, for a type checker one of the type."""
        annotation = self._annotations.of(type_, *hint)
        return value if annotation == "object" else self._cast_to(annotation, value)

    def is_needed(self, sources: Iterable[Type] | None, destination: Type) -> bool:
        """Whether values of the source types (None: of any) must be converted."""
        if sources is None:
            return not (isinstance(destination, AnyType) and destination.enum is None)
        return not all(is_needless(source, destination) for source in sources)

    def convert(self, value: Expr, type_: Type, place: str, *hint: str) -> Expr:
        """The call that converts a value of any type; `place` is what errors say of it."""
        return call(self.function(type_, *hint), value, text_literal(place))

    def guard(self, type_: Type, name: str, given: bool = False) -> tuple[Expr, ...]:
        """The conditions under which the value of a local has to be converted, all of them true of
        what does not fit; none if only the conversion itself can tell. With `given` null is not to
        be converted, whatever the type says."""
        members = members_of(type_)
        rest = [member for member in members if member != _NULL]
        if type_.enum is not None or len(rest) != 1:
            return ()
        only = rest[0]
        if not isinstance(only, Scalar) or only.enum is not None or only.name not in _GUARDS:
            return ()
        test, python = _GUARDS[only.name]
        is_there = (f"{name} is not None",) if given or len(members) > 1 else ()
        if test == "type":
            return (f"type({name}) is not {python}", *is_there)
        return (call("not isinstance", name, python), *is_there)

    def function(self, type_: Type, *hint: str) -> str:
        """The name of the function (value, place) → value of the type."""
        if isinstance(type_, Scalar) and type_text(type_) == type_.name:
            return self._helpers.use(type_.name)
        key = type_text(type_)
        if key not in self._names:
            self._names[key] = self._scope.private(self._wanted.of(type_, hint))
            annotation = self._annotations.of(type_, *hint)
            body = Body()
            if type_.enum is None:
                self._shape(body, type_, annotation, hint)
            else:
                self._shape_and_look_up(body, type_, annotation, hint)
            self._define(self._names[key], annotation, body)
        return self._names[key]

    def _define(self, name: str, annotation: str, body: Body) -> None:
        head = Group(f"def {name}", (("", "value: object"), ("", "place: str")))
        signature = tuple(lay_out("", head, f" -> {annotation}:"))
        self.functions.append(FunctionPlan(signature, (), tuple(body.lines)))

    # Bodies: `value` converted, the type's `enum` aside -----------------------------------------

    def _shape(self, body: Body, type_: Type, annotation: str, hint: Hint) -> None:
        match type_:
            case AnyType():
                body.put("return value")
            case Scalar():
                body.put("return ", self._scalar(type_))
            case ArrayType():
                self._array(body, type_, annotation, hint)
            case ObjectType(fields=fields) if fields:
                self._object(body, type_, annotation, hint)
            case ObjectType():
                self._map(body, type_, annotation, hint)
            case UnionType():
                self._union(body, type_, hint)

    def _shape_and_look_up(self, body: Body, type_: Type, annotation: str, hint: Hint) -> None:
        """The value converted, then looked up in the type's `enum`."""
        assert type_.enum is not None
        if isinstance(type_, Scalar):
            body.put("made = ", self._scalar(type_))
        else:
            shape = Body()
            self._shape(shape, type_, "object", hint)
            name = self._scope.private("shaped_" + self._wanted.of(type_, hint))
            self._define(name, "object", shape)
            body.put("made = ", call(name, "value", "place"))
        body.put(*not_listed(type_, "made", self._helpers))
        with body.block():
            allowed = faults.allowed_text(type_.enum)
            text = faults.ENUM.text(place="", allowed=allowed)
            body.put("raise ", call("ValueError", f"place + {text_literal(text)}"))
        body.put("return ", self._cast(annotation, "made"))

    def _scalar(self, type_: Scalar) -> Expr:
        """The helper's call, with the type's own text if that says more than its name."""
        text = type_text(type_)
        more = () if text == type_.name else (text_literal(text),)
        return call(self._helpers.use(type_.name), "value", "place", *more)

    def _mismatch(self, body: Body, type_: Type) -> None:
        text = text_literal(type_text(type_))
        body.put("raise ", call(self._helpers.use("mismatch"), "value", "place", text))

    def _array(self, body: Body, type_: ArrayType, annotation: str, hint: Hint) -> None:
        items = type_.items
        plain = _PLAIN_ITEMS.get(items.name) if isinstance(items, Scalar) else None
        if plain and items is not None and items.enum is None:
            body.put(f"if isinstance(value, list) and {{*map(type, value)}} <= {{{plain}}}:")
            with body.block():
                body.put("return value")
        body.put("if not isinstance(value, list):")
        with body.block():
            self._mismatch(body, type_)
        if items is None or not self.is_needed(None, items):
            body.put("return value")
            return
        item = one_line(call(self.function(items, *hint), "item", 'f"{place}[{index}]"'))
        made = _made(items, annotation)
        body.put_comprehension(made, "[]", item, "for index, item in enumerate(value)")
        body.put("if all(old is new for old, new in zip(value, made, strict=True)):")
        with body.block():
            body.put("return value")
        body.put("return made")

    def _map(self, body: Body, type_: ObjectType, annotation: str, hint: Hint) -> None:
        """An object without declared properties: each value is converted, or none may be there."""
        body.put("if not isinstance(value, dict):")
        with body.block():
            self._mismatch(body, type_)
        extra = type_.additional
        if extra is True or (extra is None and type_.fields is None):
            body.put("return value")
        elif not isinstance(extra, BaseType):
            body.put("return {} if value else value")
        elif not self.is_needed(None, extra):
            body.put("return value")
        else:
            item = f"key: {one_line(self._extra(extra, hint))}"
            made = _made(extra, annotation)
            body.put_comprehension(made, "{}", item, "for key, item in value.items()")
            body.put("if all(value[key] is made[key] for key in made):")
            with body.block():
                body.put("return value")
            body.put("return made")

    def _object(self, body: Body, type_: ObjectType, annotation: str, hint: Hint) -> None:
        body.put("if not isinstance(value, dict):")
        with body.block():
            self._mismatch(body, type_)
        fields = list(type_.fields or ())
        first_optional = next(
            (index for index, field in enumerate(fields) if may_be_left_out(field)), len(fields)
        )
        entries = tuple(
            (f"{text_literal(field.name)}: ", self._property(field, hint))
            for field in fields[:first_optional]
        )
        body.put("made: dict[str, object] = ", Group("", entries, "{}"))
        for field in fields[first_optional:]:
            self._add_property(body, field, hint)
        self._add_extras(body, type_, hint)
        body.put("if len(made) == len(value) and all(value[key] is made[key] for key in made):")
        with body.block():
            body.put("return ", self._cast(annotation, "value"))
        body.put("return ", self._cast(annotation, "made"))

    def _add_property(self, body: Body, field: Field, hint: Hint) -> None:
        key = text_literal(field.name)
        if not may_be_left_out(field):
            body.put(f"made[{key}] = ", self._property(field, hint))
            return
        body.put(f"if {key} in value:")
        with body.block():
            body.put(f"made[{key}] = ", self._property(field, hint))

    def _property(self, field: Field, hint: Hint) -> Expr:
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

    def _add_extras(self, body: Body, type_: ObjectType, hint: Hint) -> None:
        """Properties beyond the declared ones, as far as the type lets them in."""
        extra = type_.additional
        if extra is None or extra is False:
            return
        item = "item" if extra is True else self._extra(extra, hint)
        body.put("for key, item in value.items():")
        with body.block():
            body.put(*_is_none_of([field.name for field in type_.fields or ()]), ":")
            with body.block():
                body.put("made[key] = ", item)

    def _extra(self, type_: Type, hint: Hint) -> Expr:
        if not self.is_needed(None, type_):
            return "item"
        return call(self.function(type_, *hint), "item", 'f"{place}.{key}"')

    def _cast(self, annotation: str, value: Expr) -> Expr:
        """The same of what is known to be a list or an object, or to be converted."""
        if annotation == "object" or annotation.endswith(", Any]"):
            return value
        return self._cast_to(annotation, value)

    def _cast_to(self, annotation: str, value: Expr) -> Expr:
        return call(self._scope.imported("typing", "cast"), text_literal(annotation), value)

    def _union(self, body: Body, type_: UnionType, hint: Hint) -> None:
        """The first member that fits, else the first that converts."""
        kept: list[Expr] = []
        for member in type_.members:
            if isinstance(member, AnyType) and member.enum is None:
                _return_kept(body, kept)
                body.put("return value")
                return
            test = self._fitting.test(member, "value", *hint)
            if _stays_as_it_is(member):
                kept.append(test)
                continue
            _return_kept(body, kept)
            body.put("if ", test, ":")
            with body.block():
                body.put("return ", call(self.function(member, *hint), "value", "place"))
        _return_kept(body, kept)
        for member in type_.members:
            if member != _NULL:
                body.put("try:")
                with body.block():
                    body.put("return ", call(self.function(member, *hint), "value", "place"))
                body.put("except (TypeError, ValueError):")
                with body.block():
                    body.put("pass")
        self._mismatch(body, type_)


def _made(item: Type, annotation: str) -> str:
    """The beginning of the assignment of a list or dict of converted items. Type checkers may take
    a Literal in it for any value of its kind, unless they are told."""
    is_listed = any(member.enum is not None for member in members_of(item))
    return f"made: {annotation} = " if is_listed else "made = "


def _is_none_of(names: list[str]) -> tuple[str, Expr]:
    """The beginning and the end of a test whether `key` is none of the names."""
    if len(names) == 1:
        return "if key != ", text_literal(names[0])
    return "if key not in ", tuple_of(names)


def _return_kept(body: Body, tests: list[Expr]) -> None:
    """Return what fits one of the members that pass everything on as it is."""
    if tests:
        body.put(f"if {any_of(tests)}:")
        with body.block():
            body.put("return value")
        tests.clear()


def _stays_as_it_is(type_: Type) -> bool:
    """Whether what fits the type is passed on, and a type checker sees from the test that it is of
    the type. An int that fits `number` becomes a float."""
    if type_.enum is not None:
        return False
    return isinstance(type_, Scalar) and type_.name in ("string", "boolean", "null")
