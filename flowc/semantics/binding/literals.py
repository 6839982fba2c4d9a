"""Literals: plain JSON values, for defaults, keywords of types and arguments."""

from __future__ import annotations

from flowc.diagnostics import Rule, Severity
from flowc.ir.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    ArrayType,
    ObjectType,
    Type,
)
from flowc.ir.values import ABSENT, Absent, Json
from flowc.semantics.binding.scope import Scope
from flowc.syntax.tree import ArrayLiteral, FieldExpr, Literal, NameRef, ObjectLiteral

NOT_A_LITERAL = Rule("FLOW107", Severity.ERROR, "a plain value is needed")
"""Defaults, the keywords of a type and the arguments of annotations are constants: they are part
of the document and never computed.

Wrong:

```flow
tool notify(text: string, channel: string = mail)
```

Right:

```flow
tool notify(text: string, channel: string = "mail")
```
"""


def json_value(value: FieldExpr, scope: Scope) -> Json | Absent:
    """The literal as a JSON value; anything else in it is reported and gives ABSENT."""
    match value:
        case Literal():
            return value.value
        case ArrayLiteral():
            items = [json_value(item, scope) for item in value.items]
            return ABSENT if ABSENT in items else [item for item in items if item is not ABSENT]
        case ObjectLiteral():
            entries = {entry.key.text: json_value(entry.value, scope) for entry in value.entries}
            found = {key: item for key, item in entries.items() if item is not ABSENT}
            return found if len(found) == len(entries) else ABSENT
        case _:
            name = value.name.text if isinstance(value, NameRef) else ""
            scope.report.add(
                NOT_A_LITERAL,
                value.span,
                f"'{name}' is no plain value" if name else "only a plain value can stand here",
                label="not a literal",
                hint=f'A text is written "{name}".'
                if name
                else "Write a text, a number, true, false, null, […] or {…}.",
            )
            return ABSENT


def literal_type(value: Json) -> Type:
    """The type that a literal has when nothing else says one."""
    match value:
        case bool():
            return BOOLEAN
        case int():
            return INTEGER
        case float():
            return NUMBER
        case str():
            return STRING
        case None:
            return NULL
        case list() | tuple():
            return ArrayType(items=ANY)
        case _:
            return ObjectType()
