"""FLOW640, FLOW641: what several runtimes do not have or do alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import flowc_metadata
from flowc.ir.document import Document
from flowc.ir.nodes import ApiNode
from flowc.semantics.parts import parts_of
from flowc.semantics.profiles.parts import field_of

IGNORED_POLICY = Rule("FLOW640", Severity.WARNING, "a runtime does not obey an annotation")
"""`@retry`, `@timeout`, `@state` and `@context` are flowc's own: they are kept in the `metadata` of
a document, which other runtimes do not look at (SEMANTICS 15). There the tool is called once, with
no limit, and with nothing but its inputs.

Wrong:

```flow
tool pay(amount: number) -> (receipt: string)

flow main(amount: number) -> (receipt: string) {
  @retry(max_attempts = 3)
  pay(amount)
  return pay.receipt
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool pay(amount: number) -> (receipt: string)

flow main(amount: number) -> (receipt: string) {
  pay(amount)
  return pay.receipt
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

LOST_QUERY = Rule("FLOW641", Severity.WARNING, "a runtime drops the query of an address")
"""flowc keeps the query that an address has and adds `query_params` to it. WayFlow and LangGraph
put `query_params` in its place; LangGraph even where there are none (SEMANTICS, section 7).

Wrong:

```flow
flow main(id: string) -> (status: string) {
  a = ApiNode(id) -> (status: string) {
    url: "https://shop.example/orders?format=json"
    http_method: "GET"
    query_params: { id: "{{id}}" }
  }
  return a.status
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
flow main(id: string) -> (status: string) {
  a = ApiNode(id) -> (status: string) {
    url: "https://shop.example/orders"
    http_method: "GET"
    query_params: { format: "json", id: "{{id}}" }
  }
  return a.status
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

_POLICIES = ("retry", "timeout", "state", "context")


def ignored_policies(runtime: str) -> Callable[[Document], Iterator[Diagnostic]]:
    """The check for flowc's annotations, none of which the runtime obeys."""

    def check_policies(document: Document) -> Iterator[Diagnostic]:
        for component in parts_of(document):
            asked = flowc_metadata(component)
            for name in _POLICIES:
                if asked.get(name) not in (None, False):
                    yield IGNORED_POLICY.at(
                        component.place("metadata", "flowc", name),
                        f"{runtime}: @{name} of '{component.name}' has no effect",
                        label="only flowc reads it",
                        hint="Leave it out, or do in the tool what it asks for.",
                    )

    return check_policies


def lost_queries(runtime: str, *, always: bool) -> Callable[[Document], Iterator[Diagnostic]]:
    """The check for addresses whose query the runtime drops: `always`, or for `query_params`."""

    def check_queries(document: Document) -> Iterator[Diagnostic]:
        for component in parts_of(document):
            if not isinstance(component, ApiNode) and component.component_type != "RemoteTool":
                continue
            url = field_of(component, "url")
            replaced = bool(component.own_field("query_params"))
            if isinstance(url, str) and "?" in url and (always or replaced):
                yield LOST_QUERY.at(
                    component.place("url"),
                    f"{runtime}: the query in the address of '{component.name}' is lost",
                    label="'query_params' takes its place" if replaced else "it is not sent",
                    hint="Write it in 'query_params'.",
                )

    return check_queries


def unsupported(
    rule: Rule, runtime: str, says: str, instead: Mapping[str, str]
) -> Callable[[Document], Iterator[Diagnostic]]:
    """The check for component types that the runtime does not have, each with what to write
    instead."""

    def check_types(document: Document) -> Iterator[Diagnostic]:
        for component in parts_of(document):
            if component.component_type in instead:
                yield rule.at(
                    component.origin,
                    f"{runtime} has no {component.component_type}, as '{component.name}' is",
                    label=says.format(type=component.component_type),
                    hint=instead[component.component_type],
                )

    return check_types
