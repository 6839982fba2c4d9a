"""Whole runs: control, data, tools, branches, ends and subflows, rule by rule of SEMANTICS."""

from __future__ import annotations

import pytest
from ir_flows import branch, call, document, end, flow, one_call, props, start, subflow, tool

from flowc.faults import StepLimit
from flowc.interpreter import Outcome, interpret
from flowc.ir.types import ANY, BOOLEAN, INTEGER, NUMBER, STRING, ArrayType
from flowc.ir.values import same_json
from flowc.text import Pointer, Source, Span

LIST = ArrayType()


def outputs_of(*args, **kwargs):
    return interpret(*args, **kwargs).outputs


def failure(*args, **kwargs):
    """The error of a run: its type and its text."""
    with pytest.raises(BaseException) as caught:
        interpret(*args, **kwargs)
    return type(caught.value), str(caught.value)


# Control (1, 2) --------------------------------------------------------------------------------


def counting_loop():
    """Counts `i` up until `more` says stop: the value is carried backwards by an edge."""
    up = tool("up", props(i=INTEGER), props(i=INTEGER))
    more = tool("more", props(i=INTEGER), props(go=STRING))
    nodes = [
        start(props(i=INTEGER)),
        call(up),
        call(more),
        branch("again", props(go=STRING)[0], {"yes": "again"}),
        end(outputs=props(i=INTEGER)),
    ]
    control = "start -> up, up -> more, more -> again, again[again] -> up, again[default] -> end"
    data = "start.i -> up.i, up.i -> up.i, up.i -> more.i, more.go -> again.go, up.i -> end.i"
    return document(flow(nodes, control, data), up, more)


def counters(turns):
    return {"up": lambda i: i + 1, "more": lambda i: "yes" if i < turns else "no"}


@pytest.mark.parametrize("turns", [1, 5, 100_000])
def test_a_loop_of_any_number_of_turns(turns):
    assert outputs_of(counting_loop(), {"i": 0}, tools=counters(turns)) == {"i": turns}


def test_a_loop_without_end_is_stopped_by_max_steps_at_its_head():
    forever = counters(10**9)
    text = "more than 1000 steps in flow 'main', at node 'up'"
    assert failure(counting_loop(), {"i": 0}, tools=forever, max_steps=1000) == (StepLimit, text)
    assert outputs_of(counting_loop(), {"i": 0}, tools=counters(3), max_steps=11) == {"i": 3}
    assert failure(counting_loop(), {"i": 0}, tools=counters(3), max_steps=10)[0] is StepLimit


def test_steps_are_counted_through_subflows_and_the_head_of_the_outer_loop_is_named():
    one = tool("one", (), ())
    inner = flow([start(), call(one), end()], "start -> one, one -> end", name="inner")
    nodes = [start(), subflow(inner, "sub")]
    outer = flow(nodes, "start -> sub, sub -> sub", name="outer")
    result = failure(document(outer, inner, one), {}, tools={"one": lambda: 0}, max_steps=50)
    assert result == (StepLimit, "more than 50 steps in flow 'outer', at node 'sub'")


def test_a_branch_that_leads_nowhere_is_an_error_of_its_node():
    nodes = [start(props(x=STRING)), branch("way", props(x=STRING)[0], {"a": "A"}), end()]
    broken = document(flow(nodes, "start -> way, way[A] -> end", "start.x -> way.x"))
    assert interpret(broken, {"x": "a"}, tools={}) == Outcome({}, "next", [])
    text = "node 'way' took branch 'default', which leads nowhere"
    assert failure(broken, {"x": "b"}, tools={}) == (LookupError, text)


def test_a_diamond_runs_the_node_after_it_once():
    calls = []
    log = tool("log", props(text=(STRING, "-")), ())
    nodes = [
        start(props(x=STRING)),
        branch("way", props(x=STRING)[0], {"long": "long"}),
        call(log, "first"),
        call(log, "second"),
        call(log, "joined"),
        end(),
    ]
    control = (
        "start -> way, way[long] -> first, first -> second, second -> joined, "
        "way[default] -> joined, joined -> end"
    )
    doc = document(flow(nodes, control, "start.x -> way.x, start.x -> joined.text"), log)
    tools = {"log": lambda text: calls.append(text)}
    interpret(doc, {"x": "long"}, tools=tools)
    interpret(doc, {"x": "short"}, tools=tools)
    assert calls == ["-", "-", "long", "short"]


