"""What WayFlow refuses or does otherwise (SEMANTICS 5, 6, 7 and 20; found by running it)."""

from __future__ import annotations

from flowc.semantics.profiles import sdk
from flowc.semantics.profiles.profile import Profile
from flowc.semantics.profiles.shared import ignored_policies, lost_queries, unsupported
from flowc.semantics.profiles.wayflow.data import (
    WRONG_DEFAULT,
    check_defaults,
    check_empty_edges,
    check_object_edges,
    check_optional_properties,
)
from flowc.semantics.profiles.wayflow.maps import check_lists, check_reducers
from flowc.semantics.profiles.wayflow.nodes import (
    ENDS_QUIETLY,
    MISSING_TYPE,
    check_agents,
    check_api_titles,
    check_default_branch,
    check_messages,
    check_remote_outputs,
    check_templates,
)
from flowc.semantics.profiles.wayflow.outputs import (
    check_leaking,
    check_nullable,
    check_output_nowhere,
)

WAYFLOW = Profile(
    "WayFlow",
    document_checks=(
        *sdk.DOCUMENT_CHECKS,
        sdk.unknown_types(("Plugin", "Extended")),
        unsupported(
            MISSING_TYPE,
            "WayFlow",
            "The Agent Spec type '{type}' is not yet supported for conversion",
            {
                "BuiltinTool": "Use a ServerTool.",
                "CatchExceptionNode": "Catch exceptions inside a tool.",
            },
        ),
        ignored_policies("WayFlow"),
        lost_queries("WayFlow", always=False),
        check_api_titles,
        check_remote_outputs,
        check_templates,
        check_messages,
        check_agents,
        check_defaults,
        check_optional_properties,
    ),
    flow_checks=(
        *sdk.FLOW_CHECKS,
        check_reducers,
        check_lists,
        check_output_nowhere,
        check_leaking,
        check_nullable,
        check_default_branch,
        check_object_edges,
        check_empty_edges,
    ),
    says={
        **sdk.SAYS,
        "FLOW304": "'Found duplicate control flow edges with same `source_branch`'.",
        "FLOW305": "'the source_step does not have a branch named' so.",
        "FLOW309": "'No step is transitioning to step' it.",
        "FLOW402": "'The flow requires the input descriptor', which the StartStep lacks.",
        "FLOW403": "'The flow requires the input descriptor', which the StartStep lacks.",
        "FLOW406": "it takes the flow's input instead.",
        "FLOW530": "'Templated URL destinations require `url_allow_list`'.",
    },
    remarks={"FLOW411": "it runs the expression, as Jinja."},
    replaces={
        **sdk.REPLACES,
        WRONG_DEFAULT.code: frozenset({"FLOW226"}),
        ENDS_QUIETLY.code: frozenset({"FLOW307"}),
    },
)
"""The profile of WayFlow 26.3.1."""
