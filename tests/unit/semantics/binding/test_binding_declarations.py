"""Declarations: components, ids, annotations, fields, roots and versions."""

from __future__ import annotations

from binding_support import bound, document, properties, shown

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import LlmNode
from flowc.ir.values import ABSENT, Ref
from flowc.semantics.binding import bind
from flowc.syntax import parse
from flowc.text import Source


def test_a_tool_is_a_component_with_its_signature_and_fields() -> None:
    found = document(
        '"Looks up."\ntool t(a: string) -> (b: integer = 1) { requires: [1, { x: null }] }'
    )
    assert found.components == {
        "t": Component(
            component_type="ServerTool",
            id="t",
            name="t",
            description="Looks up.",
            inputs=found.components["t"].inputs,
            outputs=found.components["t"].outputs,
            fields={"requires": [1, {"x": None}]},
        )
    }
    assert properties(found.components["t"].inputs) == "a: string"
    assert properties(found.components["t"].outputs) == "b: integer = 1"
    assert found.root == "t"


def test_no_signature_is_absent_and_an_empty_one_is_empty() -> None:
    found = document("library\nFoo a\nFoo b()\nFoo c -> ()")
    assert [(item.inputs, item.outputs) for item in found.components.values()] == [
        (None, None),
        ((), None),
        (None, ()),
    ]


def test_annotations_set_id_name_metadata_and_any_field() -> None:
    found = document(
        '@id("x/1")\n@name("Über Tool")\n@meta({ a: [1], flowc: { note: "kept" } })\n'
        "@with({ z: null, gone: absent, link: other })\n"
        '@retry(max_attempts = 3, exceptions = ["TimeoutError"])\n@timeout(2.5)\n@context\n@state\n'
        "tool t()\ntool other()\nexport Foo r { t: t }"
    ).components["x/1"]
    assert found.name == "Über Tool"
    assert found.metadata == {
        "a": [1],
        "flowc": {
            "note": "kept",
            "retry": {"max_attempts": 3, "exceptions": ["TimeoutError"]},
            "timeout": 2.5,
            "context": True,
            "state": True,
        },
    }
    assert found.overrides == {"z": None, "gone": ABSENT, "link": Ref("other")}


def test_state_may_stand_before_single_inputs() -> None:
    found = document("tool t(@state user: string, b: string)\nlibrary").components["t"]
    assert found.metadata == {"flowc": {"state": ["user"]}}


def test_inline_components_are_hoisted_under_derived_ids() -> None:
    found = document(
        "Agent a {\n"
        '  llm_config: VllmConfig { url: "u", api_key: secret }\n'
        "  tools: [t, ServerTool named(x: string) {}, ServerTool {}]\n"
        "  deep: { `odd key`: Foo {} }\n"
        '  where: ref("elsewhere")\n'
        "  shape: type { a: string, b?: integer[] }\n"
        "}\ntool t()"
    )
    assert found.components["a"].fields == {
        "llm_config": Ref("a/llm_config"),
        "tools": [Ref("t"), Ref("named"), Ref("a/tools/2")],
        "deep": {"odd key": Ref("a/deep/odd%20key")},
        "where": Ref("elsewhere"),
        "shape": {
            "type": "object",
            "properties": {
                "a": {"type": "string"},
                "b": {"type": "array", "items": {"type": "integer"}},
            },
            "required": ["a"],
        },
    }
    assert list(found.components) == [
        "a",
        "t",
        "a/llm_config",
        "named",
        "a/tools/2",
        "a/deep/odd%20key",
    ]
    assert found.components["a/llm_config"].name == "a/llm_config"
    assert found.components["a/llm_config"].fields["api_key"] == Ref("a/llm_config.api_key")
    assert found.components["named"].name == "named"


def test_ids_are_percent_encoded_segments() -> None:
    found = document("flow `a b/ü~`() {\n  `x y`: return\n}")
    root = found.components["a%20b%2F%C3%BC%7E"]
    assert isinstance(root, Flow)
    assert root.name == "a b/ü~"
    assert [node.id for node in root.nodes] == [
        "a%20b%2F%C3%BC%7E/start",
        "a%20b%2F%C3%BC%7E/x%20y",
    ]


