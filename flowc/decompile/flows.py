"""Declarations of flows."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.decompile import make
from flowc.decompile.bodies import body
from flowc.decompile.context import Context
from flowc.decompile.contracts import same_properties
from flowc.decompile.edges import edge_entries, mentioned, unwritten_comments
from flowc.decompile.lists import schemas
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.types import parameters
from flowc.decompile.values import general_annotations, identity_annotations, node_identity
from flowc.ir.flow import Flow
from flowc.ir.nodes import NEXT, Node
from flowc.ir.values import ABSENT, Absent, FieldValue
from flowc.syntax import tree as t


def flow_declaration(flow: Flow, context: Context) -> t.FlowDeclaration:
    """The declaration of a flow with all its nodes and edges."""
    scope = FlowScope(flow, context)
    identifier = context.names[flow.id]
    entries = edge_entries(scope)
    statements = [*_start(scope), *body(scope, mentioned(entries, scope))]
    if entries:
        statements.append(t.Edges(entries=entries, span=NOWHERE))
    return t.FlowDeclaration(
        name=make.name(identifier),
        inputs=parameters(scope.inputs, context.types, exact=context.exact) or (),
        outputs=None
        if _has_no_outputs(scope)
        else parameters(scope.outputs, context.types, exact=context.exact),
        wiring="edges" if scope.by_edges else "name" if scope.by_name else "",
        body=make.block(statements),
        description=make.described(flow.description),
        annotations=identity_annotations(flow, identifier, context)
        + general_annotations(flow, context, _overrides(scope)),
        comments=(*flow.comments, *unwritten_comments(scope)),
        span=NOWHERE,
    )


def _has_no_outputs(scope: FlowScope) -> bool:
    """Whether the flow needs no list of outputs to have none; an exact source has what it has."""
    returned = any(end.outputs for end in scope.flow.ends)
    if scope.context.exact and scope.flow.outputs is not None and not returned:
        return False
    ends = scope.flow.ends
    return not scope.outputs and not (ends and all(end.outputs for end in ends))


def _overrides(scope: FlowScope) -> Mapping[str, FieldValue | Absent]:
    """What the declaration's form cannot say. Inputs of the flow that its StartNode has not mean
    nothing (SEMANTICS 3)."""
    flow = scope.flow
    found: dict[str, FieldValue | Absent] = dict(flow.fields)
    if flow.data_edges is None and not scope.by_name:
        found["data_flow_connections"] = ABSENT
    return found


def _start(scope: FlowScope) -> list[t.Statement]:
    """`start`, if there is something to say of the StartNode; its name means nothing."""
    node = scope.flow.start
    if node is None:
        return []
    annotations = (
        *node_identity(node, scope.flow, scope.labels[node.id], scope.context),
        *general_annotations(
            node, scope.context, {**_start_lists(node, scope), **node.own_fields()}
        ),
    )
    if node.description is None and not annotations and not node.comments:
        return []
    return [
        t.Start(
            description=make.described(node.description),
            annotations=annotations,
            comments=node.comments,
            span=NOWHERE,
        )
    ]


def _start_lists(node: Node, scope: FlowScope) -> dict[str, FieldValue]:
    """What the StartNode has otherwise than what the flow takes."""
    found: dict[str, FieldValue] = {
        name: schemas(items)
        for name, items in (("inputs", node.inputs), ("outputs", node.outputs))
        if not same_properties(items, scope.inputs)
    }
    if node.branches != (NEXT,):
        found["branches"] = list(node.branches)
    return found
