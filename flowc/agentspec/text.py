"""Documents as JSON and YAML text."""

from __future__ import annotations

import json
import re

from flowc.agentspec.writer import to_object
from flowc.agentspec.yaml_writer import yaml_text
from flowc.ir.document import Document

_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(document: Document) -> str:
    """The document as JSON: two spaces deep, text as it is, a newline at the end.

    Lone surrogates, which no file can hold, are written as `\\udXXX` escapes.
    """
    text = json.dumps(to_object(document), indent=2, ensure_ascii=False, allow_nan=False)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text) + "\n"


def to_yaml(document: Document) -> str:
    """The document as YAML in block style; YAML 1.1 and 1.2 readers read the same values."""
    return yaml_text(to_object(document))
