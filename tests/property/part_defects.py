"""Defects of components, fields, references, texts and credentials: each puts one into a document
and says what check must find, and where. One that the document has no place for gives None."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from raw_flows import CONTROL, NAMES, REFERENCE, TABLE, Expected, Object, Raw, ref

_LIKE = str.maketrans("aceopxy", "асеорху")
"""Latin letters, and the Cyrillic ones that look like them."""


# Fields -------------------------------------------------------------------------------------------


def _some_part(raw: Raw) -> Object:
    """A component; every document has one."""
    part: Object = raw.pick(raw.components())
    return part


def unknown_field(raw: Raw) -> Expected:
    """A component has a field that its type does not have."""
    part = _some_part(raw)
    part["colour"] = "red"
    return Expected("FLOW512", (*raw.path(part), "colour"))


def misspelt_field(raw: Raw) -> Expected | None:
    """A component has a field that is almost the one it must have."""
    part = raw.pick(it for it in raw.components() if it.get("mapping") or it.get("tool"))
    if part is None:
        return None
    right = "mapping" if part.get("mapping") else "tool"
    wrong = {"mapping": "maping", "tool": "tools"}[right]
    part[wrong] = part.pop(right)
    return Expected("FLOW511", (*raw.path(part), wrong))


def lost_field(raw: Raw) -> Expected | None:
    """A node does not say what it runs."""
    pairs = [(it, field) for it in raw.components() for field in ("tool", "subflow") if field in it]
    part, field = raw.pick(pairs) or (None, "")
    if part is None:
        return None
    del part[field]
    return Expected("FLOW511", raw.path(part))


def wrong_shape(raw: Raw) -> Expected:
    """A field holds another kind of value than it should."""
    part = _some_part(raw)
    field, value = raw.pick((("description", ["text"]), ("metadata", "text")))
    part[field] = value
    return Expected("FLOW510", (*raw.path(part), field))


def misspelt_type(raw: Raw) -> Expected | None:
    """A component type is misspelt."""
    part = raw.pick(raw.components("ToolNode", "ServerTool", "FlowNode", "BranchingNode"))
    if part is None:
        return None
    type_ = part["component_type"]
    part["component_type"] = type_[:2] + type_[3] + type_[2] + type_[4:]
    return Expected("FLOW119", (*raw.path(part), "component_type"))


def lost_name(raw: Raw) -> Expected:
    """A component has no name."""
    part = _some_part(raw)
    part.pop("name", None)
    return Expected("FLOW513", raw.path(part))


def untyped_edge(raw: Raw) -> Expected | None:
    """An edge without a component type."""
    _, edge = raw.some_edge(CONTROL)
    if edge is None:
        return None
    del edge["component_type"]
    return Expected("FLOW516", raw.path(edge))


# References ---------------------------------------------------------------------------------------


def _some_user(raw: Raw, *fields: str) -> tuple[Object, str] | tuple[None, str]:
    """A node that refers to what it runs, and the field in which it does."""
    parts = raw.components()
    pairs = [(it, field) for it in parts for field in fields if REFERENCE in it.get(field, ())]
    return raw.pick(pairs) or (None, "")


def dangling_reference(raw: Raw) -> Expected | None:
    """A node runs something that is not in the document."""
    node, field = _some_user(raw, "tool", "subflow")
    if node is None:
        return None
    node[field] = ref("no such component")
    return Expected("FLOW527", (*raw.path(node), field))


def wrong_kind(raw: Raw) -> Expected | None:
    """A node runs something that is of another kind."""
    node, field = _some_user(raw, "tool", "subflow")
    if node is None:
        return None
    wrong = {"tool": ("Flow",), "subflow": ("ServerTool",)}[field]
    other = raw.pick(raw.components(*wrong))
    if other is None:
        return None
    node[field] = ref(other["id"])
    return Expected("FLOW529", (*raw.path(node), field))


def beside_reference(raw: Raw) -> Expected | None:
    """Something stands beside a reference, where nothing reads it."""
    node, field = _some_user(raw, "tool", "subflow")
    if node is None:
        return None
    node[field]["name"] = "another"
    return Expected("FLOW515", (*raw.path(node), field))


def same_id(raw: Raw) -> Expected | None:
    """Two components that differ have one id."""
    parts = list(raw.document.get(TABLE, {}).values())
    if len(parts) < 2:
        return None
    later = raw.random.randrange(1, len(parts))
    earlier = raw.random.randrange(later)
    parts[later]["id"] = parts[earlier]["id"]
    return Expected("FLOW520", raw.path(parts[later]))


def unused_component(raw: Raw) -> Expected:
    """A component that nothing refers to."""
    spare = raw.add({"component_type": "ServerTool", "id": NAMES[1], "name": NAMES[1]})
    return Expected("FLOW414", raw.path(spare))


# Versions -----------------------------------------------------------------------------------------


def low_version(raw: Raw) -> Expected | None:
    """A component that came with a later version than the document's."""
    flow = raw.flow()
    if flow is None:
        return None
    model = {
        "component_type": "DbmsVectorChainLlmConfig",
        "id": NAMES[2],
        "name": NAMES[2],
        "model_id": "m",
        "provider": "p",
        "url": "https://models.example.com",
    }
    text = [{"title": "generated_text", "type": "string"}]
    node = {"llm_config": model, "prompt_template": "hello", "outputs": text}
    raw.insert(flow, "LlmNode", **node)
    raw.document["agentspec_version"] = raw.pick(("25.4.2", "26.1.0"))
    return Expected("FLOW590", raw.path(model))


