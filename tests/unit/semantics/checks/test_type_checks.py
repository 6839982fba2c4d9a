"""What types can get wrong: edges, contracts, defaults, branching, ends, versions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from check_builder import (
    Ports,
    document,
    end,
    flow,
    flow_node,
    found_in,
    port,
    ports,
    shown,
    start,
    switch,
    tool_node,
)

from flowc import parse
from flowc.ir.components import Component
from flowc.ir.nodes import CatchExceptionNode, LlmNode, MapNode, ParallelFlowNode, ParallelMapNode
from flowc.ir.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    AnyType,
    ArrayType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
)
from flowc.ir.values import Ref
from flowc.semantics.check import check
from flowc.text import Pointer, Source, Span


def passing(source: Type, target: Type) -> list[str]:
    """What is said about a value of `source` that goes to an input of type `target`."""
    return found_in(
        flow(
            start(port("x", source)),
            tool_node("t", [port("y", target)]),
            end(),
            control_edges="start -> t -> end",
            data_edges="start.x -> t.y",
        )
    )


def nullable(type_: Type) -> Type:
    return UnionType(members=(type_, NULL))


def test_types_that_do_not_go_together():
    assert passing(STRING, INTEGER) == [
        "FLOW220 error: flow input 'x' does not fit input 'y' of 't' | "
        "string goes to integer | Declare flow input 'x' as integer too, or convert it in a tool."
    ]


def test_an_object_that_lacks_a_property():
    point = ObjectType(fields=(Field("a", STRING), Field("b", STRING)))
    assert passing(ObjectType(fields=(Field("a", STRING),)), point) == [
        "FLOW220 error: flow input 'x' does not fit input 'y' of 't' | "
        "{ a: string } goes to { a: string, b: string } | The output lacks the property 'b'."
    ]


def test_an_object_into_a_nullable_one():
    point = ObjectType(fields=(Field("a", STRING),))
    assert passing(point, nullable(point)) == [
        "FLOW220 error: flow input 'x' does not fit input 'y' of 't' | "
        "{ a: string } goes to { a: string }? | Declare the output as { a: string }? too: "
        "Agent Spec takes an object for a union only if both say the same of additional "
        "properties."
    ]
    assert passing(nullable(point), nullable(point)) == []


def test_null_into_an_input_that_is_never_anything_else():
    assert passing(NULL, NULL) == [
        "FLOW220 error: flow input 'x' does not fit input 'y' of 't' | null goes to null | "
        "Declare the input as any: Agent Spec takes null for an input that is never anything else "
        "only if the output is the same in all, its name too."
    ]
    assert passing(NULL, ANY) == passing(NULL, nullable(INTEGER)) == []
    same = flow(
        start(port("y", NULL)),
        tool_node("t", [port("y", NULL)]),
        end(),
        control_edges="start -> t -> end",
        data_edges="start.y -> t.y",
    )
    assert found_in(same) == []


def test_a_schema_that_the_sdk_does_not_compare():
    composed = AnyType(keywords={"allOf": [{"type": "string"}]})
    assert passing(composed, composed) == [
        "FLOW220 error: flow input 'x' does not fit input 'y' of 't' | "
        'any { allOf: [{ type: "string" }] } goes to any { allOf: [{ type: "string" }] } | '
        "Say it without allOf: Agent Spec does not compare such a schema with any other."
    ]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (NUMBER, INTEGER),
        (nullable(NUMBER), nullable(INTEGER)),
        (NUMBER, UnionType(members=(INTEGER, STRING))),
        (ArrayType(items=NUMBER), ArrayType(items=INTEGER)),
        (ObjectType(fields=(Field("n", NUMBER),)), ObjectType(fields=(Field("n", INTEGER),))),
    ],
)
def test_numbers_that_lose_their_digits(source: Type, target: Type):
    (finding,) = passing(source, target)
    assert finding.startswith(
        "FLOW221 warning: flow input 'x' loses its digits in input 'y' of 't' | "
    )
    assert finding.endswith(" | Declare the input as number, or round in a tool.")


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (NUMBER, BOOLEAN),
        (INTEGER, NUMBER),
        (NUMBER, UnionType(members=(STRING, INTEGER))),
        (NUMBER, UnionType(members=(INTEGER, NUMBER))),
        (ANY, STRING),
        (nullable(STRING), nullable(STRING)),
        (nullable(STRING), ANY),
        (INTEGER, STRING),
    ],
)
def test_conversions_that_lose_nothing(source: Type, target: Type):
    assert passing(source, target) == []


def test_null_that_becomes_text():
    assert passing(nullable(STRING), STRING) == [
        "FLOW222 warning: null from flow input 'x' becomes the text \"null\" in input 'y' "
        "of 't' | string? goes to string | Declare the input as string?, or branch on it first."
    ]
    (finding,) = passing(ArrayType(items=nullable(STRING)), ArrayType(items=STRING))
    assert finding.startswith("FLOW222 warning: ")


def lookup(inputs, outputs) -> Component:
    return Component(
        component_type="ServerTool", id="lookup", name="lookup", inputs=inputs, outputs=outputs
    )


def test_a_node_with_other_titles_than_its_tool():
    calling = flow(
        start("id"),
        tool_node("t", ["id"], ["status"], tool="lookup"),
        end("status"),
        control_edges="start -> t -> end",
        data_edges="start.id -> t.id, t.status -> end.status",
    )
    assert found_in(calling, lookup((port("order_id"),), (port("status"), port("items")))) == [
        "FLOW223 error: node 't' has the input 'id' where ServerTool 'lookup' has 'order_id' | "
        "Name it 'order_id'.",
        "FLOW223 error: node 't' lacks the output 'items' of ServerTool 'lookup' | "
        "Add 'items': a node has all outputs of what it runs.",
    ]
    assert found_in(calling, lookup((), None))[0] == (
        "FLOW223 error: node 't' has the input 'id', which ServerTool 'lookup' does not have | "
        "It has no inputs."
    )


def test_a_node_with_other_types_than_its_tool():
    calling = flow(
        start("id"),
        tool_node("t", ["id"], [port("n", ANY)], tool="lookup"),
        end(port("n", ANY)),
        control_edges="start -> t -> end",
        data_edges="start.id -> t.id, t.n -> end.n",
    )
    assert found_in(calling, lookup((port("id", INTEGER),), (port("n", INTEGER),))) == [
        "FLOW224 warning: input 'id' of node 't' is not what 'lookup' declares | "
        "string here, integer there | Declare it as integer, or convert in a tool."
    ]


def test_a_tool_of_another_type_may_leave_its_signature_open():
    remote = Component(component_type="RemoteTool", id="lookup", name="lookup")
    elsewhere = replace(lookup((), ()), extern=True)
    calling = flow(
        start("id"),
        tool_node("t", ["id"], tool="lookup"),
        end(),
        control_edges="start -> t -> end",
        data_edges="start.id -> t.id",
    )
    assert found_in(calling, remote) == []
    assert found_in(calling, elsewhere) == []


def inner_flow(*inputs: str, outputs: Ports):
    titles = [item.title for item in ports(outputs)]
    return flow(
        start(*inputs),
        tool_node("t", inputs, outputs),
        end(*outputs),
        control_edges="start -> t -> end",
        data_edges=", ".join(
            [f"start.{title} -> t.{title}" for title in inputs]
            + [f"t.{title} -> end.{title}" for title in titles]
        ),
        id="inner",
    )


def mapped(kind: type[MapNode] | type[ParallelMapNode], source: Type, **changes):
    """A flow that runs `inner` with its input on one input; the map's input is the source's."""
    node = kind(
        component_type=kind.__name__,
        id="each",
        name="each",
        inputs=(port("iterated_a", source),),
        outputs=(port("collected_b", ArrayType(items=STRING)),),
        subflow=Ref("inner"),
    )
    outer = flow(
        start(port("l", source)),
        node,
        end(),
        control_edges="start -> each -> end",
        data_edges="start.l -> each.iterated_a",
    )
    return replace(outer, **changes)


@pytest.mark.parametrize("kind", [MapNode, ParallelMapNode])
def test_a_map_goes_over_a_list_of_just_what_the_subflow_takes(kind):
    inner = inner_flow("a", outputs=["b"])
    nothing = (
        "FLOW137 error: 'each' goes over no list | no `each` among its arguments | "
        "Mark the list it goes over: `item = each xs`."
    )
    assert found_in(mapped(kind, ArrayType(items=STRING)), inner) == []
    assert found_in(mapped(kind, STRING), inner) == [nothing]
    assert nothing in found_in(mapped(kind, ArrayType(items=INTEGER)), inner)
    assert nothing in found_in(mapped(kind, STRING, data_edges=()), inner)
    assert nothing not in found_in(mapped(kind, STRING))  # the subflow is elsewhere


def test_a_flow_node_and_map_nodes_have_the_titles_of_their_subflow():
    inner = inner_flow("a", outputs=["b"])
    items = ArrayType(items=STRING)
    for kind in (MapNode, ParallelMapNode):
        mapping = kind(
            component_type=kind.__name__,
            id="each",
            name="each",
            inputs=(port("iterated_a", items), port("a", items)),
            outputs=(port("collected_b", items), port("collected_c", items)),
            subflow=Ref("inner"),
        )
        outer = flow(
            start(port("l", items)),
            mapping,
            end(),
            control_edges="start -> each -> end",
            data_edges="start.l -> each.iterated_a, start.l -> each.a",
        )
        assert found_in(outer, inner) == [
            "FLOW223 error: node 'each' has the input 'a', which a map of Flow 'inner' does not "
            "have | There is 'iterated_a'.",
            "FLOW223 error: node 'each' has the output 'collected_c', which a map of Flow 'inner' "
            "does not have | Did you mean 'collected_b'?",
        ]
    calling = flow(
        start("x"),
        flow_node("call", "inner", ["x"], ["b"]),
        end("b"),
        control_edges="start -> call -> end",
        data_edges="start.x -> call.x, call.b -> end.b",
    )
    assert found_in(calling, inner) == [
        "FLOW223 error: node 'call' has the input 'x' where Flow 'inner' has 'a' | Name it 'a'.",
    ]


def test_in_a_flow_text_the_names_and_places_are_those_that_are_written_there():
    text = """tool lookup(order_id: string) -> (status: string)