# Data (4-8) ------------------------------------------------------------------------------------


def two_sources(default=None, edges="a.v -> use.x, b.v -> use.x"):
    """One of `a` and `b` runs, both if `x` is "both"; then `use` takes what was written last."""
    a, b = tool("a", (), props(v=STRING)), tool("b", (), props(v=STRING))
    use = tool("use", props(x=STRING if default is None else (STRING, default)), props(y=STRING))
    nodes = [
        start(props(x=STRING)),
        branch("way", props(x=STRING)[0], {"a": "A", "b": "B", "both": "BOTH"}),
        call(a),
        call(b),
        call(b, "b2"),
        call(use),
        end(outputs=props(y=STRING)),
    ]
    control = (
        "start -> way, way[A] -> a, way[B] -> b, way[BOTH] -> b2, b2 -> a, a -> use, b -> use, "
        "way[default] -> use, use -> end"
    )
    data = f"start.x -> way.x, use.y -> end.y, b2.v -> use.x, {edges}"
    return document(flow(nodes, control, data), a, b, use)


LETTERS = {"a": lambda: "A", "b": lambda: "B", "use": lambda x: x}


@pytest.mark.parametrize(("x", "y"), [("a", "A"), ("b", "B"), ("both", "A")])
def test_of_several_sources_the_last_that_ran_wins(x, y):
    for edges in ("a.v -> use.x, b.v -> use.x", "b.v -> use.x, a.v -> use.x"):
        assert outputs_of(two_sources(edges=edges), {"x": x}, tools=LETTERS) == {"y": y}


def test_an_unset_input_takes_its_default_else_names_the_sources_that_did_not_run():
    assert outputs_of(two_sources("D"), {"x": "-"}, tools=LETTERS) == {"y": "D"}
    text = "input 'x' of node 'use' has no value: b2, a, b gave none"
    assert failure(two_sources(), {"x": "-"}, tools=LETTERS) == (LookupError, text)


def test_an_input_without_any_source():
    t = tool("t", props(x=STRING), ())
    doc = document(flow([start(props(x=STRING)), call(t), end()], "start -> t, t -> end"), t)
    text = "input 'x' of node 't' has no value and no source"
    assert failure(doc, {"x": "flow input of that name"}, tools={"t": print}) == (LookupError, text)


@pytest.mark.parametrize(
    ("edges", "y"),
    [("t.a -> end.y, t.b -> end.y", "B"), ("t.b -> end.y, t.a -> end.y", "A")],
)
def test_of_two_edges_from_one_run_the_later_in_the_list_counts(edges, y):
    t = tool("t", (), props(a=STRING, b=STRING))
    nodes = [start(), call(t), end(outputs=props(y=STRING))]
    doc = document(flow(nodes, "start -> t, t -> end", edges), t)
    assert outputs_of(doc, {}, tools={"t": lambda: {"b": "B", "a": "A"}}) == {"y": y}


def test_a_flow_wired_by_name_connects_equal_titles():
    make = tool("make", props(x=STRING), props(y=STRING))
    use = tool("use", props(x=STRING, y=(STRING, "D"), z=(INTEGER, 3)), props(r=STRING))
    nodes = [start(props(x=STRING)), call(make), call(use), end(outputs=props(r=STRING))]
    doc = document(flow(nodes, "start -> make, make -> use, use -> end", None), make, use)
    tools = {"make": lambda x: x + "!", "use": lambda x, y, z: f"{x} {y} {z}"}
    assert outputs_of(doc, {"x": "hi"}, tools=tools) == {"r": "hi hi! 3"}


def test_arguments_are_not_copied_and_defaults_are_made_anew_for_each_use():
    add = tool("add", props(into=(LIST, ["d"]), start=(LIST, [])), props(size=INTEGER))
    nodes = [start(props(into=LIST)), call(add, "one"), call(add, "two"), call(add, "three"), end()]
    control = "start -> one, one -> two, two -> three, three -> end"
    doc = document(flow(nodes, control, "start.into -> one.into, start.into -> two.into"), add)
    given, seen = [], []

    def grow(into, start):
        into.append(len(into))
        start.append(1)
        seen.append((into, start))
        return len(into)

    interpret(doc, {"into": given}, tools={"add": grow})
    interpret(doc, {"into": []}, tools={"add": grow})
    assert given == [0, 1]
    assert [into for into, _ in seen] == [[0, 1], [0, 1], ["d", 1], [0, 1], [0, 1], ["d", 1]]
    assert [start for _, start in seen] == [[1]] * 6


