"""What generated modules do when they run."""

from __future__ import annotations

import traceback

import pytest
from generated import SHA, code_of, failure, function, load, module_of, tools, wait

import flowc
from flowc.python import emit
from flowc.records import replace
from flowc.runtime import as_async

ORDER = """
tool lookup_order(order_id: string) -> (order_status: string)
flow order(order_id: string) -> (order_status: string) {
  lookup_order(order_id)
  return lookup_order.order_status
}
"""

LOOP = """
tool step(n: integer) -> (n: integer, done: boolean)
flow count(n: integer = 0) -> (n: integer) {
  loop {
    step(n = n | step.n)
    if step.done { break }
  }
  return n | step.n
}
"""


def test_a_tool_is_called_with_keyword_arguments_and_its_result_is_the_output():
    module = module_of(ORDER)
    calls = []

    def lookup_order(**arguments):
        calls.append(arguments)
        return "PROCESSING"

    found = module.order(order_id="7930", tools=tools(lookup_order=lookup_order))
    assert found == {"order_status": "PROCESSING"}
    assert calls == [{"order_id": "7930"}]
    outcome = module.order_outcome(order_id="7930", tools=tools(lookup_order=lookup_order))
    assert outcome == ("next", {"order_status": "PROCESSING"})


def test_calls_stay_bare_and_checks_are_in_line():
    assert function(code_of(ORDER), "order") == (
        "def order(*, order_id: str, tools: Tools) -> OrderOutputs:\n"
        "    _require(tools, _TOOLS)\n"
        "    if not isinstance(order_id, str):\n"
        "        order_id = _string(order_id, \"input 'order_id' of flow 'order'\")\n"
        "    try:\n"
        "        order_status = tools.lookup_order(order_id=order_id)\n"
        "        if not isinstance(order_status, str):\n"
        "            order_status = _returned(\n"
        '                _string, order_status, "order_status", "lookup_order"\n'
        "            )\n"
        '        return {"order_status": order_status}\n'
        "    except Exception as error:\n"
        '        _add_note(error, "order")\n'
        "        raise"
    )


def test_a_loop_carries_its_value_in_one_local():
    code = function(code_of(LOOP), "count")
    assert "            step = tools.step(n=n)\n" in code
    assert (
        '            new_n = _take(step, "n", "step")\n'
        "            if new_n is not None:\n"
        "                if type(new_n) is not int:\n"
        "                    new_n = _integer(new_n, \"output 'n' of tool 'step'\")\n"
        "                n = new_n\n"
    ) in code
    module = module_of(LOOP)

    def step(n):
        return {"n": n + 1, "done": n == 4}

    assert module.run(None, tools=tools(step=step)) == {"n": 5}


@pytest.mark.parametrize(
    "inputs",
    [
        {"order_id": "1"},
        '{"order_id": "1"}',
        [{"name": "order_id", "value": "1"}],
        '[{"name": "order_id", "value": "1"}]',
    ],
)
def test_run_takes_the_inputs_of_semantics_18(inputs):
    module = module_of(ORDER)
    assert module.run(inputs, tools=tools(lookup_order=lambda order_id: order_id)) == {
        "order_status": "1"
    }


@pytest.mark.parametrize(
    ("inputs", "text"),
    [
        (None, "flow 'order' needs the input 'order_id'"),
        (" ", "flow 'order' needs the input 'order_id'"),
        ("null", "flow 'order' needs the input 'order_id'"),
        ([], "flow 'order' needs the input 'order_id'"),
        ({"order": 1}, "flow 'order' has no input 'order'"),
        ("no JSON", "flow 'order' takes an object of inputs, not str"),
        ("5", "flow 'order' takes an object of inputs, not int"),
        ([{"name": "order_id"}], "flow 'order' takes an object of inputs, not list"),
        (7, "flow 'order' takes an object of inputs, not int"),
    ],
)
def test_run_refuses_other_inputs(inputs, text):
    module = module_of(ORDER)
    run = lambda: module.run(inputs, tools=tools(lookup_order=print))  # noqa: E731
    assert failure(run) == ("TypeError", text)


