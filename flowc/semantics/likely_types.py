"""Component types that are most likely misspelt (FLOW119)."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.diagnostics import Rule, Severity, misspelt, nearest
from flowc.ir.catalogue import CATALOGUE

LIKELY_TYPO = Rule("FLOW119", Severity.WARNING, "an unknown type looks like a known name")
"""Node types that flowc does not know are kept as they are and can be converted, but not run
(SEMANTICS 27). This one differs by a letter or two from a known name, so it is probably misspelt.

Wrong:

```flow
flow greet() -> (text: string) {
  answer = LmNode() -> (text: string) {
    prompt_template: "Greet them."
  }
  return answer.text
}
```

Right:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}

flow greet() -> (text: string) {
  answer = LlmNode() -> (text: string) {
    llm_config: llama
    prompt_template: "Greet them."
  }
  return answer.text
}
```
"""

ALIKE = 0.9
"""How alike (1 is equal) an unknown type and a known name are if one is a misspelling."""


def likely_name(unknown: str, known: Iterable[str]) -> str | None:
    """The known name that an unknown type most likely is."""
    return nearest(unknown, known, cutoff=ALIKE)


def likely_type(unknown: str) -> str | None:
    """The component type of the specification that an unknown one most likely is; not one that has
    a word more, as in `PluginOAuthConfig`."""
    found = likely_name(unknown, CATALOGUE) or misspelt(unknown, CATALOGUE)
    has_more = found is not None and found in unknown and len(unknown) > len(found) + 2
    return None if has_more else found