def unknown_version(raw: Raw) -> Expected:
    """A version that there is not."""
    raw.document["agentspec_version"] = "99.1.1"
    return Expected("FLOW526", ("agentspec_version",))


def misplaced_version(raw: Raw) -> Expected | None:
    """A version inside a component."""
    part = raw.pick(it for it in raw.components() if it is not raw.document)
    if part is None:
        return None
    part["agentspec_version"] = "25.4.1"
    return Expected("FLOW525", (*raw.path(part), "agentspec_version"))


# Texts --------------------------------------------------------------------------------------------


def _message(raw: Raw, text: str, code: str, words: str) -> Expected | None:
    flow = raw.flow()
    if flow is None:
        return None
    word = {"title": "word", "type": "string", "default": "hello"}
    node = raw.insert(flow, "OutputMessageNode", message=text, inputs=[word])
    return Expected(code, (*raw.path(node), "message"), words)


def unfed_placeholder(raw: Raw) -> Expected | None:
    """A placeholder that is no input."""
    return _message(raw, "say {{word}} and {{nothing}}", "FLOW409", "{{nothing}}")


def filter_in_placeholder(raw: Raw) -> Expected | None:
    """A filter, which Agent Spec does not have."""
    return _message(raw, "say {{ word | upper }}", "FLOW411", "{{ word | upper }}")


def half_a_placeholder(raw: Raw) -> Expected | None:
    """A placeholder that lacks a brace."""
    return _message(raw, "say {{word} again", "FLOW412", "{{word}")


def unused_placeholder(raw: Raw) -> Expected | None:
    """An input of a text that no placeholder uses."""
    flow = raw.flow()
    if flow is None:
        return None
    word = {"title": "word", "type": "string", "default": "hello"}
    node = raw.insert(flow, "OutputMessageNode", message="say nothing", inputs=[word])
    return Expected("FLOW410", (*raw.path(node), "inputs", 0))


def turned_text(raw: Raw) -> Expected:
    """A character that turns the text around that follows it."""
    part = _some_part(raw)
    part["description"] = "all \u202e is well"
    return Expected("FLOW534", (*raw.path(part), "description"))


def lookalike(raw: Raw) -> Expected | None:
    """A node's name looks like that of another node of its flow."""
    pairs = [
        (first, later)
        for flow in raw.components("Flow")
        for first, later in combinations(raw.nodes(flow), 2)
        if first["name"].translate(_LIKE) != first["name"]
    ]
    first, later = raw.pick(pairs) or (None, None)
    if first is None or later is None:
        return None
    later["name"] = first["name"].translate(_LIKE)
    return Expected("FLOW535", (*raw.path(later), "name"))


# What goes out ------------------------------------------------------------------------------------


def _request(raw: Raw, code: str, path: tuple[str, ...], **fields: object) -> Expected | None:
    flow = raw.flow()
    if flow is None:
        return None
    defaults = {"url": "https://example.com", "http_method": "GET"}
    node = raw.insert(flow, "ApiNode", **{**defaults, **fields})
    return Expected(code, (*raw.path(node), *path))


def written_credential(raw: Raw) -> Expected | None:
    """A header holds a credential that everyone sees."""
    headers = {"Authorization": "Bearer 8f7d6a5b4c3e2f1a0b9c"}
    return _request(raw, "FLOW532", ("headers", "Authorization"), headers=headers)


def open_credential(raw: Raw) -> Expected | None:
    """A credential goes over http."""
    headers = {"Authorization": "{{TOKEN}}"}
    return _request(raw, "FLOW531", ("url",), url="http://example.com", headers=headers)


def open_host(raw: Raw) -> Expected | None:
    """A value of the flow says where a request goes."""
    host = [{"title": "host", "type": "string", "default": "example.com"}]
    return _request(raw, "FLOW530", ("url",), url="https://{{host}}/", inputs=host)


def written_secret(raw: Raw) -> Expected | None:
    """The key of a model stands in the document."""
    flow = raw.flow()
    if flow is None:
        return None
    model = {"component_type": "OpenAiConfig", "id": NAMES[2], "name": NAMES[2], "model_id": "m"}
    text = [{"title": "generated_text", "type": "string"}]
    fields = {"llm_config": {**model, "api_key": "sk-1"}, "prompt_template": "hi", "outputs": text}
    node = raw.insert(flow, "LlmNode", **fields)
    return Expected("FLOW514", (*raw.path(node), "llm_config", "api_key"))


def started_command(raw: Raw) -> Expected | None:
    """A tool's server is a command on this machine."""
    tool = raw.pick(raw.components("ServerTool"))
    if tool is None:
        return None
    transport = {"component_type": "StdioTransport", "id": NAMES[2], "name": NAMES[2]}
    tool |= {"component_type": "MCPTool", "client_transport": {**transport, "command": "server"}}
    return Expected("FLOW533", (*raw.path(tool), "client_transport", "command"))


DEFECTS: tuple[Callable[[Raw], Expected | None], ...] = (
    unknown_field,
    misspelt_field,
    lost_field,
    wrong_shape,
    misspelt_type,
    lost_name,
    untyped_edge,
    dangling_reference,
    wrong_kind,
    beside_reference,
    same_id,
    unused_component,
    low_version,
    unknown_version,
    misplaced_version,
    unfed_placeholder,
    filter_in_placeholder,
    half_a_placeholder,
    unused_placeholder,
    turned_text,
    lookalike,
    written_credential,
    open_credential,
    open_host,
    written_secret,
    started_command,
)
