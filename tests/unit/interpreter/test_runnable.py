"""What is refused before the first node runs, and that every node kind is run or refused."""

from __future__ import annotations

import dataclasses

import pytest
from ir_flows import branch, call, document, end, flow, one_call, props, start, subflow, tool

import flowc
from flowc.diagnostics import FlowcError
from flowc.faults import StepLimit
from flowc.interpreter import Runnable, interpret
from flowc.interpreter.nodes import EXECUTORS
from flowc.ir.nodes import (
    NODE_KINDS,
    OtherNode,
)
from flowc.ir.types import INTEGER, STRING, ArrayType

CALLED: list[str] = []
TOOLS = {"t": lambda **_: CALLED.append("t")}


def refused(doc, **options):
    """The findings of a run that must not start."""
    CALLED.clear()
    with pytest.raises(FlowcError) as caught:
        interpret(doc, options.pop("inputs", {}), tools=TOOLS, **options)
    assert CALLED == []
    return [(found.code, found.title, found.hint) for found in caught.value.diagnostics]


def test_a_node_kind_that_nobody_knows_is_refused():
    node = OtherNode(component_type="OracleNode", id="x", name="x")
    t = tool("t")
    doc = document(flow([start(), call(t), node, end()], "start -> t, t -> x, x -> end"), t)
    assert refused(doc) == [
        (
            "FLOW601",
            "OracleNode 'x' cannot run",
            "Call a tool that does it. As it is, the file can be checked, converted and built as "
            "JSON.",
        )
    ]


def test_every_kind_of_the_specification_runs():
    assert set(EXECUTORS) == set(NODE_KINDS)


def test_a_document_without_a_flow_at_its_root():
    t = tool("t")
    main = flow([start(), end()], "start -> end")
    assert refused(document(t, main)) == [
        (
            "FLOW701",
            "the document's root is ServerTool 't', no flow",
            "Say which flow to run: 'main'.",
        )
    ]
    library = dataclasses.replace(document(t), root=None)
    assert refused(library) == [("FLOW701", "the document has no root", "")]


def test_the_flow_to_run_by_id_or_name():
    one = flow([start(), end(branch="one")], "start -> end", name="one")
    two = dataclasses.replace(
        flow([start(), end(branch="two")], "start -> end", name="two"), id="ids/two"
    )
    doc = document(one, two)
    assert interpret(doc, {}, tools=None).branch == "one"
    for wanted in ("two", "ids/two"):
        assert interpret(doc, {}, tools=None, flow=wanted).branch == "two"
    assert refused(doc, flow="twoo") == [
        ("FLOW701", "there is no flow 'twoo'", "Did you mean 'two'?")
    ]
    same = document(one, dataclasses.replace(one, id="a"), dataclasses.replace(two, name="one"))
    assert refused(dataclasses.replace(same, root="a"), flow="one2") != []
    assert interpret(same, {}, tools=None, flow="one").branch == "one"
    assert refused(document(two, dataclasses.replace(two, id="a")), flow="two") == [
        ("FLOW701", "2 flows are named 'two'", "Say which by id: 'ids/two', 'a'.")
    ]


def test_parts_that_are_missing():
    t = tool("t")
    inner = flow([start(), end()], "start -> end", name="inner")
    nodes = [
        start(),
        call(t),
        subflow(inner, "sub"),
        dataclasses.replace(branch("way", props(x=STRING)[0], {}), inputs=()),
        end(),
    ]
    broken = dataclasses.replace(
        flow(nodes, "start -> t, t -> sub, sub -> end"), start_node="begin"
    )
    assert [(code, title) for code, title, _ in refused(document(broken))] == [
        ("FLOW702", "flow 'main' has no StartNode 'begin'"),
        ("FLOW702", "the tool 't' of node 't' is not in the document"),
        ("FLOW702", "the flow 'inner' of node 'sub' is not in the document"),
        ("FLOW702", "BranchingNode 'way' has no input"),
    ]


def test_a_flow_that_contains_itself_through_another():
    a = flow([start(), end()], "start -> end", name="a")
    b = flow([start(), subflow(a, "a"), end()], "start -> a, a -> end", name="b")
    a = flow([start(), subflow(b, "b"), end()], "start -> b, b -> end", name="a")
    assert refused(document(a, b)) == [
        ("FLOW703", "flow 'a' contains itself", "A loop is made of edges back to a node.")
    ]


def nested(depth):
    """Flows `f1` in `f2` in … in `f<depth>`, which is the root."""
    flows = [flow([start(), end(branch="deep")], "start -> end", name="f1")]
    for number in range(2, depth + 1):
        nodes = [start(), subflow(flows[-1], "sub"), end(branch="deep")]
        flows.append(flow(nodes, "start -> sub, sub[deep] -> end", name=f"f{number}"))
    return document(*reversed(flows))


def test_flows_run_a_hundred_deep_and_no_deeper():
    assert interpret(nested(100), {}, tools=None).branch == "deep"
    for depth in (101, 3000):
        title = f"the flows under 'f{depth}' are nested {depth} deep"
        assert refused(nested(depth)) == [("FLOW704", title, "The interpreter runs 100 levels.")]


