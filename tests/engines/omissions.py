"""What random flows leave out, because more than one in twenty would differ for it.

`dialects` leaves it out. Like an entry of `differences`, each has a smallest case, and tests prove
that the engines still differ on it. Not here is what engines cannot be compared in: agents (between
the first prompt and their outputs each does as it likes, 21), MCPTools (they need a server, 17),
and `@state` and `@context`, which are flowc's own (15).
"""

from __future__ import annotations

import flows_for
from known import BOTH, Known
from langgraph_omissions import LANGGRAPH_OMISSIONS
from wayflow_omissions import WAYFLOW_OMISSIONS

from flowc.testing import Raise, Return, ServiceScript, Status

_OMISSIONS_OF_BOTH = (
    Known(
        name="inputs titled self",
        engines=BOTH,
        rule="12",
        reason="they call `tool.run(**inputs)`, which has a parameter of that name",
        source="""
            tool t(self: string) -> (a: string)
            export flow main() -> (a: string) {
              x = t(self = "x")
              return (x.a)
            }
        """,
        answers={"t": ["y"]},
    ),
    Known(
        name="keys of a BranchingNode that are no strings",
        engines=BOTH,
        rule="19",
        reason="they never match",
        source="""
            export flow main(a: integer) -> (b: string) {
              @with({ inputs: [{ title: "branching_mapping_key", type: "integer" }] })
              match a {
                1 => return (b = "one")
                else => return (b = "other")
              }
            }
        """,
        inputs={"a": 1},
    ),
    Known(
        name="a node's input of another type than its tool's",
        engines=BOTH,
        rule="9",
        reason="WayFlow does not convert it again, LangGraph refuses it",
        source="""
            tool t(a: string) -> (b: string)
            export flow main(a: number) -> (b: string) {
              x = t(a: number = a)
              return (x.b)
            }
        """,
        inputs={"a": 1.0},
        answers={"t": ["x"]},
    ),
    Known(
        name="an integer for `number | integer`",
        engines=BOTH,
        rule="9",
        reason="it stays an integer",
        source=flows_for.an_input("number | integer"),
        inputs={"a": 1},
    ),
    Known(
        name="values in texts that are neither strings nor numbers",
        engines=BOTH,
        rule="25",
        reason="they are shown as Python does",
        source='export flow main(a: boolean) { say "{{a}}" (a: boolean = a) }',
        inputs={"a": True},
    ),
    Known(
        name="messages of InputMessageNodes",
        engines=BOTH,
        rule="25",
        reason="they are not said",
        source='export flow main() { ask "Which?" -> (a: string) }',
        replies=("this",),
    ),
    Known(
        name="a model's answer that does not fit",
        engines=BOTH,
        rule="26",
        reason="WayFlow makes up a value, LangGraph takes it as it is",
        source=flows_for.a_models_answer("integer[]"),
        services=(ServiceScript("llm", "m", (Return({"a": "x"}),)),),
    ),
    Known(
        name="an answer that fits only when converted",
        engines=BOTH,
        rule="9",
        reason="LangGraph converts nothing inside of arrays and objects, WayFlow no booleans",
        source=flows_for.a_servers_answer("integer[]"),
        services=(ServiceScript("http", "r", (Return({"a": [True, 1.5]}),)),),
    ),
    Known(
        name="a status of an error",
        engines=BOTH,
        rule="section 7",
        reason="WayFlow asks two times more, LangGraph takes the answer",
        source=flows_for.a_servers_answer("string"),
        services=(ServiceScript("http", "r", (Status(404, {"a": "x"}),)),),
    ),
    Known(
        name="reducers but append",
        engines=BOTH,
        rule="22",
        reason="WayFlow refuses them, LangGraph gives lists",
        source="""
            flow f(a: integer) -> (b: integer) { return (b = a) }
            export flow main(xs: integer[]) -> (c: number) {
              x = map f(a = each xs) { reducers: { b: "sum" } }
              return (c = x.collected_b)
            }
        """,
        inputs={"xs": [1, 2]},
    ),
    Known(
        name="BuiltinTools",
        engines=BOTH,
        rule="17",
        reason="they are refused",
        source=flows_for.a_tools_answer("string", "BuiltinTool", '{ tool_type: "x" }'),
        answers={"t": ["x"]},
    ),
    Known(
        name="RemoteTools that have a function",
        engines=BOTH,
        rule="17",
        reason="it is not called",
        source=flows_for.a_tools_answer(
            "string", "RemoteTool", '{ url: "http://service.test/r", http_method: "GET" }'
        ),
        answers={"t": ["x"]},
    ),
    Known(
        name="`@retry`",
        engines=BOTH,
        rule="15",
        reason="it is flowc's own",
        source=flows_for.a_tools_answer("string", "@retry()\ntool"),
        answers={"t": [Raise("ToolFailure", "no"), "x"]},
    ),
)
OMISSIONS = (*_OMISSIONS_OF_BOTH, *WAYFLOW_OMISSIONS, *LANGGRAPH_OMISSIONS)
