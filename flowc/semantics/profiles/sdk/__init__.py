"""What the official SDK refuses, through which WayFlow and LangGraph load all documents
(SEMANTICS 8 and 9)."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.semantics.profiles.sdk.catching import check_own_defaults
from flowc.semantics.profiles.sdk.components import check_answers, check_one_of, unknown_types
from flowc.semantics.profiles.sdk.flows import (
    FLOW_LISTS,
    LACKS_INPUT,
    check_by_name,
    check_edge_names,
    check_flow_lists,
    check_placeholders,
    check_self,
)

__all__ = ["DOCUMENT_CHECKS", "FLOW_CHECKS", "REPLACES", "SAYS", "unknown_types"]

SAYS: Mapping[str, str] = {
    "FLOW220": "'connects two properties with incompatible types'.",
    "FLOW227": "'Found multiple instances of properties with the same title'.",
    "FLOW231": "'must define a default value', or 'conflicts with the exception branch name'.",
    "FLOW233": "'Titles of properties should not contain special characters'.",
    "FLOW235": "'Default value is not compatible with its json schema'.",
    "FLOW303": "'Transitions to StartNode is not accepted', or from an EndNode.",
    "FLOW310": "'A Flow should be composed of at least one EndNode'.",
    "FLOW313": "'Specified branches does not match expected branches'.",
    "FLOW401": "'the node does not have any property with that name'.",
    "FLOW410": "'received a property, but did not expect any'.",
    "FLOW505": "'Input should be a valid string'.",
    "FLOW513": "'Field required'.",
    "FLOW521": "of two copies neither is the other one.",
    "FLOW522": "'The following references are missing'.",
    "FLOW523": "'is not a valid AgentSpecVersionEnum'.",
    "FLOW526": "'is not a valid AgentSpecVersionEnum'.",
    "FLOW527": "'The following references are missing'.",
    "FLOW528": "'Found a circular dependency'.",
    "FLOW590": "'Invalid agentspec_version'.",
}
"""What the SDK says to common findings."""

REPLACES: Mapping[str, frozenset[str]] = {
    FLOW_LISTS.code: frozenset({"FLOW407"}),
    LACKS_INPUT.code: frozenset({"FLOW409"}),
}
"""What its findings stand for."""

DOCUMENT_CHECKS = (check_answers, check_one_of)
FLOW_CHECKS = (
    check_placeholders,
    check_edge_names,
    check_flow_lists,
    check_by_name,
    check_self,
    check_own_defaults,
)
