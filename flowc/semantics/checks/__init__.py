"""The checks: what is wrong with a document although it can be read.

One file for each check: its rules with their documentation, and a function. To add one, write the
file, list its function here, and give it a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from flowc.diagnostics import Diagnostic
from flowc.ir.document import Document
from flowc.semantics.checks.addresses import check_addresses
from flowc.semantics.checks.answers import check_answers
from flowc.semantics.checks.branches import check_branches
from flowc.semantics.checks.branching import check_branching
from flowc.semantics.checks.catching import check_catching
from flowc.semantics.checks.commands import check_commands
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.contract import check_contract
from flowc.semantics.checks.credentials import check_credentials
from flowc.semantics.checks.data_ends import check_data_ends
from flowc.semantics.checks.dead_default import check_dead_default
from flowc.semantics.checks.edge_ends import check_edge_ends
from flowc.semantics.checks.edge_types import check_edge_types
from flowc.semantics.checks.feeding import check_feeding
from flowc.semantics.checks.field_shapes import check_field_shapes
from flowc.semantics.checks.flow_signature import check_flow_inputs, check_flow_outputs
from flowc.semantics.checks.http_methods import check_http_methods
from flowc.semantics.checks.iterating import check_iterating
from flowc.semantics.checks.known_fields import check_known_fields
from flowc.semantics.checks.literals import check_literals
from flowc.semantics.checks.lookalikes import check_lookalikes
from flowc.semantics.checks.node_names import check_node_names
from flowc.semantics.checks.parallel import check_parallel
from flowc.semantics.checks.parallel_effects import check_parallel_effects
from flowc.semantics.checks.placeholders import check_placeholders
from flowc.semantics.checks.policies import check_policies
from flowc.semantics.checks.properties import check_properties
from flowc.semantics.checks.reachable import check_reachable
from flowc.semantics.checks.recursion import check_recursion
from flowc.semantics.checks.reducers import check_reducers
from flowc.semantics.checks.references import check_references
from flowc.semantics.checks.start_node import check_start_node
from flowc.semantics.checks.templates import check_templates
from flowc.semantics.checks.unknown_types import check_unknown_types
from flowc.semantics.checks.unused_declarations import check_unused_declarations
from flowc.semantics.checks.unused_inputs import check_unused_inputs
from flowc.semantics.checks.version import check_version

DocumentCheck: TypeAlias = Callable[[Document], Iterator[Diagnostic]]
FlowCheck: TypeAlias = Callable[[FlowContext], Iterator[Diagnostic]]

DOCUMENT_CHECKS: tuple[DocumentCheck, ...] = (
    check_version,
    check_known_fields,
    check_field_shapes,
    check_unknown_types,
    check_references,
    check_addresses,
    check_http_methods,
    check_policies,
    check_credentials,
    check_commands,
    check_lookalikes,
    check_recursion,
    check_properties,
    check_templates,
    check_parallel_effects,
)
"""The checks that look at the document as a whole, in the order in which they run."""

WHOLE_DOCUMENT_CHECKS: tuple[DocumentCheck, ...] = (check_unused_declarations,)
"""Those that say something about what is not there, so only of documents without other errors."""

FLOW_CHECKS: tuple[FlowCheck, ...] = (
    check_start_node,
    check_edge_ends,
    check_branches,
    check_reachable,
    check_node_names,
    check_contract,
    check_catching,
    check_parallel,
    check_iterating,
    check_reducers,
    check_branching,
    check_dead_default,
    check_data_ends,
    check_edge_types,
    check_feeding,
    check_placeholders,
    check_literals,
    check_answers,
    check_unused_inputs,
    check_flow_inputs,
    check_flow_outputs,
)
"""The checks that look at one flow, in the order in which they run."""