def test_an_unknown_input_is_suggested_a_known_one():
    module = module_of(ORDER)
    with pytest.raises(TypeError) as caught:
        module.run({"order_idd": "1"}, tools=tools(lookup_order=print))
    assert caught.value.__notes__ == ["Did you mean 'order_id'?"]


def test_all_missing_tools_are_listed_before_the_first_node():
    module = module_of(
        """
        @name("a tool")
        tool one() -> (x: string)
        tool two(x: string)
        tool three()
        flow inner() { three() }
        export flow outer() {
          one()
          two(one.x)
          inner()
        }
        """
    )
    called = []
    with_two = tools(two=called.append)
    expected = ("NotImplementedError", "no implementation for a tool, three")
    assert failure(lambda: module.outer(tools=with_two)) == expected
    assert failure(lambda: module.outer_outcome(tools=with_two)) == expected
    assert failure(lambda: module.run({"unknown": 1}, tools=with_two)) == expected
    assert failure(lambda: module.inner(tools=with_two)) == (
        "NotImplementedError",
        "no implementation for three",
    )
    assert called == []


def test_an_error_in_a_tool_carries_a_note_for_each_flow():
    module = module_of(
        """tool work(x: string) -> (y: string)
flow inner(x: string) -> (y: string) {
  first = work(x)
  second = work(first.y)
  return second.y
}
export flow outer(x: string) -> (y: string) {
  run = inner(x)
  return run.y
}
"""
    )
    answers = iter(["fine"])

    def work(x):
        return next(answers, None) or [][0]

    with pytest.raises(IndexError) as caught:
        module.outer(x="a", tools=tools(work=work))
    assert caught.value.__notes__ == [
        "in node 'second' of flow 'inner' (test.flow:4)",
        "in node 'run' of flow 'outer' (test.flow:8)",
    ]


def test_the_note_names_the_node_of_every_line_of_a_long_call():
    parameters = ", ".join(f"a_long_parameter_{number}: integer" for number in range(6))
    inputs = ", ".join(f"a_long_parameter_{number} = text" for number in range(6))
    text = f"""
tool other(text: number)
tool wide({parameters})
flow f(text: number) {{
  other(text)
  wide({inputs})
}}
"""
    module = module_of(text)
    with pytest.raises(TypeError) as caught:
        module.f(text=float("nan"), tools=tools(other=lambda text: None, wide=print))
    assert str(caught.value) == (
        "input 'a_long_parameter_0' of node 'wide': expected integer, got float"
    )
    assert caught.value.__notes__ == ["in node 'wide' of flow 'f' (test.flow:6)"]


def test_the_table_of_lines_is_right_where_black_has_to_help():
    text = """
tool find(words: string[]) -> (hits: string[])
flow f(
  words: string[] = ["a default that makes the line too long", "and another one of some length"],
) -> (hits: string[]) {
  find(words)
  return find.hits
}
"""
    code = code_of(text)
    line = next(i for i, line in enumerate(code.splitlines(), 1) if "tools.find(" in line)
    assert f'_LINES = \'{line} ["find", "test.flow:6"]\\n' in code


@pytest.mark.parametrize(
    "name", ["a\nb", "1 [", '"]\n9 ["', "é\u2028\x85\0", "\ud800", "\\n", "'" * 99]
)
def test_notes_have_the_names_of_nodes_as_they_are(name):
    document = flowc.parse(LOOP, filename="test.flow").document
    flow = document.components[document.root]
    nodes = tuple(replace(node, name=name) if node.name == "step" else node for node in flow.nodes)
    components = {**document.components, flow.id: replace(flow, nodes=nodes)}
    code = emit(
        replace(document, components=components), source_name="test.flow", source_sha256=SHA
    )

    def step(n):
        raise ValueError

    with pytest.raises(ValueError) as caught:
        load(code).count(tools=tools(step=step))
    assert caught.value.__notes__ == [f"in node '{name}' of flow 'count' (test.flow:5)"]


def test_max_steps_counts_turns():
    module = module_of(LOOP)

    def step(n):
        return {"n": n + 1, "done": False}

    with pytest.raises(module.StepLimit) as caught:
        module.count(tools=tools(step=step), max_steps=3)
    assert str(caught.value) == "more than 3 steps in flow 'count', at node 'step'"
    assert not isinstance(caught.value, Exception)
    assert not hasattr(caught.value, "__notes__")


