"""What random flows for LangGraph leave out (`omissions`)."""

from __future__ import annotations

import flows_for
from known import LANGGRAPH, Known

from flowc.testing import Raise, Return, ServiceScript

LANGGRAPH_OMISSIONS = (
    Known(
        name="conversions inside arrays",
        rule="9",
        reason="there are none, and tools refuse the values",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={'a': ['1']}…) / None\n"
                "failure: None / ('ValidationError', …for tArgs\\na.0\\n  Input should be a "
                "valid string…input_value=1, input_type=int…) (run)"
            )
        },
        source=flows_for.an_edge("integer[]", "string[]"),
        inputs={"a": [1]},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions inside objects",
        rule="9",
        reason="there are none, and tools refuse the values",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={'a': {'x': '1'}}…) / None\n"
                "failure: None / ('ValidationError', …for tArgs\\na.x\\n  Input should be a "
                "valid string…input_value=1, input_type=int…) (run)"
            )
        },
        source=flows_for.an_edge("{ x: integer }", "{ x: string }"),
        inputs={"a": {"x": 1}},
        answers={"t": ["x"]},
    ),
    Known(
        name="conversions into unions",
        rule="9",
        reason="there are none, and tools refuse the values",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={'a': '1'}…) / None\n"
                "failure: None / ('ValidationError', …for tArgs\\na\\n  Input should be a valid "
                "string…input_value=1, input_type=int…) (run)"
            )
        },
        source=flows_for.an_edge("integer", "string?"),
        inputs={"a": 1},
        answers={"t": ["x"]},
    ),
    Known(
        name="objects of any keys as arguments",
        rule="12",
        reason="tools get models without the keys",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={'a': {'x': 'y'}}…) / Call(tool='t', "
                "arguments={'a': {}}…)"
            )
        },
        source=flows_for.an_edge("{ [string]: string }", "{ [string]: string }"),
        inputs={"a": {"x": "y"}},
        answers={"t": ["x"]},
    ),
    Known(
        name="defaults of properties inside objects",
        rule="9",
        reason="they are not filled in",
        shows={LANGGRAPH: "outputs: {'b': {'x': 'y'}} / {'b': {}}"},
        source=flows_for.an_input(
            'any { type: "object", properties: { x: { type: "string", default: "y" } } }'
        ),
        inputs={"a": {}},
    ),
    Known(
        name="a tool's answer of a wrong type",
        rule="9",
        reason="but for numbers, nothing checks it",
        shows={
            LANGGRAPH: (
                "failure: Failure(kind='TypeError', text=…output 'a' of tool 't': expected "
                "integer[], got str…) / None (run)"
            )
        },
        source=flows_for.a_tools_answer("integer[]"),
        answers={"t": ["x"]},
    ),
    Known(
        name="a tool's answer outside an enum",
        rule="9",
        reason="nothing checks it",
        shows={
            LANGGRAPH: (
                'failure: Failure(kind=\'ValueError\', text=…expected one of "x", "y"…) / None '
                "(run)"
            )
        },
        source=flows_for.a_tools_answer('"x" | "y"'),
        answers={"t": ["z"]},
    ),
    Known(
        name="tools without outputs",
        rule="13",
        reason="whatever they return but a mapping is an error",
        shows={
            LANGGRAPH: (
                "failure: None / ('ValueError', 'Unsupported multi-output mapping for "
                "tool_output: 1(declared_outputs=0).') (run)"
            )
        },
        source="tool t() \n export flow main() { t() }",
        answers={"t": [1]},
    ),
    Known(
        name="an empty answer of a model",
        rule="26",
        reason="its client refuses it",
        shows={
            LANGGRAPH: (
                "failure: None / ('ValueError', 'Expected tool_calls to not be empty when "
                "content is empty.…) (run)"
            )
        },
        source=flows_for.a_models_answer("string"),
        services=(ServiceScript("llm", "m", (Return(""),)),),
    ),
    Known(
        name="values in paths of URLs",
        rule="section 7",
        reason="they are not encoded",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='r', arguments={'method': 'GET', 'url': '/b%2Fc', 'body': "
                "None}, service='http') / Call(tool='r', arguments={'method': 'GET', 'url': "
                "'/b/c', 'body': None}, service='http')"
            )
        },
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
        rule="22",
        reason="it refuses them",
        shows={
            LANGGRAPH: (
                "failure: None / ('NotImplementedError', …The AgentSpec component of type "
                "<class '…ParallelMapNode'> is not yet supported for conversion…) (load)"
            )
        },
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
        rule="23",
        reason="it refuses them",
        shows={
            LANGGRAPH: (
                "failure: None / ('NotImplementedError', …The AgentSpec component of type "
                "<class '…ParallelFlowNode'> is not yet supported for conversion…) (load)"
            )
        },
        source="""
            flow f() { return }
            export flow main() { parallel [f]() }
        """,
    ),
    Known(
        name="messages of subflows",
        rule="25",
        reason="they are not there",
        shows={LANGGRAPH: "messages: (('agent', 'Hello'),) / ()"},
        source="""
            flow f() { say "Hello" }
            export flow main() { f() }
        """,
    ),
    Known(
        name="questions in subflows",
        rule="25",
        reason="the subflow ends there, without outputs",
        shows={
            LANGGRAPH: (
                "failure: None / ('ValueError', 'Expected node `x` to have a value for "
                "property `a`, but none was found.') (run)"
            )
        },
        source=flows_for.a_subflows_work("", "ask -> (a: string)"),
        replies=("yes",),
    ),
    Known(
        name="ClientTools in subflows",
        rule="17",
        reason="the subflow ends there, without outputs",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "failure: None / ('ValueError', 'Expected node `x` to have a value for "
                "property `a`, but none was found.') (run)"
            )
        },
        source=flows_for.a_subflows_work("ClientTool t() -> (a: string)", "t()"),
        answers={"t": ["x"]},
    ),
    Known(
        name="confirmations in subflows",
        rule="16",
        reason="the subflow ends there, without outputs",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={}, service='confirm') / None\n"
                "failure: None / ('ValueError', 'Expected node `x` to have a value for "
                "property `a`, but none was found.') (run)"
            )
        },
        source=flows_for.a_subflows_work(
            "tool t() -> (a: string) { requires_confirmation: true }", "t()"
        ),
        answers={"t": ["x"]},
        services=(ServiceScript("confirm", "t", (Return(True),)),),
    ),
    Known(
        name="defaults of a CatchExceptionNode that are not its flow's",
        rule="24",
        reason="the flow's are taken",
        shows={LANGGRAPH: "outputs: {'a': 'node'} / {'a': 'flow'}"},
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
