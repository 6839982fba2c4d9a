"""Known differences between flowc and the engines, as data.

An entry says of a case beforehand, from what goes in alone, that an engine may differ on it; such
cases are not compared. Each has the rule of SEMANTICS that flowc follows, and a smallest case that
shows the difference. Tests prove that each engine still differs on it, and that no entry excuses
more than one in twenty random flows. What would be more common, random flows leave out: `omissions`
has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import flows_for
import predicates
from caught_errors import empty_error_is_told, other_error_is_told
from dialects import wayflow_feeds
from known import BOTH, LANGGRAPH, WAYFLOW, Known
from predicates import Predicate, warned

from flowc.ir.nodes import ApiNode, LlmNode
from flowc.semantics.assign import can_feed
from flowc.testing import Case, Raise, Return, ServiceScript


@dataclass(frozen=True, kw_only=True)
class Difference(Known):
    """A known difference, and which cases may show it."""

    applies: Predicate


def excuses(engine: str, case: Case) -> list[str]:
    """The names of the engine's entries that apply to a case."""
    return [it.name for it in DIFFERENCES if engine in it.engines and it.applies(case)]


DIFFERENCES = (
    Difference(
        name="a default that the SDK refuses",
        rule="10",
        reason="the SDK loads no default that lacks a property or has one that is not named",
        shows=dict.fromkeys(
            BOTH,
            (
                "failure: None / ('ValueError', …The type of the default value of property x "
                "is not compatible with its json schema…) (load)"
            ),
        ),
        applies=warned("FLOW235"),
        source="export flow main(x: { a?: string } = {}) -> (y: string) { return (y = x) }",
    ),
    Difference(
        name="outputs titled like the flow's inputs",
        rule="6",
        reason="by name, they lead to the StartNode too, and the SDK refuses what does not fit",
        shows={
            LANGGRAPH: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "failure: None / ('ValidationError', …named `t-start-a` connects two "
                "properties with incompatible types…) (load)"
            )
        },
        applies=predicates.titles_meet_the_start(can_feed),
        source="""
            tool t() -> (a: string)
            export flow main(a: integer = 1) by name {
              t()
            }
        """,
        answers={"t": ["x"]},
    ),
    Difference(
        name="outputs titled like the flow's inputs, of types that WayFlow does not convert",
        rule="6",
        reason="by name, they lead to the StartNode too, and WayFlow refuses more than the SDK",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={}…) / None\n"
                "failure: None / ('TypeError', "
                "…`ToolExecutionStep`…StringProperty(name='a')…`StartStep`…StringProperty("
                "name='a', default_value='x', enum=('x', 'y'))…) (load)"
            )
        },
        applies=predicates.titles_meet_the_start(lambda a, b: wayflow_feeds(a.type, b.type)),
        source="""
            tool t() -> (a: string)
            export flow main(a: "x" | "y" = "x") by name {
              t()
            }
        """,
        answers={"t": ["x"]},
    ),
    Difference(
        name="an empty list of data edges",
        rule="6",
        reason="it is read as by name",
        shows={
            WAYFLOW: (
                "call 2: Call(tool='u', arguments={'a': 'literal'}…) / Call(tool='u', "
                "arguments={'a': 'x'}…)"
            )
        },
        applies=predicates.titles_meet_without_edges,
        source="""
            tool t() -> (a: string)
            tool u(a: string)
            export flow main() {
              t()
              u(a = "literal")
            }
        """,
        answers={"t": ["x"], "u": [None]},
    ),
    Difference(
        name="nothing returned",
        rule="14",
        reason="None is handed on as null, whatever the output's type",
        shows=dict.fromkeys(
            BOTH,
            (
                "failure: Failure(kind='LookupError', text=…tool 't' returned nothing for "
                "'a'…) / None (run)"
            ),
        ),
        applies=predicates.nothing_answered,
        source=flows_for.a_tools_answer("integer"),
        answers={"t": [None]},
    ),
    Difference(
        name="null to a string",
        rule="9",
        reason="null stays null",
        shows={
            WAYFLOW: (
                "call 1: Call(tool='t', arguments={'a': 'null'}…) / Call(tool='t', "
                "arguments={'a': None}…)"
            )
        },
        applies=predicates.null_to_a_text,
        source=flows_for.an_edge("string?", "string"),
        inputs={"a": None},
        answers={"t": ["x"]},
    ),
    Difference(
        name="null for an input that is a string",
        rule="9",
        reason="null becomes the empty text",
        shows={WAYFLOW: "outputs: {'b': 'null'} / {'b': ''}"},
        applies=predicates.null_for_a_text_input,
        source=flows_for.an_input("string"),
        inputs={"a": None},
    ),
    Difference(
        name="an input that has no form in JSON",
        rule="9",
        reason="the text of Python's error becomes the value",
        shows={
            WAYFLOW: (
                "failure: Failure(kind='TypeError', text=…input 'a' of flow 'main': expected "
                "string, got object…) / None (run)"
            )
        },
        applies=predicates.input_without_json,
        source=flows_for.an_input("string"),
        inputs={"a": object()},
    ),
    Difference(
        name="an answer that has no form in JSON",
        rule="9",
        reason="the text of Python's error becomes the value",
        shows={
            WAYFLOW: (
                "failure: Failure(kind='TypeError', text=…output 'a' of tool 't': expected "
                "string, got object…) / None (run)"
            )
        },
        applies=predicates.answer_without_json,
        source=flows_for.a_tools_answer("string"),
        answers={"t": [object()]},
    ),
    Difference(
        name="no object where one is wanted",
        rule="9",
        reason="an object of which no property is named may be anything",
        shows={
            WAYFLOW: (
                "failure: Failure(kind='TypeError', text=…output 'a' of tool 't': expected "
                "object, got str…) / None (run)"
            )
        },
        applies=predicates.no_object_given,
        source=flows_for.a_tools_answer("object"),
        answers={"t": ["x"]},
    ),
    Difference(
        name="a value of none of a union's types",
        rule="9",
        reason="it is converted to the first type or not at all, if that is an object or an enum",
        shows={
            WAYFLOW: "failure: None / ('ValueError', \"Expected a value of type UnionProperty(…) "
            "but the output value named `a` --> 1.5 has type <class 'float'>…\") (run)"
        },
        applies=predicates.converted_to_a_union,
        source=flows_for.a_tools_answer("{ a: string } | integer"),
        answers={"t": [1.5]},
    ),
    Difference(
        name="an input that the flow does not have",
        rule="18",
        reason="it is ignored",
        shows={
            LANGGRAPH: (
                "failure: Failure(kind='TypeError', text=…flow 'main' has no input 'x'…) / "
                "None (run)"
            )
        },
        applies=predicates.unknown_inputs,
        source="export flow main() { return }",
        inputs={"x": 1},
    ),
    Difference(
        name="an input of a wrong type",
        rule="9",
        reason="nothing but numbers and booleans is converted or checked, and texts to numbers are",
        shows={
            LANGGRAPH: (
                "failure: Failure(kind='TypeError', text=…input 'a' of flow 'main': expected "
                "integer, got str…) / None (run)"
            )
        },
        applies=predicates.misfit_inputs,
        source=flows_for.an_input("integer"),
        inputs={"a": "1"},
    ),
    Difference(
        name="true or false where 1 or 0 is one of certain values",
        rule="9",
        reason="it becomes the number, which Python finds equal",
        shows={
            LANGGRAPH: "call 1: Call(tool='t', arguments={'a': True}, service='tools') / "
            "Call(tool='t', arguments={'a': 1}, service='tools')"
        },
        applies=predicates.numbers_beside_booleans,
        source=flows_for.an_edge("(1 | 2) | boolean", "(1 | 2) | boolean"),
        inputs={"a": True},
        answers={"t": ["x"]},
    ),
    Difference(
        name="an object of one key, which is the output's title",
        rule="13",
        reason="it is unwrapped",
        shows={LANGGRAPH: "outputs: {'b': '{\"a\": \"x\"}'} / {'b': 'x'}"},
        applies=predicates.wrapped_answer,
        source="""
            tool t() -> (a: { a: string })
            export flow main() -> (b: string) {
              x = t()
              return (b = x.a)
            }
        """,
        answers={"t": [{"a": "x"}]},
    ),
    Difference(
        name="a ParallelFlowNode that runs again",
        rule="23",
        reason="in one run of a flow it runs once, and then gives what it gave",
        shows={WAYFLOW: "call 3: Call(tool='u', arguments={}…) / Call(tool='t', arguments={}…)"},
        applies=predicates.parallel_flow_again,
        source="""
            tool t() -> (more: string)
            tool u()
            flow f() { u() }
            export flow main() {
              loop {
                parallel [f]()
                t()
                match t.more {
                  "again" => {}
                  else => break
                }
              }
            }
        """,
        answers={"t": ["again", "done"], "u": [None]},
    ),
    Difference(
        name="a whole number of a server that could be something else",
        rule="9",
        reason="jq reads 1.0 as 1, which then is converted to the union's first type",
        shows={WAYFLOW: "outputs: {'a': 1.0} / {'a': '1'}"},
        applies=predicates.whole_float_answered("http", ApiNode),
        source=flows_for.a_servers_answer("string | number"),
        services=(ServiceScript("http", "r", (Return({"a": 1.0}),)),),
    ),
    Difference(
        name="a whole number of a model that could be something else",
        rule="9",
        reason="of several outputs each is taken out by jq, which reads 1.0 as 1",
        shows={
            WAYFLOW: """outputs: {'a': '{"b": 1.0}'} / {'a': '{"b": 1}'}""",
        },
        applies=predicates.whole_float_answered("llm", LlmNode),
        source=f"""
            {flows_for.MODEL}
            export flow main() -> (a: string) {{
              x = LlmNode() -> (a: string | {{ b: number }}, c: string) {{
                llm_config: m
                prompt_template: "Hello"
              }}
              return (x.a)
            }}
        """,
        services=(ServiceScript("llm", "m", (Return({"a": {"b": 1.0}, "c": "x"}),)),),
    ),
    Difference(
        name="a list of whole numbers that could be something else",
        rule="9",
        reason="jq, which takes the items out, reads 1.0 as 1",
        shows={WAYFLOW: "outputs: {'ys': [1.0]} / {'ys': [True]}"},
        applies=predicates.whole_float_gone_over,
        source="""
            flow f(a: boolean | number) -> (b: boolean | number) { return (b = a) }
            export flow main(xs: (boolean | number)[]) -> (ys: (boolean | number)[]) {
              x = map f(a = each xs)
              return (ys = x.collected_b)
            }
        """,
        inputs={"xs": [1.0]},
    ),
    Difference(
        name="a model asked for a word",
        rule="26",
        reason="one string is asked for as text, whatever its enum",
        shows={
            LANGGRAPH: (
                "failure: None / ('ValidationError', …for AIMessage…Input should be a valid "
                "string…input_value={'a': 'x'}…) (run)"
            )
        },
        applies=predicates.word_of_a_model,
        source=flows_for.a_models_answer('"x" | "y"'),
        services=(ServiceScript("llm", "m", (Return({"a": "x"}),)),),
    ),
    Difference(
        name="null or an empty object from a ClientTool",
        rule="17",
        reason="a run does not go on with it: it asks again",
        shows={LANGGRAPH: "failure: None / ('NoReply', 'the answer is not taken') (run)"},
        applies=predicates.nothing_of_a_client,
        source=flows_for.a_tools_answer("object", "ClientTool"),
        answers={"t": [{}]},
    ),
    Difference(
        name="the text of an error that no tool raised",
        rule="24",
        reason="it is the adapter's own",
        shows={
            LANGGRAPH: (
                "outputs: {'a': \"tool 't' returned no 'b'\"} / {'a': 'Expected node `t` to have "
                "a value for property `b`, but none was found.'}"
            )
        },
        applies=other_error_is_told,
        source="""
            tool t() -> (a: string, b: string)
            flow f() { t() }
            export flow main() -> (a: string?) {
              x = try f() {
                catch => {}
                else => {}
              }
              return (x.caught_exception_info)
            }
        """,
        answers={"t": [{"a": "x"}]},
    ),
    Difference(
        name="an error without a text",
        rule="24",
        reason="the text is empty, not the name of the error's type",
        shows={LANGGRAPH: "outputs: {'a': 'ToolFailure'} / {'a': ''}"},
        applies=empty_error_is_told,
        source="""
            tool t() -> (a: string)
            flow f() { t() }
            export flow main() -> (a: string?) {
              x = try f() {
                catch => {}
                else => {}
              }
              return (x.caught_exception_info)
            }
        """,
        answers={"t": [Raise("ToolFailure", "")]},
    ),
)
