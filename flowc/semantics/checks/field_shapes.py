"""FLOW510: fields of components that hold another kind of value than the specification says."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, did_you_mean
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.field_shapes import FIELD_SHAPES, Misfit, misfits
from flowc.ir.secrets import is_secret
from flowc.ir.values import kind
from flowc.semantics.fields import BAD_SHAPE
from flowc.semantics.parts import parts_of
from flowc.semantics.retry_fields import retry_hint


def check_field_shapes(document: Document) -> Iterator[Diagnostic]:
    """A field of a known type holds what the specification says; nothing is said of secrets, which
    are given when the document is loaded."""
    for part in parts_of(document):
        shapes = FIELD_SHAPES.get(part.component_type)
        if shapes is None:
            continue
        types = frozenset((part.component_type,))
        for name, value in {**part.own_fields(), **part.overrides}.items():
            if name in shapes and not is_secret(name, value, types):
                for misfit in misfits(shapes[name], value, (name,)):
                    yield _finding(part, misfit)


def _finding(part: Component, misfit: Misfit) -> Diagnostic:
    field = ".".join(map(str, misfit.path))
    owner = f"{part.component_type} '{part.name}'"
    if misfit.shape is None:
        *outer, name = misfit.path
        return BAD_SHAPE.at(
            part.key_place(*misfit.path),
            f"'{'.'.join(map(str, outer))}' of {owner} has no field '{name}'",
            label="not a field of it",
            hint=retry_hint(str(name), misfit.known, first_counts=False)
            if outer == ["retry_policy"]
            else did_you_mean(str(name), misfit.known),
        )
    choices = misfit.shape.choices
    is_text = isinstance(misfit.value, str)
    return BAD_SHAPE.at(
        part.place(*misfit.path),
        f"field '{field}' of {owner} must be {misfit.shape.expected}, not "
        + (f"'{misfit.value}'" if choices and is_text else kind(misfit.value)),
        label="wrong kind of value",
        hint=did_you_mean(str(misfit.value), choices) if choices and is_text else "",
    )
