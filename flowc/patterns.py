"""Regular expressions that are compiled when they are first used: most of them look for what most
programs do not have, and compiling all takes longer than checking a small file."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["pattern"]

if TYPE_CHECKING:
    from re import compile as pattern
else:
    import re
    from typing import Any

    class pattern:
        """As `re.compile`; a mistake in the expression shows at the first use."""

        def __init__(self, text: str, flags: int = 0) -> None:
            self._text = text
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            found = getattr(re.compile(self._text, self._flags), name)
            setattr(self, name, found)
            return found
