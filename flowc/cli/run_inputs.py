"""What `flowc run` gives a flow: its inputs, and the session's state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flowc import files
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, did_you_mean
from flowc.ir.flow import Flow
from flowc.ir.notation import type_text
from flowc.ir.types import STRING, Type

BAD_INPUTS = Rule("FLOW791", Severity.ERROR, "inputs cannot be read")
"""`--inputs` and `--state` take JSON, or `@FILE` with JSON in it. `-i NAME=TEXT` takes the text as
it is if the input may be a string, else it is JSON too; it gives an input once. The exit code is 2,
as of every wrong command line.

Wrong:

```flow
flow greet(times: integer) -> (times: integer) {
  return times
}
```

```console
$ flowc run example.flow -i times=three
```

Right:

```flow
flow greet(times: integer) -> (times: integer) {
  return times
}
```

```console
$ flowc run example.flow -i times=3
```
"""

UNKNOWN_INPUT = Rule("FLOW792", Severity.ERROR, "an input is not one of the flow's")
"""The flow that runs declares its inputs, and takes no others.

Wrong:

```flow
flow greet(name: string) -> (name: string) {
  return name
}
```

```console
$ flowc run example.flow -i nmae=Ada
```

Right:

```flow
flow greet(name: string) -> (name: string) {
  return name
}
```

```console
$ flowc run example.flow -i name=Ada
```
"""


def inputs_of(flow: Flow, single: list[str], whole: str | None) -> object:
    """The flow's inputs: all that `--inputs` says, changed by each `-i`."""
    given: Any = {} if whole is None else _json(whole, "--inputs", '{"order_id": "7812"}')
    if not single:
        return given
    if isinstance(given, list) and all(map(_is_named, given)):
        given = {item["name"]: item["value"] for item in given}
    if not isinstance(given, dict):
        raise FlowcError([BAD_INPUTS.at(None, "-i needs --inputs to be an object of inputs")])
    known = {item.title: item.type for item in flow.effective_inputs()}
    found: list[Diagnostic] = []
    names: set[str] = set()
    for item in single:
        name, equals, text = item.partition("=")
        if not equals:
            title = f"-i {item}: there is no '='"
            found.append(BAD_INPUTS.at(None, title, hint="Write -i NAME=TEXT."))
        elif name not in known:
            title = f"flow '{flow.name}' has no input '{name}'"
            found.append(UNKNOWN_INPUT.at(None, title, hint=did_you_mean(name, known)))
        elif name in names:
            title = f"-i {name} is given twice"
            found.append(BAD_INPUTS.at(None, title, hint="Give it once."))
        elif _allows_string(known[name]):
            given[name] = text
        else:
            try:
                given[name] = json.loads(text)
            except ValueError as error:
                title = f"-i {name}: {text!r} is not JSON ({error})"
                hint = f"'{name}' is {type_text(known[name])}, which is written as JSON."
                found.append(BAD_INPUTS.at(None, title, hint=hint))
        names.add(name)
    if found:
        raise FlowcError(found)
    return given


def state_of(text: str | None) -> dict[str, Any]:
    """The session's state that `--state` says, else an empty one."""
    state = {} if text is None else _json(text, "--state", '{"customer": "C-1"}')
    if not isinstance(state, dict):
        raise FlowcError([BAD_INPUTS.at(None, "--state is no object")])
    return state


def _is_named(item: Any) -> bool:
    """Whether an item of a list is an input (SEMANTICS 18)."""
    return isinstance(item, dict) and isinstance(item.get("name"), str) and "value" in item


def _allows_string(type_: Type) -> bool:
    from flowc.semantics import assignable

    return assignable(STRING, type_)


def _json(text: str, option: str, example: str) -> object:
    """The JSON value that an option holds, or the file that it names."""
    if text.startswith("@"):
        text = files.read_text(Path(text[1:]))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        hint = f"Write an object such as '{example}', or @FILE."
        title = f"{option} is not JSON: {error}"
        raise FlowcError([BAD_INPUTS.at(None, title, hint=hint)]) from error
