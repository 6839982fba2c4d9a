"""Arguments: which input each one feeds, what the node's inputs are, and the data edges."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.defaults import in_form
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import EndNode
from flowc.ir.notation import identifier_text
from flowc.ir.schema import property_to_schema
from flowc.ir.types import ANY, Property, Type, UnionType
from flowc.ir.values import ABSENT, Absent, Json, same_json
from flowc.records import dataclass, replace
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.iteration import check_each
from flowc.semantics.binding.literals import json_value, literal_type
from flowc.semantics.binding.meant_values import reports_meant_value
from flowc.semantics.binding.missing import report_missing
from flowc.semantics.binding.properties import with_applied
from flowc.semantics.binding.references import Output, References
from flowc.semantics.binding.report import rename, suggestion
from flowc.semantics.binding.types import alias_description, type_of
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import Argument, Value
from flowc.text import Span

UNKNOWN_ARGUMENT = Rule("FLOW130", Severity.ERROR, "an argument feeds no input")
"""An argument feeds the input of its name, and the callee has no such input.

Wrong:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, txt = "Done.")
}
```

Right:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, text = "Done.")
}
```
"""

ARGUMENT_TWICE = Rule("FLOW132", Severity.ERROR, "an input is fed by two arguments")
"""An input is fed by one argument. Several nodes may feed it, where whichever ran last counts:
such sources stand in one argument, with `|` between them (SEMANTICS 4).

Wrong:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, text = "Done.", text = "Thank you.")
}
```

Right:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, text = "Done. Thank you.")
}
```
"""

UNNAMED_ARGUMENT = Rule("FLOW133", Severity.ERROR, "it is not clear which input a value feeds")
"""Arguments have no order. A reference feeds the input that has its last name; any other value
needs `name = VALUE`, unless the callee has one input only.

Wrong:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, "Done.")
}
```

Right:

```flow
tool notify(order_id: string, text: string)

flow main(order_id: string) {
  notify(order_id, text = "Done.")
}
```
"""

WIRED_BY_NAME = Rule("FLOW134", Severity.ERROR, "a flow wired by name has a data edge")
"""In a flow `by name` every output feeds every input that is called the same, and there are no
other data edges (SEMANTICS 6). References are edges, so its arguments are constants.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) by name {
  lookup(order_id)
  return
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) by name {
  lookup()
  return
}
```
"""

UNDECLARED_OUTPUT = Rule("FLOW136", Severity.WARNING, "a return has an output that its flow lacks")
"""What a flow gives is what it declares: a caller never sees this value. `name: TYPE = VALUE` in a
`return` is meant to refine the type of an output that the flow has.

Wrong:

```flow
flow main(name: string) -> (greeting: string) {
  return (greeting = "hello", name: string = name)
}
```

Right:

```flow
flow main(name: string) -> (greeting: string, name: string) {
  return (greeting = "hello", name = name)
}
```
"""


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the wiring of one flow's nodes shares.

    `by_name`: the flow has no data edges. `fed` are the inputs, by label and title, that an
    `edges { … }` entry feeds.
    """

    references: References
    by_name: bool
    fed: frozenset[tuple[str, str]]
    data_edges: list[DataEdge]

    def sources(self, value: Value) -> list[Output] | None:
        """What the value's references mean; None if one of them means nothing known."""
        if self.by_name and value.sources:
            self.references.report.add(
                WIRED_BY_NAME,
                value.span,
                "a flow wired by name has no data edges",
                label="a reference",
                hint="Outputs and inputs of one name are connected by themselves. Leave it out, or "
                "take `by name` away.",
            )
            return None
        found = [self.references.resolve(reference) for reference in value.sources]
        known = [output for output in found if output is not None]
        return known if len(known) == len(found) else None

    def connect(self, value: Value, sources: list[Output], node: str, title: str) -> None:
        """Add a data edge for every source of the value, in order."""
        for reference, output in zip(value.sources, sources, strict=True):
            self.data_edges.append(
                DataEdge(
                    source_node=output.draft.id,
                    source_output=output.property.title,
                    destination_node=node,
                    destination_input=title,
                    origin=reference.span,
                )
            )


def wire_arguments(
    draft: Draft, arguments: tuple[Argument, ...], wiring: Wiring, owner: Owner
) -> None:
    """Bind the arguments: the draft's inputs, in the callee's order, and their data edges.

    Inputs that get nothing are only reported if every argument has found its place: the one that
    has not is most likely meant for one of them.
    """
    errors = wiring.references.report.errors
    if not wiring.by_name:
        arguments = tuple(
            argument
            for argument in arguments
            if not reports_meant_value(draft, argument, wiring.fed, wiring.references, owner)
        )
    given = _assign(draft, arguments, wiring)
    misplaced = wiring.references.report.errors > errors
    fed: dict[str, Property] = {}
    for name, argument in given.items():
        property_ = _bind(draft, name, argument, wiring, owner)
        if property_ is not None:
            fed[name] = property_
    order = [*fed, *draft.slots] if draft.open_inputs else [*draft.slots, *fed]
    for name in dict.fromkeys(order):
        property_ = fed.get(name) or draft.slots[name]
        draft.inputs[property_.title] = property_
    if not misplaced and not wiring.by_name:
        report_missing(draft, given, wiring.fed, owner)


# Which input an argument feeds -------------------------------------------------------------------


