"""FLOW138: arguments that are written as in other languages, `name: VALUE`, and read as types."""

from __future__ import annotations

from flowc.diagnostics import Edit, Fix, Rule, Severity
from flowc.ir.notation import identifier_text
from flowc.ir.types import SCALARS
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.missing import stated_inputs_of
from flowc.semantics.binding.references import References
from flowc.semantics.binding.scope import DeclaredType, Unresolved
from flowc.semantics.binding.types import STRUCTURES
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import Argument, LiteralType, NamedType
from flowc.text import Span

VALUE_AS_TYPE = Rule("FLOW138", Severity.ERROR, "an argument has a value where its type stands")
"""In an argument, what follows `:` is a type and what follows `=` is the value. This one says a
type alone, and what stands there can only be meant as a value.

Wrong:

```flow
tool search(query: string, limit: integer) -> (hits: string)

flow main(topic: string) -> (hits: string) {
  search(query: topic, limit: 3)
  return search.hits
}
```

Right:

```flow
tool search(query: string, limit: integer) -> (hits: string)

flow main(topic: string) -> (hits: string) {
  search(query = topic, limit = 3)
  return search.hits
}
```
"""


def reports_meant_value(
    draft: Draft,
    argument: Argument,
    fed: frozenset[tuple[str, str]],
    references: References,
    owner: Owner,
) -> bool:
    """Report an argument whose type can only be meant as its value. `fed` are the inputs, by label
    and title, that an `edges` entry feeds."""
    if argument.name is None or argument.type is None or argument.value is not None:
        return False
    named = _is_named(argument, references, owner)
    if not named and not _is_literal(draft, argument, fed, owner):
        return False
    name, written = argument.name, argument.type.span.text
    between = Span(name.span.source, name.span.end, argument.type.span.start)
    meant = f"{identifier_text(name.text)} = {written}"
    references.report.add(
        VALUE_AS_TYPE,
        argument.type.span,
        f"'{written}' stands where the type of '{name.text}' is written",
        label="a value?",
        hint=f"Write `{meant}`: a value follows '='.",
        fix=Fix(f"Write `{meant}`", (Edit(between, " = "),)),
    )
    return True


def _is_named(argument: Argument, references: References, owner: Owner) -> bool:
    """Whether the type is the name of a flow input or of a node, and of no type."""
    if not isinstance(argument.type, NamedType):
        return False
    text = argument.type.name.text
    if (
        text in SCALARS
        or text in STRUCTURES
        or isinstance(owner.scope.meaning(text), (DeclaredType, Unresolved))
    ):
        return False
    return text in references.inputs or text in references.nodes.by_label


def _is_literal(
    draft: Draft, argument: Argument, fed: frozenset[tuple[str, str]], owner: Owner
) -> bool:
    """Whether the type is a constant, and nothing else feeds the input."""
    slot = draft.slots.get(argument.name.text) if argument.name is not None else None
    if not isinstance(argument.type, LiteralType) or slot is None or slot.has_default:
        return False
    return (
        not (draft.open_inputs or draft.unknown)
        and (draft.label, slot.title) not in fed
        and slot.title not in stated_inputs_of(draft, owner)
    )
