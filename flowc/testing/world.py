"""Random Agent Spec documents as strangers write them: raw JSON objects, not IR.

They hold every component type with every field, plugins' types, odd ids, names, texts and schemas,
shared components, references to nowhere, and flows with any graph. Many break rules of Agent Spec,
but each can be read, so each must come back from every conversion.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from flowc.ir.catalogue import CATALOGUE, Entry
from flowc.ir.versions import KNOWN_VERSIONS
from flowc.testing.world_fields import (
    AGENTS,
    LISTS,
    LLMS,
    OTHERS,
    PARTS,
    TOOLS,
    draw_field,
    draw_properties,
)
from flowc.testing.world_layout import REFERENCE, Components, lay_out, reference
from flowc.testing.world_values import (
    IDS,
    KEYS,
    Stranger,
    draw_json,
    draw_metadata,
    draw_name,
    draw_text,
)

CHOICES = 3000
"""How many choices a document takes; all further ones are the simplest."""
_EDGES = frozenset({"ControlFlowEdge", "DataFlowEdge"})
_NODES = (
    "ToolNode",
    "BranchingNode",
    "LlmNode",
    "FlowNode",
    "AgentNode",
    "ApiNode",
    "InputMessageNode",
    "OutputMessageNode",
    "MapNode",
    "ParallelMapNode",
    "ParallelFlowNode",
    "CatchExceptionNode",
    "PluginRegexNode",
    "LLMNode",
    "StartNode",
    "EndNode",
)
_ROOTS = tuple(name for name in CATALOGUE if name not in _EDGES)
_VERSIONS = (*KNOWN_VERSIONS, None, "26.2.0", "99.1", "", 26, "absent")


def raw_documents(*, size: int = 12) -> st.SearchStrategy[dict[str, Any]]:
    """Raw Agent Spec documents: objects as `json.loads` gives them, of about `size` components."""
    data = st.binary(min_size=CHOICES, max_size=CHOICES)
    return data.map(lambda drawn: draw_raw_document(drawn, size=size))


def draw_raw_document(data: bytes, *, size: int = 40) -> dict[str, Any]:
    """One raw document, made of as many choices as there are bytes. After `size` components, those
    that are there are used again."""
    return _World(Stranger(data), size).document()


class _World:
    """Makes components one by one into a flat table, in which all others are references."""

    def __init__(self, choices: Stranger, most: int) -> None:
        self.choices = choices
        self.most = most
        self.components: Components = {}

    def document(self) -> dict[str, Any]:
        choices = self.choices
        kind = choices.count(0, 9)
        root_type = "Flow" if kind < 7 else choices.pick((*_ROOTS, *OTHERS))
        root = self.component(root_type)[REFERENCE]
        for _ in range(choices.count(0, 2)):
            self.component(choices.pick((*_ROOTS, *OTHERS)))
        document = lay_out(choices, self.components, None if choices.odd(12) else root)
        version = choices.pick(_VERSIONS if choices.odd(50) else KNOWN_VERSIONS)
        if version == "absent":
            return document
        said = {"air_version" if choices.odd(5) else "agentspec_version": version}
        return document | said if choices.chance(50) else said | document

    # Components

    def part(self, types: tuple[str, ...]) -> dict[str, Any]:
        """A reference to a component of one of the types, made anew or there already."""
        there = [id_ for id_, item in self.components.items() if item["component_type"] in types]
        full = len(self.components) >= self.most
        if there and (full or self.choices.chance(40)):
            return reference(self.choices.pick(there[-200:]))
        if full or self.choices.odd(4):
            return reference(self.choices.pick(("elsewhere", "not/here", "llm.api_key")))
        return self.component(self.choices.pick(types))

    def component(self, type_: str) -> dict[str, Any]:
        """A reference to a new component of a type."""
        made = self.named(type_)
        self.components[made["id"]] = made
        if type_ == "Flow":
            self.flow(made)
            return reference(made["id"])
        entry = CATALOGUE.get(type_)
        if entry is None:
            self.plugin(made)
            return reference(made["id"])
        for name in entry.fields:
            if name != "branches" and self.has(name, entry):
                made[name] = self.field(name)
        self.extras(made)
        return reference(made["id"])

    def has(self, name: str, entry: Entry) -> bool:
        return not self.choices.odd(10) if name in entry.required else self.choices.chance(30)

    def named(self, type_: str) -> dict[str, Any]:
        choices = self.choices
        word = f"{type_.lower()}_{len(self.components)}"
        id_ = choices.pick(IDS) if choices.odd(30) else word
        if id_ in self.components:
            id_ = f"{id_}/{len(self.components)}"
        made: dict[str, Any] = {"component_type": type_, "id": id_}
        if not choices.odd(8):
            made["name"] = draw_name(choices, word)
        if choices.chance(30):
            made["description"] = choices.pick((None, draw_text(choices)))
        if choices.chance(25):
            made["metadata"] = draw_metadata(choices)
        for name in ("inputs", "outputs"):
            if choices.chance(40):
                made[name] = draw_properties(choices)
        return made

    def extras(self, made: dict[str, Any]) -> None:
        """Fields that the type does not have."""
        if self.choices.odd(12):
            key = self.choices.pick(("x-extra", "max_retries", *KEYS[:6]))
            made.setdefault(key, draw_json(self.choices))

    def plugin(self, made: dict[str, Any]) -> None:
        """Any fields, some of them the plugin's own, in which components may stand anywhere."""
        choices = self.choices
        if choices.chance(60):
            made["component_plugin_name"] = "NodesPlugin"
            made["component_plugin_version"] = choices.pick(("25.4.0.dev0", None))
        for key in choices.some(("value", "match", "llm_config", "b-c", "日本", "inner"), 3):
            made[key] = self.field(key) if choices.chance(50) else self.nested(2)

    def nested(self, depth: int) -> Any:
        choices = self.choices
        if depth == 0 or choices.chance(40):
            return self.part((*TOOLS, *LLMS, *OTHERS)) if choices.chance(50) else draw_json(choices)
        if choices.chance(50):
            return [self.nested(depth - 1) for _ in range(choices.count(0, 2))]
        return {key: self.nested(depth - 1) for key in choices.some(KEYS, 2)}

    def field(self, name: str) -> Any:
        choices = self.choices
        if choices.odd(6):
            return draw_field(choices, name)
        if name in PARTS:
            return self.part(PARTS[name])
        if name in LISTS:
            return [self.part(LISTS[name]) for _ in range(choices.count(0, 2))]
        if name == "relationships":
            return [[self.part(AGENTS), self.part(AGENTS)] for _ in range(choices.count(0, 2))]
        return draw_field(choices, name)

    # Flows

    def flow(self, made: dict[str, Any]) -> None:
        """Nodes with edges that mostly lead on, and sometimes anywhere."""
        choices = self.choices
        count = 1 if len(self.components) >= self.most else choices.count(0, 6)
        inner = [self.node(choices.pick(_NODES)) for _ in range(count)]
        ends = [self.node("EndNode") for _ in range(choices.pick((1, 1, 2, 0)))]
        nodes = [self.node("StartNode"), *inner, *ends]
        listed = [reference(id_) for id_ in nodes]
        if choices.odd(4):
            wrong: tuple[Any, ...] = (listed[0], reference("not here"), None, self.part(TOOLS))
            listed.append(choices.pick(wrong))
        start = choices.pick((*nodes, "elsewhere")) if choices.odd(5) else nodes[0]
        made["start_node"] = reference(start)
        made["nodes"] = listed
        made["control_flow_connections"] = self.control_edges(nodes)
        wiring = choices.count(0, 9)
        if wiring < 7:
            made["data_flow_connections"] = self.data_edges(nodes)
        elif wiring < 8:
            made["data_flow_connections"] = choices.pick((None, []))
        if choices.odd(4):
            del made[choices.pick(("start_node", "nodes", "control_flow_connections"))]
        self.extras(made)

    def node(self, type_: str) -> str:
        """The id of a new node; LlmNodes and others list branches and outputs as they like."""
        id_: str = self.component(type_)[REFERENCE]
        made = self.components[id_]
        if self.choices.odd(20):
            made["branches"] = self.choices.pick(
                (["next"], [], None, ["yes", "no", "default"], ["a\nb", ""], ["next", "next"])
            )
        return id_

    def control_edges(self, nodes: list[str]) -> list[Any]:
        choices = self.choices
        found: list[Any] = []
        for at, id_ in enumerate(nodes):
            if self.components[id_]["component_type"] == "EndNode" and not choices.odd(4):
                continue
            for branch in self.branches(id_):
                if choices.odd(8):
                    continue
                if choices.chance(60):
                    target = nodes[min(at + 1, len(nodes) - 1)]
                else:
                    target = "nowhere" if choices.odd(5) else choices.pick(nodes)
                edge = {"from_node": reference(id_), "to_node": reference(target)}
                if branch is not None or choices.chance(30):
                    edge["from_branch"] = branch
                found.append(self.edge("ControlFlowEdge", edge))
        return self.repeated(found)

    def branches(self, id_: str) -> list[Any]:
        """The branches of a node, roughly."""
        made = self.components[id_]
        if isinstance(made.get("branches"), list) and made["branches"]:
            return list(made["branches"])
        mapping = made.get("mapping")
        if isinstance(mapping, dict):
            return [*dict.fromkeys(map(str, mapping.values())), "default"]
        if made["component_type"] == "CatchExceptionNode":
            return [None, "caught_exception_branch"]
        return [None if self.choices.chance(90) else "next"]

    def data_edges(self, nodes: list[str]) -> list[Any]:
        choices = self.choices
        found: list[Any] = []
        for _ in range(choices.count(0, 2 * len(nodes))):
            source, target = choices.pick(nodes), choices.pick(nodes)
            edge = {
                "source_node": reference(source),
                "source_output": self.title(source, "outputs"),
                "destination_node": reference(target),
                "destination_input": self.title(target, "inputs"),
            }
            found.append(self.edge("DataFlowEdge", edge))
        return self.repeated(found)

    def title(self, id_: str, name: str) -> Any:
        made = self.components[id_]
        lists = (made.get(name), made.get("inputs"), made.get("outputs"))
        titles = [
            item["title"]
            for items in lists
            if isinstance(items, list)
            for item in items
            if isinstance(item, dict) and isinstance(item.get("title"), str)
        ]
        if not titles or self.choices.odd(20):
            return self.choices.pick(("x", "generated_text", "q.r s", "branching_mapping_key"))
        return self.choices.pick(titles)

    def edge(self, type_: str, ends: dict[str, Any]) -> dict[str, Any]:
        choices = self.choices
        edge: dict[str, Any] = {} if choices.odd(4) else {"component_type": type_}
        if choices.chance(50):
            edge["id"] = f"edge_{choices.count(0, 200)}"
        if choices.chance(80):
            edge["name"] = draw_name(choices, "edge")
        if choices.chance(10):
            edge["description"] = choices.pick((None, draw_text(choices)))
        if choices.chance(15):
            edge["metadata"] = draw_metadata(choices)
        edge |= ends
        if choices.odd(6):
            edge[choices.pick(("x-color", "inputs", "condition"))] = draw_json(choices)
        return edge

    def repeated(self, edges: list[Any]) -> list[Any]:
        """The edges, some twice, or with something among them that is none."""
        if edges and self.choices.odd(10):
            edges.append(dict(self.choices.pick(edges)))
        if self.choices.odd(3):
            edges.append(self.choices.pick((None, {}, "edge", reference("not here"))))
        return edges
