"""What random flows for LangGraph leave out (`omissions`)."""

from __future__ import annotations

import flows_for
from known import LANGGRAPH, Known

from flowc.testing import Raise, Return, ServiceScript

LANGGRAPH_OMISSIONS = (
    Known(
        name="conversions inside arrays",
        engines=(LANGGRAPH,),
        rule="9",
        reason="there are none, and tools refuse the values",
        source=flows_for.an_edge("integer[]", "string[]"),
        inputs={"a": [1]},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions inside objects",
        engines=(LANGGRAPH,),
        rule="9",
        reason="there are none, and tools refuse the values",
        source=flows_for.an_edge("{ x: integer }", "{ x: string }"),
        inputs={"a": {"x": 1}},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions into unions",
        engines=(LANGGRAPH,),
        rule="9",
        reason="there are none, and tools refuse the values",
        source=flows_for.an_edge("integer", "string?"),
        inputs={"a": 1},
        answers={"t": ["x"]},
    ),
    Known(
        name="objects of any keys as arguments",
        engines=(LANGGRAPH,),
        rule="12",
        reason="tools get models without the keys",
        source=flows_for.an_edge("{ [string]: string }", "{ [string]: string }"),
        inputs={"a": {"x": "y"}},
        answers={"t": ["x"]},
    ),
    Known(
        name="defaults of properties inside objects",
        engines=(LANGGRAPH,),
        rule="9",
        reason="they are not filled in",
        source=flows_for.an_input(
            'any { type: "object", properties: { x: { type: "string", default: "y" } } }'
        ),
        inputs={"a": {}},
    ),
    Known(
        name="a tool's answer of a wrong type",
        engines=(LANGGRAPH,),
        rule="9",
        reason="but for numbers, nothing checks it",
        source=flows_for.a_tools_answer("integer[]"),
        answers={"t": ["x"]},
    ),
    Known(
        name="a tool's answer outside an enum",
        engines=(LANGGRAPH,),
        rule="9",
        reason="nothing checks it",
        source=flows_for.a_tools_answer('"x" | "y"'),
        answers={"t": ["z"]},
    ),
    Known(
        name="tools without outputs",
        engines=(LANGGRAPH,),
        rule="13",
        reason="whatever they return but a mapping is an error",
        source="tool t() \n export flow main() { t() }",
        answers={"t": [1]},
    ),
    Known(
        name="an empty answer of a model",
        engines=(LANGGRAPH,),
        rule="26",
        reason="its client refuses it",
        source=flows_for.a_models_answer("string"),
        services=(ServiceScript("llm", "m", (Return(""),)),),
    ),
    Known(
        name="values in paths of URLs",
        engines=(LANGGRAPH,),
        rule="section 7",
        reason="they are not encoded",
        source="""
            export flow main(a: string) {
              ApiNode(a) -> () { url: "http://service.test/r/{{a}}", http_method: "GET" }
            }
        """,
        inputs={"a": "b/c"},
        services=(ServiceScript("http", "r", (Return({}),)),),
    ),
    Known(
        name="ParallelMapNodes",
        engines=(LANGGRAPH,),
        rule="22",
        reason="it refuses them",
        source="""
            flow f(a: string) -> (b: string) { return (b = a) }
            export flow main(xs: string[]) -> (ys: string[]) {
              x = parallel map f(a = each xs)
              return (ys = x.collected_b)
            }
        """,
        inputs={"xs": ["x"]},
    ),
    Known(
        name="ParallelFlowNodes",
        engines=(LANGGRAPH,),
        rule="23",
        reason="it refuses them",
        source="""
            flow f() { return }
            export flow main() { parallel [f]() }
        """,
    ),
    Known(
        name="messages of subflows",
        engines=(LANGGRAPH,),
        rule="25",
        reason="they are not there",
        source="""
            flow f() { say "Hello" }
            export flow main() { f() }
        """,
    ),
    Known(
        name="questions in subflows",
        engines=(LANGGRAPH,),
        rule="25",
        reason="the subflow ends there, without outputs",
        source=flows_for.a_subflows_work("", "ask -> (a: string)"),
        replies=("yes",),
    ),
    Known(
        name="ClientTools in subflows",
        engines=(LANGGRAPH,),
        rule="17",
        reason="the subflow ends there, without outputs",
        source=flows_for.a_subflows_work("ClientTool t() -> (a: string)", "t()"),
        answers={"t": ["x"]},
    ),
    Known(
        name="confirmations in subflows",
        engines=(LANGGRAPH,),
        rule="16",
        reason="the subflow ends there, without outputs",
        source=flows_for.a_subflows_work(
            "tool t() -> (a: string) { requires_confirmation: true }", "t()"
        ),
        answers={"t": ["x"]},
        services=(ServiceScript("confirm", "t", (Return(True),)),),
    ),
    Known(
        name="defaults of a CatchExceptionNode that are not its flow's",
        engines=(LANGGRAPH,),
        rule="24",
        reason="the flow's are taken",
        source="""
            tool t() -> (a: string)
            flow f() -> (a: string = "flow") {
              t()
              return (t.a)
            }
            export flow main() -> (a: string) {
              x = try f() -> (a: string = "node") {
                catch => {}
                else => {}
              }
              return (x.a)
            }
        """,
        answers={"t": [Raise("ToolFailure", "no")]},
    ),
)
