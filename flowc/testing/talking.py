"""Random OutputMessageNodes and InputMessageNodes (SEMANTICS 25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.ir.nodes import InputMessageNode, OutputMessageNode
from flowc.ir.types import STRING, Property
from flowc.records import dataclass
from flowc.testing.drafts import Draft, Source
from flowc.testing.templates import shown, text_with

if TYPE_CHECKING:
    from flowc.testing.control import Control
    from flowc.testing.data import Data

REPLIES = ("yes", "a", "", "true", "5", "é\n{{a}}", "done")


def add_message(control: Control, depth: int) -> bool:
    """An OutputMessageNode; False where a dialect has none side by side."""
    library = control.library
    if library.side_by_side and not library.choices.dialect.parallel_messages:
        return False
    control.add(work=Says())
    return True


def add_question(control: Control, depth: int) -> bool:
    """An InputMessageNode; False where several would ask at the same time, because the answers
    would go to whoever comes first."""
    if control.library.side_by_side:
        return False
    control.library.questions += 1
    control.add(work=Asks(), outputs=(Property("user_input", STRING),))
    return True


@dataclass(frozen=True, slots=True)
class Says:
    """A message to the user."""

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> OutputMessageNode:
        """The finished node."""
        inputs = shown(draft, data, sources)
        return OutputMessageNode(
            component_type="OutputMessageNode",
            id=draft.id,
            name=draft.name,
            inputs=inputs,
            message=text_with(data.choices, inputs),
        )


@dataclass(frozen=True, slots=True)
class Asks:
    """A question to the user, with a message or without."""

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> InputMessageNode:
        """The finished node."""
        silent = data.choices.chance(20) or not data.choices.dialect.question_texts
        inputs = () if silent else shown(draft, data, sources, 2)
        return InputMessageNode(
            component_type="InputMessageNode",
            id=draft.id,
            name=draft.name,
            inputs=inputs,
            outputs=draft.outputs,
            message=None if silent else text_with(data.choices, inputs),
        )