def _assign(draft: Draft, arguments: tuple[Argument, ...], wiring: Wiring) -> dict[str, Argument]:
    given: dict[str, Argument] = {}
    for argument in arguments:
        name = _named(draft, argument, given, wiring)
        if name is None:
            continue
        if name in given:
            wiring.references.report.add(
                ARGUMENT_TWICE,
                argument.span,
                f"the input '{name}' of '{draft.label}' is fed by two arguments",
                label="again",
                hint=f"Several sources of one input are written `{name} = a.x | b.y`.",
                related=[Related(given[name].span, "first fed here")],
            )
            continue
        given[name] = argument
    return given


def _named(
    draft: Draft, argument: Argument, given: Mapping[str, Argument], wiring: Wiring
) -> str | None:
    """The name of the input that the argument feeds; None after a finding."""
    if argument.name is None:
        return _unnamed(draft, argument, given, wiring)
    name = argument.name.text
    if name in draft.slots or draft.open_inputs or draft.unknown:
        return name
    hint = suggestion(name, draft.slots)
    ends = draft.kind is EndNode
    if argument.type is not None:
        if ends:
            wiring.references.report.add(
                UNDECLARED_OUTPUT,
                argument.name.span,
                f"the flow '{wiring.references.flow}' has no output '{name}'",
                label="declared for this return only",
                hint=hint,
            )
        return name  # that a callee has no such input, the check of its contract says
    wiring.references.report.add(
        UNKNOWN_ARGUMENT,
        argument.name.span,
        f"'{name}' is not among what is returned"
        if ends
        else f"'{draft.label}' has no input '{name}'",
        label="no such output" if ends else "no such input",
        hint=hint or ("Nothing is returned here." if ends else "It takes no arguments."),
        fix=rename(argument.name, draft.slots),
    )
    return None


def _unnamed(
    draft: Draft, argument: Argument, given: Mapping[str, Argument], wiring: Wiring
) -> str | None:
    value = argument.value
    names = {ref.names[-1].text for ref in value.sources} if value is not None else set()
    last = names.pop() if len(names) == 1 else None
    if last is not None and (last in draft.slots or draft.unknown):
        return last
    if len(draft.slots) == 1:
        return next(iter(draft.slots))
    if last is not None and draft.open_inputs:
        return last
    if draft.unknown:
        return None
    text = argument.span.text
    if not draft.slots and not draft.open_inputs:
        wiring.references.report.add(
            UNKNOWN_ARGUMENT,
            argument.span,
            "the flow has no outputs to return"
            if draft.kind is EndNode
            else f"'{draft.label}' takes no arguments",
            label="feeds nothing",
            hint="Remove it.",
        )
        return None
    port = "output" if draft.kind is EndNode else "input"
    free = [slot for slot in draft.slots if slot not in given] or list(draft.slots)
    shown = " or ".join(f"`{identifier_text(slot)} = {text}`" for slot in free[:4])
    wiring.references.report.add(
        UNNAMED_ARGUMENT,
        argument.span,
        f"'{draft.label}' has no input '{last}'"
        if last is not None and draft.kind is not EndNode
        else f"which {port} of '{draft.label}' does this feed?",
        label=f"say which {port} this feeds",
        hint=f"Write {shown or f'`NAME = {text}`'}.",
    )
    return None


# What the input is -------------------------------------------------------------------------------


def _bind(
    draft: Draft, name: str, argument: Argument, wiring: Wiring, owner: Owner
) -> Property | None:
    """The node's input; its edges are added. None if its type cannot be known."""
    base = draft.slots.get(name)
    title = name if base is None else base.title
    value = argument.value
    sources = [] if value is None else wiring.sources(value)
    if value is not None and sources is not None:
        check_each(draft, name, base, value, sources, wiring.references.report)
        wiring.connect(value, sources, draft.id, title)
    given = _given_default(value, owner)
    type_ = _input_type(argument, base, sources, given, owner)
    default = base.default if given is ABSENT and base is not None else given
    described = None if argument.type is None else alias_description(argument.type, owner.scope)
    if argument.description is not None:
        described = argument.description.value
    elif base is not None and base.description is not None:
        described = base.description
    property_ = Property(
        title=title,
        type=type_,
        description=described,
        default=default if default is ABSENT else in_form(default, type_),
        origin=_place(argument),
    )
    if base is not None and _is_one(base, property_):
        property_ = replace(base, origin=_place(argument))
    return with_applied(property_, argument.annotations, owner)


def _place(argument: Argument) -> Span:
    """Where an argument stands, without its description and annotations."""
    return argument.span if argument.name is None else argument.name.span.to(argument.span)


def _is_one(a: Property, b: Property) -> bool:
    """Whether two inputs are one, `1` and `true` told apart."""
    return a == b and same_json(property_to_schema(a), property_to_schema(b))


def _given_default(value: Value | None, owner: Owner) -> Json | Absent:
    if value is None:
        return ABSENT
    literal = value.literal if value.literal is not None else value.default
    return ABSENT if literal is None else json_value(literal, owner.scope)


def _input_type(
    argument: Argument,
    base: Property | None,
    sources: list[Output] | None,
    given: Json | Absent,
    owner: Owner,
) -> Type:
    if argument.type is not None:
        return type_of(argument.type, owner.scope)
    if base is not None:
        return base.type
    if sources:
        return joined_type(sources)
    return ANY if given is ABSENT or sources is None else literal_type(given)


def joined_type(sources: list[Output]) -> Type:
    """The type of a value that comes from one of several sources."""
    types: list[Type] = []
    for source in sources:
        if source.property.type not in types:
            types.append(source.property.type)
    return types[0] if len(types) == 1 else UnionType(members=tuple(types))