@pytest.mark.parametrize("value", [0, 0.0, "", False, [], {}, None])
def test_falsy_values_are_values(value):
    t = tool("t", props(x=(ANY, "default")), props(y=ANY))
    result = outputs_of(one_call(t), {"x": value}, tools={"t": lambda x: x})["y"]
    assert same_json(result, value)


# Tools (9, 11-15) ------------------------------------------------------------------------------


def test_a_tool_is_called_by_keyword_under_the_names_it_can_have():
    inputs = props(**{"order-id": STRING, "class": STRING, "type": STRING})
    t = tool("send-mail", inputs, props(r=STRING))
    seen = []

    class Tools:
        @staticmethod
        def send_mail(own="kept", **arguments):
            seen.append((own, arguments))
            return "sent"

    given = {"order-id": "1", "class": "2", "type": "3"}
    assert outputs_of(one_call(t), given, tools=Tools) == {"r": "sent"}
    assert seen == [("kept", {"order_id": "1", "class_": "2", "type": "3"})]


def test_inputs_are_converted_to_the_type_of_the_node_then_of_the_tool_in_declared_order():
    t = tool("t", props(x=STRING, y=STRING), props(r=ANY))
    doc = one_call(t, inputs=props(x=NUMBER, y=INTEGER))
    tools = {"t": lambda x, y: [x, y]}
    wires = doc.components["main"]
    assert wires.node("t").input("x").type == NUMBER
    broad = document(
        flow(
            [start(props(x=ANY, y=ANY)), wires.node("t"), end(outputs=props(r=ANY))],
            "start -> t, t -> end",
            "start.x -> t.x, start.y -> t.y, t.r -> end.r",
        ),
        t,
    )
    assert outputs_of(broad, {"x": 3, "y": 2.9}, tools=tools) == {"r": ["3.0", "2"]}
    assert failure(broad, {"x": "3", "y": "2"}, tools=tools) == (
        TypeError,
        "input 'x' of node 't': expected number, got str",
    )


def test_a_result_is_converted_to_the_type_of_the_tool_then_of_the_node():
    t = tool("t", (), props(r=NUMBER))
    doc = one_call(t, outputs=props(r=STRING))
    assert doc.components["main"].node("t").outputs == props(r=STRING)
    for_end = document(
        flow(
            [start(), doc.components["main"].node("t"), end(outputs=props(r=STRING))],
            "start -> t, t -> end",
            "t.r -> end.r",
        ),
        t,
    )
    assert outputs_of(for_end, {}, tools={"t": lambda: 3}) == {"r": "3.0"}
    assert failure(for_end, {}, tools={"t": lambda: "3"}) == (
        TypeError,
        "output 'r' of tool 't': expected number, got str",
    )


def test_without_outputs_the_result_is_ignored():
    t = tool("t", (), ())
    assert outputs_of(one_call(t), {}, tools={"t": lambda: {1}}) == {}


def test_one_output_is_the_result_never_unwrapped():
    t = tool("t", (), props(a=ANY))
    assert outputs_of(one_call(t), {}, tools={"t": lambda: {"a": 1}}) == {"a": {"a": 1}}


class TestSeveralOutputs:
    doc = one_call(tool("t", (), props(a=STRING, b=(INTEGER, 42))))

    @pytest.mark.parametrize(
        ("result", "outputs"),
        [
            ({"a": "v", "b": 3}, {"a": "v", "b": 3}),
            ({"b": 3.9, "c": 9, "a": 1}, {"a": "1", "b": 3}),
            ({"a": "v"}, {"a": "v", "b": 42}),
        ],
    )
    def test_are_taken_from_a_mapping(self, result, outputs):
        assert outputs_of(self.doc, {}, tools={"t": lambda: result}) == outputs

    @pytest.mark.parametrize(
        ("result", "error"),
        [
            ({"b": 1}, (LookupError, "tool 't' returned no 'a'")),
            (["v", 3], (TypeError, "tool 't' must return a mapping, not list")),
            (None, (TypeError, "tool 't' must return a mapping, not NoneType")),
            ("a", (TypeError, "tool 't' must return a mapping, not str")),
            ({"a": {1}}, (TypeError, "output 'a' of tool 't': expected string, got set")),
        ],
    )
    def test_errors(self, result, error):
        assert failure(self.doc, {}, tools={"t": lambda: result}) == error


