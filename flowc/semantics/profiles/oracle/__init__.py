"""What Oracle's in-database agent runtime refuses (its Agent Spec subset, with ORA numbers)."""

from __future__ import annotations

from flowc.semantics.profiles.oracle.components import (
    LATER_VERSION,
    check_component_types,
    check_executors,
    check_procedures,
    check_tool_types,
    check_version,
)
from flowc.semantics.profiles.oracle.data import (
    check_by_name,
    check_end_values,
    check_typeless,
)
from flowc.semantics.profiles.oracle.nodes import (
    MISPLACED_MAPPING,
    OTHER_BRANCHES,
    OTHER_PLACEHOLDER,
    check_branch_lists,
    check_mappings,
    check_prompts,
)
from flowc.semantics.profiles.profile import Profile
from flowc.semantics.profiles.shared import ignored_policies

ORACLE = Profile(
    "Oracle",
    document_checks=(
        check_version,
        check_component_types,
        check_executors,
        check_tool_types,
        check_procedures,
        check_mappings,
        check_prompts,
        check_typeless,
        ignored_policies("Oracle"),
    ),
    flow_checks=(check_branch_lists, check_by_name, check_end_values),
    says={
        "FLOW220": "ORA-49072.",
        "FLOW227": "ORA-50716.",
        "FLOW302": "ORA-50719 for a control edge, ORA-49072 for a data edge.",
        "FLOW304": "ORA-49079.",
        "FLOW305": "ORA-49074; ORA-50726 for a BranchingNode without mapping.",
        "FLOW306": "ORA-49079.",
        "FLOW313": "ORA-49079.",
        "FLOW401": "ORA-49072.",
        "FLOW402": "ORA-50717 for an output of an EndNode.",
        "FLOW408": "ORA-50717.",
        "FLOW409": "ORA-50714.",
        "FLOW510": "ORA-49066.",
        "FLOW513": "ORA-50700.",
        "FLOW520": "ORA-50727.",
        "FLOW521": "ORA-50727.",
        "FLOW522": "ORA-50719.",
        "FLOW529": "ORA-49069.",
    },
    replaces={
        OTHER_BRANCHES.code: frozenset({"FLOW307"}),
        MISPLACED_MAPPING.code: frozenset({"FLOW512"}),
        OTHER_PLACEHOLDER.code: frozenset({"FLOW411", "FLOW412"}),
        LATER_VERSION.code: frozenset({"FLOW526"}),
    },
    moot=frozenset({"FLOW406", "FLOW590"}),
)
"""The profile of `DBMS_AI_AGENT`, Agent Spec 26.1.0."""
