"""The keys of a document's objects that mean the same wherever they stand."""

from __future__ import annotations

REFERENCE = "$component_ref"
TABLE = "$referenced_components"
TYPE = "component_type"
VERSION = "agentspec_version"
VERSIONS = (VERSION, "air_version")
"""The root's field for the version; drafts of the specification had the second."""
