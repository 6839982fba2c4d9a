"""Findings: their rules, their shape, and how they are shown."""

from flowc.diagnostics.diagnostic import (
    Diagnostic,
    Edit,
    Fix,
    FlowcError,
    Related,
    Rule,
    Severity,
    has_errors,
    in_source_order,
)
from flowc.diagnostics.suggest import closest, did_you_mean, misspelt, nearest

__all__ = [
    "Diagnostic",
    "Edit",
    "Fix",
    "FlowcError",
    "Related",
    "Rule",
    "Severity",
    "closest",
    "did_you_mean",
    "has_errors",
    "in_source_order",
    "misspelt",
    "nearest",
]
