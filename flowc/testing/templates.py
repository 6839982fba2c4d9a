"""Random texts with placeholders, and the inputs that fill them (SEMANTICS 25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.ir.types import Property
from flowc.testing.choices import Choices
from flowc.testing.drafts import Draft, Source
from flowc.testing.tool_drafts import placeholder_titles

if TYPE_CHECKING:
    from flowc.testing.data import Data


def shown(draft: Draft, data: Data, sources: list[Source], most: int = 3) -> tuple[Property, ...]:
    """Inputs for the placeholders of a node's text, of types that the dialect shows there."""
    choices = data.choices
    titles = placeholder_titles(choices)
    count = choices.count(0, most)
    first = choices.count(0, len(titles) - count)
    fit = [source for source in sources if choices.dialect.shows(source.type)]
    return tuple(
        data.free(draft, title, fit, choices.dialect.shows)
        for title in titles[first : first + count]
    )


def text_with(choices: Choices, inputs: tuple[Property, ...]) -> str:
    """A text that shows the inputs, some twice, and something else."""
    text = choices.pick(choices.dialect.texts)
    for item in inputs:
        space = choices.pick(("", " "))
        text += f"{choices.pick(('', ': ', ', '))}{{{{{space}{item.title}{space}}}}}"
    return f"{text} {{{{{inputs[0].title}}}}}" if inputs and choices.chance(15) else text