def test_types_forty_deep_and_no_deeper():
    def nested_list(depth):
        return STRING if depth == 1 else ArrayType(items=nested_list(depth - 1))

    value: object = "x"
    for _ in range(39):
        value = [value]
    deep, deeper = tool("t", props(x=nested_list(40))), tool("t", props(y=nested_list(41)))
    seen = []
    interpret(one_call(deep), {"x": value}, tools={"t": lambda x: seen.append(x)})
    assert seen == [value]
    assert refused(one_call(deeper)) == [
        ("FLOW704", f"the type of 'y' of '{owner}' is nested too deep", "At most 40 levels run.")
        for owner in ("main", "start", "t")
    ]


def test_names_that_are_one_name_in_python():
    one, two = tool("a-b", props(**{"x-y": STRING, "x_y": STRING})), tool("a_b")
    nodes = [start(), call(one), call(two), end()]
    doc = document(flow(nodes, "start -> a-b, a-b -> a_b, a_b -> end"), one, two)
    assert refused(doc) == [
        ("FLOW705", "inputs 'x-y' and 'x_y' of tool 'a-b' both are 'x_y'", "Rename one of them."),
        ("FLOW705", "tools 'a-b' and 'a_b' both are 'a_b'", 'Rename one of them with @name("…").'),
    ]


def test_the_places_are_those_of_the_document_that_was_written():
    program = flowc.parse("flow f() {\n  x = OracleNode()\n}")
    with pytest.raises(FlowcError) as caught:
        flowc.run(program, {}, tools={})
    (found,) = caught.value.diagnostics
    assert found.location is not None
    assert (found.code, found.location.span().text) == ("FLOW601", "x = OracleNode()")


def test_everything_that_is_wrong_is_said_at_once():
    a = flow([start(), end()], "start -> end", name="a")
    node = OtherNode(component_type="OddNode", id="odd", name="odd")
    broken = flow([start(), subflow(a, "a"), node, end()], "start -> a, a -> end", name="a")
    gone = call(tool("gone"))
    doc = document(dataclasses.replace(broken, nodes=(*broken.nodes, gone)))
    assert [code for code, _, _ in refused(doc)] == ["FLOW601", "FLOW702", "FLOW703"]


def test_all_tools_without_a_function_are_one_error_before_the_first_node():
    used = [tool(name) for name in ("t", "b", "a")]
    unused = tool("unused")
    inner = flow([start(), call(used[2]), end()], "start -> a, a -> end", name="inner")
    nodes = [
        start(),
        call(used[0]),
        subflow(inner, "sub"),
        call(used[1]),
        call(used[1], "b2"),
        end(),
    ]
    control = "start -> t, t -> sub, sub -> b, b -> b2, b2 -> end"
    doc = document(flow(nodes, control), inner, *used, unused)
    CALLED.clear()
    with pytest.raises(NotImplementedError) as caught:
        interpret(doc, {}, tools=TOOLS)
    assert str(caught.value) == "no implementation for b, a"
    assert CALLED == []


def test_inputs_are_looked_at_before_the_first_node():
    t = tool("t", props(x=STRING))
    CALLED.clear()
    with pytest.raises(TypeError):
        interpret(one_call(t), {"y": 1}, tools=TOOLS)
    assert CALLED == []


def halves():
    """`half` of the input, then `last` of both."""
    half = tool("half", props(n=INTEGER), props(n=INTEGER))
    last = tool("last", props(n=INTEGER, half=INTEGER), props(text=STRING))
    nodes = [
        start(props(n=INTEGER)),
        call(half),
        call(last),
        end(outputs=props(text=STRING)),
    ]
    data = "start.n -> half.n, start.n -> last.n, half.n -> last.half, last.text -> end.text"
    control = "start -> half, half -> last, last -> end"
    return Runnable(document(flow(nodes, control, data), half, last))


def test_a_run_may_go_on_inside_of_a_run_of_the_same_runnable():
    """Each has values of its own."""
    ready = halves()

    def half(n):
        return n // 2

    def last(n, half):
        inner = ready.run({"n": half}, tools=tools).outputs["text"] if half else ""
        return f"{n}>{half} {inner}".strip()

    tools = {"half": half, "last": last}
    assert ready.run({"n": 8}, tools=tools).outputs == {"text": "8>4 4>2 2>1 1>0"}


def test_each_run_calls_the_functions_that_its_tools_have_then():
    ready, tools = halves(), {"half": lambda n: n // 2, "last": lambda n, half: f"{n} {half}"}
    assert ready.run({"n": 8}, tools=tools).outputs == {"text": "8 4"}
    tools["half"] = lambda n: n / 2 + 1
    assert ready.run({"n": 8}, tools=tools).outputs == {"text": "8 5"}
    del tools["last"]
    with pytest.raises(NotImplementedError, match="no implementation for last"):
        ready.run({"n": 8}, tools=tools)


def test_a_step_limit_is_that_of_one_run():
    ready, tools = halves(), {"half": lambda n: n, "last": lambda n, half: ""}
    for _ in range(2):
        assert ready.run({"n": 1}, tools=tools, max_steps=4).outputs == {"text": ""}
        with pytest.raises(StepLimit):
            ready.run({"n": 1}, tools=tools, max_steps=3)
        assert ready.run({"n": 1}, tools=tools).outputs == {"text": ""}