def test_a_flow_takes_max_steps_only_if_it_or_one_below_it_loops():
    module = module_of(
        LOOP
        + """
flow straight() { }
export flow above() -> (n: integer) {
  count()
  straight()
  return count.n
}
"""
    )
    step = tools(step=lambda n: {"n": n, "done": n == 0})
    assert module.above(tools=step, max_steps=1) == {"n": 0}
    assert failure(lambda: module.straight(tools=step, max_steps=1))[0] == "TypeError"
    assert failure(lambda: module.above(tools=step, max_steps=0))[0] == "StepLimit"


SEVERAL = """
tool two() -> (a: string, b: integer = 7, c: boolean?)
tool show(a: string, b: integer, c: boolean?)
flow f() -> (a: string) {
  two()
  show(two.a, two.b, two.c)
  return two.a
}
"""


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        ({"a": "x", "b": 1, "c": True, "d": 0}, {"a": "x", "b": 1, "c": True}),
        ({"a": "x", "c": None}, {"a": "x", "b": 7, "c": None}),
        ({"a": 5, "b": 1.9, "c": 0}, {"a": "5", "b": 1, "c": False}),
    ],
)
def test_several_outputs_are_taken_from_a_mapping(result, shown):
    seen = []
    module = module_of(SEVERAL)
    module.f(tools=tools(two=lambda: result, show=lambda **given: seen.append(given)))
    assert seen == [shown]
    assert [type(value) for value in seen[0].values()] == [type(v) for v in shown.values()]


@pytest.mark.parametrize(
    ("result", "kind", "text"),
    [
        (["a"], "TypeError", "tool 'two' must return a mapping, not list"),
        (None, "TypeError", "tool 'two' must return a mapping, not NoneType"),
        ({"b": 1, "c": None}, "LookupError", "tool 'two' returned no 'a'"),
        ({"a": None, "c": None}, "LookupError", "tool 'two' returned nothing for 'a'"),
        ({"a": "x", "b": "1", "c": None}, "TypeError",
         "output 'b' of tool 'two': expected integer, got str"),
        ({"a": "x", "b": 1, "c": "no"}, "TypeError",
         "output 'c' of tool 'two': expected boolean?, got str"),
    ],
)  # fmt: skip
def test_a_wrong_mapping_is_an_error(result, kind, text):
    module = module_of(SEVERAL)
    run = lambda: module.f(tools=tools(two=lambda: result, show=print))  # noqa: E731
    assert failure(run) == (kind, text)


def test_nothing_returned_leaves_the_old_value_where_there_is_another():
    module = module_of(
        """
tool next(n: integer) -> (n: integer, more: boolean)
flow f(n: integer) -> (n: integer) {
  loop {
    next(n = n | next.n)
    if next.more { continue } else { break }
  }
  return n | next.n
}
"""
    )
    seen = []

    def next_(n):
        seen.append(n)
        return {"n": [None, 5, None][len(seen) - 1], "more": len(seen) < 3}

    assert module.f(n=1, tools=tools(next_=next_)) == {"n": 5}
    assert seen == [1, 1, 5]


def test_an_unused_output_is_checked_all_the_same():
    module = module_of("tool log() -> (count: integer)\nflow f() { log() }")
    module.f(tools=tools(log=lambda: None))
    module.f(tools=tools(log=lambda: 2.5))
    assert failure(lambda: module.f(tools=tools(log=lambda: "2"))) == (
        "TypeError",
        "output 'count' of tool 'log': expected integer, got str",
    )


def test_an_unset_input_names_the_sources_that_did_not_run():
    module = module_of(
        """
tool a() -> (x: string?)
tool b() -> (x: string?)
tool use(x: string?)
flow f(first: boolean, second: boolean) {
  if first { a() }
  if second { b() }
  use(x = a.x | b.x)
}
"""
    )
    used = []
    functions = tools(a=lambda: "a", b=lambda: None, use=lambda x: used.append(x))
    module.f(first=True, second=False, tools=functions)
    module.f(first=True, second=True, tools=functions)
    assert used == ["a", None]
    assert failure(lambda: module.f(first=False, second=False, tools=functions)) == (
        "LookupError",
        "input 'x' of node 'use' has no value: a, b gave none",
    )