class TestNothingReturned:
    """Rule 14: None for an output whose type excludes null."""

    tools = {"t": lambda: None}  # noqa: RUF012

    def test_fails_the_tool_node_if_an_input_depends_on_it(self):
        doc = one_call(tool("t", (), props(status=STRING)))
        text = "tool 't' returned nothing for 'status'"
        assert failure(doc, {}, tools=self.tools) == (LookupError, text)

    def test_is_no_output_if_every_input_has_a_default(self):
        doc = one_call(tool("t", (), props(status=(STRING, "D"))))
        assert outputs_of(doc, {}, tools=self.tools) == {"status": "D"}

    def test_is_no_output_if_nothing_depends_on_it(self):
        t = tool("t", (), props(status=STRING))
        doc = document(flow([start(), call(t), end()], "start -> t, t -> end"), t)
        assert outputs_of(doc, {}, tools=self.tools) == {}

    def test_leaves_what_another_source_wrote(self):
        t = tool("t", (), props(v=STRING))
        first = tool("first", (), props(v=STRING))
        nodes = [start(), call(first), call(t), end(outputs=props(y=STRING))]
        data = "first.v -> end.y, t.v -> end.y"
        doc = document(flow(nodes, "start -> first, first -> t, t -> end", data), t, first)
        tools = {"t": lambda: None, "first": lambda: "kept"}
        assert outputs_of(doc, {}, tools=tools) == {"y": "kept"}

    def test_the_same_edge_twice_is_no_other_source(self):
        t = tool("t", (), props(v=STRING))
        nodes = [start(), call(t), end(outputs=props(y=STRING))]
        doc = document(flow(nodes, "start -> t, t -> end", "t.v -> end.y, t.v -> end.y"), t)
        assert failure(doc, {}, tools=self.tools)[0] is LookupError

    def test_is_asked_for_each_of_several_outputs(self):
        doc = one_call(tool("t", (), props(a=STRING, b=(STRING, "D"), c=ANY)))
        result = {"a": "v", "b": None, "c": None}
        assert outputs_of(doc, {}, tools={"t": lambda: result}) == {"a": "v", "b": "D", "c": None}
        assert failure(doc, {}, tools={"t": lambda: result | {"a": None}}) == (
            LookupError,
            "tool 't' returned nothing for 'a'",
        )

    def test_null_is_a_value_where_the_type_allows_it(self):
        doc = one_call(tool("t", (), props(a=ANY)))
        assert outputs_of(doc, {}, tools=self.tools) == {"a": None}

    def test_a_node_type_that_excludes_null_counts_too(self):
        doc = one_call(tool("t", (), props(a=ANY)), outputs=props(a=STRING))
        assert failure(doc, {}, tools=self.tools)[0] is LookupError


def test_a_returned_error_map_is_a_value_like_any_other():
    doc = one_call(tool("t", (), props(a=ANY)))
    assert outputs_of(doc, {}, tools={"t": lambda: {"error": "no"}}) == {"a": {"error": "no"}}


@pytest.mark.parametrize(
    "kind", ["ServerTool", "ClientTool", "BuiltinTool", "RemoteTool", "MCPTool", "OddTool"]
)
def test_a_tool_of_any_kind_runs_if_there_is_a_function_for_it(kind):
    doc = one_call(tool("t", (), props(a=STRING)))
    object.__setattr__(doc.components["t"], "component_type", kind)
    assert outputs_of(doc, {}, tools={"t": lambda: "v"}) == {"a": "v"}


def test_an_async_tool_is_awaited():
    async def t():
        return "v"

    assert outputs_of(one_call(tool("t", (), props(a=STRING))), {}, tools={"t": t}) == {"a": "v"}


# Branches and ends (19, 20) --------------------------------------------------------------------


