"""Secrets that stand in a document or a source are not compiled (spec, "Sensitive fields")."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.text import Location

WRITTEN_SECRET = Rule("FLOW514", Severity.WARNING, "a secret stands in the text")
"""What is in a sensitive field (keys, passwords, certificates) belongs into no file that is kept or
shared. flowc leaves the value out of all that it writes and shows, and puts the placeholder of the
specification in its place; the value is given when the document is loaded or run. A secret that
stood in a shared file has to be replaced.

Wrong:

```flow
OpenAiConfig gpt {
  model_id: "gpt-5"
  api_key: "sk-123"
}
```

Right:

```flow
OpenAiConfig gpt {
  model_id: "gpt-5"
  api_key: secret
}
```
"""


def left_out(
    what: str, field: str, place: Location | None, value: Location | None, hint: str
) -> Diagnostic:
    """The finding on a sensitive field of `what`, whose value is noted as never to be shown."""
    if value is not None:
        value.source.secrets.append(value)
    return WRITTEN_SECRET.at(
        place,
        f"the value of '{field}' of {what} is a secret; it is left out",
        label="a sensitive field",
        hint=hint,
    )
