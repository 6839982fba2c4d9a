"""Random LlmNodes, ApiNodes and AgentNodes: nodes whose work a service does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.ir.components import Component
from flowc.ir.nodes import AgentNode, ApiNode, LlmNode
from flowc.ir.types import STRING, Property
from flowc.ir.values import FieldValue, Ref
from flowc.records import dataclass
from flowc.testing.answers import answers, text_answers
from flowc.testing.choices import Choices
from flowc.testing.drafts import Draft, Source
from flowc.testing.services import BASE_URL
from flowc.testing.templates import shown, text_with
from flowc.testing.tool_drafts import placeholder_titles
from flowc.testing.types import draw_type

if TYPE_CHECKING:
    from flowc.testing.control import Control
    from flowc.testing.data import Data
    from flowc.testing.library import Library

_TEXT = (Property("generated_text", STRING),)


def add_model(control: Control, depth: int) -> bool:
    """An LlmNode: the answer is one text, or a JSON object (SEMANTICS 26)."""
    library = control.library
    model = _model(library)
    structured = library.choices.dialect.structured_answers and library.choices.chance(60)
    outputs = (structured and _outputs(library, 1, 3)) or _TEXT
    if [item.type for item in outputs] == [STRING]:
        library.serve("llm", model, text_answers(library))
    else:
        library.serve("llm", model, answers(library, outputs, "llm"))
    control.add(work=ModelWork(model), outputs=outputs)
    return True


def _outputs(library: Library, least: int, most: int) -> tuple[Property, ...]:
    choices = library.choices
    return library.outputs(choices.count(least, most), choices.dialect.answered_titles)


def _model(library: Library) -> str:
    """A new model; its id, which is its name and its `model_id` too."""
    name = f"model-{len(library.components)}"
    fields = {"url": f"{BASE_URL}/v1", "model_id": name}
    library.components.append(
        Component(component_type="VllmConfig", id=name, name=name, fields=fields)
    )
    return name


@dataclass(frozen=True, slots=True)
class ModelWork:
    """A prompt to a model."""

    model: str

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> LlmNode:
        """The finished node."""
        inputs = shown(draft, data, sources)
        return LlmNode(
            component_type="LlmNode",
            id=draft.id,
            name=draft.name,
            inputs=inputs,
            outputs=draft.outputs,
            llm_config=Ref(self.model),
            prompt_template=text_with(data.choices, inputs),
        )


def add_request(control: Control, depth: int) -> bool:
    """An ApiNode (SEMANTICS, section 7)."""
    library = control.library
    outputs = _outputs(library, 0, 2)
    name = f"request-{len(library.services)}"
    library.serve("http", name, answers(library, outputs, "http"))
    control.add(work=RequestWork(name), outputs=outputs)
    return True


@dataclass(frozen=True, slots=True)
class RequestWork:
    """A request to an address of its own."""

    name: str

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> ApiNode:
        """The finished node: each input is shown in some part of the request."""
        choices = data.choices
        inputs = shown(draft, data, sources)
        most = 2 if choices.dialect.path_values else 1
        url = f"{BASE_URL}/{self.name}"
        body: dict[str, FieldValue] = {}
        query: dict[str, FieldValue] = {}
        for item in inputs:
            part, text = choices.count(0, most), f"{{{{{item.title}}}}}"
            if part == 0:
                body[item.title] = text
            elif part == 1:
                query[item.title] = [text, "fixed"] if choices.chance(20) else text
            else:
                url += f"/p{text}"
        return ApiNode(
            component_type="ApiNode",
            id=draft.id,
            name=draft.name,
            inputs=inputs,
            outputs=draft.outputs,
            url=url,
            http_method=choices.pick(("POST", "PUT") if body else ("GET", "DELETE")),
            data=body or None,
            query_params=query or None,
            headers={"X-Case": "1"} if choices.chance(20) else None,
        )


def add_agent(control: Control, depth: int) -> bool:
    """An AgentNode, with an agent of its own (SEMANTICS 21)."""
    library, choices = control.library, control.library.choices
    model = _model(library)
    name = f"agent-{len(library.components)}"
    inputs = tuple(
        Property(title, draw_type(choices, 1))
        for title in choices.some(placeholder_titles(choices), 2)
    )
    outputs = _outputs(library, 1, 2)
    library.components.append(_agent(choices, name, model, inputs, outputs))
    library.serve("agents", name, answers(library, outputs, "agents"))
    control.add(work=AgentWork(name, inputs), outputs=outputs)
    return True


def _agent(
    choices: Choices,
    name: str,
    model: str,
    inputs: tuple[Property, ...],
    outputs: tuple[Property, ...],
) -> Component:
    prompt = text_with(choices, inputs)
    fields: dict[str, FieldValue] = {
        "llm_config": Ref(model),
        "system_prompt": prompt,
        "tools": [],
    }
    return Component(
        component_type="Agent",
        id=name,
        name=name,
        inputs=inputs,
        outputs=outputs,
        fields=fields,
    )


@dataclass(frozen=True, slots=True)
class AgentWork:
    """A conversation with an agent."""

    agent: str
    inputs: tuple[Property, ...]

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> AgentNode:
        """The finished node."""
        return AgentNode(
            component_type="AgentNode",
            id=draft.id,
            name=draft.name,
            inputs=tuple(data.fed(draft, item, sources) for item in self.inputs),
            outputs=draft.outputs,
            agent=Ref(self.agent),
        )
