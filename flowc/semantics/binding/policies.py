"""@retry, @timeout, @context and @state: how a tool is called (SEMANTICS 15).

What they say is kept in `metadata.flowc`, under their names: `retry` is an object of ADK's fields,
`timeout` a number of seconds, `context` true, `state` true (every input may come from the session
state) or the list of the inputs that may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flowc.diagnostics import Rule, Severity
from flowc.ir.values import ABSENT, Json
from flowc.semantics.binding.literals import json_value
from flowc.semantics.binding.scope import Scope
from flowc.semantics.policies import is_amount
from flowc.semantics.retry_fields import RETRY_FIELDS, retry_hint
from flowc.syntax.tree import Annotation, AnnotationArgument, Argument, NameRef, Parameter

BAD_POLICY = Rule("FLOW114", Severity.ERROR, "an annotation's argument is wrong")
"""`@retry` takes named arguments (`max_attempts`, `initial_delay`, `max_delay`, `backoff_factor`,
`jitter`, `exceptions`), `@timeout` a number of seconds, `@state` names of inputs, `@context`
nothing (SEMANTICS 15).

Wrong:

```flow
@retry(3)
@timeout("10s")
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
@retry(max_attempts = 3)
@timeout(10)
tool lookup(order_id: string) -> (status: string)
```
"""


def policy(annotation: Annotation, scope: Scope) -> Json:
    """The value that the annotation has in `metadata.flowc`."""
    return POLICIES[annotation.name.text](annotation, scope)


def _retry(annotation: Annotation, scope: Scope) -> Json:
    found: dict[str, Json] = {}
    for argument in annotation.arguments:
        if argument.name is None:
            _bad(
                argument,
                scope,
                "@retry takes named arguments only",
                "Write @retry(max_attempts = 3).",
            )
        elif argument.name.text not in RETRY_FIELDS:
            _bad(
                argument,
                scope,
                f"@retry has no argument '{argument.name.text}'",
                retry_hint(argument.name.text, RETRY_FIELDS, first_counts=True),
            )
        elif argument.name.text in found:
            _bad(
                argument,
                scope,
                f"'{argument.name.text}' is given twice",
                "Remove one of them.",
            )
        else:
            fits, takes = RETRY_FIELDS[argument.name.text]
            value = json_value(argument.value, scope)
            if value is not ABSENT and not fits(value):
                _bad(
                    argument,
                    scope,
                    f"'{argument.name.text}' is not {takes}",
                    f"It takes {takes}.",
                )
            elif value is not ABSENT:
                found[argument.name.text] = value
    return found


def _timeout(annotation: Annotation, scope: Scope) -> Json:
    match annotation.arguments:
        case (AnnotationArgument(name=None, value=value),):
            seconds = json_value(value, scope)
            if seconds is ABSENT:
                return None
            if is_amount(seconds):
                return seconds
    _bad(annotation, scope, "@timeout takes one number of seconds", "Write @timeout(30).")
    return None


def _context(annotation: Annotation, scope: Scope) -> Json:
    for argument in annotation.arguments:
        _bad(argument, scope, "@context takes no arguments", "Write @context alone.")
    return True


def _state(annotation: Annotation, scope: Scope) -> Json:
    titles: list[Json] = []
    for argument in annotation.arguments:
        if argument.name is None and isinstance(argument.value, NameRef):
            titles.append(argument.value.name.text)
        elif argument.name is None and isinstance(text := json_value(argument.value, scope), str):
            titles.append(text)
        else:
            _bad(
                argument,
                scope,
                "@state takes names of inputs",
                "Write @state for all inputs, or @state(user_id) for one.",
            )
    return titles or True


def stated_inputs(items: Iterable[Parameter | Argument]) -> list[str]:
    """The inputs before which `@state` stands."""
    return [
        item.name.text
        for item in items
        if item.name is not None
        and any(annotation.name.text == "state" for annotation in item.annotations)
    ]


def with_stated(metadata: Mapping[str, Json], titles: list[str]) -> Mapping[str, Json]:
    """The metadata after these inputs have been marked as ones that the state may fill."""
    if not titles:
        return metadata
    rules = metadata.get("flowc")
    rules = rules if isinstance(rules, Mapping) else {}
    before = rules.get("state")
    if before is True:
        return metadata
    known = list(before) if isinstance(before, list) else []
    state = [*known, *(title for title in titles if title not in known)]
    return {**metadata, "flowc": {**rules, "state": state}}


def _bad(where: Annotation | AnnotationArgument, scope: Scope, title: str, hint: str) -> None:
    scope.report.add(BAD_POLICY, where.span, title, label="wrong argument", hint=hint)


POLICIES: Mapping[str, Callable[[Annotation, Scope], Json]] = {
    "retry": _retry,
    "timeout": _timeout,
    "context": _context,
    "state": _state,
}
"""The annotations that only tools and their calls have."""
