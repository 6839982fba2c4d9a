"""The tools of `flowc run`: a Python file, and stubs."""

from __future__ import annotations

import importlib.util
import json
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from flowc import files
from flowc.diagnostics import FlowcError, Rule, Severity
from flowc.interpreter import stub_tools

BAD_TOOLS = Rule("FLOW793", Severity.ERROR, "a file of tools cannot be used")
"""`--tools` takes a Python file that can be imported; its functions are the tools, by name.
`--stub` takes a JSON object with a result for each tool.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```json stub.json
["open"]
```

```console
$ flowc run example.flow -i order_id=7812 --stub stub.json
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

```json stub.json
{ "lookup": "open" }
```

```console
$ flowc run example.flow -i order_id=7812 --stub stub.json
```
"""


def tools_of(path: Path | None, stub: Path | None) -> dict[str, Any]:
    """The tools of a Python file, those of a stub file taking their place where both have one."""
    tools: dict[str, Any] = {}
    if path is not None:
        module = _module(path)
        tools = {name: value for name, value in vars(module).items() if callable(value)}
    if stub is not None:
        try:
            results = json.loads(files.read_text(stub))
            if not isinstance(results, dict):
                raise ValueError("it must be an object of results by tool")
        except (ValueError, RecursionError) as error:
            hint = 'Write an object with the result of each tool: { "TOOL": RESULT }.'
            finding = BAD_TOOLS.at(None, f"'{stub}' is no stub file: {error}", hint=hint)
            raise FlowcError([finding]) from error
        tools |= vars(stub_tools(results))
    return tools


def _module(path: Path) -> ModuleType:
    """Import a file of tools as Python would run it: its folder comes first on the path."""
    path = path.resolve()
    files.read_text(path)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FlowcError([BAD_TOOLS.at(None, f"'{path.name}' is no Python file")])
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        lines = traceback.extract_tb(error.__traceback__)
        line = next(
            (frame.lineno for frame in reversed(lines) if frame.filename == str(path)), None
        )
        at = f", line {line}" if line else ""
        title = f"'{path.name}' failed to import{at}: {type(error).__name__}: {error}"
        raise FlowcError([BAD_TOOLS.at(None, title)]) from error
    return module
