"""Every runtime case of the corpus, run by the interpreter and by the generated modules.

Each does what `runtime_decisions` says, against loopback servers that behave like those that the
engines were observed with.
"""

from __future__ import annotations

import asyncio
from inspect import signature
from types import ModuleType, SimpleNamespace

import pytest
from runtime_cases import Case, load_cases, run_case, servers
from runtime_decisions import DECIDED, Fails, Ok, agreed, expected

from flowc.interpreter import Services, interpret, tool_namespace
from flowc.ir.resolved import resolved
from flowc.names import function_name
from flowc.python import emit
from flowc.runtime import (
    AgentRunner,
    AsyncAgentRunner,
    AsyncConversation,
    AsyncHttpxHttp,
    AsyncOpenAiLlm,
    Conversation,
    HttpxHttp,
    OpenAiLlm,
    Replies,
    as_async,
    completed,
    completed_async,
)

UNCHECKED = {
    "br_num_input": Ok({}, "one"),
    "data_default_only_on_tool": Fails(
        LookupError, "input 'x' of node 'c' has no value and no source"
    ),
    "data_namebased_type_conflict": Fails(
        TypeError, "input 'x' of node 'c': expected integer, got str"
    ),
}
"""What a document that the checks refuse does all the same if it is run as it is."""


def interpreted(world, document, inputs, tools):
    with OpenAiLlm() as llm, HttpxHttp(secrets=world.secrets) as http:
        user = Conversation(Replies(world.replies))
        services = Services(
            **given(world, user, llm, http, AgentRunner(llm, http=http)),
            client_tool=world.client_tool,
        )
        outcome = interpret(document, inputs, tools=tools, services=services, max_steps=1_000_000)
    world.messages += user.messages
    return outcome.outputs, outcome.branch


def given(world, user, llm, http, agents):
    return {
        "user": user,
        "llm": llm,
        "http": http,
        "agents": agents,
        "confirm": world.confirm,
        "state": {},
        "clock": world,
    }


def generated(world, document, inputs, tools):
    made = module(document)
    user = Conversation(Replies(world.replies))
    functions = completed(
        tool_namespace(tools), client_tools(document), client_tool=world.client_tool
    )
    with OpenAiLlm() as llm, HttpxHttp(secrets=world.secrets) as http:
        services = taken(made, given(world, user, llm, http, AgentRunner(llm, http=http)))
        branch, outputs = made.run_outcome(inputs, tools=functions, **services)
    world.messages += user.messages
    return outputs, branch


def generated_async(world, document, inputs, tools):
    made = module(document, async_=True)
    user = AsyncConversation(Replies(world.replies))
    own = as_async(SimpleNamespace(**{function_name(name): it for name, it in tools.items()}))
    functions = completed_async(own, client_tools(document), client_tool=world.client_tool)

    async def run():
        async with AsyncOpenAiLlm() as llm, AsyncHttpxHttp(secrets=world.secrets) as http:
            agents = AsyncAgentRunner(llm, http=http)
            services = taken(made, given(world, user, llm, http, agents))
            return await made.run_outcome(inputs, tools=functions, **services)

    branch, outputs = asyncio.run(run())
    world.messages += user.messages
    return outputs, branch


def taken(made, services):
    """Those of the services that the module's flow needs."""
    names = signature(made.run_outcome).parameters
    return {name: service for name, service in services.items() if name in names}


def client_tools(document):
    return {
        item.name: resolved(document, item.id)
        for item in document.components.values()
        if item.component_type == "ClientTool"
    }


def module(document, *, async_=False):
    made = ModuleType("generated")
    code = emit(document, async_=async_, source_name="case.json", source_sha256="0" * 64)
    exec(compile(code, "<generated>", "exec"), made.__dict__)
    return made


EXECUTORS = [interpreted, generated, generated_async]
each_execution = pytest.mark.parametrize("execute", EXECUTORS, ids=lambda it: it.__name__)


@pytest.fixture(scope="session")
def cases(corpus) -> dict[str, Case]:
    return load_cases(corpus)


@pytest.fixture
def ports():
    """The servers count what they are asked: each test has its own."""
    with servers() as found:
        yield found


@each_execution
def test_every_case_does_what_the_engines_or_the_rules_say(cases, ports, execute):
    wrong = []
    for name, case in cases.items():
        ran = run_case(case, execute, ports=ports)
        wanted = expected(case)
        if wanted is None or not wanted.matches(ran):
            wrong.append(f"{name}: wanted {wanted}, got {ran}")
    assert "\n".join(wrong) == ""


def test_all_executions_say_and_hear_the_same(cases, ports):
    for name, case in cases.items():
        if name.startswith(("msg", "inmsg", "map", "pmap", "agent")):
            said = [run_case(case, execute, ports=ports).messages for execute in EXECUTORS]
            assert said[0] == said[1] == said[2], name


def test_only_what_differs_is_decided(cases):
    needless = [
        name
        for name, (_, wanted) in DECIDED.items()
        if cases[name].agreed is not None and wanted == agreed(cases[name])
    ]
    assert needless == []


@each_execution
@pytest.mark.parametrize("name", UNCHECKED)
def test_what_checks_refuse_still_has_one_meaning(cases, name, execute):
    assert UNCHECKED[name].matches(run_case(cases[name], execute, checked=False))


@each_execution
def test_the_same_tool_calls_in_the_same_order(cases, execute):
    seen = {}
    for name, case in cases.items():
        if case.wayflow.calls is not None and name not in DECIDED:
            seen[name] = run_case(case, execute).calls == case.wayflow.calls
    assert len(seen) >= 8
    assert all(seen.values()), seen
