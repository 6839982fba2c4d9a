"""Type expressions: what is written after a colon becomes a type of the IR."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING, cast

from flowc.diagnostics import Related, Rule, Severity
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
from flowc.records import replace
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
"""The types are `string`, `integer`, `number`, `boolean`, `null`, `any`, `object` and `array`, and
those that the file declares or imports with `type`. A tool or another component is no type.

Wrong:

```flow
tool count(text: str) -> (words: int)
```

Right:

```flow
tool count(text: string) -> (words: integer)
```
"""

RECURSIVE_TYPE = Rule("FLOW201", Severity.ERROR, "a type contains itself")
"""In JSON the name of a type is replaced by what it stands for, and a type that contains itself
would never end. Write `object` or `any` at the place where it begins again.

Wrong:

```flow
type Tree = { label: string, children: Tree[] }

tool show(tree: Tree)
```

Right:

```flow
type Tree = { label: string, children: object[] }

tool show(tree: Tree)
```
"""

PROPERTY_TWICE = Rule("FLOW202", Severity.ERROR, "an object type has one property twice")
"""An object has at most one value for each property, so its type says each property once.

Wrong:

```flow
tool show(point: { x: number, x: number })
```

Right:

```flow
tool show(point: { x: number, y: number })
```
"""

VALUE_TWICE = Rule("FLOW203", Severity.ERROR, "an enum has one value twice")
"""An enum lists the values that are allowed. To list one twice changes nothing, and usually another
value was meant.

Wrong:

```flow
tool send(channel: "mail" | "sms" | "mail")
```

Right:

```flow
tool send(channel: "mail" | "sms")
```
"""

STRUCTURAL_KEYWORD = Rule("FLOW204", Severity.ERROR, "a keyword says what the type already says")
"""The braces after a type are for keywords of JSON Schema that the type itself cannot say, such as
`minimum` or `format`. What it can say, such as `properties`, `required` or `items`, has to stand in
it, so that nothing is said twice. A whole schema can be written after `any`.

Wrong:

```flow
tool show(point: { x: number, y: number } { required: ["x"] })
```

Right:

```flow
tool show(point: { x: number, y?: number })
```
"""

TOO_LARGE = Rule("FLOW206", Severity.ERROR, "a type is too large when written out")
"""In JSON every name of a type is replaced by what it stands for. A few lines can so become a
schema of thousands of parts, which flowc refuses to write. Use `object` or `any` for a part of the
type.

Wrong:

```flow
type A = { a: any, b: any, c: any, d: any, e: any, f: any, g: any, h: any, i: any, j: any }
type B = { a: A, b: A, c: A, d: A, e: A, f: A, g: A, h: A, i: A, j: A }
type C = { a: B, b: B, c: B, d: B, e: B, f: B, g: B, h: B, i: B, j: B }
type D = { a: C, b: C, c: C, d: C, e: C, f: C, g: C, h: C, i: C, j: C }

tool show(data: D)
```

Right:

```flow
type A = { a: any, b: any, c: any, d: any, e: any, f: any, g: any, h: any, i: any, j: any }
type B = { a: A, b: A, c: A, d: A, e: A, f: A, g: A, h: A, i: A, j: A }
type C = { a: B, b: B, c: B, d: B, e: B, f: B, g: B, h: B, i: B, j: B }

tool show(data: C)
```
"""

BAD_ENUM = Rule("FLOW205", Severity.ERROR, "an enum's list has the wrong shape")
"""The keyword `enum` is a list of all values that are allowed, even if it is only one.

Wrong:

```flow
tool send(channel: string { enum: "mail" })
```

Right:

```flow
tool send(channel: string { enum: ["mail"] })
```
"""

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
STRUCTURAL = {
    "type": "Write another type before the braces: `number`.",
    "properties": "Write the properties as a type: `{ a: TYPE, b?: TYPE }`.",
    "required": "A property is required unless its name ends in `?`: `{ a: TYPE, b?: TYPE }`.",
    "additionalProperties": "Write the type of further properties as a type: `{ [string]: TYPE }`.",
    "items": "Write the type of the items before `[]`: `TYPE[]`.",
    "anyOf": "Write the types that are allowed with `|` between them: `A | B`.",
    "oneOf": "Write the types that are allowed with `|` between them: `A | B`.",
    "default": "Write the default after the whole type: `= VALUE`.",
}
"""The keywords of JSON Schema that a type says in its own way, and how it says them."""


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
    found = scope.meaning(text)
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
    first: dict[str, Name] = {}
    for item in expression.fields:
        known = first.setdefault(item.name.text, item.name)
        if known is not item.name:
            scope.report.add(
                PROPERTY_TWICE,
                item.name.span,
                f"the property '{item.name.text}' stands twice in one object type",
                label="again",
                hint="Remove or rename one of them.",
                related=[Related(known.span, "first here")],
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
                hint=STRUCTURAL[entry.key.text],
            )
    return _keywords_added(type_, value, expression, scope)


def _keywords_added(
    type_: Type, value: Mapping[str, Json], expression: WithKeywords, scope: Scope
) -> Type:
    keywords = {key: item for key, item in value.items() if key not in STRUCTURAL}
    enum = keywords.pop("enum", type_.enum)
    if enum is not None and not isinstance(enum, (list, tuple)):
        written = next(it for it in expression.keywords.entries if it.key.text == "enum")
        scope.report.add(
            BAD_ENUM,
            written.value.span,
            "'enum' takes a list of the values that are allowed",
            label="not a list",
            hint=f"Write `enum: [{json_text(enum)}]`, or the type as `{json_text(enum)}`.",
        )
        enum = None
    return replace(
        type_,
        enum=None if enum is None else tuple(enum),
        keywords={**type_.keywords, **keywords},
        alias=None,
    )
