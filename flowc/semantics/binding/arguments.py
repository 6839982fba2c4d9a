"""Arguments: which input each one feeds, what the node's inputs are, and the data edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.defaults import in_form
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import EndNode
from flowc.ir.notation import identifier_text, type_text
from flowc.ir.placeholders import TEXTS
from flowc.ir.schema import property_to_schema
from flowc.ir.types import ANY, Property, Type, UnionType
from flowc.ir.values import ABSENT, Absent, Json, same_json
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.iteration import check_each
from flowc.semantics.binding.literals import json_value, literal_type
from flowc.semantics.binding.overrides import overridden
from flowc.semantics.binding.properties import with_applied
from flowc.semantics.binding.references import Output, References
from flowc.semantics.binding.report import suggestion
from flowc.semantics.binding.types import alias_description, type_of
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import Argument, Value

UNKNOWN_ARGUMENT = Rule("FLOW130", Severity.ERROR, "an argument feeds no input")
MISSING_ARGUMENT = Rule("FLOW131", Severity.ERROR, "a required input gets nothing")
ARGUMENT_TWICE = Rule("FLOW132", Severity.ERROR, "an input is fed by two arguments")
UNNAMED_ARGUMENT = Rule("FLOW133", Severity.ERROR, "it is not clear which input a value feeds")
WIRED_BY_NAME = Rule("FLOW134", Severity.ERROR, "a flow wired by name has a data edge")
UNDECLARED_INPUT = Rule("FLOW136", Severity.WARNING, "a node has an input that its callee lacks")


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
    if not misplaced:
        _check_missing(draft, given, wiring)


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
    if argument.type is not None:
        wiring.references.report.add(
            UNDECLARED_INPUT,
            argument.name.span,
            f"what '{draft.label}' runs has no input '{name}'",
            label="declared for this node only",
            hint=hint,
        )
        return name
    ends = draft.kind is EndNode
    wiring.references.report.add(
        UNKNOWN_ARGUMENT,
        argument.name.span,
        f"'{name}' is not among what is returned"
        if ends
        else f"'{draft.label}' has no input '{name}'",
        label="no such output" if ends else "no such input",
        hint=hint or ("Nothing is returned here." if ends else "It takes no arguments."),
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
    )
    if base is not None and _is_one(base, property_):
        property_ = base
    return with_applied(property_, argument.annotations, owner)


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


# What is missing ---------------------------------------------------------------------------------


def _check_missing(draft: Draft, given: Mapping[str, Argument], wiring: Wiring) -> None:
    if draft.unknown or wiring.by_name:
        return
    if overridden(draft.annotated.overrides, "inputs") is not None:
        return  # what `@with` says stands, and check says what is wrong with it
    stated = _stated(draft)
    missing = [
        name
        for name, slot in draft.slots.items()
        if name not in given
        and not slot.has_default
        and (draft.label, slot.title) not in wiring.fed
        and slot.title not in stated
    ]
    if not missing:
        return
    names = ", ".join(f"'{name}'" for name in missing)
    shown = ", ".join(f"{identifier_text(name)} = VALUE" for name in missing)
    types = ", ".join(f"'{name}' is {type_text(draft.slots[name].type)}" for name in missing)
    wiring.references.report.add(
        MISSING_ARGUMENT,
        draft.span,
        f"nothing is returned for {names}"
        if draft.kind is EndNode
        else f"'{draft.label}' gets nothing for {names}",
        label="missing " + names,
        hint=f"Write `{shown}` among its arguments; {types}.{_env_hint(draft, missing)}",
    )


def _env_hint(draft: Draft, missing: list[str]) -> str:
    if draft.kind.__name__ not in TEXTS:
        return ""
    return f" If it is set where the flow is deployed, declare `env {missing[0]}`."


def _stated(draft: Draft) -> list[str]:
    """The inputs that may come from the session state (SEMANTICS 5)."""
    rules = draft.annotated.metadata.get("flowc")
    state = rules.get("state") if isinstance(rules, Mapping) else None
    if state is True:
        return [slot.title for slot in draft.slots.values()]
    return [item for item in state if isinstance(item, str)] if isinstance(state, list) else []
