"""Type expressions: what is written after a colon becomes a type of the IR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, cast

from flowc.diagnostics import Rule, Severity
from flowc.ir.defaults import in_form
from flowc.ir.notation import json_text
from flowc.ir.schema import type_from_schema
from flowc.ir.types import (
    ANY,
    NULL,
    SCALARS,
    AnyType,
    ArrayType,
    Field,
    ObjectType,
    Scalar,
    ScalarName,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT, Json
from flowc.semantics.binding.literals import json_value
from flowc.semantics.binding.report import suggestion
from flowc.semantics.binding.scope import (
    AliasResult,
    DeclaredType,
    Scope,
    Unresolved,
)
from flowc.semantics.binding.sizes import DEEPEST, LARGEST
from flowc.syntax.tree import (
    ArrayOf,
    LiteralType,
    NamedType,
    Nullable,
    ObjectField,
    ObjectOf,
    TypeExpr,
    UnionOf,
    WithKeywords,
)

if TYPE_CHECKING:
    from flowc.syntax.tree import Name, TypeDeclaration

UNKNOWN_TYPE = Rule("FLOW200", Severity.ERROR, "a type is not declared")
RECURSIVE_TYPE = Rule("FLOW201", Severity.ERROR, "a type contains itself")
PROPERTY_TWICE = Rule("FLOW202", Severity.ERROR, "an object type has one property twice")
VALUE_TWICE = Rule("FLOW203", Severity.ERROR, "an enum has one value twice")
STRUCTURAL_KEYWORD = Rule("FLOW204", Severity.ERROR, "a keyword says what the type already says")
TOO_LARGE = Rule("FLOW206", Severity.ERROR, "a type is too large when written out")
BAD_ENUM = Rule("FLOW205", Severity.ERROR, "an enum's list has the wrong shape")

STRUCTURES: Mapping[str, Type] = {"any": ANY, "object": ObjectType(), "array": ArrayType()}
BUILT_IN = (*SCALARS, *STRUCTURES)
FOREIGN = {
    "str": "string",
    "text": "string",
    "int": "integer",
    "float": "number",
    "double": "number",
    "bool": "boolean",
    "none": "null",
    "list": "array",
    "dict": "object",
}
"""What other languages call these types."""
STRUCTURAL = frozenset(
    ("type", "properties", "required", "additionalProperties", "items", "anyOf", "oneOf", "default")
)


def type_of(expression: TypeExpr, scope: Scope) -> Type:
    """The type that an expression says; `any` where it cannot be told, after a finding."""
    match expression:
        case NamedType():
            return _named(expression.name, scope)
        case LiteralType():
            return _union((expression,), scope)
        case ArrayOf():
            return ArrayType(items=type_of(expression.items, scope))
        case Nullable():
            return UnionType(members=(type_of(expression.type, scope), NULL))
        case UnionOf():
            return _union(expression.members, scope)
        case ObjectOf():
            return _object(expression, scope)
        case WithKeywords():
            return _with_keywords(expression, scope)


def _named(name: Name, scope: Scope) -> Type:
    text = name.text
    if text in SCALARS:
        return Scalar(text)
    if text in STRUCTURES:
        return STRUCTURES[text]
    found = scope.names.get(text)
    if isinstance(found, DeclaredType):
        return _alias(name, found)
    if isinstance(found, Unresolved):
        return ANY
    candidates = [*BUILT_IN, *scope.type_names()]
    meant = FOREIGN.get(text.lower())
    scope.report.add(
        UNKNOWN_TYPE,
        name.span,
        f"'{text}' is a component, not a type" if found else f"there is no type '{text}'",
        label="not a type",
        hint=f"Did you mean '{meant}'?" if meant else suggestion(text, candidates),
    )
    return ANY


def _alias(name: Name, found: DeclaredType) -> Type:
    type_ = declared_type(found)
    if type_ is None:
        found.scope.report.add(
            RECURSIVE_TYPE,
            name.span,
            f"the type '{name.text}' contains itself",
            label="used inside its own declaration",
            hint="Agent Spec has no recursive types; write `object` or `any` here.",
        )
        return ANY
    return type_


def declared_type(found: DeclaredType) -> Type | None:
    """The type of a `type` declaration; None while it is being worked out (it is recursive)."""
    declaration: TypeDeclaration = found.declaration
    name = declaration.name.text
    aliases = found.scope.aliases
    if name not in aliases:
        aliases[name] = AliasResult()
        type_ = replace(_expanded(declaration, found.scope), alias=name)
        known = found.scope.world.types.setdefault(name, type_)
        aliases[name].type = type_ if known == type_ else replace(type_, alias=None)
    return aliases[name].type


def _expanded(declaration: TypeDeclaration, scope: Scope) -> Type:
    """The declared type with every name in it written out, unless that is too much."""
    world = scope.world
    if world.open_aliases < DEEPEST:
        world.open_aliases += 1
        type_ = type_of(declaration.type, scope)
        world.open_aliases -= 1
        if world.sizes.fits(type_):
            return type_
    scope.report.add(
        TOO_LARGE,
        declaration.name.span,
        f"the type '{declaration.name.text}' is too large",
        label="too large when all names in it are written out",
        hint=f"A type nests at most {DEEPEST} levels deep and has at most {LARGEST} parts; write "
        "`object` or `any` somewhere inside.",
    )
    return ANY


def _union(members: tuple[TypeExpr, ...], scope: Scope) -> Type:
    """Literals that stand together are one enum; a union of one member is that member."""
    found: list[Type] = []
    for literal, group in groupby(members, lambda member: isinstance(member, LiteralType)):
        if literal:
            found += _enums(cast("list[LiteralType]", list(group)), scope)
        else:
            found += [type_of(member, scope) for member in group]
    return found[0] if len(found) == 1 else UnionType(members=tuple(found))


def _enums(literals: list[LiteralType], scope: Scope) -> list[Type]:
    """One enumerated type for every kind of value among the literals, in order."""
    kinds: dict[ScalarName, list[Json]] = {}
    for literal in literals:
        value = literal.value.value
        kind = _kind(value)
        values = kinds.setdefault(kind, [])
        if value in values:
            scope.report.add(
                VALUE_TWICE,
                literal.span,
                f"{json_text(value)} stands twice in one type",
                label="again",
                hint="Remove one of them.",
            )
        else:
            values.append(value)
    if "integer" in kinds and "number" in kinds:
        numbers = [item.value.value for item in literals if _kind(item.value.value) in _NUMERIC]
        first = next(kind for kind in kinds if kind in _NUMERIC)
        kinds = {
            ("number" if kind == first else kind): (
                [float(cast("float", number)) for number in numbers] if kind == first else values
            )
            for kind, values in kinds.items()
            if kind == first or kind not in _NUMERIC
        }
    return [
        NULL if kind == "null" else Scalar(kind, enum=tuple(values))
        for kind, values in kinds.items()
    ]


_NUMERIC = ("integer", "number")


def _kind(value: object) -> ScalarName:
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case _:
            return "null"


def _object(expression: ObjectOf, scope: Scope) -> Type:
    fields: dict[str, Field] = {}
    for item in expression.fields:
        if item.name.text in fields:
            scope.report.add(
                PROPERTY_TWICE,
                item.name.span,
                f"the property '{item.name.text}' stands twice in one object type",
                label="again",
                hint="Remove or rename one of them.",
            )
            continue
        fields[item.name.text] = _field(item, scope)
    additional: Type | bool | None = None
    if expression.additional is not None:
        additional = type_of(expression.additional, scope)
        if additional == ANY:
            additional = True
        elif additional == NULL:
            additional = False
    return ObjectType(
        fields=tuple(fields.values()),
        additional=additional,
        lists_required=any(item.required != (item.default is ABSENT) for item in fields.values()),
    )


def _field(item: ObjectField, scope: Scope) -> Field:
    type_ = type_of(item.type, scope)
    default = ABSENT if item.default is None else json_value(item.default, scope)
    return Field(
        name=item.name.text,
        type=type_,
        required=not item.optional,
        description=item.description.value
        if item.description is not None
        else alias_description(item.type, scope),
        default=default if default is ABSENT else in_form(default, type_),
    )


def alias_description(expression: TypeExpr, scope: Scope) -> str | None:
    """The description of the `type` declaration that the expression names, if it does."""
    if isinstance(expression, NamedType):
        found = scope.names.get(expression.name.text)
        if isinstance(found, DeclaredType) and found.declaration.description is not None:
            return found.declaration.description.value
    return None


def _with_keywords(expression: WithKeywords, scope: Scope) -> Type:
    type_ = type_of(expression.type, scope)
    value = json_value(expression.keywords, scope)
    if not isinstance(value, Mapping):
        return type_
    if isinstance(type_, AnyType) and isinstance(expression.type, NamedType):
        return type_from_schema(value)
    for entry in expression.keywords.entries:
        if entry.key.text in STRUCTURAL:
            scope.report.add(
                STRUCTURAL_KEYWORD,
                entry.key.span,
                f"'{entry.key.text}' cannot be a keyword of a type that is already written out",
                label="not allowed here",
                hint="Say it in the type itself, or write the whole schema as `any { … }`.",
            )
    return _keywords_added(type_, value, expression, scope)


def _keywords_added(
    type_: Type, value: Mapping[str, Json], expression: WithKeywords, scope: Scope
) -> Type:
    keywords = {key: item for key, item in value.items() if key not in STRUCTURAL}
    enum = keywords.pop("enum", type_.enum)
    if enum is not None and not isinstance(enum, (list, tuple)):
        scope.report.add(
            BAD_ENUM,
            expression.keywords.span,
            "'enum' takes a list of the values that are allowed",
            label="not a list",
            hint='Write `enum: ["a", "b"]`, or the type as `"a" | "b"`.',
        )
        enum = None
    return replace(
        type_,
        enum=None if enum is None else tuple(enum),
        keywords={**type_.keywords, **keywords},
        alias=None,
    )
