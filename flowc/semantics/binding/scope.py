"""The names that a file declares, and the files that are bound together."""

from __future__ import annotations

from typing import TypeAlias

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.ids import segment
from flowc.ir.types import Type
from flowc.records import dataclass, field
from flowc.semantics.binding.report import Report, suggestion
from flowc.semantics.binding.signatures import Signature
from flowc.semantics.binding.sizes import TypeSizes
from flowc.syntax.tree import ComponentDeclaration, FlowDeclaration, Name, TypeDeclaration
from flowc.text import Span

DECLARED_TWICE = Rule("FLOW100", Severity.ERROR, "two declarations have one name")
"""A name stands for one declaration of the file, whatever its kind: tools, flows, components and
types share their names, and imported names are among them.

Wrong:

```flow
type order = { sku: string }

tool order(id: string) -> (found: order)
```

Right:

```flow
type Order = { sku: string }

tool order(id: string) -> (found: Order)
```
"""

UNKNOWN_NAME = Rule("FLOW102", Severity.ERROR, "a name is not declared")
"""A bare word as a field's value is a reference to a component that this file declares or imports.
A text stands in quotes.

Wrong:

```flow
Agent helper {
  llm_config: llama
  system_prompt: "You help."
}
```

Right:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}

Agent helper {
  llm_config: llama
  system_prompt: "You help."
}
```
"""

NOT_A_COMPONENT = Rule("FLOW103", Severity.ERROR, "a name stands for something else")
"""A field refers to components: tools, models, agents, flows. A type has no place in the document;
its JSON schema, which `type NAME` writes, has.

Wrong:

```flow
type Options = { strict: boolean }

CheckerConfig checker {
  schema: Options
}
```

Right:

```flow
type Options = { strict: boolean }

CheckerConfig checker {
  schema: type Options
}
```
"""


@dataclass(frozen=True, slots=True)
class DeclaredComponent:
    """A name that stands for a component of this file or of an imported one."""

    id: str
    component_type: str


@dataclass(frozen=True, slots=True)
class DeclaredType:
    """A name that stands for a type; `scope` is the file that declares it."""

    declaration: TypeDeclaration
    scope: Scope


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name whose import failed: whatever uses it is not reported again."""


Declared: TypeAlias = DeclaredComponent | DeclaredType | Unresolved


@dataclass(slots=True)
class AliasResult:
    """A `type` declaration's type, None while it is being worked out."""

    type: Type | None = None


@dataclass(eq=False)
class World:
    """All files of one program.

    `components` are by id, in binding order; `signatures` say what a node that runs a component
    takes and gives, by the component's id.
    """

    report: Report = field(default_factory=Report)
    components: dict[str, Component] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    gaps: int = 0
    """How often a name was used whose import failed."""
    types: dict[str, Type] = field(default_factory=dict)
    """The named types by name; of two files' types with one name, the first keeps it."""
    sizes: TypeSizes = field(default_factory=TypeSizes)
    open_aliases: int = 0
    """How many `type` declarations are being worked out, one inside the other."""


@dataclass(eq=False)
class Scope:
    """One file: the names it declares or imports."""

    world: World
    names: dict[str, Declared] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    env: dict[str, Span] = field(default_factory=dict)
    aliases: dict[str, AliasResult] = field(default_factory=dict)
    component_ids: dict[int, str] = field(default_factory=dict)
    """Ids of component and flow declarations, by the identity of the declaration."""
    used: set[str] = field(default_factory=set)
    """The names that something in the file uses, whether they are declared or not."""

    @property
    def report(self) -> Report:
        """Where findings go."""
        return self.world.report

    def declare(self, name: Name, meaning: Declared) -> bool:
        """Give a name its meaning; a second one is reported and does not count."""
        text = name.text
        if text in self.names:
            self.report.add(
                DECLARED_TWICE,
                name.span,
                f"'{text}' is declared twice",
                label="declared again",
                hint="Rename one of them.",
                related=[Related(self.places[text], "first declared here")],
            )
            return False
        self.names[text] = meaning
        self.places[text] = name.span
        return True

    def meaning(self, name: str) -> Declared | None:
        """What a name that is used stands for, if anything."""
        self.used.add(name)
        found = self.names.get(name)
        self.world.gaps += isinstance(found, Unresolved)
        return found

    def component(self, name: Name) -> DeclaredComponent | None:
        """The component that a name used as a value stands for; otherwise a finding and None."""
        found = self.meaning(name.text)
        if isinstance(found, DeclaredComponent):
            return found
        if isinstance(found, DeclaredType):
            self.report.add(
                NOT_A_COMPONENT,
                name.span,
                f"'{name.text}' is a type, not a component",
                label="a component is expected here",
                hint=f"Its JSON schema is written `type {name.text}`.",
            )
        elif found is None:
            candidates = self.component_names()
            near = suggestion(name.text, candidates)
            self.report.add(
                UNKNOWN_NAME,
                name.span,
                f"nothing is named '{name.text}'",
                label="not declared in this file",
                hint=near
                if near.startswith("Did")
                else f'A text is written "{name.text}"; a component must be declared or imported.',
            )
        return None

    def component_names(self) -> list[str]:
        """The names that stand for components."""
        return [text for text, what in self.names.items() if isinstance(what, DeclaredComponent)]

    def type_names(self) -> list[str]:
        """The names that stand for types."""
        return [text for text, what in self.names.items() if isinstance(what, DeclaredType)]


def derived_id(declaration: ComponentDeclaration | FlowDeclaration) -> str:
    """The id of a declaration that does not set one: its identifier."""
    return segment(declaration.name.text)
