"""What random flows leave out, because more than one in twenty would differ for it.

`dialects` leaves it out. Like an entry of `differences`, each has a smallest case, and tests prove
that the engines still differ on it. Not here is what engines cannot be compared in: agents (between
the first prompt and their outputs each does as it likes, 21), MCPTools (they need a server, 17),
and `@state` and `@context`, which are flowc's own (15).
"""

from __future__ import annotations

import flows_for
from known import BOTH, LANGGRAPH, WAYFLOW, Known
from langgraph_omissions import LANGGRAPH_OMISSIONS
from wayflow_omissions import WAYFLOW_OMISSIONS

from flowc.testing import Raise, Return, ServiceScript, Status

_OMISSIONS_OF_BOTH = (
    Known(
        name="inputs titled self",
        rule="12",
        reason="they call `tool.run(**inputs)`, which has a parameter of that name",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'self_': 'x'}…) / None\n"
                "failure: None / ('TypeError', …ServerTool.run_async() got multiple values for "
                "argument 'self'…) (run)"
            ),
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={'self_': 'x'}…) / None\n"
                "failure: None / ('TypeError', …StructuredTool._run() got multiple values for "
                "argument 'self'…) (run)"
            ),
        },
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
        rule="19",
        reason="they never match",
        shows=dict.fromkeys(BOTH, "outputs: {'b': 'one'} / {'b': 'other'}"),
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
        rule="9",
        reason="WayFlow does not convert it again, LangGraph refuses it",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': '1.0'}…) / Call(tool='t', "
                "arguments={'a': 1.0}…)"
            ),
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={'a': '1.0'}…) / None\n"
                "failure: None / ('ValidationError', …for tArgs\\na\\n  Input should be a valid "
                "string…input_value=1.0, input_type=float…) (run)"
            ),
        },
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
        rule="9",
        reason="it stays an integer",
        shows=dict.fromkeys(BOTH, "outputs: {'b': 1.0} / {'b': 1}"),
        source=flows_for.an_input("number | integer"),
        inputs={"a": 1},
    ),
    Known(
        name="values in texts that are neither strings nor numbers",
        rule="25",
        reason="they are shown as Python does",
        shows=dict.fromkeys(BOTH, "messages: (('agent', 'true'),) / (('agent', 'True'),)"),
        source='export flow main(a: boolean) { say "{{a}}" (a: boolean = a) }',
        inputs={"a": True},
    ),
    Known(
        name="messages of InputMessageNodes",
        rule="25",
        reason="they are not said",
        shows=dict.fromkeys(
            BOTH, "messages: (('agent', 'Which?'), ('user', 'this')) / (('user', 'this'),)"
        ),
        source='export flow main() { ask "Which?" -> (a: string) }',
        replies=("this",),
    ),
    Known(
        name="a model's answer that does not fit",
        rule="26",
        reason="WayFlow makes up a value, LangGraph takes it as it is",
        shows=dict.fromkeys(
            BOTH,
            (
                "failure: Failure(kind='TypeError', text=…output 'a' of node 'x': expected "
                "integer[], got str…) / None (run)"
            ),
        ),
        source=flows_for.a_models_answer("integer[]"),
        services=(ServiceScript("llm", "m", (Return({"a": "x"}),)),),
    ),
    Known(
        name="an answer that fits only when converted",
        rule="9",
        reason="LangGraph converts nothing inside of arrays and objects, WayFlow no booleans",
        shows={
            WAYFLOW: "outputs: {'a': [1, 1]} / {'a': [True, 1]}",
            LANGGRAPH: "outputs: {'a': [1, 1]} / {'a': [True, 1.5]}",
        },
        source=flows_for.a_servers_answer("integer[]"),
        services=(ServiceScript("http", "r", (Return({"a": [True, 1.5]}),)),),
    ),
    Known(
        name="a status of an error",
        rule="section 7",
        reason="WayFlow asks two times more, LangGraph takes the answer",
        shows={
            WAYFLOW: "call 2: None / Call(tool='r'…service='http')",
            LANGGRAPH: (
                "failure: Failure(kind='HttpStatusError', text=…GET http://service.test "
                "answered with status 404…) / None (run)"
            ),
        },
        source=flows_for.a_servers_answer("string"),
        services=(ServiceScript("http", "r", (Status(404, {"a": "x"}),)),),
    ),
    Known(
        name="reducers but append",
        rule="22",
        reason="WayFlow refuses them, LangGraph gives lists",
        shows={
            WAYFLOW: (
                "failure: None / ('ValueError', 'Cannot convert MapNode to Runtime. "
                "ReductionMethod ReductionMethod.SUM is not supported.') (load)"
            ),
            LANGGRAPH: "outputs: {'c': 3.0} / {'c': [1, 2]}",
        },
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
        rule="17",
        reason="they are refused",
        shows=dict.fromkeys(
            BOTH,
            (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "failure: None / ('NotImplementedError', …The Agent Spec type 'BuiltinTool' is "
                "not yet supported for conversion.…) (load)"
            ),
        ),
        source=flows_for.a_tools_answer("string", "BuiltinTool", '{ tool_type: "x" }'),
        answers={"t": ["x"]},
    ),
    Known(
        name="RemoteTools that have a function",
        rule="17",
        reason="it is not called",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "call 1: None / Call(tool='r'…service='http')\n"
                "failure: None / ('RuntimeError', 'error executing GET request to http://…/r: "
                '404, {"error": {"message": "no such service"}}\') (run)'
            ),
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "call 1: None / Call(tool='r'…service='http')\n"
                "outputs: {'a': 'x'} / {'a': '{\"error\": {\"message\": \"no such service\"}}'}"
            ),
        },
        source=flows_for.a_tools_answer(
            "string", "RemoteTool", '{ url: "http://service.test/r", http_method: "GET" }'
        ),
        answers={"t": ["x"]},
    ),
    Known(
        name="`@retry`",
        rule="15",
        reason="it is flowc's own",
        shows=dict.fromkeys(
            BOTH,
            (
                "call 2: Call(tool='sleep', arguments={'seconds': 1.0}…) / None\n"
                "failure: None / ('ToolFailure', 'no') (run)"
            ),
        ),
        source=flows_for.a_tools_answer("string", "@retry()\ntool"),
        answers={"t": [Raise("ToolFailure", "no"), "x"]},
    ),
)
OMISSIONS = (*_OMISSIONS_OF_BOTH, *WAYFLOW_OMISSIONS, *LANGGRAPH_OMISSIONS)