def branching(type_, mapping, value_type=ANY, default=None):
    item = props(k=type_ if default is None else (type_, default))[0]
    ends = [end(name, branch=name) for name in dict.fromkeys((*mapping.values(), "default"))]
    nodes = [start(props(x=value_type)), branch("way", item, mapping), *ends]
    control = ", ".join(["start -> way", *(f"way[{e.name}] -> {e.name}" for e in ends)])
    return document(flow(nodes, control, "start.x -> way.k"))


@pytest.mark.parametrize(
    ("type_", "value", "taken"),
    [
        (STRING, "yes", "Y"),
        (STRING, "YES", "default"),
        (STRING, " yes", "default"),
        (STRING, "", "default"),
        (STRING, True, "T"),
        (STRING, "true", "T"),
        (STRING, 1, "one"),
        (STRING, 1.0, "float"),
        (STRING, ["a"], "list"),
        (STRING, None, "default"),
        (STRING, "null", "N"),
        (ANY, None, "default"),
        (ANY, 1, "one"),
        (INTEGER, 1, "one"),
        (INTEGER, 1.9, "one"),
        (NUMBER, 1, "float"),
        (BOOLEAN, 1, "T"),
    ],
)
def test_the_text_of_the_value_chooses_the_branch(type_, value, taken):
    mapping = {
        "yes": "Y",
        "true": "T",
        "1": "one",
        "1.0": "float",
        '["a"]': "list",
        "null": "N",
    }
    assert interpret(branching(type_, mapping), {"x": value}, tools={}).branch == taken


def test_a_branching_value_that_cannot_be_a_text():
    text = "input 'k' of node 'way': expected string, got set"
    assert failure(branching(STRING, {}), {"x": {1}}, tools={}) == (TypeError, text)


def test_an_end_gives_the_outputs_of_the_flow_with_its_defaults():
    outputs = props(a=STRING, b=(STRING, "flow"), c=(NUMBER, 5))
    last = end(outputs=props(c=(NUMBER, 7), extra=(STRING, "x"), a=(STRING, "end")), branch="B")
    doc = document(flow([start(), last], "start -> end", outputs=outputs))
    outcome = interpret(doc, {}, tools={})
    assert outcome.branch == "B"
    assert same_json(outcome.outputs, {"a": "end", "b": "flow", "c": 7.0})
    assert list(outcome.outputs) == ["a", "b", "c"]


def test_the_default_of_a_flow_output_does_not_replace_an_unset_input_of_the_end():
    nodes = [start(), end(outputs=props(a=STRING))]
    doc = document(flow(nodes, "start -> end", outputs=props(a=(STRING, "D"))))
    text = "input 'a' of node 'end' has no value and no source"
    assert failure(doc, {}, tools={}) == (LookupError, text)


def test_a_flow_output_that_the_end_lacks_and_that_has_no_default():
    doc = document(flow([start(), end()], "start -> end", outputs=props(a=STRING)))
    text = "input 'a' of node 'end' has no value and no source"
    assert failure(doc, {}, tools={}) == (LookupError, text)


# Subflows (21) and notes (15) ------------------------------------------------------------------


def choosing(name="choose"):
    """A subflow that ends in `good` with the input doubled, or in `bad` with a default."""
    double = tool("double", props(n=INTEGER), props(n=INTEGER))
    nodes = [
        start(props(n=INTEGER)),
        branch("sign", props(n=STRING)[0], {"0": "zero"}),
        call(double),
        end("well", props(n=INTEGER), branch="good"),
        end("ill", branch="bad"),
    ]
    control = "start -> sign, sign[zero] -> ill, sign[default] -> double, double -> well"
    data = "start.n -> sign.n, start.n -> double.n, double.n -> well.n"
    return flow(nodes, control, data, name=name, outputs=props(n=(INTEGER, -1))), double


def using_subflow():
    inner, double = choosing()
    nodes = [
        start(props(n=INTEGER)),
        subflow(inner, "sub"),
        end("yes", props(n=INTEGER), branch="yes"),
        end("no", props(n=INTEGER), branch="no"),
    ]
    control = "start -> sub, sub[good] -> yes, sub[bad] -> no"
    data = "start.n -> sub.n, sub.n -> yes.n, sub.n -> no.n"
    return document(flow(nodes, control, data), inner, double)


