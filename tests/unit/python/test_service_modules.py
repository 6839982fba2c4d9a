"""What generated modules take from outside: imports, parameters, tools that services complete."""

from __future__ import annotations

import ast
import json
from inspect import Parameter, signature

import pytest
from generated import code_of, failure, function, module_of, tools

import flowc
from flowc.python import emit_stub
from flowc.runtime import Conversation, Response

OWN = """
tool t(x: string) -> (y: string)
flow one(x: string) -> (y: string = "") {
  t(x)
  return t.y
}
export flow main(xs: string[]) -> (ys: string[]) {
  a = map one(x = each xs)
  b = parallel map one(x = each a.collected_y)
  c = parallel [one](x = "x")
  d = try one(x = c.y) {
    catch => {}
    else => {}
  }
  e = try one(x = "x") {
    catch => {}
    else => {}
  }
  loop {
    t(x = d.y)
    match t.y {
      "go on" => {}
      else => break
    }
  }
  return (ys = b.collected_y)
}
"""
ALL = """
VllmConfig gpt { url: "http://models", model_id: "m" }
Agent helper(x: string) -> (y: string) { system_prompt: "{{x}}", llm_config: gpt }
RemoteTool remote(x: string) -> (y: string) { url: "https://a.example/{{x}}", http_method: "GET" }
MCPTool served(x: string) -> (y: string) {
  client_transport: StreamableHTTPTransport { url: "https://b.example" }
}
@state
tool noted(x: string) -> (y: string) { requires_confirmation: true }
@retry @context
tool tried(x: string) -> (y: string)
flow speaks(x: string) { say "{{x}}" (x) }
flow asks(x: string) -> (y: string) {
  a = LlmNode(x) -> (y: string) { llm_config: gpt, prompt_template: "{{x}}" }
  return a.y
}
flow sends(x: string) -> (y: string) {
  a = ApiNode(x) -> (y: string) { url: "https://c.example", http_method: "GET" }
  return a.y
}
flow works(x: string) -> (y: string) {
  a = helper(x)
  return a.y
}
flow calls(x: string) -> (y: string) {
  remote(x)
  served(x = remote.y)
  return served.y
}
flow cares(x: string) -> (y: string) {
  noted(x)
  tried(x = noted.y)
  return tried.y
}
export flow main(x: string) -> (y: string) {
  a = speaks(x)
  b = asks(x)
  c = sends(x = b.y)
  d = works(x = c.y)
  e = calls(x = d.y)
  f = cares(x = e.y)
  return f.y
}
"""


def imported(code: str) -> set[str]:
    """The modules that a source text imports."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
    return found


@pytest.mark.parametrize("async_", [False, True])
def test_tools_and_flows_need_the_standard_library_alone(async_):
    code = code_of(OWN, async_=async_)
    assert {name.split(".")[0] for name in imported(code)} == {
        "__future__",
        "asyncio" if async_ else "concurrent",
        "collections",
        "contextlib",
        "difflib",
        "itertools",
        "json",
        "typing",
    }
    assert "flowc" in {name.split(".")[0] for name in imported(code_of(ALL, async_=async_))}


@pytest.mark.parametrize(
    ("flow", "services"),
    [
        ("speaks", "user"),
        ("asks", "llm"),
        ("sends", "http"),
        ("works", "user agents"),
        ("calls", "http? mcp?"),
        ("cares", "confirm? state clock"),
        ("main", "user llm http mcp? agents confirm? state clock"),
        ("main_outcome", "user llm http mcp? agents confirm? state clock"),
        ("run", "user llm http mcp? agents confirm? state clock max_steps?"),
        ("run_outcome", "user llm http mcp? agents confirm? state clock max_steps?"),
        ("_main", "user llm http agents confirm? state clock contexts"),
        ("_calls", ""),
        ("_cares", "confirm? state clock contexts"),
    ],
)
def test_functions_take_what_they_and_the_flows_below_need(flow, services):
    module = module_of(ALL)
    parameters = list(signature(getattr(module, flow)).parameters.values())
    names = [parameter.name for parameter in parameters]
    after = parameters[names.index("tools") + 1 :]
    assert all(parameter.kind is Parameter.KEYWORD_ONLY for parameter in after)
    assert [
        parameter.name + ("" if parameter.default is Parameter.empty else "?")
        for parameter in after
    ] == services.split()


def test_types_are_those_of_the_form():
    def annotations(async_):
        found = signature(module_of(ALL, async_=async_).main).parameters
        return {name: found[name].annotation for name in list(found)[2:]}

    assert annotations(False) == {
        "user": "User",
        "llm": "Llm",
        "http": "Http",
        "mcp": "Mcp | None",
        "agents": "Agents",
        "confirm": "Confirm | None",
        "state": "MutableMapping[str, Any]",
        "clock": "Clock",
    }
    assert annotations(True) == {
        "user": "AsyncUser",
        "llm": "AsyncLlm",
        "http": "AsyncHttp",
        "mcp": "AsyncMcp | None",
        "agents": "AsyncAgents",
        "confirm": "AsyncConfirm | None",
        "state": "MutableMapping[str, Any]",
        "clock": "AsyncClock | Clock",
    }


def test_only_what_no_service_runs_is_asked_of_the_caller():
    module = module_of(ALL)

    def methods(protocol):
        return {name for name in vars(protocol) if not name.startswith("_")}

    assert methods(module.Tools) == {"noted", "tried"}
    assert methods(module._AllTools) == {"remote", "served"}


class Web:
    def __init__(self):
        self.urls = []

    def send(self, request):
        self.urls.append(request.url)
        return Response(200, {"content-type": "application/json"}, json.dumps("far").encode())


class Server:
    def call_tool(self, transport, tool, arguments):
        return f"{tool} {arguments}"


def test_public_functions_complete_the_tools():
    module, web = module_of(ALL), Web()
    outputs = {"y": "served {'x': 'far'}"}
    assert module.calls(x="a b", tools=tools(), http=web, mcp=Server()) == outputs
    assert web.urls == ["https://a.example/a%20b"]
    own = tools(remote=lambda x: x + "!", served=lambda x: x + "?")
    assert module.calls_outcome(x="a", tools=own) == ("next", {"y": "a!?"})
    missing = ("NotImplementedError", "no implementation for served")
    assert failure(lambda: module.calls(x="a", tools=tools(), http=web)) == missing


def test_tools_are_looked_for_before_inputs_are():
    module = module_of(
        ALL.replace("flow calls", "export flow calls").replace("export flow main", "flow main")
    )
    missing = ("NotImplementedError", "no implementation for remote, served")
    assert failure(lambda: module.run({"no": 1}, tools=tools())) == missing


def test_texts_of_documents_stay_texts():
    source = """
