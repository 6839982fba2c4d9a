"""Literals, field values, annotations, references and arguments."""

from __future__ import annotations

from typing import Any

from flowc.diagnostics import Related, Rule, Severity
from flowc.syntax import tree
from flowc.syntax.building.parts import (
    Build,
    Context,
    Parts,
    has,
    inputs_of,
    name,
    node,
    nodes,
    outputs_of,
    span_of,
    split_prefix,
    string,
    words,
    written,
)
from flowc.syntax.literals import number_value, string_value
from flowc.syntax.tokens import Token

REPEATED_KEY = Rule("FLOW019", Severity.ERROR, "a key that stands twice in one object")
"""Each key of an object can have one value. Readers of JSON disagree about which of two they take,
so flowc refuses the second.

Wrong:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
  url: "http://localhost:9000"
}
```

Right:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}
```
"""

_CONSTANTS: dict[str, bool | None] = {"TRUE": True, "FALSE": False, "NULL": None}


def scalar(context: Context, token: Token) -> tree.Literal:
    """A number, string, boolean or null."""
    value: Any
    if token.kind == "NUMBER":
        value = number_value(token, context.report)
    elif token.kind in _CONSTANTS:
        value = _CONSTANTS[token.kind]
    else:
        value = string_value(token, context.report)
    return tree.Literal(span=token.span, value=value, block=token.kind == "TEXT_BLOCK")


def _literal(context: Context, parts: Parts) -> tree.Literal:
    return scalar(context, parts[0])


def _array(context: Context, parts: Parts) -> tree.ArrayLiteral:
    return tree.ArrayLiteral(span=span_of(parts), items=tuple(written(parts)))


def _block(context: Context, parts: Parts) -> tree.ObjectLiteral:
    entries = nodes(parts, tree.Entry)
    report_repeated_keys(context, entries)
    return tree.ObjectLiteral(span=span_of(parts), entries=entries)


def report_repeated_keys(context: Context, entries: tuple[tree.Entry, ...]) -> None:
    """Report every key that an earlier entry has too; JSON could hold only one of them."""
    seen: dict[str, tree.Name] = {}
    for entry in entries:
        first = seen.setdefault(entry.key.text, entry.key)
        if first is not entry.key:
            context.report(
                REPEATED_KEY.at(
                    entry.key.span,
                    f"'{entry.key.text}' stands twice here",
                    label="the second one",
                    hint="Keep one of the two.",
                    related=[Related(first.span, "the first one")],
                )
            )


def _same(context: Context, parts: Parts) -> Any:
    return parts[0]


def _key(context: Context, parts: Parts) -> tree.Name:
    return name(context, parts[0])


def _entry(context: Context, parts: Parts) -> tree.Entry:
    key = parts[0] if isinstance(parts[0], tree.Name) else name(context, parts[0])
    return tree.Entry(span=span_of(parts), key=key, value=parts[-1])


def _name_ref(context: Context, parts: Parts) -> tree.NameRef:
    return tree.NameRef(span=span_of(parts), name=name(context, parts[0]))


def _id_ref(context: Context, parts: Parts) -> tree.IdRef:
    return tree.IdRef(span=span_of(parts), id=string(context, parts[2]))


def _secret(context: Context, parts: Parts) -> tree.SecretMark:
    return tree.SecretMark(span=span_of(parts))


def _absent(context: Context, parts: Parts) -> tree.AbsentMark:
    return tree.AbsentMark(span=span_of(parts))


def _type_value(context: Context, parts: Parts) -> tree.TypeValue:
    return tree.TypeValue(span=span_of(parts), type=parts[-1])


def _inline_component(context: Context, parts: Parts) -> tree.InlineComponent:
    prefix, rest = split_prefix(context, parts)
    names = words(rest, "NAME")
    block = rest[-1]
    return tree.InlineComponent(
        span=span_of(rest),
        type_name=component_type(context, names[0]),
        name=name(context, names[1]) if len(names) > 1 else None,
        inputs=inputs_of(rest),
        outputs=outputs_of(rest),
        entries=block.entries,
        description=prefix.description,
        annotations=prefix.annotations,
    )


def component_type(context: Context, token: Token) -> tree.Name:
    """The component type that a word names; `tool` is `ServerTool`, `flow` is `Flow`."""
    sugar = {"tool": "ServerTool", "flow": "Flow"}.get(token.text)
    return name(context, token) if sugar is None else tree.Name(span=token.span, text=sugar)


# Annotations ---------------------------------------------------------------------------------


def _annotation(context: Context, parts: Parts) -> tree.Annotation:
    shown = [part for part in parts if not (isinstance(part, Token) and part.kind == "NEWLINE")]
    return tree.Annotation(
        span=span_of(shown),
        name=name(context, parts[1]),
        arguments=nodes(parts, tree.AnnotationArgument),
    )


def _annotation_argument(context: Context, parts: Parts) -> tree.AnnotationArgument:
    named = has(parts, "EQUAL")
    return tree.AnnotationArgument(
        span=span_of(parts),
        name=name(context, parts[0]) if named else None,
        value=parts[-1],
    )


def _description(context: Context, parts: Parts) -> tree.StringLiteral:
    return string(context, parts[0])


# Values and arguments ------------------------------------------------------------------------


def _value(context: Context, parts: Parts) -> tree.Value:
    sources = nodes(parts, tree.Reference)
    if not sources:
        return tree.Value(span=span_of(parts), literal=parts[0])
    return tree.Value(
        span=span_of(parts),
        sources=sources,
        default=parts[-1] if has(parts, "DEFAULT") else None,
        each=has(parts, "EACH"),
    )


def _reference(context: Context, parts: Parts) -> tree.Reference:
    return tree.Reference(
        span=span_of(parts),
        names=tuple(name(context, token) for token in words(parts, "NAME", "EACH")),
    )


def _argument(context: Context, parts: Parts) -> tree.Argument:
    prefix, rest = split_prefix(context, parts)
    typed = has(rest, "COLON")
    named = typed or has(rest, "EQUAL")
    return tree.Argument(
        span=span_of(rest),
        name=name(context, rest[0]) if named else None,
        type=rest[2] if typed else None,
        value=node(rest, tree.Value),
        description=prefix.description,
        annotations=prefix.annotations,
    )


RULES: dict[str, Build] = {
    "literal": _literal,
    "array": _array,
    "object": _same,
    "block": _block,
    "key": _key,
    "entry": _entry,
    "branch_entry": _entry,
    "name_ref": _name_ref,
    "id_ref": _id_ref,
    "secret_mark": _secret,
    "absent_mark": _absent,
    "type_value": _type_value,
    "inline_component": _inline_component,
    "annotation": _annotation,
    "annotation_argument": _annotation_argument,
    "description": _description,
    "inner_description": _description,
    "value": _value,
    "reference": _reference,
    "argument": _argument,
}