@pytest.mark.parametrize(("n", "branch_", "outputs"), [(4, "yes", {"n": 8}), (0, "no", {"n": -1})])
def test_a_subflow_ends_in_one_of_the_branches_of_its_node(n, branch_, outputs):
    outcome = interpret(using_subflow(), {"n": n}, tools={"double": lambda n: 2 * n})
    assert (outcome.branch, outcome.outputs) == (branch_, outputs)


def test_a_subflow_starts_afresh_each_time():
    keep = tool("keep", props(x=(STRING, "unset")), props(x=STRING))
    inner_nodes = [start(), call(keep, "one"), call(keep, "two"), end(outputs=props(x=STRING))]
    inner = flow(
        inner_nodes,
        "start -> one, one -> two, two -> end",
        "two.x -> one.x, one.x -> two.x, two.x -> end.x",
        name="inner",
    )
    last = end(outputs=props(x=STRING, y=STRING))
    nodes = [start(), subflow(inner, "a"), subflow(inner, "b"), last]
    doc = document(
        flow(nodes, "start -> a, a -> b, b -> end", "a.x -> end.x, b.x -> end.y"), inner, keep
    )
    result = outputs_of(doc, {}, tools={"keep": lambda x: x + "."})
    assert result == {"x": "unset..", "y": "unset.."}


class Boom(Exception):
    pass


def test_an_error_of_a_tool_is_unchanged_and_gets_one_note_for_each_flow_on_its_way():
    error = Boom("no")

    def double(n):
        raise error

    with pytest.raises(Boom) as caught:
        interpret(using_subflow(), {"n": 1}, tools={"double": double})
    assert caught.value is error
    assert error.__notes__ == [
        "in node 'double' of flow 'choose'",
        "in node 'sub' of flow 'main'",
    ]


def test_a_note_gives_file_and_line_of_the_node_where_the_user_wrote_it():
    doc = one_call(tool("t", (), ()))
    node = doc.components["main"].node("t")
    written = Source("order.flow", "flow main() {\n  t()\n}\n")
    copy = Source("order.json", '{\n"nodes": [\n{}]}', locate=lambda path: (13, 15))
    places = {
        "in node 't' of flow 'main' (order.flow:2)": Span(written, 16, 19),
        "in node 't' of flow 'main' (order.json:3)": Pointer(copy, ("nodes", 0)),
        "in node 't' of flow 'main'": Pointer(Source("<object>", ""), ("nodes", 0)),
    }
    for note, place in places.items():
        object.__setattr__(node, "origin", place)
        with pytest.raises(ZeroDivisionError) as caught:
            interpret(doc, {}, tools={"t": lambda: 1 // 0})
        assert caught.value.__notes__ == [note]


def test_a_note_can_name_the_text_that_the_document_was_made_from():
    doc, original = one_call(tool("t", (), ())), one_call(tool("t", (), ()))
    place = Span(Source("order.flow", "\n\n  t()\n"), 4, 7)
    object.__setattr__(original.components["main"].node("t"), "origin", place)
    with pytest.raises(ZeroDivisionError) as caught:
        interpret(doc, {}, tools={"t": lambda: 1 // 0}, written=original)
    assert caught.value.__notes__ == ["in node 't' of flow 'main' (order.flow:3)"]


def test_an_input_of_a_subflow_that_does_not_fit_is_an_error_of_its_node():
    inner, double = choosing()
    nodes = [start(props(n=ANY)), subflow(inner, "sub"), end()]
    any_input = nodes[1].__class__(
        component_type="FlowNode",
        id="sub",
        name="sub",
        subflow=nodes[1].subflow,
        inputs=props(n=ANY),
        outputs=nodes[1].outputs,
        branches=nodes[1].branches,
    )
    control = "start -> sub, sub[good] -> end, sub[bad] -> end"
    doc = document(
        flow([nodes[0], any_input, nodes[2]], control, "start.n -> sub.n"), inner, double
    )
    with pytest.raises(TypeError) as caught:
        interpret(doc, {"n": "x"}, tools={"double": print})
    assert str(caught.value) == "input 'n' of flow 'choose': expected integer, got str"
    assert caught.value.__notes__ == ["in node 'sub' of flow 'main'"]