def test_nodes_and_edges_keep_what_is_said_of_them() -> None:
    root = document(
        '"The flow."\n@id("F")\n@meta({ v: 1 })\nflow f(a: string) {\n'
        '  "Where it begins."\n  @id("S")\n  @name("Start!")\n  start\n'
        '  "Calls."\n  @id("T")\n  @name("the tool")\n  @meta({ x: 1 })\n  @with({ k: 1 })\n'
        "  t(a)\n"
        '  "Ends."\n  bye: return\n'
        '  edges {\n    "First."\n    @id("E")\n    @name("go")\n    @meta({ y: 2 })\n'
        "    @with({ q: 1 })\n    t -> bye\n    start.a -> t.a\n  }\n"
        "}\ntool t(a: string)"
    ).components["F"]
    assert isinstance(root, Flow)
    start, tool, end = root.nodes
    assert (start.id, start.name, start.description) == ("S", "Start!", "Where it begins.")
    assert (tool.id, tool.name, tool.description) == ("T", "the tool", "Calls.")
    assert (tool.metadata, tool.overrides) == ({"x": 1}, {"k": 1})
    assert (end.id, end.name, end.description) == ("F/bye", "bye", "Ends.")
    assert (root.start_node, root.description, root.metadata) == ("S", "The flow.", {"v": 1})
    first, second = root.control_edges
    assert (first.from_node, first.to_node, first.id) == ("S", "T", None)
    assert (second.id, second.name, second.description) == ("E", "go", "First.")
    assert (second.metadata, second.overrides) == ({"y": 2}, {"q": 1})
    assert root.data_edges is not None
    assert len(root.data_edges) == 1


def test_a_node_type_at_the_top_level_is_a_node() -> None:
    found = document('LlmNode n(x: string) { prompt_template: "{{x}}" }')
    root = found.root_component
    assert isinstance(root, LlmNode)
    assert root.prompt_template == "{{x}}"


def test_extern_components_are_only_referred_to() -> None:
    found = document(
        '@id("far")\nextern tool t(a: string) -> (b: string)\n'
        "extern flow g(a: string) -> (b: string)\n"
        "flow f(a: string) -> (b: string) {\n  x = t(a)\n"
        "  g(a) {\n    ok => {}\n  }\n  return x.b\n}"
    )
    assert found.components["far"].extern
    outside = found.components["g"]
    assert isinstance(outside, Flow)
    assert outside.extern
    assert found.root == "f"


def test_root_is_the_exported_or_the_one_unused_flow() -> None:
    flows = "flow a() {\n  b()\n}\nflow b() { return }\ntool unused()\n"
    assert document(flows).root == "a"
    assert document(flows.replace("flow b", "export flow b")).root == "b"
    assert document("library\n" + flows).root is None
    assert document("Agent a { tools: [t] }\ntool t()").root == "a"
    assert document("flow a() { a() }").root == "a"


def test_flows_that_all_use_each_other_have_no_root() -> None:
    result = bound("flow a() {\n  b()\n}\nflow b() {\n  a()\n}")
    assert [shown(item) for item in result.diagnostics] == [
        "FLOW161 error 1:6 `a` which of these is the root: 'a', 'b'? / one candidate / Write "
        "`export` before it, as in `export flow a`, or `library` for a document without a root."
    ]


def test_a_file_without_components_has_no_root() -> None:
    result = bound("type T = string")
    assert [shown(item) for item in result.diagnostics] == [
        "FLOW161 error 1:1 `type T = string` this file declares no component / nothing to make a "
        "document of / Declare a flow, or write `library` if the file only serves others."
    ]


def test_versions_written_left_out_and_refused() -> None:
    text = "tool t()"
    assert document('agentspec "26.1.0"\n' + text).version == "26.1.0"
    assert document("agentspec none\n" + text).version is None
    tree = parse(source := Source("test.flow", text)).tree

    def lowest(found: Document) -> str:
        assert list(found.components) == ["t"]
        return "25.4.2"

    result = bind(tree, source, lowest_version=lowest)
    assert result.document is not None
    assert result.document.version == "25.4.2"
    assert document(text).version == "25.4.1"


def test_env_names_and_types_are_kept_beside_the_document() -> None:
    found = document("library\nenv KEY\nenv BASE\ntype T = string?\ntool t(a: T)")
    assert found.env == ("KEY", "BASE")
    assert list(found.types) == ["T"]
    inputs = found.components["t"].inputs
    assert inputs is not None
    assert inputs[0].type.alias == "T"
    assert inputs[0].type == found.types["T"]


def test_what_is_declared_twice_is_no_reason_to_miss_a_root() -> None:
    result = bound("type order = string\ntool order(id: string) -> (found: order)")
    assert [item.code for item in result.diagnostics] == ["FLOW100"]


def test_broken_flows_are_named() -> None:
    result = bound("library\nflow good() { return }\nflow bad() {\n  nothing()\n}")
    assert result.broken == {"bad"}
    assert result.document is not None
    assert list(result.document.components) == ["good", "bad"]
