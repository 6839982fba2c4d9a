"""The environment of the official SDK."""

from __future__ import annotations

from pathlib import Path

from environments import PYAGENTSPEC, CannotInstall

REQUIREMENT = PYAGENTSPEC.requirements[0]

__all__ = ["REQUIREMENT", "CannotInstall", "python"]


def python() -> Path:
    """The environment's interpreter; makes the environment if it is not there yet."""
    return PYAGENTSPEC.python()
