"""Tests whether a value fits a type (SEMANTICS 9): unions take the first member that does."""

from __future__ import annotations

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
)
from flowc.ir.values import ABSENT, Json
from flowc.python.body import Body
from flowc.python.functionnames import FunctionNames
from flowc.python.helpers import Helpers
from flowc.python.layout import Chain, Expr, Group, all_of, call, lay_out, one_line
from flowc.python.literals import text_literal, tuple_of
from flowc.python.modulescope import ModuleScope
from flowc.python.needless import PYTHON_TYPES
from flowc.python.plan import FunctionPlan
from flowc.records import replace

_BUILT_IN = {"string": "str", "boolean": "bool"}


class Fitting:
    """The test functions of one module; they are added to `functions`."""

    def __init__(
        self,
        scope: ModuleScope,
        helpers: Helpers,
        wanted: FunctionNames,
        functions: list[FunctionPlan],
    ) -> None:
        self._scope = scope
        self._helpers = helpers
        self._wanted = wanted
        self._functions = functions
        self._names: dict[str, str] = {}

    def test(self, type_: Type, name: str, *hint: str) -> Expr:
        """An expression that is true if the value called `name` fits the type."""
        if type_.enum is None:
            match type_:
                case AnyType():
                    return "True"
                case Scalar(name="null"):
                    return f"{name} is None"
                case Scalar(name=scalar) if scalar in _BUILT_IN:
                    return call("isinstance", name, _BUILT_IN[scalar])
                case Scalar(name=scalar):
                    return call(self._helpers.use(f"is_{scalar}"), name)
                case ArrayType(items=None):
                    return call("isinstance", name, "list")
                case ObjectType(fields=None, additional=None):
                    return call("isinstance", name, "dict")
        return call(self._function(type_, hint), name)

    def _function(self, type_: Type, hint: tuple[str, ...]) -> str:
        key = type_text(type_)
        if key not in self._names:
            self._names[key] = self._scope.private("is_" + self._wanted.of(type_, hint))
            body = Body()
            if type_.enum is None:
                self._shape(body, type_, hint)
            else:
                self._shape_and_look_up(body, type_, hint)
            head = Group(f"def {self._names[key]}", (("", "value: object"),))
            self._functions.append(
                FunctionPlan(tuple(lay_out("", head, " -> bool:")), (), tuple(body.lines))
            )
        return self._names[key]

    def _shape_and_look_up(self, body: Body, type_: Type, hint: tuple[str, ...]) -> None:
        bare = self.test(replace(type_, enum=None), "value", *hint)
        if bare != "True":
            body.put("if not ", bare, ":")
            with body.block():
                body.put("return False")
        prefix, listed, _ = not_listed(type_, "value", self._helpers)
        positive = "return value in " if " not in " in prefix else "return "
        body.put(positive, listed)

    def _shape(self, body: Body, type_: Type, hint: tuple[str, ...]) -> None:
        match type_:
            case ArrayType(items=items):
                assert items is not None
                test = one_line(self.test(items, "item", *hint))
                every = "" if test == "True" else f" and all({test} for item in value)"
                body.put(f"return isinstance(value, list){every}")
            case UnionType(members=members):
                tests = [self.test(member, "value", *hint) for member in members]
                body.put("return ", any_of(tests))
            case ObjectType():
                self._object(body, type_, hint)

    def _object(self, body: Body, type_: ObjectType, hint: tuple[str, ...]) -> None:
        conditions: list[Expr] = [call("isinstance", "value", "dict")]
        for field in type_.fields or ():
            key = text_literal(field.name)
            test = self.test(field.type, f"value[{key}]", *hint, field.name)
            if not may_be_left_out(field):
                conditions.append(f"{key} in value")
                conditions += [] if test == "True" else [test]
            elif test != "True":
                conditions.append(f"({key} not in value or {one_line(test)})")
        conditions += self._extras(type_, hint)
        body.put("return ", all_of(conditions))

    def _extras(self, type_: ObjectType, hint: tuple[str, ...]) -> list[Expr]:
        """The condition that what there is beyond the declared properties may be there."""
        names = [field.name for field in type_.fields or ()]
        extra = type_.additional
        if extra is True or (isinstance(extra, AnyType) and extra.enum is None):
            return []
        if isinstance(extra, BaseType):
            test = one_line(self.test(extra, "item", *hint))
            declared = f"key in {one_line(tuple_of(names))} or " if names else ""
            items = "key, item in value.items()" if names else "item in value.values()"
            return [call("all", f"{declared}{test} for {items}")]
        if not names:
            return ["not value"]
        keys = Group("", tuple(("", text_literal(name)) for name in names), "{}")
        return [Chain((("", "value.keys()"), ("<=", keys)))]


def any_of(tests: list[Expr]) -> str:
    """The tests of one value joined by `or`, those of built-in types as one."""
    texts = [one_line(test) for test in tests]
    if "True" in texts:
        return "True"
    built_in = [test for test in tests if isinstance(test, Group) and test.head == "isinstance"]
    if len(built_in) > 1:
        value = built_in[0].items[0][1]
        types = Group("", tuple(test.items[1] for test in built_in))
        merged = one_line(call("isinstance", value, types))
        texts = [merged, *(one_line(test) for test in tests if test not in built_in)]
    return " or ".join(texts)


def may_be_left_out(field: Field) -> bool:
    """Whether an object may lack the property, and still does when it is converted."""
    return not field.required and field.default is ABSENT


def not_listed(type_: Type, name: str, helpers: Helpers) -> tuple[str, Expr, str]:
    """The line `if …:` that is true if a value, which has the type's shape, is none of its `enum`,
    exactly; as prefix, expression and suffix."""
    assert type_.enum is not None
    allowed: list[Json] = [in_form(item, type_) for item in type_.enum]
    if isinstance(type_, Scalar):
        same_kind = [item for item in allowed if type(item) is PYTHON_TYPES[type_.name]]
        return f"if {name} not in ", tuple_of(same_kind), ":"
    return "if not ", call(helpers.use("is_listed"), name, tuple_of(allowed)), ":"
