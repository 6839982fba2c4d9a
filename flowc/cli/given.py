"""Secrets and placeholders: what a document leaves open and the command line gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, did_you_mean
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.records import dataclass
from flowc.semantics.defines import Defined, defined, env_names

BAD_DEFINE = Rule("FLOW795", Severity.ERROR, "a placeholder cannot be filled")
"""`--define NAME=VALUE` and `--define-env NAME` fill `{{NAME}}` where it is no input of its
component. The name must be one of the document's, and the value may not hold a placeholder itself.

Wrong:

```flow
env SHOP

flow greet() {
  say "Welcome to {{SHOP}}."
}
```

```console
$ flowc run example.flow --define SHOPS=Acme
```

Right:

```flow
env SHOP

flow greet() {
  say "Welcome to {{SHOP}}."
}
```

```console
$ flowc run example.flow --define SHOP=Acme
```
"""

BAD_SECRET = Rule("FLOW796", Severity.ERROR, "a secret cannot be given")
"""Sensitive fields are never in a document. `--secret ID.FIELD=env:NAME` takes one from an
environment variable, and from nowhere else: what stands on a command line is seen by other
programs.

Wrong:

```flow
flow greet() {
  say "hello"
}
```

```console
$ flowc run example.flow --secret llama.api_key=12345
```

Right:

```flow
flow greet() {
  say "hello"
}
```

```console
$ flowc run example.flow
```
"""


def filled(
    document: Document, define: Iterable[str], define_env: Iterable[str], environ: Mapping[str, str]
) -> Defined:
    """The document with the placeholders that `--define` and `--define-env` fill."""
    found = _Given(BAD_DEFINE)
    for item in define:
        found.add(*_split(item, "--define", "NAME=VALUE", found))
    for name in define_env:
        found.add(name, _environment(name, f"--define-env {name}", environ, found))
    known = env_names(document, None)
    for name in found.values:
        if name not in known:
            hint = did_you_mean(name, known) or "All placeholders are inputs, or there are none."
            found.refuse(f"no placeholder is named '{name}'", hint)
    values = found.all()
    try:
        return defined(document, values)
    except ValueError as error:
        raise FlowcError([BAD_DEFINE.at(None, f"{error}, and would not be filled")]) from None


def secrets_of(
    document: Document, items: Iterable[str], environ: Mapping[str, str]
) -> dict[str, str]:
    """The secrets that `--secret` takes from the environment, by ID.FIELD.

    What stands after the `=` is never shown: it may be the secret itself.
    """
    found = _Given(BAD_SECRET)
    known = dict.fromkeys(_sensitive(document))
    for item in items:
        name, value = _split(item, "--secret", "ID.FIELD=env:NAME", found)
        if name is None:
            continue
        if name not in known:
            hint = did_you_mean(name, known) or "This document has no sensitive fields."
            found.refuse(f"no secret is named '{name}'", hint)
            continue
        source, _, variable = (value or "").partition(":")
        if source != "env" or not variable:
            hint = f"Write --secret {name}=env:NAME, with the name of an environment variable."
            found.refuse(f"--secret {name}: a secret comes from the environment alone", hint)
            continue
        found.add(name, _environment(variable, f"--secret {name}", environ, found))
    return found.all()


@dataclass(eq=False)
class _Given:
    """Values by name, and what is wrong with them."""

    rule: Rule

    def __post_init__(self) -> None:
        self.values: dict[str, str] = {}
        self._findings: list[Diagnostic] = []

    def add(self, name: str | None, value: str | None) -> None:
        if name is None or value is None:
            return
        if name in self.values:
            self.refuse(f"'{name}' is given twice")
        self.values[name] = value

    def refuse(self, title: str, hint: str = "") -> None:
        self._findings.append(self.rule.at(None, title, hint=hint))

    def all(self) -> dict[str, str]:
        """The values; FlowcError if something is wrong."""
        if self._findings:
            raise FlowcError(self._findings)
        return self.values


def _split(item: str, option: str, form: str, found: _Given) -> tuple[str | None, str | None]:
    name, equals, value = item.partition("=")
    if equals and name:
        return name, value
    found.refuse(f"{option}: there is no name before a '='", f"Write {option} {form}.")
    return None, None


def _environment(variable: str, what: str, environ: Mapping[str, str], found: _Given) -> str | None:
    if variable not in environ:
        found.refuse(f"{what}: the environment variable '{variable}' is not set")
    return environ.get(variable)


def _sensitive(document: Document) -> Iterable[str]:
    """All secrets that the document may need: its sensitive fields, and what they refer to."""
    for component in document.components.values():
        parts = (component, *component.nodes) if isinstance(component, Flow) else (component,)
        for part in parts:
            entry = CATALOGUE.get(part.component_type)
            for field in sorted(entry.sensitive) if entry is not None else ():
                if part.own_field(field) is not None:
                    yield f"{part.id}.{field}"
            yield from (id_ for id_ in part.references() if id_ not in document.components)