flow one(order_id: string) -> (status: string) {
  lookup(order_id, oder_id: string = order_id)
  return lookup.status
}
flow main(ids: string[]) -> (all: string[]) {
  m = map one(order_id = each ids, oder_id: string = "") -> (colected_status: string[])
  return (all = m.collected_status)
}
"""
    found = parse(text).diagnostics
    assert [(it.code, it.location.text, it.title, it.hint) for it in found] == [
        (
            "FLOW223",
            "oder_id: string = order_id",
            "node 'lookup' has the input 'oder_id', which ServerTool 'lookup' does not have",
            "Did you mean 'order_id'?",
        ),
        (
            "FLOW223",
            'oder_id: string = ""',
            "node 'm' has the input 'oder_id', which a map of Flow 'one' does not have",
            "Did you mean 'order_id'?",
        ),
        (
            "FLOW223",
            "colected_status: string[]",
            "node 'm' has the output 'colected_status', which a map of Flow 'one' does not have",
            "Did you mean 'collected_status'?",
        ),
    ]


def test_starts_ends_and_switches_have_a_shape_of_their_own():
    odd = flow(
        replace(start("x"), outputs=(port("x"), port("y"))),
        replace(
            switch("m", {"a": "a"}), inputs=(port("k"), port("l", default="")), outputs=(port("o"),)
        ),
        end("x"),
        control_edges="start -> m[a] -> end, m[default] -> end",
        data_edges="start.x -> m.k, start.x -> end.x",
    )
    assert found_in(odd) == [
        "FLOW223 error: BranchingNode 'm' has 2 inputs | "
        "It has exactly one, whose text selects the branch.",
        "FLOW223 error: BranchingNode 'm' has the output 'o' | "
        "It has none; wire what feeds the node instead.",
        "FLOW223 error: StartNode 'start' has the output 'y' but no such input | "
        "The inputs and outputs of a StartNode are the same.",
    ]


def test_a_failure_must_give_every_output():
    inner = inner_flow(outputs=["b", port("c", default="")])
    catching = CatchExceptionNode(
        component_type="CatchExceptionNode",
        id="safe",
        name="safe",
        outputs=(port("b"), port("c"), port("caught_exception_info", nullable(STRING))),
        branches=("next", "caught_exception_branch"),
        subflow=Ref("inner"),
    )
    outer = flow(
        start(),
        catching,
        end(),
        control_edges="start -> safe -> end, safe[caught_exception_branch] -> end",
    )
    assert found_in(outer, inner) == [
        "FLOW231 error: output 'b' of node 'safe' has no default | "
        "nothing to give when the subflow fails | "
        "Give 'b' a default on the node or on its subflow."
    ]


def branching(key_type: Type, mapping, source: Type | None = None) -> list[str]:
    return found_in(
        flow(
            start(port("x", source or key_type)),
            switch("m", mapping, port("key", key_type)),
            end(),
            control_edges="start -> m[b] -> end, m[default] -> end",
            data_edges="start.x -> m.key",
        )
    )


def test_a_branching_input_that_other_engines_never_match():
    assert branching(BOOLEAN, {"true": "b"}) == [
        "FLOW228 warning: input 'key' of BranchingNode 'm' is declared boolean | "
        "other engines then always take 'default' | "
        "Declare it as string; its value becomes its JSON text."
    ]
    assert branching(STRING, {"true": "b"}, BOOLEAN) == []
    assert branching(ANY, {"true": "b"}) == []


@pytest.mark.parametrize(
    ("type_", "key", "label", "hint"),
    [
        (BOOLEAN, "yes", "boolean", 'A boolean is "true" or "false".'),
        (NUMBER, "1", "number", 'A number is written with its fraction: "1.0".'),
        (NUMBER, "x", "number", 'A number is written with its fraction: "1.0".'),
        (INTEGER, "01", "integer", 'An integer is written without sign or fraction: "1".'),
        (Scalar("string", enum=("mail", "sms")), "smss", '"mail" | "sms"', 'Did you mean "sms"?'),
        (Scalar("string", enum=("mail",)), "post", '"mail"', "Remove the key."),
        (NULL, "null", "null", "Remove the key."),
    ],
)
def test_keys_that_no_value_of_the_source_becomes(type_: Type, key: str, label: str, hint: str):
    text = (
        f"key \"{key}\" of node 'm' can never be equal to its input | the input is {label} | {hint}"
    )
    assert f"FLOW234 warning: {text}" in branching(STRING, {key: "b"}, type_)
    assert f"FLOW229 error: {text}" in branching(type_, {key: "b"}, type_)


@pytest.mark.parametrize(
    ("type_", "key"),
    [
        (BOOLEAN, "false"),
        (NUMBER, "1.0"),
        (NUMBER, "-2.5e-07"),
        (NUMBER, "NaN"),
        (INTEGER, "-12"),
        (Scalar("number", enum=(1, 2)), "1.0"),
        (UnionType(members=(BOOLEAN, STRING)), "yes"),
        (ObjectType(), '{"a": 1}'),
        (ANY, "anything"),
    ],
)
def test_keys_that_some_value_of_the_source_becomes(type_: Type, key: str):
    assert branching(STRING, {key: "b"}, type_) == []


def defaulting(type_: Type, default) -> list[str]:
    return found_in(
        flow(
            start(port("x", type_, default)),
            end(port("x", ANY)),
            control_edges="start -> end",
            data_edges="start.x -> end.x",
        )
    )


@pytest.mark.parametrize(
    ("type_", "default"),
    [
        (STRING, ""),
        (NUMBER, 5),
        (nullable(STRING), None),
        (ArrayType(items=INTEGER), []),
        (ANY, None),
        (Scalar("string", enum=("a", "b")), "b"),
    ],
)
def test_defaults_that_fit(type_: Type, default):
    assert defaulting(type_, default) == []


def test_defaults_that_do_not_fit():
    assert defaulting(INTEGER, "many") == [
        "FLOW225 error: the default of input 'x' of flow 'f' is \"many\", which is no "
        "integer | Write a value of type integer, or leave the default out."
    ]
    assert defaulting(STRING, 5) == [
        "FLOW226 warning: the default of input 'x' of flow 'f' is 5, which is no string "
        '| it is converted before it is used | Write "5".'
    ]
    assert defaulting(STRING, None) == [
        "FLOW226 warning: the default of input 'x' of flow 'f' is null, which is no "
        "string | it is converted before it is used | Declare it as string? if null is meant."
    ]
    point = ObjectType(fields=(Field("n", INTEGER, required=False, default="many"),))
    assert defaulting(ArrayType(items=point), []) == [
        "FLOW225 error: the default of input 'x' of flow 'f', at '[].n', is \"many\", "
        "which is no integer | Write a value of type integer, or leave the default out."
    ]


def test_defaults_that_the_sdk_refuses():
    line = ObjectType(
        fields=(Field("a", STRING), Field("b", STRING, required=False)), lists_required=True
    )
    assert defaulting(line, {"a": "x"}) == [
        "FLOW235 warning: the default of input 'x' of flow 'f' leaves out the property 'b' | "
        "optional, but other tools refuse such a default | "
        "Write 'b' in it, or give 'b' a default in the type."
    ]
    (finding,) = defaulting(ArrayType(items=nullable(line)), [None, {"a": "x"}])
    assert finding.startswith(
        "FLOW235 warning: the default of input 'x' of flow 'f', at '[1]', leaves out the property "
    )
    for additional in (True, False):
        assert defaulting(replace(line, additional=additional), {"a": "", "b": "", "c": 1}) == [
            "FLOW235 warning: the default of input 'x' of flow 'f' has the property 'c', which its "
            "type does not name | other tools refuse such a default | "
            "Name 'c' in the type, or leave it out of the default."
        ]


def test_defaults_of_objects_that_the_sdk_takes():
    with_default = Field("b", STRING, required=False, default="")
    line = ObjectType(fields=(Field("a", STRING), with_default), lists_required=True)
    optional = ObjectType(fields=(Field("a", STRING, required=False),))
    assert defaulting(line, {"a": "x"}) == []
    assert defaulting(line, {"a": "x", "c": 1}) == []
    assert defaulting(ObjectType(additional=INTEGER), {"c": 1}) == []
    assert defaulting(nullable(optional), None) == []
    assert defaulting(UnionType(members=(optional, ObjectType())), {}) == []


def test_a_default_that_a_node_repeats_is_told_once():
    odd, other = port("n", STRING, 5), port("n", STRING, 6)
    calling = flow(
        start(),
        tool_node("a", [odd], tool="lookup"),
        tool_node("b", [other], tool="lookup"),
        end(odd),
        control_edges="start -> a -> b -> end",
        outputs=[odd],
    )
    assert [text.partition(" |")[0] for text in found_in(calling, lookup((odd,), ()))] == [
        "FLOW226 warning: the default of input 'n' of ServerTool 'lookup' is 5, which is no string",
        "FLOW226 warning: the default of input 'n' of ToolNode 'b' is 6, which is no string",
        "FLOW226 warning: the default of output 'n' of flow 'f' is 5, which is no string",
    ]


def test_two_inputs_of_one_title():
    tool = Component(
        component_type="ServerTool", id="t", name="t", inputs=(port("a"), port("a", INTEGER))
    )
    assert found_in(tool) == [
        "FLOW227 error: ServerTool 't' has two inputs 'a' | Rename one of them."
    ]


def test_a_document_that_says_too_low_a_version():
    text = '{"agentspec_version": "25.4.1"}'
    source = Source("d.json", text, locate=lambda path: (22, 30))
    builtin = Component(
        component_type="BuiltinTool", id="b", name="b", origin=Pointer(source, ("b",))
    )
    confirmed = Component(
        component_type="ServerTool",
        id="c",
        name="c",
        fields={"requires_confirmation": True},
        origin=Pointer(source, ("c",)),
    )
    both = replace(document(builtin, confirmed), root=None)
    old = replace(both, version="25.4.1", source=source)
    (finding,) = check(old)
    assert shown([finding]) == [
        "FLOW590 warning: BuiltinTool 'b' needs Agent Spec 25.4.2, but the document says 25.4.1 | "
        'BuiltinTool came with 25.4.2 | Write "agentspec_version": "25.4.2": the lowest that all '
        "its components allow."
    ]
    assert [item.label for item in finding.related] == ["ServerTool 'c' needs 25.4.2"]
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    fixed = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert fixed == '{"agentspec_version": "25.4.2"}'
    assert check(replace(both, version="25.4.2")) == ()
    assert check(both) == ()
    assert check(document(builtin, version="{{VERSION}}")) == ()


def test_a_title_that_the_sdk_refuses():
    tool = Component(
        component_type="ServerTool", id="t", name="t", inputs=(port("a b"), port(""), port("a-b"))
    )
    assert found_in(tool) == [
        "FLOW233 warning: input '' of ServerTool 't' has a title that other tools refuse | empty | "
        "Use letters, digits and _.",
        "FLOW233 warning: input 'a b' of ServerTool 't' has a title that other tools refuse | "
        "a space, quote, brace, dot or comma in it | Use letters, digits and _, as in 'a_b'.",
    ]


def test_parallel_subflows_that_share_a_title():
    def inner(name: str, type_: Type):
        return flow(
            start(port("x", type_)),
            end(port("y", type_)),
            control_edges="start -> end",
            data_edges="start.x -> end.y",
            id=name,
        )

    node = ParallelFlowNode(
        component_type="ParallelFlowNode",
        id="both",
        name="both",
        inputs=(port("x"),),
        outputs=(port("y"),),
        subflows=(Ref("g"), Ref("h")),
    )
    outer = flow(
        start("x"),
        node,
        end(),
        control_edges="start -> both -> end",
        data_edges="start.x -> both.x",
    )
    assert found_in(outer, inner("g", STRING), inner("h", INTEGER)) == [
        "FLOW232 error: subflow 'h' of node 'both' has another type for input 'x' than the one "
        "before | integer here, string there | "
        "All subflows take the input from the node, so its type is one.",
        "FLOW232 error: subflows 'g' and 'h' of node 'both' both have the output 'y' | "
        "Rename it in one of them.",
    ]


def test_a_placeholder_that_is_no_input_is_left_to_the_deployment():
    node = LlmNode(
        component_type="LlmNode",
        id="ask",
        name="ask",
        outputs=(port("text"),),
        llm_config=Ref("m"),
        prompt_template="{{BASE_URL}} {{ BASE_URL }} {{q}}",
        inputs=(port("q"),),
        origin=Pointer(Source("d.json", "{}"), ("nodes", 1)),
    )
    read = flow(
        start("q"), node, end(), control_edges="start -> ask -> end", data_edges="start.q -> ask.q"
    )
    assert found_in(read) == [
        "FLOW409 warning: placeholder '{{BASE_URL}}' of node 'ask' is not fed | "
        "it must be defined when the flow runs | "
        "Feed it, or run with --define BASE_URL=value.",
        "FLOW527 warning: LlmNode 'ask' refers to 'm', which is not in the document | nothing has "
        "this id | Add it to '$referenced_components', or give it when the document is loaded.",
    ]
    written = replace(node, origin=Span(Source("d.flow", "ask"), 0, 3))
    assert found_in(replace(read, nodes=(start("q"), written, end()))) == [
        "FLOW409 warning: placeholder '{{BASE_URL}}' of node 'ask' is not fed | "
        "it must be defined when the flow runs | "
        "Feed it, or declare `env BASE_URL`."
    ]
    declared = replace(document(read), env=("BASE_URL",))
    assert "FLOW409" not in {item.code for item in check(declared)}


def test_the_version_line_of_a_flow_source_is_repaired_only_if_it_is_certain():
    builtin = Component(component_type="BuiltinTool", id="b", name="b")
    old = document(builtin, version="25.4.1")

    def fixed(text: str) -> str | None:
        (finding,) = check(replace(old, source=Source("d.flow", text)))
        assert finding.hint == (
            'Write agentspec "25.4.2": the lowest that all its components allow.'
        )
        if finding.fix is None:
            return None
        (edit,) = finding.fix.edits
        return text[: edit.span.start] + edit.text + text[edit.span.end :]

    assert fixed('# old\nagentspec "25.4.1"\n') == '# old\nagentspec "25.4.2"\n'
    assert fixed('agentspec "25.4.1"\n"""\nagentspec "25.4.1"\n"""\n') is None
