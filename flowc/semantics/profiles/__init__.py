"""What runtimes other than flowc refuse or do otherwise: one profile for each.

:func:`for_targets` gives the findings of `check` as the target runtimes see them, and what they
add. To add a runtime, write its checks, and list its profile here (docs/targets.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from flowc.diagnostics import Diagnostic, in_source_order
from flowc.ir.document import Document
from flowc.semantics.profiles.adk import ADK
from flowc.semantics.profiles.langgraph import LANGGRAPH
from flowc.semantics.profiles.oracle import ORACLE
from flowc.semantics.profiles.profile import SDK_ONLY, Profile, with_profiles
from flowc.semantics.profiles.wayflow import WAYFLOW

PROFILES: Mapping[str, Profile] = {
    "wayflow": WAYFLOW,
    "langgraph": LANGGRAPH,
    "oracle": ORACLE,
    "adk": ADK,
    "python": Profile("Python", moot=SDK_ONLY),
}
"""The profiles by the name of their target. What the Python target refuses, it says itself, when it
writes code (:mod:`flowc.python.preconditions`)."""


def for_targets(
    document: Document, found: Iterable[Diagnostic], targets: Collection[str]
) -> tuple[Diagnostic, ...]:
    """The common findings of a document as the targets see them and what these add, in source
    order. KeyError for a target that is none of :data:`PROFILES`."""
    profiles = [PROFILES[target] for target in dict.fromkeys(targets)]
    return in_source_order(with_profiles(document, found, profiles))
