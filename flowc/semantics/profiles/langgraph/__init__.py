"""What the SDK's LangGraph adapter refuses or does otherwise (SEMANTICS 6; found by running it)."""

from __future__ import annotations

from flowc.semantics.profiles import sdk
from flowc.semantics.profiles.langgraph.data import check_conversions, check_models
from flowc.semantics.profiles.langgraph.nodes import (
    MISSING_TYPE,
    check_agents,
    check_ids,
    check_maps_by_name,
    check_requests,
    check_subflows,
)
from flowc.semantics.profiles.langgraph.reducers import check_reducers
from flowc.semantics.profiles.profile import Profile
from flowc.semantics.profiles.shared import ignored_policies, lost_queries, unsupported

LANGGRAPH = Profile(
    "LangGraph",
    document_checks=(
        *sdk.DOCUMENT_CHECKS,
        sdk.unknown_types(),
        unsupported(
            MISSING_TYPE,
            "LangGraph",
            "{type} is not yet supported for conversion",
            {
                "BuiltinTool": "Use a ServerTool.",
                "ParallelFlowNode": "Run the subflows one after the other.",
                "ParallelMapNode": "Use a MapNode.",
            },
        ),
        ignored_policies("LangGraph"),
        lost_queries("LangGraph", always=True),
        check_ids,
        check_requests,
        check_agents,
        check_subflows,
    ),
    flow_checks=(
        *sdk.FLOW_CHECKS,
        check_reducers,
        check_maps_by_name,
        check_conversions,
        check_models,
    ),
    says={
        **sdk.SAYS,
        "FLOW402": "'Expected node to have a value for property, but none was found'.",
    },
    replaces=sdk.REPLACES,
    moot=frozenset({"FLOW406"}),
)
"""The profile of the LangGraph adapter of pyagentspec 26.3.1."""
