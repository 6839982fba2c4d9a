"""Field values, annotations, types, arguments."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.notation import json_text, string_text
from flowc.syntax import tree as t
from flowc.syntax.written.parts import (
    VALUE_WORDS,
    Part,
    Parts,
    braced,
    joined,
    key_or_string,
    listed,
    name_text,
    prefix,
    signature,
    title_text,
)

# Literals and field values ---------------------------------------------------------------------


def literal(node: t.Literal | t.StringLiteral, margin: str) -> str:
    """A scalar; a string of several lines that was a text block is one again."""
    if isinstance(node.value, str) and node.block and "\n" in node.value:
        return _text_block(node.value, margin)
    return json_text(node.value)


def _text_block(value: str, margin: str) -> str:
    lines = [_text_block_line(line) for line in value.split("\n")]
    body = "".join((margin + line if line else "") + "\n" for line in lines)
    return f'"""\n{body}{margin}"""'


def _text_block_line(line: str) -> str:
    """One line of a text block; a blank at its end is escaped, so that no editor can lose it."""
    text = string_text(line)[1:-1].replace('\\"', '"').replace('"""', '\\"\\"\\"')
    return text[:-1] + "\\u0020" if text.endswith(" ") else text


def array(node: t.ArrayLiteral) -> Parts:
    """`[a, b]`."""
    yield "["
    yield from listed(node.items)
    yield "]"


def object_(node: t.ObjectLiteral) -> Parts:
    """`{ key: value }`."""
    yield "{ " if node.entries else "{"
    yield from listed(node.entries)
    yield " }" if node.entries else "}"


def entry(node: t.Entry) -> Parts:
    """`key: value`."""
    return (key_or_string(node.key), ": ", node.value)


def name_ref(node: t.NameRef) -> Parts:
    """The name of a declaration."""
    return (name_text(node.name, VALUE_WORDS),)


def inline_component(node: t.InlineComponent) -> Parts:
    """`TypeName [name] { fields }`."""
    yield from prefix(node.description, node.annotations, " ")
    yield name_text(node.type_name, VALUE_WORDS)
    if node.name is not None:
        yield " " + title_text(node.name)
    yield from signature(node.inputs, node.outputs)
    yield " "
    yield from braced(node.entries, node.comments)


def annotation(node: t.Annotation) -> Parts:
    """`@name(arguments)`."""
    yield "@" + node.name.text
    if node.arguments:
        yield "("
        yield from listed(node.arguments)
        yield ")"


def annotation_argument(node: t.AnnotationArgument) -> Parts:
    """`[name =] value`."""
    if node.name is not None:
        yield title_text(node.name) + " = "
    yield node.value


# Types -----------------------------------------------------------------------------------------


def tight(type_: t.TypeExpr) -> Iterator[Part]:
    """A type before a postfix or inside a union."""
    loose = isinstance(type_, t.UnionOf)
    yield "(" if loose else ""
    yield type_
    yield ")" if loose else ""


def named_type(node: t.NamedType) -> Parts:
    """`string`, or the name of a `type` declaration."""
    return (name_text(node.name, ("true", "false")),)


def object_type(node: t.ObjectOf) -> Parts:
    """`{ a: T, b?: T, [string]: T }`."""
    fields: list[Parts] = [[field] for field in node.fields]
    if node.additional is not None:
        fields.append(["[string]: ", node.additional])
    yield "{ " if fields else "{"
    yield from joined(fields, lambda parts: parts, ", ")
    yield " }" if fields else "}"


def object_field(node: t.ObjectField) -> Parts:
    """`name?: T = default`."""
    if node.description is not None:
        yield string_text(node.description.value) + " "
    yield key_or_string(node.name) + ("?: " if node.optional else ": ")
    yield node.type
    yield from _default(node.default)


def _default(value: t.FieldExpr | None) -> Iterator[Part]:
    if value is not None:
        yield " = "
        yield value


def parameter(node: t.Parameter) -> Parts:
    """`name: T = default`."""
    yield from prefix(node.description, node.annotations, " ")
    yield title_text(node.name) + ": "
    yield node.type
    yield from _default(node.default)


# Values and arguments --------------------------------------------------------------------------


def reference(node: t.Reference) -> Parts:
    """`node.output`."""
    first, *others = node.names
    yield ".".join([name_text(first), *map(title_text, others)])


def value(node: t.Value) -> Parts:
    """`[each] a.x | b.y [default literal]`, or a literal."""
    if node.each:
        yield "each "
    if node.literal is not None:
        yield node.literal
    yield from listed(node.sources, " | ")
    if node.default is not None:
        yield " default "
        yield node.default


def argument(node: t.Argument) -> Parts:
    """`[name][: T] [= value]`."""
    yield from prefix(node.description, node.annotations, " ")
    if node.name is not None:
        yield title_text(node.name)
    if node.type is not None:
        yield ": "
        yield node.type
    if node.value is not None:
        yield " = " if node.name is not None else ""
        yield node.value
