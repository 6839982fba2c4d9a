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
        engines=(WAYFLOW,),
        rule="24",
        reason="it refuses them",
        source="""
            flow f() { return }
            export flow main() {
              try f() { else => {} }
            }
        """,
    ),
    Known(
        name="more than one list to go over",
        engines=(WAYFLOW,),
        rule="22",
        reason="it refuses that",
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
        engines=(WAYFLOW,),
        rule="22",
        reason="they are gone over too: enums make no difference",
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
        engines=(WAYFLOW,),
        rule="23",
        reason="it refuses them",
        source=f"ClientTool t() {_IN_PARALLEL}",
        answers={"t": [None]},
    ),
    Known(
        name="confirmations in flows that Parallel nodes run",
        engines=(WAYFLOW,),
        rule="23",
        reason="it refuses them",
        source=f"tool t() {{ requires_confirmation: true }} {_IN_PARALLEL}",
        answers={"t": [None]},
        services=(ServiceScript("confirm", "t", (Return(True),)),),
    ),
    Known(
        name="messages in flows that Parallel nodes run",
        engines=(WAYFLOW,),
        rule="23",
        reason="they are said in the order in which they come",
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
        engines=(WAYFLOW,),
        rule="23",
        reason="the first one ends the other flows where they are",
        source="""
            tool t()
            tool u()
            tool v()
            flow f() { t() }
            flow g() {
              u()
              v()
            }
            export flow main() { parallel [f, g]() }
        """,
        answers={"t": [Raise("ToolFailure", "no")], "u": [None], "v": [None]},
    ),
    Known(
        name="loops around ParallelFlowNodes",
        engines=(WAYFLOW,),
        rule="23",
        reason="in one run of a flow they run once, and then give what they gave",
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
        engines=(WAYFLOW,),
        rule="25",
        reason="it is read as such, `{% x %}`, `{{ no one }}` and `{{{a}}` included",
        source='export flow main() { say "{% x %}" }',
    ),
    Known(
        name="a line's end at the end of a text",
        engines=(WAYFLOW,),
        rule="25",
        reason="Jinja leaves it out",
        source='export flow main() { say "Hello\\n" }',
    ),
    Known(
        name="placeholders that begin with a digit",
        engines=(WAYFLOW,),
        rule="25",
        reason="Jinja refuses them",
        source='export flow main(a: string) { say "{{1d}}" (`1d` = a) }',
        inputs={"a": "x"},
    ),
    Known(
        name="outputs of models and servers with titles like `x-y`",
        engines=(WAYFLOW,),
        rule="26",
        reason="they become programs of jq",
        source=flows_for.a_servers_answer("string", "x-y"),
        services=(ServiceScript("http", "r", (Return({"x-y": "y"}),)),),
    ),
    Known(
        name="an answer without one of the outputs",
        engines=(WAYFLOW,),
        rule="section 7",
        reason="it is null, and a value of its type from a model",
        source=flows_for.a_servers_answer("string"),
        services=(ServiceScript("http", "r", (Return({}),)),),
    ),
    Known(
        name="properties that may be missing",
        engines=(WAYFLOW,),
        rule="9",
        reason="it wants them all",
        source=flows_for.an_input("{ a?: string }"),
        inputs={"a": {}},
    ),
    Known(
        name="conversions into unions",
        engines=(WAYFLOW,),
        rule="9",
        reason="the first member that converts is taken, not the first that fits",
        source=flows_for.an_edge("integer", "boolean | number"),
        inputs={"a": 1},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions out of unions",
        engines=(WAYFLOW,),
        rule="9",
        reason="it refuses them, but for strings",
        source=flows_for.an_edge("integer | boolean", "integer"),
        inputs={"a": 1},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions between objects of other keys",
        engines=(WAYFLOW,),
        rule="9",
        reason="it refuses them",
        source=flows_for.an_edge("{ x: string, y: string }", "{ x: string }"),
        inputs={"a": {"x": "x", "y": "y"}},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions between objects of any keys",
        engines=(WAYFLOW,),
        rule="9",
        reason="the keys get lost",
        source=flows_for.an_edge("{ [string]: integer }", "{ [string]: number }"),
        inputs={"a": {"x": 1}},
        answers={"t": ["x"]},
    ),
    Known(
        name="arrays of anything to texts",
        engines=(WAYFLOW,),
        rule="9",
        reason="null in them becomes the empty text",
        source=flows_for.an_edge("array", "string[]"),
        inputs={"a": [None]},
        answers={"t": ["x"]},
    ),
    Known(
        name="a boolean for an integer",
        engines=(WAYFLOW,),
        rule="9",
        reason="it stays a boolean",
        source=flows_for.an_edge("boolean", "integer"),
        inputs={"a": True},
        answers={"t": ["x"]},
    ),
    Known(
        name="inputs of a flow titled like inputs of its nodes",
        engines=(WAYFLOW,),
        rule="5",
        reason="they feed them where nothing else does",
        source="""
            tool t(a: string)
            export flow main(a: string) { t(a = "literal") }
        """,
        inputs={"a": "x"},
        answers={"t": [None]},
    ),
    Known(
        name="an input that some path leaves unset",
        engines=(WAYFLOW,),
        rule="7",
        reason="it refuses the flow",
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
        engines=(WAYFLOW,),
        rule="3",
        reason="it ends the flow there",
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
        engines=(WAYFLOW,),
        rule="20",
        reason="any node's output of that title is taken",
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
        engines=(WAYFLOW,),
        rule="20",
        reason="what is null is left out, and FlowNodes then fail",
        source="""
            flow f() -> (a: string?) { return (a = null) }
            export flow main() { f() }
        """,
    ),
)
