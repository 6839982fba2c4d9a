"""The syntax tree of a `.flow` file: what was written, before any name is looked up.

Every node has a `span`, which is no part of its identity: two trees are equal if they say the same
in the same order. Comments that were parsed are not in the tree (:mod:`flowc.syntax.trivia`);
`comments` are lines, without `#`, that a tree made from a document brings along, to be printed.
"""

from __future__ import annotations

from typing import TypeAlias

from flowc.records import dataclass, field
from flowc.text import Span

Number: TypeAlias = int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax:
    """Anything that was written somewhere."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Syntax):
    """An identifier; `text` is without backticks."""

    text: str


@dataclass(frozen=True, slots=True)
class StringLiteral(Syntax):
    """A string. `block`: written as a text block."""

    value: str
    block: bool = field(default=False, compare=False)


# Literals and field values ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal(Syntax):
    """A number, boolean, null, or (as `StringLiteral` inside) a string."""

    value: bool | Number | str | None
    block: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ArrayLiteral(Syntax):
    """`[a, b]`."""

    items: tuple[FieldExpr, ...]


@dataclass(frozen=True, slots=True)
class ObjectLiteral(Syntax):
    """`{ key: value }`; keys are identifiers or strings."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Entry(Syntax):
    """`key: value` in an object literal or in a declaration's block."""

    key: Name
    value: FieldExpr


@dataclass(frozen=True, slots=True)
class NameRef(Syntax):
    """A bare identifier as a field value: a reference to a declaration."""

    name: Name


@dataclass(frozen=True, slots=True)
class IdRef(Syntax):
    """`ref("id")`."""

    id: StringLiteral


@dataclass(frozen=True, slots=True)
class SecretMark(Syntax):
    """`secret`."""


@dataclass(frozen=True, slots=True)
class AbsentMark(Syntax):
    """`absent`; only inside `@with({ … })`."""


@dataclass(frozen=True, slots=True)
class TypeValue(Syntax):
    """`type T` as a field value: T's JSON schema."""

    type: TypeExpr


@dataclass(frozen=True, slots=True)
class InlineComponent(Syntax):
    """`TypeName [name] [(inputs)] [-> (outputs)] { fields }` as a field value."""

    type_name: Name
    name: Name | None
    inputs: tuple[Parameter, ...] | None
    outputs: tuple[Parameter, ...] | None
    entries: tuple[Entry, ...]
    description: StringLiteral | None = None
    annotations: tuple[Annotation, ...] = ()
    comments: tuple[str, ...] = field(default=(), compare=False)


FieldExpr: TypeAlias = (
    Literal
    | ArrayLiteral
    | ObjectLiteral
    | NameRef
    | IdRef
    | SecretMark
    | AbsentMark
    | TypeValue
    | InlineComponent
)


@dataclass(frozen=True, slots=True)
class AnnotationArgument(Syntax):
    """One argument of an annotation; `name` None: positional."""

    name: Name | None
    value: FieldExpr


@dataclass(frozen=True, slots=True)
class Annotation(Syntax):
    """`@name` or `@name(arguments)`."""

    name: Name
    arguments: tuple[AnnotationArgument, ...]


# Types -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType(Syntax):
    """`string`, …, `any`, `object`, `array`, or the name of a `type` declaration."""

    name: Name


@dataclass(frozen=True, slots=True)
class LiteralType(Syntax):
    """A literal used as a type; a union of these is an enum."""

    value: Literal


@dataclass(frozen=True, slots=True)
class ArrayOf(Syntax):
    """`T[]`."""

    items: TypeExpr


@dataclass(frozen=True, slots=True)
class Nullable(Syntax):
    """`T?`."""

    type: TypeExpr


@dataclass(frozen=True, slots=True)
class UnionOf(Syntax):
    """`T | U | …`."""

    members: tuple[TypeExpr, ...]


@dataclass(frozen=True, slots=True)
class ObjectOf(Syntax):
    """`{ a: T, b?: T, [string]: T }`; `additional` is the type after `[string]:`."""

    fields: tuple[ObjectField, ...]
    additional: TypeExpr | None


@dataclass(frozen=True, slots=True)
class ObjectField(Syntax):
    """`["description"] name[?]: T [= default]`."""

    name: Name
    optional: bool
    type: TypeExpr
    default: FieldExpr | None = None
    description: StringLiteral | None = None


@dataclass(frozen=True, slots=True)
class WithKeywords(Syntax):
    """`T { keyword: value }`: further JSON Schema keywords; `any { … }` is a raw schema."""

    type: TypeExpr
    keywords: ObjectLiteral


TypeExpr: TypeAlias = (
    NamedType | LiteralType | ArrayOf | Nullable | UnionOf | ObjectOf | WithKeywords
)


@dataclass(frozen=True, slots=True)
class Parameter(Syntax):
    """`["description"] [@with(…)] name: TYPE [= default]`: an input or output."""

    name: Name
    type: TypeExpr
    default: FieldExpr | None = None
    description: StringLiteral | None = None
    annotations: tuple[Annotation, ...] = ()


