"""From the syntax tree back to source text: valid and plain, one statement per line.

`parse(unparse(tree)).tree == tree`; layout is the formatter's business. Each kind of syntax says
only what it consists of (:mod:`flowc.syntax.written`); :func:`unparse` puts that together with a
stack of its own, so that depth costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flowc.syntax import tree as t
from flowc.syntax.written import declarations, expressions, statements
from flowc.syntax.written.parts import (
    BLANK,
    DEDENT,
    INDENT,
    NEWLINE,
    Layout,
    Part,
    Parts,
    joined,
    name_text,
)


def unparse(tree: t.Syntax) -> str:
    """The source text of a tree, or of any part of one."""
    out: list[str] = []
    indent = 0
    stack: list[Part] = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            out.append(part)
        elif isinstance(part, Layout):
            indent += (part is INDENT) - (part is DEDENT)
            if part in (NEWLINE, BLANK):
                out.append(("\n" if part is BLANK else "") + "\n" + "  " * indent)
        elif isinstance(part, (t.Literal, t.StringLiteral)):
            out.append(expressions.literal(part, "  " * (indent + 1)))
        else:
            stack.extend(reversed(list(_PARTS[type(part)](part))))
    return "".join(out)


_PARTS: dict[type[t.Syntax], Callable[[Any], Parts]] = {
    t.Name: lambda node: (name_text(node),),
    t.ArrayLiteral: expressions.array,
    t.ObjectLiteral: expressions.object_,
    t.Entry: expressions.entry,
    t.NameRef: expressions.name_ref,
    t.IdRef: lambda node: ("ref(", node.id, ")"),
    t.SecretMark: lambda node: ("secret",),
    t.AbsentMark: lambda node: ("absent",),
    t.TypeValue: lambda node: ("type ", node.type),
    t.InlineComponent: expressions.inline_component,
    t.Annotation: expressions.annotation,
    t.AnnotationArgument: expressions.annotation_argument,
    t.NamedType: expressions.named_type,
    t.LiteralType: lambda node: (node.value,),
    t.ArrayOf: lambda node: (*expressions.tight(node.items), "[]"),
    t.Nullable: lambda node: (*expressions.tight(node.type), "?"),
    t.UnionOf: lambda node: joined(node.members, expressions.tight, " | "),
    t.ObjectOf: expressions.object_type,
    t.ObjectField: expressions.object_field,
    t.WithKeywords: lambda node: (*expressions.tight(node.type), " ", node.keywords),
    t.Parameter: expressions.parameter,
    t.Reference: expressions.reference,
    t.Value: expressions.value,
    t.Argument: expressions.argument,
    t.Call: statements.call,
    t.Say: statements.say,
    t.Ask: statements.ask,
    t.Arm: statements.arm,
    t.Match: statements.match,
    t.If: statements.if_,
    t.Loop: statements.loop,
    t.Break: statements.jump,
    t.Continue: statements.jump,
    t.Goto: statements.jump,
    t.Return: statements.return_,
    t.Start: statements.start,
    t.EdgeEntry: statements.edge_entry,
    t.Edges: statements.edges,
    t.Block: statements.block,
    t.VersionDeclaration: declarations.version,
    t.ImportedName: declarations.imported_name,
    t.ImportDeclaration: declarations.import_,
    t.LibraryDeclaration: declarations.library,
    t.EnvDeclaration: declarations.env,
    t.TypeDeclaration: declarations.type_,
    t.ComponentDeclaration: declarations.component,
    t.FlowDeclaration: declarations.flow,
    t.Tree: declarations.tree,
}
"""How each kind of syntax is written."""
