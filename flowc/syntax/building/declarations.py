"""Declarations: what stands at the top level."""

from __future__ import annotations

from flowc.diagnostics import Rule, Severity
from flowc.records import dataclass
from flowc.syntax import tree
from flowc.syntax.building.parts import (
    Build,
    Context,
    Core,
    Parts,
    core,
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
)
from flowc.syntax.building.values import component_type
from flowc.syntax.tokens import RESERVED_FOR_DECLARATIONS, Token
from flowc.text import Span

RESERVED_NAME = Rule("FLOW011", Severity.ERROR, "a declaration is named like a keyword")
"""Where a declaration is used, its name would be read as the keyword. Take another name; the
document still shows the one that you want if it is said by `@name`.

Wrong:

```flow
tool match(text: string) -> (found: boolean)
```

Right:

```flow
@name("match")
tool find(text: string) -> (found: boolean)
```
"""

BAD_EXPORT = Rule("FLOW018", Severity.ERROR, "export before what cannot be a document's root")
"""`export` marks the root of the document, which is a flow or another component: an agent, a tool,
a model. Types and env placeholders are no components.

Wrong:

```flow
export type Status = "open" | "closed"

tool lookup(order_id: string) -> (status: Status)
```

Right:

```flow
type Status = "open" | "closed"

export tool lookup(order_id: string) -> (status: Status)
```
"""


def _declaration(context: Context, parts: Parts) -> tree.Declaration:
    prefix, rest = split_prefix(context, parts)
    made: Core = rest[-1]
    export = len(rest) > 1
    if export and not issubclass(made.type, tree.ComponentDeclaration | tree.FlowDeclaration):
        context.report(
            BAD_EXPORT.at(
                rest[0].span,
                "only a flow or a component can be exported",
                hint="Remove 'export', or move it to the declaration that is the document's root.",
            )
        )
    declaration: tree.Declaration = made.type(
        span=span_of(rest),
        description=prefix.description,
        annotations=prefix.annotations,
        export=export,
        **made.fields,
    )
    return declaration


def _declared(context: Context, token: Token) -> tree.Name:
    """The name of a declaration; reports one that the language keeps for itself."""
    declared = name(context, token)
    if declared.text in RESERVED_FOR_DECLARATIONS:
        context.report(
            RESERVED_NAME.at(
                declared.span,
                f"'{declared.text}' is a keyword and cannot name a declaration",
                hint=f'Choose another name, and write @name("{declared.text}") before the '
                "declaration if the document must say so.",
            )
        )
    return declared


def _version(context: Context, parts: Parts) -> Core:
    version = None if has(parts, "NONE") else string(context, parts[1])
    return core(parts, tree.VersionDeclaration, version=version)


def _import(context: Context, parts: Parts) -> Core:
    return core(
        parts,
        tree.ImportDeclaration,
        names=nodes(parts, tree.ImportedName),
        path=string(context, parts[-1]),
    )


def _imported_name(context: Context, parts: Parts) -> tree.ImportedName:
    names = words(parts, "NAME")
    alias = _declared(context, names[1]) if len(names) > 1 else None
    return tree.ImportedName(span=span_of(parts), name=name(context, names[0]), alias=alias)


def _library(context: Context, parts: Parts) -> Core:
    return core(parts, tree.LibraryDeclaration)


def _env(context: Context, parts: Parts) -> Core:
    return core(parts, tree.EnvDeclaration, name=name(context, parts[1]))


def _type(context: Context, parts: Parts) -> Core:
    return core(parts, tree.TypeDeclaration, name=_declared(context, parts[1]), type=parts[3])


def _component(context: Context, parts: Parts) -> Core:
    type_name, declared = words(parts, "NAME", "TOOL", "FLOW")
    block = node(parts, tree.ObjectLiteral)
    return core(
        parts,
        tree.ComponentDeclaration,
        type_name=component_type(context, type_name),
        name=_declared(context, declared),
        inputs=inputs_of(parts),
        outputs=outputs_of(parts),
        entries=None if block is None else block.entries,
        extern=has(parts, "EXTERN"),
    )


def _flow(context: Context, parts: Parts) -> Core:
    wiring = node(parts, _Wiring)
    return core(
        parts,
        tree.FlowDeclaration,
        name=_declared(context, parts[1]),
        inputs=inputs_of(parts) or (),
        outputs=outputs_of(parts),
        wiring=wiring.kind if wiring else "",
        body=parts[-1],
    )


@dataclass(frozen=True, slots=True)
class _Wiring:
    """`by name` or `by edges`."""

    span: Span
    kind: str


def _wiring(context: Context, parts: Parts) -> _Wiring:
    return _Wiring(span_of(parts), parts[1].text)


RULES: dict[str, Build] = {
    "declaration": _declaration,
    "version_declaration": _version,
    "import_declaration": _import,
    "imported_name": _imported_name,
    "library_declaration": _library,
    "env_declaration": _env,
    "type_declaration": _type,
    "component_declaration": _component,
    "flow_declaration": _flow,
    "wiring": _wiring,
}
