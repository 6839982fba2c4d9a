"""FLOW539: what `metadata.flowc` asks for to no effect (SEMANTICS 15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity, closest, did_you_mean
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.nodes import ToolNode
from flowc.ir.values import Json, kind
from flowc.semantics.parts import parts_of
from flowc.semantics.policies import is_amount
from flowc.semantics.retry_fields import RETRY_FIELDS, retry_hint

WITHOUT_EFFECT = Rule("FLOW539", Severity.WARNING, "what metadata asks for has no effect")
"""`@retry`, `@timeout`, `@state` and `@context` stand in `metadata.flowc` of tools and of their
nodes. There a document can hold anything, and what is no proper value is taken as if it were not
there: a timeout of `-1` or `"10s"` is none, and a `retry` whose `exceptions` are no list of names
covers all exceptions (SEMANTICS 15). Null, false, a `max_attempts` of 0 or 1 and empty lists are
proper ways to ask for nothing.

Wrong:

```flow
@meta({ flowc: { timeout: "10s", retry: { max_attempts: -1 } } })
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
@timeout(10)
@retry(max_attempts = 3)
tool lookup(order_id: string) -> (status: string)
```
"""

_WORDS = ("retry", "timeout", "state", "context")


def check_policies(document: Document) -> Iterator[Diagnostic]:
    """What `metadata.flowc` asks for is something that can be done."""
    for part in parts_of(document):
        asked = part.metadata.get("flowc")
        if isinstance(asked, Mapping):
            yield from _check(part, asked, document)
        elif asked is not None:
            yield WITHOUT_EFFECT.at(
                part.place("metadata", "flowc"),
                f"'metadata.flowc' of {_named(part)} is {kind(asked)}, not an object",
                label="not obeyed",
                hint="Write an object, such as { timeout: 10 }.",
            )


def _check(part: Component, asked: Mapping[str, Json], document: Document) -> Iterator[Diagnostic]:
    for word, value in asked.items():
        near = None if word in _WORDS else closest(word, _WORDS)
        if near is not None:
            yield _unknown(part, (word,), "metadata.flowc", f"Did you mean '{near}'?")
        elif word not in _WORDS or value is None or value is False:
            continue
        elif not _may_ask(part):
            yield WITHOUT_EFFECT.at(
                part.place("metadata", "flowc", word),
                f"'{word}' in metadata.flowc of {_named(part)} has no effect",
                label="not obeyed here",
                hint="It belongs to a tool or to a ToolNode.",
            )
        elif word == "retry":
            yield from _retry(part, value)
        elif word == "timeout" and not is_amount(value):
            takes = "a number of seconds, from 0 to 1,000,000,000"
            yield _finding(part, (word,), "there is no limit", takes)
        elif word == "context" and value is not True:
            yield _finding(part, (word,), "the tool gets no context", "true or false")
        elif word == "state":
            yield from _state(part, value, document)


def _may_ask(part: Component) -> bool:
    """Whether policies of this component are obeyed; of a type that nobody knows they may be."""
    tool = part.component_type.endswith("Tool")
    return tool or isinstance(part, ToolNode) or part.component_type not in CATALOGUE


def _retry(part: Component, value: Json) -> Iterator[Diagnostic]:
    if not isinstance(value, Mapping):
        if value is not True:
            yield _finding(part, ("retry",), "nothing is retried", "an object")
        return
    for field, item in value.items():
        if field not in RETRY_FIELDS:
            hint = retry_hint(field, RETRY_FIELDS, first_counts=True)
            yield _unknown(part, ("retry", field), "retry", hint)
        elif item is not None and not RETRY_FIELDS[field][0](item):
            if field == "max_attempts" and _is_whole(item):
                continue
            yield _finding(part, ("retry", field), _read_as(field, item), RETRY_FIELDS[field][1])


def _is_whole(value: Json) -> bool:
    return isinstance(value, float) and is_amount(value) and value.is_integer()


def _read_as(field: str, value: Json) -> str:
    """What a wrong value of a field of `retry` is taken for."""
    if field == "exceptions":
        is_list = isinstance(value, (list, tuple))
        return "what is no text names none" if is_list else "every exception is retried"
    if field == "max_attempts" and is_amount(value):
        return f"read as {int(value)}"
    return "the default counts"


def _state(part: Component, value: Json, document: Document) -> Iterator[Diagnostic]:
    if value is True:
        return
    if not isinstance(value, (list, tuple)):
        yield _finding(part, ("state",), "nothing is filled", "true or a list of inputs")
        return
    titles = _input_titles(part, document)
    for index, title in enumerate(value):
        if not isinstance(title, str):
            yield _finding(part, ("state", index), "nothing is filled", "the name of an input")
        elif titles is not None and title not in titles:
            yield WITHOUT_EFFECT.at(
                part.place("metadata", "flowc", "state", index),
                f"{_named(part)} has no input '{title}' for the session state to fill",
                label="no such input",
                hint=did_you_mean(title, titles) or "It has no inputs.",
            )


def _input_titles(part: Component, document: Document) -> frozenset[str] | None:
    """The inputs that the state may fill; None if only another document knows them."""
    elsewhere = isinstance(part, ToolNode) and part.tool.id not in document.components
    if part.inputs is None or (elsewhere and not part.inputs):
        return None
    return frozenset(item.title for item in part.inputs)


def _named(part: Component) -> str:
    return f"{part.component_type} '{part.name}'"


def _unknown(part: Component, path: tuple[str, ...], owner: str, hint: str) -> Diagnostic:
    return WITHOUT_EFFECT.at(
        part.key_place("metadata", "flowc", *path),
        f"'{owner}' of {_named(part)} has no field '{path[-1]}'",
        label="not obeyed",
        hint=hint,
    )


def _finding(part: Component, path: tuple[str | int, ...], read: str, takes: str) -> Diagnostic:
    return WITHOUT_EFFECT.at(
        part.place("metadata", "flowc", *path),
        f"'{'.'.join(map(str, path))}' in metadata.flowc of {_named(part)} is not {takes}",
        label=read,
        hint=f"Write {takes}.",
    )
