"""Each rule of a profile: exactly what it says of its wrong example, and of what is nearly wrong
that it says nothing."""

from __future__ import annotations

import pytest
from targets import PROFILE_RULES, example, found_in, own, said

WRONG: dict[str, tuple[str, str, str, str]] = {
    "FLOW620": (
        "Oracle: version 26.1.2 is not supported",
        "26.1.0 is the latest",
        '"26.1.2"',
        'Write agentspec "26.1.0".',
    ),
    "FLOW621": (
        "Oracle has no ServerTool, as 'look' is",
        "not a component of the in-database runtime",
        "look",
        "Make it a BuiltinTool that calls a procedure.",
    ),
    "FLOW622": (
        "Oracle: tool 'look' has another executor (ORA-49080)",
        "has invalid executor",
        '"Oracle Executor"',
        'Write "Oracle In-DB Agent Executor", or leave it out.',
    ),
    "FLOW623": (
        "Oracle: tool 'look' is of an unknown type (ORA-49081)",
        "has invalid tool type: 'sql_exec'",
        '"sql_exec"',
        "Did you mean 'plsql_exec'?",
    ),
    "FLOW624": (
        "Oracle: tool 'look' names no procedure",
        "'procedure_name' is required for plsql_exec",
        '{ package_name: "ORDER_TOOLS" }',
        'Write configuration: { procedure_name: "…" }.',
    ),
    "FLOW625": (
        "Oracle: 'match' lists branch 'default', which no edge leaves (ORA-49079)",
        "has inconsistent branches",
        "match kind",
        "Add an edge from 'default'.",
    ),
    "FLOW626": (
        "Oracle: EndNode 'end' has a mapping (ORA-50725)",
        "only allowed for branching nodes",
        '{"a": "next"}',
        "Remove it, or put a BranchingNode after the node.",
    ),
    "FLOW627": (
        "Oracle: the prompt of 'l' has more than plain placeholders (ORA-50734)",
        "contains invalid placeholder syntax",
        '"Say {{word | upper}} and {{word}}"',
        "Write {{name}} for an input; do the rest in a tool before.",
    ),
    "FLOW628": (
        "Oracle: output 'order' of 'look' may be anything (ORA-50731)",
        'must contain either "type" or "anyOf"',
        "order: any",
        "Say what it is; a text that holds JSON is a string.",
    ),
    "FLOW629": (
        "Oracle: nothing is transferred in flow 'main', which is wired by name",
        "such as flow input 'id' to input 'id' of 'look'",
        "main",
        "Write the data edges: flowc does for a flow that is not `by name`.",
    ),
    "FLOW630": (
        "Oracle: 2 edges lead to output 'status' of 'end' (ORA-50717)",
        "the last source that ran counts elsewhere",
        "return (status = first.status | second.status)",
        "End each path at an EndNode of its own.",
    ),
    "FLOW640": (
        "WayFlow: @retry of 'pay' has no effect",
        "only flowc reads it",
        "pay(amount)",
        "Leave it out, or do in the tool what it asks for.",
    ),
    "FLOW641": (
        "WayFlow: the query in the address of 'a' is lost",
        "'query_params' takes its place",
        '"https://shop.example/orders?format=json"',
        "Write it in 'query_params'.",
    ),
    "FLOW660": (
        "ADK: the name of node 'look it up' is no Python identifier",
        "Node name 'look it up' must be a valid Python identifier",
        "look()",
        "Use letters, digits and _.",
    ),
    "FLOW661": (
        "ADK: there is no reducer sum for 'amount' of 'm'",
        "only lists are collected",
        '"sum"',
        "Collect a list, and let a tool make one value of it.",
    ),
    "FLOW662": (
        "ADK: 'i' goes on by the branch in which its subflow ended",
        "one of 'good', 'bad'; a nested workflow has no route",
        "i = inner(id)",
        "Give the subflow an output that says it, and branch on that.",
    ),
    "FLOW664": (
        "the Agent Spec SDK: '{{HELP}}' in 'help' is no input of it",
        "expected a property titled `HELP`",
        '"See {{HELP}}."',
        "Feed it, or write the text in another way.",
    ),
    "FLOW665": (
        "the Agent Spec SDK does not know the component type 'PluginRegexNode'",
        "There is no plugin to load the component type PluginRegexNode",
        "word = PluginRegexNode(text) -> (output: string)",
        "Use a type of the specification, or load the document with a plugin.",
    ),
    "FLOW666": (
        "the Agent Spec SDK: the output 'age' of InputMessageNode 'ask' is no string",
        "Expected an output of type string",
        '{"title": "age", "type": ["string", "null"]}',
        "Declare it as string.",
    ),
    "FLOW667": (
        "the Agent Spec SDK: the type of input 'key' of 'look' has oneOf",
        "Support for schemas using oneOf is not implemented",
        '{"title": "key", "oneOf": [{"type": "string"}, {"type": "integer"}]}',
        "Write anyOf.",
    ),
    "FLOW668": (
        "the Agent Spec SDK: an edge of flow 'main' has no name",
        "name: Field required",
        "{",
        'Write "name": any text does.',
    ),
    "FLOW669": (
        "the Agent Spec SDK: flow 'main' and its StartNode do not both have the input 'x'",
        "The Flow component expected the properties of its StartNode",
        "[]",
        "Write the same list on both, or none on the flow.",
    ),
    "FLOW670": (
        "the Agent Spec SDK: output 'a' of 't' leads to the input of flow 'main' too",
        "connects two properties with incompatible types",
        "t()",
        "Rename one of them, or wire the flow by edges.",
    ),
    "FLOW671": (
        "the Agent Spec SDK: the tool of 't' has an input 'self'",
        "run() got multiple values for argument 'self'",
        "t(self = name)",
        "Rename the input.",
    ),
    "FLOW672": (
        "the Agent Spec SDK: output 'count' of CatchExceptionNode 'x' has no default of its own",
        "must define a default value to be used when exceptions are caught",
        "count: number",
        "Give it a default on the node, or leave the node's outputs out.",
    ),
    "FLOW673": (
        "WayFlow has no BuiltinTool, as 'look' is",
        "The Agent Spec type 'BuiltinTool' is not yet supported for conversion",
        "look",
        "Use a ServerTool.",
    ),
    "FLOW674": (
        "WayFlow: 'm' collects 'amount' with sum",
        "ReductionMethod SUM is not supported",
        '"sum"',
        "Collect a list, and let a tool make one value of it.",
    ),
    "FLOW675": (
        "WayFlow: 'm' goes over 2 lists, 'item', 'count'",
        "Only one input can be iterated on",
        "m = map one(item = each items, count = each counts)",
        "Make one list of them, of objects that have an item of each.",
    ),
    "FLOW676": (
        "WayFlow: the input 'iterated_text' of 'm' is declared as a list alone",
        "has the wrong type. Expected UnionProperty",
        "m = map one(text = each texts)",
        "Leave the node's 'inputs' out.",
    ),
    "FLOW677": (
        "WayFlow: the output 'status' of flow 'main' is not on all its EndNodes",
        "Unknown output descriptor specified",
        '{"title": "status", "type": "string", "default": "none"}',
        "Add it to every EndNode, with its default.",
    ),
    "FLOW678": (
        "WayFlow: the output 'status' of flow 'main' may come from 'look', not from its default",
        "not on all EndNodes",
        '{"title": "status", "type": "string", "default": "none"}',
        "Add it to every EndNode, with its default.",
    ),
    "FLOW679": (
        "WayFlow: flow 'main' has no output 'note' if it is null",
        "may be null",
        "note: string?",
        "Give it a value that says that there is none.",
    ),
    "FLOW680": (
        "WayFlow: the default of input 'amount' of 'pay' is no number",
        "Default value is not of type",
        '{"title": "amount", "type": "number", "default": 5}',
        "Write 5.0.",
    ),
    "FLOW681": (
        "WayFlow: input 'order' of 'show' lacks 'status' of output 'order' of 'look'",
        "Descriptor types are not compatible",
        "look.order",
        "Declare it as { id: string, status: string }.",
    ),
    "FLOW682": (
        "WayFlow: the input 'note' of 'log' gets the output of 'look'",
        "the flow has no data edges, and the titles are equal",
        'log(note = "looked")',
        "Rename one of them.",
    ),
    "FLOW683": (
        "WayFlow: the property 'floor' of input 'to' of 'send' must not be missing",
        "'floor' is optional",
        "to: { street: string, floor?: integer }",
        "Require it, and let it be null: floor: integer?.",
    ),
    "FLOW684": (
        "WayFlow: the output 'order-id' of ApiNode 'a' is no name in jq",
        "jq: compile error",
        "`order-id`: string",
        "Use letters, digits and _, or take the whole answer as one output.",
    ),
    "FLOW685": (
        "WayFlow: RemoteTool 'look' has 2 outputs",
        "Expected multiple outputs in a dictionary as result of the tool",
        "look",
        "Use an ApiNode.",
    ),
    "FLOW686": (
        "WayFlow: 'message' of 'say' is no Jinja template",
        "TemplateSyntaxError: Encountered unknown tag 'off'.",
        '"{{rate}} {% off"',
        "Write {{name}} for an input, and no other {{, {% or {#.",
    ),
    "FLOW687": (
        "WayFlow: the question of 'a' has the input 'name'",
        "Unknown input descriptor specified",
        '"How old are you, {{name}}?"',
        "Say what has placeholders in an OutputMessageNode before.",
    ),
    "FLOW688": (
        "WayFlow: 'a' has outputs, but runs Flow 'inner'",
        "Only Agent, ManagerWorkers and Swarm supports setting outputs",
        "a = AgentNode(id) -> (status: string) { agent: inner }",
        "Run a flow by a FlowNode.",
    ),
    "FLOW689": (
        "WayFlow: the flow ends at 'match' for all other values",
        "no edge for 'default'",
        "match kind",
        "Lead 'default' to a node that reports the value.",
    ),
    "FLOW690": (
        "LangGraph has no ParallelMapNode, as 'm' is",
        "ParallelMapNode is not yet supported for conversion",
        "m = parallel map one(text = each texts)",
        "Use a MapNode.",
    ),
    "FLOW691": (
        "LangGraph: node 'look' cannot have the id 'look:1'",
        "':' is a reserved character",
        "look()",
        "Give it another id.",
    ),
    "FLOW692": (
        "LangGraph: 'm' gives a list for 'amount', not its sum",
        "the reducer is not looked at",
        '"sum"',
        "Collect a list, and let a tool make one value of it.",
    ),
    "FLOW693": (
        "LangGraph: 'm' is in a flow that is wired by name",
        "MapNode has no inputs to iterate",
        "m = map one()",
        "Wire the flow by edges.",
    ),
    "FLOW694": (
        "LangGraph: 'a' asks the user in subflow 'question'",
        "there is no answer here",
        'a = ask "Your name?" -> (name: string)',
        "Ask in the root flow, and give the subflow what was answered.",
    ),
    "FLOW695": (
        "LangGraph: what 'say' says in subflow 'greeting' is lost",
        "not heard",
        'say "Hello."',
        "Say it in the root flow.",
    ),
    "FLOW696": (
        "LangGraph: output 'sizes' of 'look' is not converted for input 'sizes' of 'show'",
        "integer[] goes to string[]",
        "look.sizes",
        "Declare both as string[], or convert in a tool.",
    ),
    "FLOW697": (
        "LangGraph: 'a' runs Flow 'inner', which is no Agent",
        "AgentNodeExecutor can only be used with AgentSpecAgent agents",
        "a = AgentNode(id) -> (status: string) { agent: inner }",
        "Run a flow by a FlowNode.",
    ),
    "FLOW698": (
        "LangGraph: the tool of 'send' gets a model for 'to', no object",
        "'to' is { street: string }",
        "send(to)",
        "Pass the properties as inputs of their own.",
    ),
    "FLOW699": (
        "LangGraph: the retry_policy of 'a' has no effect",
        "one attempt, and its answer counts whatever its status",
        "{ max_attempts: 3 }",
        "Leave it out, or make the request in a tool.",
    ),
}
"""Title, label, text at the place and hint of the first finding in the wrong example, by code."""

