"""What can be wrong with a text before it is a document: JSON, JSON5 and YAML."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.text import Location

BAD_TEXT = Rule("FLOW501", Severity.ERROR, "the file is no JSON, JSON5 or YAML")
"""flowc reads JSON, JSON5 (comments, trailing commas, single quotes) and YAML 1.1 as the official
SDK does. Here the text is none of them; the place is the first character that cannot stand where it
stands.

Wrong:

```json
{"component_type": "ServerTool", "id": "t" "name": "t"}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t"}
```
"""
DUPLICATE_KEY = Rule("FLOW502", Severity.ERROR, "an object has a key twice")
"""Readers disagree about which of the two counts, most take the last one, and none says a word.

Wrong:

```json
{"component_type": "ServerTool", "id": "t", "name": "t", "name": "u"}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t"}
```
"""
NO_JSON_VALUE = Rule("FLOW503", Severity.ERROR, "a value that JSON cannot hold")
"""An Agent Spec document is JSON, also where it is written in YAML. JSON has no infinite numbers,
no dates, no sets, and no half of a character.

Wrong:

```json
{"component_type": "ServerTool", "id": "t", "name": "t", "metadata": {"limit": 1e999}}
```

Right:

```json
{"component_type": "ServerTool", "id": "t", "name": "t", "metadata": {"limit": null}}
```
"""
TOO_LARGE = Rule("FLOW504", Severity.ERROR, "nested too deeply, or too many aliases")
"""Objects and lists may be nested 128 levels deep, and the aliases of a YAML file may stand for
250,000 values. No real document comes near; a file that does is a mistake or an attack.

No example: it would be too long.
"""
ODD_KEY = Rule("FLOW505", Severity.WARNING, "a YAML key that is no text is read as text")
"""The keys of a JSON object are texts. YAML has others, and reads words such as `yes`, `on` and `1`
as booleans and numbers, so that what was meant may not be what is read. Write the quotes.

Wrong:

```yaml
component_type: ServerTool
id: t
name: t
metadata:
  1: first
```

Right:

```yaml
component_type: ServerTool
id: t
name: t
metadata:
  "1": first
```
"""
TWO_READINGS = Rule("FLOW506", Severity.WARNING, "YAML 1.2 reads another value")
"""flowc reads YAML as version 1.1, as the official SDK does. A reader of YAML 1.2 takes this value
for another one: `yes` is true in one and a text in the other, `010` is eight in one and ten in the
other.

Wrong:

```yaml
component_type: ServerTool
id: t
name: t
metadata:
  country: no
```

Right:

```yaml
component_type: ServerTool
id: t
name: t
metadata:
  country: "no"
```
"""
WRITTEN_TEXT = Rule("FLOW523", Severity.WARNING, "text in YAML without the quotes that it needs")
"""The field holds text, but YAML reads this value as a number, a boolean or a date. flowc takes
what was written for the text; other readers do not.

Wrong:

```yaml
component_type: ServerTool
id: t
name: 2024
```

Right:

```yaml
component_type: ServerTool
id: t
name: "2024"
```
"""

DEPTH_LIMIT = 128
"""How deep objects and lists may nest. Real documents reach 14."""
ALIAS_LIMIT = 250_000
"""How many values the aliases of a YAML file may stand for, all together."""


def too_deep(at: Location | None) -> Diagnostic:
    """The error for values that nest too deeply."""
    return TOO_LARGE.at(
        at,
        f"objects and lists are nested more than {DEPTH_LIMIT} levels deep",
        hint="Move inner components to '$referenced_components'.",
    )
