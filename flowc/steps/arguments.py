"""What a fixed step accepts as its input (SEMANTICS 18: the first seed, to the letter)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def arguments_of(value: object, step: str) -> dict[str, Any]:
    """The arguments in the input of a step: those of a mapping, or of a text that is a JSON object;
    none for None, and for a text that is blank or the JSON literal `null`. A text may stand in the
    text parts of a content (an object with `parts`, each of which has a `text`).

    TypeError for anything else: other text, a JSON array, a number.
    """
    given = value
    text = value if isinstance(value, str) else _text_of_content(value)
    if text is not None:
        given = _decoded(text, step)
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    raise TypeError(f"step '{step}' takes arguments, not {type(given).__name__}")


def _text_of_content(value: object) -> str | None:
    parts = getattr(value, "parts", None)
    if not isinstance(parts, (list, tuple)):
        return None
    texts = (getattr(part, "text", None) for part in parts)
    return "".join(text for text in texts if isinstance(text, str))


def _decoded(text: str, step: str) -> object:
    if not text.strip():
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise TypeError(f"step '{step}' takes arguments, and its text is no JSON object") from None