TOOL = """
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}
"""
MAP = """
tool size(text: string, unit: string) -> (size: integer)

flow one(text: string, unit: string) -> (size: integer) {
  size(text, unit)
  return size.size
}
"""

NEAR: dict[str, tuple[str, str]] = {
    "an earlier version": ("oracle", 'agentspec "25.4.2"\nflow main() { return }'),
    "no version, and a model that is later for others": (
        "adk",
        'DbmsVectorChainLlmConfig m { model_id: "m", provider: "p", url: "u" }\n'
        "export flow main() { return }",
    ),
    "a ServerTool that the root does not use": (
        "oracle",
        "tool other()\nflow unused() { other() }\nexport flow main() { return }",
    ),
    "no executor": ("oracle", TOOL + "flow main(id: string) { look(id) }"),
    "a tool type in capitals": (
        "oracle",
        TOOL.replace("plsql_exec", "PLSQL_EXEC") + "flow main(id: string) { look(id) }",
    ),
    "a vector search, which calls no procedure": (
        "oracle",
        'BuiltinTool look(id: string) { tool_type: "vector_search", configuration: { k: 3 } }\n'
        "flow main(id: string) { look(id) }",
    ),
    "a branch for all other values": (
        "oracle",
        'flow main(kind: string) { match kind { "a" => return, else => return as other } }',
    ),
    "a text in quotes in double braces": (
        "oracle",
        """agentspec "26.1.0"
DbmsVectorChainLlmConfig m { model_id: "m", provider: "p", url: "u" }
flow main(word: string) {
  l = LlmNode(word) { llm_config: m, prompt_template: "Say {{ 'a' }} {{ word }} {x} }}" }
}""",
    ),
    "types inside of types that say what they are": (
        "oracle",
        TOOL.replace("string)", "{ a: string[] | null, [string]: integer })", 1).replace(
            "-> (status: { a", "-> (status: { a"
        )
        + "flow main(id: { a: string[] | null, [string]: integer }) { look(id) }",
    ),
    "wired by name, and nothing has an equal title": (
        "oracle",
        'BuiltinTool t() { tool_type: "vector_search" }\nflow main() by name { t() }',
    ),
    "two edges into a node that is no end": (
        "oracle",
        TOOL
        + """
flow main(a: string, b: string) {
  first = look(id = a | b)
}""",
    ),
    "metadata that is not flowc's": (
        "wayflow",
        "tool t()\nflow main() {\n  @meta({ retry: true })\n  t()\n}",
    ),
    "a query, and no query_params": (
        "wayflow",
        'flow main() {\n  a = ApiNode() { url: "https://x.example/a?b=c", http_method: "GET" }\n}',
    ),
    "a question mark that is no query": (
        "langgraph",
        'flow main() {\n  a = ApiNode() { url: "https://x.example/a", http_method: "GET",\n'
        '    headers: { a: "?" } }\n}',
    ),
    "an identifier that is not ASCII": ("adk", "tool t()\nflow main() { `größe` = t() }"),
    "a subflow of one branch": (
        "adk",
        "flow inner() { return as good }\nexport flow main() { i = inner() }",
    ),
    "a reducer that appends": (
        "adk",
        MAP
        + """flow main(texts: string[]) {
  m = map one(text = each texts, unit = "cm") { reducers: { size: "append" } }
}""",
    ),
    "one list, and a value for all its items": (
        "wayflow",
        MAP + 'flow main(texts: string[]) { m = map one(text = each texts, unit = "cm") }',
    ),
    "a placeholder that a source declares": (
        "wayflow",
        'env HELP\nflow main() { say "See {{HELP}}." }',
    ),
    "a type that WayFlow brings": (
        "wayflow",
        "flow main(text: string) { p = PluginRegexNode(text) -> (output: string) }",
    ),
    "by name, an output that the flow input takes": (
        "langgraph",
        "tool t() -> (a: integer)\ntool u(a: number)\nflow main(a: number) by name {\n"
        "  t()\n  u()\n}",
    ),
    "a default that is the flow's, which flowc writes on the node": (
        "langgraph",
        'flow f() -> (a: string = "x") { return }\n'
        "export flow main() -> (a: string) {\n"
        "  x = try f() -> (a: string, caught_exception_info: string?) { else => {} }\n"
        "  return x.a\n}",
    ),
    "self is an output": ("wayflow", "tool t() -> (self: string)\nflow main() { t() }"),
    "an output that only some ends say, and the others fill": (
        "wayflow",
        'flow main(k: string) -> (s: string = "n") {\n'
        '  match k { "a" => return (s = k), else => return }\n}',
    ),
    "any may be null, but is not said to be": (
        "wayflow",
        "tool t() -> (a: any)\nflow main() -> (a: any) {\n  t()\n  return t.a\n}",
    ),
    "an integer for a number in a source": (
        "wayflow",
        "tool t(a: number = 5)\nflow main() { t() }",
    ),
    "an object for one of which no property is named": (
        "wayflow",
        "tool t() -> (a: { b: string })\ntool u(a: object)\nflow main() {\n  t()\n  u(t.a)\n}",
    ),
    "no data edges, and no titles that meet": (
        "wayflow",
        'tool t() -> (a: string)\ntool u(b: string)\nflow main() {\n  t()\n  u(b = "x")\n}',
    ),
    "a property that may be null": (
        "wayflow",
        "tool t(a: { b: string?, c?: integer = 1 })\n"
        "flow main(a: { b: string?, c?: integer = 1 }) { t(a) }",
    ),
    "an output of an ApiNode that jq knows": (
        "wayflow",
        'flow main() {\n  a = ApiNode() -> (_a1: string) { url: "https://x.example", '
        'http_method: "GET" }\n}',
    ),
    "a RemoteTool of one output": (
        "wayflow",
        'RemoteTool t() -> (a: string) { url: "https://x.example", http_method: "GET" }\n'
        "flow main() { t() }",
    ),
    "a template that Jinja can read": (
        "wayflow",
        'flow main(a: string) { say "{{a}} { % } 100%" (a) }',
    ),
    "a text that is no template": (
        "wayflow",
        'tool t(a: string)\nflow main() { t(a = "{% off") }',
    ),
    "an agent with outputs": (
        "wayflow",
        'OpenAiConfig m { model_id: "m" }\n'
        'Agent g() -> (a: string) { llm_config: m, system_prompt: "Help." }\n'
        "flow main() { x = g() }",
    ),
    "an agent": (
        "langgraph",
        'OpenAiConfig m { model_id: "m" }\n'
        'Agent g() -> (a: string) { llm_config: m, system_prompt: "Help." }\n'
        "flow main() { x = g() }",
    ),
    "a colon in a name": ("langgraph", 'tool t()\nflow main() {\n  @name("a:b")\n  t()\n}'),
    "the root speaks, and asks": (
        "langgraph",
        'flow main() {\n  say "Hello."\n  a = ask "Who?" -> (name: string)\n}',
    ),
    "an integer for a number, in a list": (
        "langgraph",
        "tool t() -> (a: integer[])\ntool u(a: number[])\nflow main() {\n  t()\n  u(t.a)\n}",
    ),
    "a whole number for a text": (
        "langgraph",
        "tool t() -> (a: integer)\ntool u(a: string)\nflow main() {\n  t()\n  u(t.a)\n}",
    ),
    "one of the types that are taken": (
        "langgraph",
        "tool t() -> (a: string)\ntool u(a: string | integer)\nflow main() {\n  t()\n  u(t.a)\n}",
    ),
    "an object of which no property is named": (
        "langgraph",
        "tool u(a: { [string]: integer })\nflow main(a: { [string]: integer }) { u(a) }",
    ),
}
"""What is nearly wrong, with the target that does not mind it."""

PAIRS = [(code, rule) for code, rule in sorted(PROFILE_RULES.items())]


@pytest.mark.parametrize(("code", "rule"), PAIRS, ids=[code for code, _ in PAIRS])
def test_the_wrong_example(code, rule):
    text, target = example(rule, rule.wrong)
    first, *others = (item for item in own(found_in(text, target)) if item.code == code)
    assert (*said(first)[1:], first.hint) == WRONG[code]
    assert first.severity is rule.severity
    assert {item.severity for item in others} <= {rule.severity}


@pytest.mark.parametrize(("code", "rule"), PAIRS, ids=[code for code, _ in PAIRS])
def test_only_this_target_minds(code, rule):
    text, _ = example(rule, rule.wrong)
    assert own(found_in(text)) == []
    assert code not in {item.code for item in found_in(text, "python")}


@pytest.mark.parametrize(("target", "text"), NEAR.values(), ids=NEAR)
def test_nearly_wrong(target, text):
    found = found_in(text, target)
    assert [said(item) for item in found if item.is_error or item in own(found)] == []
