"""Agent Spec documents: JSON, JSON5 and YAML to the IR and back."""

from flowc.agentspec.reader import Read, read_json, read_object, read_yaml
from flowc.agentspec.text import to_json, to_yaml
from flowc.agentspec.writer import to_object
from flowc.ir.versions import lowest_version

__all__ = [
    "Read",
    "lowest_version",
    "read_json",
    "read_object",
    "read_yaml",
    "to_json",
    "to_object",
    "to_yaml",
]