flow main(x: string) {
  say "a \\"\\"\\" \\\\ {x} {{{x}}} {{ x }}\\n' + str(1) + '{{x}}{{{{" (x)
}
"""
    user = Conversation()
    module_of(source).main(x="{{x}}{x}", tools=tools(), user=user)
    text = 'a """ \\ {x} {{{x}}{x}} {{x}}{x}\n\' + str(1) + \'{{x}}{x}{{{{'
    assert [message.text for message in user.messages] == [text]


def test_a_message_without_values_is_said_as_it_is():
    code = code_of('flow main(x: string) { say "Hello {{ y }}" (y = "") }')
    assert 'user.say(rendered("Hello {{ y }}", {"y": ""}))' in function(code, "main")
    code = code_of('flow main(x: string) { say "Hello" }')
    assert 'user.say("Hello")' in function(code, "main")


def test_long_texts_are_constants_and_equal_ones_are_one():
    words = "many words " * 12
    code = code_of(f"""
flow main(x: string) {{
  say "{words}{{{{x}}}}" (x)
  again = say "{words}{{{{x}}}}" (x)
}}
""")
    start = code.index("_SAY_MESSAGE = (")
    assert code[start:].split("\n)\n")[0].split("\n") == [
        "_SAY_MESSAGE = (",
        '    "' + "many words " * 7 + 'many "',
        '    "words ' + "many words " * 4 + '{{x}}"',
    ]
    assert function(code, "main").count("rendered(_SAY_MESSAGE, ") == 2


def test_a_skeleton_of_tools_has_contexts_too():
    program = flowc.parse(ALL, filename="all.flow")
    assert "def tried(*, x: str, context: ToolContext) -> str:" in emit_stub(program.document)


def test_names_of_documents_hide_nothing_that_the_code_needs():
    source = """
tool rendered(partial: string) -> (rendered: string)
@retry @timeout(9) @context
tool suppress(contexts: string, state: string) -> (asyncio: string)
tool t(call_api: string) -> (ThreadPoolExecutor: string) { requires_confirmation: true }
flow user(clock: string) -> (Overheard: string) {
  say "{{clock}}" (clock)
  Contexts = suppress(contexts = clock, state = "a")
  return Contexts.asyncio
}
flow contexts(x: string) -> (users: string) { return (users = x) }
export flow calls(require_confirmation: string, xs: string[], contexts: string) -> (
  retried: string, all: string[], one: string
) {
  retried = rendered(partial = require_confirmation)
  Retry = t(call_api = retried.rendered)
  timed = parallel map user(clock = each xs)
  each_user = parallel [user](clock = contexts)
  pool = suppress(contexts, state = each_user.Overheard)
  return (retried = Retry.ThreadPoolExecutor, all = timed.collected_Overheard, one = pool.asyncio)
}
"""
    program = flowc.parse(source)
    functions = {
        "rendered": lambda partial: partial + "1",
        "suppress": lambda contexts, state, context: f"{contexts} {state} {context.node}",
        "t": lambda call_api: call_api + "2",
    }
    inputs = {"require_confirmation": "r", "xs": ["a", "b"], "contexts": "c"}
    given = {"tools": functions, "confirm": lambda *_: True}
    results = [flowc.run(program, inputs, engine=it, **given) for it in ("interpreter", "python")]
    for result in results:
        assert result.outputs == {
            "retried": "r12",
            "all": ["a a timed/Contexts", "b a timed/Contexts"],
            "one": "c c a each_user/Contexts pool",
        }
        assert [message.text for message in result.messages] == ["a", "b", "c"]