# Values and arguments --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reference(Syntax):
    """A flow input, `node.output`, or `node` alone: the names between the dots."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Value(Syntax):
    """What feeds an input: `a.x | b.y`, with `default literal`, after `each`; or a literal.

    Either `sources` is not empty, or `literal` is set.
    """

    sources: tuple[Reference, ...] = ()
    default: FieldExpr | None = None
    literal: FieldExpr | None = None
    each: bool = False


@dataclass(frozen=True, slots=True)
class Argument(Syntax):
    """`VALUE`, `name = VALUE` or `["description"] name: TYPE [= VALUE]`."""

    name: Name | None
    type: TypeExpr | None = None
    value: Value | None = None
    description: StringLiteral | None = None
    annotations: tuple[Annotation, ...] = ()


# Statements ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Syntax):
    """What all statements share. `name` is the node's name or the label."""

    name: Name | None = None
    description: StringLiteral | None = None
    annotations: tuple[Annotation, ...] = ()
    comments: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Statement):
    """`[x =] [try|map|parallel map] callee(args) [-> (outputs)] [{ … }]`.

    `callees` has more than one name only for `parallel [f, g](args)`. `form` is "", "try", "map",
    "parallel map" or "parallel". `entries` are the fields and `arms` the branches of the block.
    """

    form: str = ""
    callees: tuple[Name, ...]
    arguments: tuple[Argument, ...]
    outputs: tuple[Parameter, ...] | None = None
    entries: tuple[Entry, ...] = ()
    arms: tuple[Arm, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Statement):
    """`say "text" [(args)]`."""

    text: StringLiteral
    arguments: tuple[Argument, ...] = ()
    outputs: tuple[Parameter, ...] | None = None
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Statement):
    """`x = ask ["text"] [(args)] [-> (name: T)]`."""

    text: StringLiteral | None
    arguments: tuple[Argument, ...] = ()
    outputs: tuple[Parameter, ...] | None = None
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Arm(Syntax):
    """`patterns [as branch] => body`.

    Of a `match`, patterns are literals; of a call with several branches, they are names or
    strings, in which `as` is not allowed. `is_else`: the `else` arm. `error`: `else => error`.
    """

    patterns: tuple[Literal | Name, ...]
    branch: Name | None
    body: Block
    is_else: bool = False
    error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Statement):
    """`match VALUE { … }` or `match (title: TYPE = VALUE) { … }`; `subject` has the title."""

    subject: Argument
    entries: tuple[Entry, ...] = ()
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Statement):
    """`if VALUE { … } [else { … }]`; `else if` is a block with one If."""

    subject: Argument
    then: Block
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop(Statement):
    """`loop { … }`; it has no node."""

    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Break(Statement):
    """`break [label]`."""

    target: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue(Statement):
    """`continue [label]`."""

    target: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Goto(Statement):
    """`goto label`."""

    target: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Statement):
    """`return [VALUE | (args)] [as branch] [-> (outputs)]`."""

    arguments: tuple[Argument, ...] = ()
    branch: Name | None = None
    outputs: tuple[Parameter, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Statement):
    """`start`, to annotate the StartNode."""


@dataclass(frozen=True, slots=True)
class EdgeEntry(Syntax):
    """`a -> b`, `a[branch] -> b` (control) or `a.out -> b.in` (data)."""

    source: Name
    source_output: Name | None
    branch: Name | None
    destination: Name
    destination_input: Name | None
    description: StringLiteral | None = None
    annotations: tuple[Annotation, ...] = ()
    comments: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges(Statement):
    """`edges { … }`."""

    entries: tuple[EdgeEntry, ...]


@dataclass(frozen=True, slots=True)
class Block(Syntax):
    """Statements in braces; an arm with one statement is a block of one (`braces` False)."""

    statements: tuple[Statement, ...]
    braces: bool = field(default=True, compare=False)


# Declarations ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration(Syntax):
    """What stands at the top level."""

    description: StringLiteral | None = None
    annotations: tuple[Annotation, ...] = ()
    comments: tuple[str, ...] = field(default=(), compare=False)
    export: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDeclaration(Declaration):
    """`agentspec "26.1.0"` or `agentspec none` (None)."""

    version: StringLiteral | None


@dataclass(frozen=True, slots=True)
class ImportedName(Syntax):
    """`name [as alias]`."""

    name: Name
    alias: Name | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportDeclaration(Declaration):
    """`import { a, b as C } from "path"`."""

    names: tuple[ImportedName, ...]
    path: StringLiteral


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryDeclaration(Declaration):
    """`library`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvDeclaration(Declaration):
    """`env NAME`."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeDeclaration(Declaration):
    """`type NAME = TYPE`."""

    name: Name
    type: TypeExpr


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentDeclaration(Declaration):
    """`[extern] TypeName NAME [(inputs)] [-> (outputs)] [{ fields }]`; `tool` is `ServerTool`.

    No signature: None; `()`: empty. `entries` None: no block was written.
    """

    type_name: Name
    name: Name
    inputs: tuple[Parameter, ...] | None = None
    outputs: tuple[Parameter, ...] | None = None
    entries: tuple[Entry, ...] | None = None
    extern: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowDeclaration(Declaration):
    """`flow NAME(inputs) [-> (outputs)] [by name|edges] { … }`.

    `wiring` is "", "name" or "edges".
    """

    name: Name
    inputs: tuple[Parameter, ...]
    outputs: tuple[Parameter, ...] | None
    wiring: str = ""
    body: Block


@dataclass(frozen=True, slots=True)
class Tree(Syntax):
    """A whole file. `comments` stand before everything, `end_comments` after it."""

    declarations: tuple[Declaration, ...]
    comments: tuple[str, ...] = field(default=(), compare=False)
    end_comments: tuple[str, ...] = field(default=(), compare=False)


def plain_json(value: FieldExpr) -> object:
    """A literal as a JSON value; raises ValueError at anything that is not a literal."""
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, ArrayLiteral):
        return [plain_json(item) for item in value.items]
    if isinstance(value, ObjectLiteral):
        return {entry.key.text: plain_json(entry.value) for entry in value.entries}
    raise ValueError(value)
