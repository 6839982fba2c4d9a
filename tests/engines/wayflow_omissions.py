"""What random flows for WayFlow leave out (`omissions`)."""

from __future__ import annotations

import flows_for
from known import WAYFLOW, Known

from flowc.testing import Raise, Return, ServiceScript

_IN_PARALLEL = """
    flow f() { t() }
    export flow main() { parallel [f]() }
"""
WAYFLOW_OMISSIONS = (
    Known(
        name="CatchExceptionNodes",
        rule="24",
        reason="it refuses them",
        shows={
            WAYFLOW: (
                "failure: None / ('NotImplementedError', …The Agent Spec type "
                "'CatchExceptionNode' is not yet supported for conversion.…) (load)"
            )
        },
        source="""
            flow f() { return }
            export flow main() {
              try f() { else => {} }
            }
        """,
    ),
    Known(
        name="more than one list to go over",
        rule="22",
        reason="it refuses that",
        shows={
            WAYFLOW: (
                "failure: None / ('ValueError', 'Cannot convert MapNode to Runtime. Only one "
                "input can be iterated on.') (load)"
            )
        },
        source="""
            flow f(a: string, b: string) -> (c: string) { return (c = a) }
            export flow main(xs: string[], ys: string[]) -> (zs: string[]) {
              x = map f(a = each xs, b = each ys)
              return (zs = x.collected_c)
            }
        """,
        inputs={"xs": ["x"], "ys": ["y"]},
    ),
    Known(
        name="lists of an enum for a MapNode's input that is a string",
        rule="22",
        reason="they are gone over too: enums make no difference",
        shows={
            WAYFLOW: (
                "failure: None / ('ValueError', 'Cannot convert MapNode to Runtime. Only one "
                "input can be iterated on.') (load)"
            )
        },
        source="""
            flow f(a: string, b: string) -> (c: string) { return (c = b) }
            export flow main(xs: ("x" | "y")[], ys: string[]) -> (zs: string[]) {
              x = map f(a = xs, b = each ys)
              return (zs = x.collected_c)
            }
        """,
        inputs={"xs": ["x"], "ys": ["y"]},
    ),
    Known(
        name="ClientTools in flows that Parallel nodes run",
        rule="23",
        reason="it refuses them",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "failure: None / ('ValueError', 'Flows ran in `ParallelFlowExecutionStep` "
                "cannot yield') (load)"
            )
        },
        source=f"ClientTool t() {_IN_PARALLEL}",
        answers={"t": [None]},
    ),
    Known(
        name="confirmations in flows that Parallel nodes run",
        rule="23",
        reason="it refuses them",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={}, service='confirm') / None\n"
                "failure: None / ('ValueError', 'Flows ran in `ParallelFlowExecutionStep` "
                "cannot yield') (load)"
            )
        },
        source=f"tool t() {{ requires_confirmation: true }} {_IN_PARALLEL}",
        answers={"t": [None]},
        services=(ServiceScript("confirm", "t", (Return(True),)),),
    ),
    Known(
        name="messages in flows that Parallel nodes run",
        rule="23",
        reason="they are said in the order in which they come",
        shows={
            WAYFLOW: (
                "messages: (('agent', 'first x'), ('agent', 'second')) / (('agent', 'second'), "
                "('agent', 'first x'))"
            )
        },
        source="""
            tool t() -> (a: string)
            flow f() {
              t()
              say "first {{a}}" (t.a)
            }
            flow g() { say "second" }
            export flow main() { parallel [f, g]() }
        """,
        answers={"t": ["x"]},
    ),
    Known(
        name="errors in flows that Parallel nodes run",
        rule="23",
        reason="the first one ends the other flows where they are, which no two runs do alike",
        shows={WAYFLOW: "call …: Call(tool='…', arguments={}…) / …"},
        source="""
            tool t()
            tool u()
            tool v()
            flow f() { t() }
            flow g() {
              u()
              v()
              again = v()
              once_more = v()
              and_again = v()
            }
            export flow main() { parallel [f, g]() }
        """,
        answers={"t": [Raise("ToolFailure", "no")], "u": [None], "v": [None] * 4},
    ),
    Known(
        name="loops around ParallelFlowNodes",
        rule="23",
        reason="in one run of a flow they run once, and then give what they gave",
        shows={WAYFLOW: "call 3: Call(tool='u', arguments={}…) / Call(tool='t', arguments={}…)"},
        source="""
            tool t() -> (a: string)
            tool u()
            flow f() { u() }
            export flow main() {
              loop {
                parallel [f]()
                t()
                match t.a {
                  "again" => {}
                  else => break
                }
              }
            }
        """,
        answers={"t": ["again", "done"], "u": [None]},
    ),
    Known(
        name="Jinja in texts",
        rule="25",
        reason="it is read as such, `{% x %}`, `{{ no one }}` and `{{{a}}` included",
        shows={WAYFLOW: "failure: None / ('TemplateSyntaxError', …unknown tag 'x'…) (load)"},
        source='export flow main() { say "{% x %}" }',
    ),
    Known(
        name="a line's end at the end of a text",
        rule="25",
        reason="Jinja leaves it out",
        shows={WAYFLOW: "messages: (('agent', 'Hello\\n'),) / (('agent', 'Hello'),)"},
        source='export flow main() { say "Hello\\n" }',
    ),
    Known(
        name="placeholders that begin with a digit",
        rule="25",
        reason="Jinja refuses them",
        shows={
            WAYFLOW: (
                "failure: None / ('TemplateSyntaxError', …expected token 'end of print "
                "statement', got 'd'…) (load)"
            )
        },
        source='export flow main(a: string) { say "{{1d}}" (`1d` = a) }',
        inputs={"a": "x"},
    ),
    Known(
        name="outputs of models and servers with titles like `x-y`",
        rule="26",
        reason="they become programs of jq",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='r'…service='http') / None\n"
                "failure: None / ('ValueError', 'jq: error: y/0 is not defined at <top-level>, "
                "…) (load)"
            )
        },
        source=flows_for.a_servers_answer("string", "x-y"),
        services=(ServiceScript("http", "r", (Return({"x-y": "y"}),)),),
    ),
    Known(
        name="an answer without one of the outputs",
        rule="section 7",
        reason="it is null, and a value of its type from a model",
        shows={
            WAYFLOW: "failure: Failure(kind='LookupError', text=…node 'x' got no 'a'…) / None (run)"
        },
        source=flows_for.a_servers_answer("string"),
        services=(ServiceScript("http", "r", (Return({}),)),),
    ),
    Known(
        name="properties that may be missing",
        rule="9",
        reason="it wants them all",
        shows={
            WAYFLOW: (
                "failure: None / ('TypeError', …The input passed: `{}` of type `dict` is not "
                "of the expected type `ObjectProperty(name='a', properties={'a': …) (start)"
            )
        },
        source=flows_for.an_input("{ a?: string }"),
        inputs={"a": {}},
    ),
    Known(
        name="conversions into unions",
        rule="9",
        reason="the first member that converts is taken, not the first that fits",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': 1.0}…) / Call(tool='t', "
                "arguments={'a': True}…)"
            )
        },
        source=flows_for.an_edge("integer", "boolean | number"),
        inputs={"a": 1},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions out of unions",
        rule="9",
        reason="it refuses them, but for strings",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': 1}…) / None\n"
                "failure: None / ('TypeError', …`StartStep`…UnionProperty(…IntegerProperty…"
                "BooleanProperty…)…`ToolExecutionStep`…IntegerProperty(name='a')…) (load)"
            )
        },
        source=flows_for.an_edge("integer | boolean", "integer"),
        inputs={"a": 1},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions between objects of other keys",
        rule="9",
        reason="it refuses them",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': {'x': 'x'}}…) / None\n"
                "failure: None / ('TypeError', …`StartStep`…ObjectProperty(…'x': …, 'y': …)…"
                "`ToolExecutionStep`…ObjectProperty(…'x': StringProperty(name='')}…) (load)"
            )
        },
        source=flows_for.an_edge("{ x: string, y: string }", "{ x: string }"),
        inputs={"a": {"x": "x", "y": "y"}},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions between objects of any keys",
        rule="9",
        reason="the keys get lost",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': {'x': 1.0}}…) / Call(tool='t', "
                "arguments={'a': {}}…)"
            )
        },
        source=flows_for.an_edge("{ [string]: integer }", "{ [string]: number }"),
        inputs={"a": {"x": 1}},
        answers={"t": ["x"]},
    ),
    Known(
        name="arrays of anything to texts",
        rule="9",
        reason="null in them becomes the empty text",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': ['null']}…) / Call(tool='t', "
                "arguments={'a': ['']}…)"
            )
        },
        source=flows_for.an_edge("array", "string[]"),
        inputs={"a": [None]},
        answers={"t": ["x"]},
    ),
    Known(
        name="a boolean for an integer",
        rule="9",
        reason="it stays a boolean",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': 1}…) / Call(tool='t', arguments={'a': "
                "True}…)"
            )
        },
        source=flows_for.an_edge("boolean", "integer"),
        inputs={"a": True},
        answers={"t": ["x"]},
    ),
    Known(
        name="inputs of a flow titled like inputs of its nodes",
        rule="5",
        reason="they feed them where nothing else does",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': 'literal'}…) / Call(tool='t', "
                "arguments={'a': 'x'}…)"
            )
        },
        source="""
            tool t(a: string)
            export flow main(a: string) { t(a = "literal") }
        """,
        inputs={"a": "x"},
        answers={"t": [None]},
    ),
    Known(
        name="an input that some path leaves unset",
        rule="7",
        reason="it refuses the flow",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "failure: None / ('ValueError', \"The flow requires the input descriptor "
                "`StringProperty(name='c')` because some step requires it but that is not "
                "available in the StartStep…) (load)"
            )
        },
        source="""
            tool t() -> (a: string)
            export flow main(b: string) -> (c: string) {
              match b {
                "x" => t()
                else => {}
              }
              return (c = t.a)
            }
        """,
        inputs={"b": "x"},
        answers={"t": ["x"]},
    ),
    Known(
        name="a BranchingNode without an edge for other values",
        rule="3",
        reason="it ends the flow there",
        shows={
            WAYFLOW: (
                "failure: Failure(kind='LookupError', text=…node 'match' took branch "
                "'default', which leads nowhere…) / None (run)"
            )
        },
        source="""
            export flow main(a: string) {
              match a {
                "x" => {}
                else => error
              }
            }
        """,
        inputs={"a": "y"},
    ),
    Known(
        name="EndNodes that lack outputs of the flow",
        rule="20",
        reason="any node's output of that title is taken",
        shows={WAYFLOW: "outputs: {'a': 'default'} / {'a': 'x'}"},
        source="""
            tool t() -> (a: string)
            export flow main() -> (a: string = "default") {
              t()
              return () -> ()
            }
        """,
        answers={"t": ["x"]},
    ),
    Known(
        name="nullable outputs of flows",
        rule="20",
        reason="what is null is left out, and FlowNodes then fail",
        shows={
            WAYFLOW: (
                "failure: None / ('ValueError', 'Field a of current step f is required but has "
                "no default value') (run)"
            )
        },
        source="""
            flow f() -> (a: string?) { return (a = null) }
            export flow main() { f() }
        """,
    ),
)