def test_defaults_are_for_unset_values_and_made_anew():
    module = module_of(
        """
tool keep(xs: integer[], options: { [string]: integer }) -> (xs: integer[])
flow f(xs: integer[] = [], n: number = 1, s: string? = null) -> (
  xs: integer[],
  n: number,
  s: string?,
) {
  keep(xs, options = {})
  return (xs = keep.xs, n = n, s = s)
}
"""
    )

    def keep(xs, options):
        assert options == {}
        options["seen"] = 1
        xs.append(1)
        return xs

    for _ in range(2):
        assert module.f(tools=tools(keep=keep)) == {"xs": [1], "n": 1.0, "s": None}
    assert type(module.f(tools=tools(keep=keep))["n"]) is float
    assert failure(lambda: module.f(xs=None, tools=tools(keep=keep))) == (
        "TypeError",
        "input 'xs' of flow 'f': expected integer[], got NoneType",
    )


def test_a_subflow_ends_in_branches():
    text = """
tool query(x: integer) -> (yes: boolean)
flow inner(x: integer) -> (word: string) {
  query(x)
  if query.yes { yes: return "sure" as agreed } else { no: return "never" as refused }
}
export flow outer(x: integer) -> (word: string) {
  asked = inner(x) {
    agreed => done: return asked.word as fine
    refused => {}
  }
  return "inner said no"
}
"""
    module = module_of(text)
    ask = tools(query=lambda x: x > 0)
    assert module.outer_outcome(x=1, tools=ask) == ("fine", {"word": "sure"})
    assert module.outer_outcome(x=0, tools=ask) == ("next", {"word": "inner said no"})
    assert module.inner_outcome(x=0, tools=ask) == ("refused", {"word": "never"})
    assert module.inner(x=0, tools=ask) == {"word": "never"}


def test_a_branch_that_leads_nowhere_is_an_error():
    module = module_of(
        """
flow f(x: string) -> (y: string) {
  check: match x {
    "a" => return "A"
    else => error
  }
}
"""
    )
    assert module.f(x="a", tools=tools()) == {"y": "A"}
    with pytest.raises(LookupError) as caught:
        module.f(x="b", tools=tools())
    assert str(caught.value) == "node 'check' took branch 'default', which leads nowhere"
    assert caught.value.__notes__ == ["in node 'check' of flow 'f' (test.flow:3)"]


def test_asynchronous_modules_await_tools_and_subflows():
    text = """
tool work(x: integer) -> (x: integer)
flow inner(x: integer) -> (x: integer) {
  work(x)
  return work.x
}
export flow outer(x: integer) -> (x: integer) {
  inner(x)
  return inner.x
}
"""
    code = code_of(text, async_=True)
    assert "async def outer(*, x: int, tools: Tools) -> OuterOutputs:" in code
    assert "        x = await tools.work(x=x)\n" in code
    module = load(code)

    async def work(x):
        return x + 1

    assert wait(module.run({"x": 1}, tools=tools(work=work))) == {"x": 2}
    assert wait(module.outer(x=1, tools=as_async(tools(work=lambda x: x + 2)))) == {"x": 3}
    assert wait(module.outer_outcome(x=1, tools=as_async(tools(work=work)))) == ("next", {"x": 2})
    missing = failure(lambda: wait(module.outer(x=1, tools=as_async(tools()))))
    assert missing == ("NotImplementedError", "no implementation for work")


def test_the_traceback_shows_the_bare_call():
    code = code_of(ORDER)
    module = load(code)

    def lookup_order(order_id):
        raise KeyError(order_id)

    try:
        module.order(order_id="1", tools=tools(lookup_order=lookup_order))
    except KeyError as error:
        frame = traceback.extract_tb(error.__traceback__)[1]
        line = code.splitlines()[frame.lineno - 1]
        assert line.strip() == "order_status = tools.lookup_order(order_id=order_id)"
