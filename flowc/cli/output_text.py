"""The outputs of a run as the line of JSON that is printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping


class NoJson(Exception):
    """An output cannot be written as JSON; the text says which, and why."""


def output_text(outputs: Mapping[str, object]) -> str:
    """The outputs as an object of JSON. What JSON does not have is its `repr`; NoJson for what
    cannot be written at all."""
    items = (f"{json.dumps(title)}: {_written(title, value)}" for title, value in outputs.items())
    return f"{{{', '.join(items)}}}"


def _written(title: str, value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_shown)
    except RecursionError:
        why = "it is nested too deep"
    except TypeError:
        why = "it has a key that is no text"
    except ValueError as error:
        digits = f"it has an integer of more than {sys.get_int_max_str_digits():,} digits"
        why = "it holds itself" if "Circular" in str(error) else digits
    raise NoJson(f"output '{title}' is no JSON: {why}")


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # the value is anyone's: looking at it may do anything
        return f"<{type(value).__name__}>"
