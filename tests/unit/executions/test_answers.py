"""LlmNode, ApiNode and AgentNode: what services are asked, and what is taken from their answers
(SEMANTICS 21 and 26, section 7)."""

from __future__ import annotations

import json

import pytest

from flowc.runtime import HttpStatusError, Message, Response
from flowc.runtime.conversation import Replies


class Model:
    """Keeps what it is asked, and gives one answer to all of it."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def complete(self, prompt, *, config, schema):
        self.asked.append((prompt, config, schema))
        return self.answer


MODEL = 'VllmConfig gpt { url: "http://models", model_id: "m" }\n'


def llm_flow(outputs):
    return f"""{MODEL}
export flow main(q: string, n: number) {outputs} {{
  m = LlmNode(q, n) {outputs} {{
    llm_config: gpt
    prompt_template: "Tell me about {{{{q}}}},\\n{{{{ n }}}} words, {{{{q|upper}}}}."
  }}
  return m.text
}}
"""


CONFIG = {
    "component_type": "VllmConfig",
    "id": "gpt",
    "name": "gpt",
    "url": "http://models",
    "model_id": "m",
}


def test_a_text_is_asked_for(run):
    model = Model("The sea.")
    ended = run(llm_flow("-> (text: string)"), {"q": "{{n}}", "n": 2}, llm=model)
    assert ended.outputs == {"text": "The sea."}
    assert model.asked == [("Tell me about {{n}},\n2.0 words, {{q|upper}}.", CONFIG, None)]


def test_a_text_that_is_none_is_converted_like_any_value(ending):
    source = llm_flow("-> (text: string)")
    assert ending(source, {"q": "a", "n": 1}, llm=Model(["x"])) == {"text": '["x"]'}
    assert ending(source, {"q": "a", "n": 1}, llm=Model({1})) == (
        TypeError,
        "output 'text' of node 'm': expected string, got set",
    )


STRUCTURED = (
    MODEL
    + """
export flow main(q: string) -> (text: string, n: number, tags: string[]) {
  m = LlmNode(q) -> (text: string, n: number, tags: string[] = ["none"]) {
    llm_config: gpt
    prompt_template: "{{q}}?"
  }
  return (text = m.text, n = m.n, tags = m.tags)
}
"""
)


def test_outputs_are_asked_for_by_their_schema(run):
    model = Model({"text": "a", "n": 1, "more": 2})
    ended = run(STRUCTURED, {"q": "x"}, llm=model)
    assert repr(ended.outputs) == "{'text': 'a', 'n': 1.0, 'tags': ['none']}"
    [(prompt, _, schema)] = model.asked
    assert prompt == "x?"
    assert schema == {
        "title": "answer",
        "type": "object",
        "properties": {
            "text": {"title": "text", "type": "string"},
            "n": {"title": "n", "type": "number"},
            "tags": {
                "title": "tags",
                "type": "array",
                "items": {"type": "string"},
                "default": ["none"],
            },
        },
        "required": ["text", "n"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"n": 1}, (LookupError, "node 'm' got no 'text'")),
        ("text", (TypeError, "node 'm' must get a mapping, not str")),
        (None, (TypeError, "node 'm' must get a mapping, not NoneType")),
        (
            {"text": "a", "n": "1"},
            (TypeError, "output 'n' of node 'm': expected number, got str"),
        ),
        (
            {"text": "a", "n": 1, "tags": None},
            (TypeError, "output 'tags' of node 'm': expected string[], got NoneType"),
        ),
    ],
)
def test_an_answer_that_does_not_fit_is_an_error(ending, answer, error):
    assert ending(STRUCTURED, {"q": "x"}, llm=Model(answer)) == error


def test_an_answer_that_nobody_reads_must_fit_all_the_same(ending):
    source = STRUCTURED.replace("text = m.text, n = m.n", 'text = "a", n = 1')
    assert ending(source, {"q": "x"}, llm=Model({})) == (LookupError, "node 'm' got no 'text'")


class Web:
    """Keeps the requests, and gives the answers in turn."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def send(self, request):
        self.requests.append(request)
        status, body = self.answers.pop(0)
        headers = {"content-type": "application/json"}
        return Response(status, headers, json.dumps(body).encode())


class Clock:
    def __init__(self):
        self.slept = []

    def sleep(self, seconds):
        self.slept.append(seconds)

    def uniform(self, low, high):
        return low


API = """
flow main(id: string, n: integer) -> (name: string, left: integer?) {
  a = ApiNode(id, n) -> (name: string, left: integer? = null) {
    url: "https://shop.example/orders/{{id}}"
    http_method: "POST"
    data: { n: "{{n}}", "{{id}}": 1 }
    RETRY
  }
  return (name = a.name, left = a.left)
}
"""


def test_a_request_is_sent_and_its_answer_taken_apart(run):
    web = Web((200, {"name": "n", "left": 2.0}))
    ended = run(API.replace("RETRY", ""), {"id": "a/b", "n": 5}, http=web)
    assert repr(ended.outputs) == "{'name': 'n', 'left': 2}"
    [request] = web.requests
    assert (request.method, request.url) == ("POST", "https://shop.example/orders/a%2Fb")
    assert json.loads(request.body) == {"n": "5", "a/b": 1}


def test_what_fails_is_sent_again_if_the_node_says_so(ending):
    clock, inputs = Clock(), {"id": "a", "n": 5}
    source = API.replace("RETRY", "retry_policy: { max_attempts: 2, initial_retry_delay: 3 }")
    answers = [(503, {}), (503, {}), (200, {"name": "n"})]
    web = Web(*answers)
    assert ending(source, inputs, http=web, clock=clock) == {"name": "n", "left": None}
    assert len(web.requests) == 3
    assert len(clock.slept) == 2
    assert ending(API.replace("RETRY", ""), inputs, http=Web(*answers)) == (
        HttpStatusError,
        "POST https://shop.example answered with status 503",
    )


AGENT = (
    MODEL
    + """
Agent helper(topic: string) -> (summary: string, n: integer) {
  system_prompt: "Explain {{topic}}."
  llm_config: gpt
}
tool count() -> (n: integer)
export flow main(topic: string) -> (summary: string, n: integer) {
  count()
  h = helper(topic)
  return (summary = h.summary, n = h.n)
}
"""
)


class Staff:
    """Runs agents: it speaks to the user, and calls a tool."""

    def run(self, agent, inputs, *, tools, user):
        user.say("I think")
        answer = user.ask("Of what?")
        return {"summary": f"{inputs} {agent} {answer}", "n": tools.count()}


class AsyncStaff:
    async def run(self, agent, inputs, *, tools, user):
        await user.say("I think")
        answer = await user.ask("Of what?")
        return {"summary": f"{inputs} {agent} {answer}", "n": await tools.count()}


HELPER = {
    "component_type": "Agent",
    "id": "helper",
    "name": "helper",
    "inputs": [{"title": "topic", "type": "string"}],
    "outputs": [{"title": "summary", "type": "string"}, {"title": "n", "type": "integer"}],
    "system_prompt": "Explain {{topic}}.",
    "llm_config": CONFIG,
}


def test_an_agent_has_the_tools_and_the_user_of_the_run(execution, run):
    agents = AsyncStaff() if execution == "async module" else Staff()
    tools = {"count": lambda: 3}
    ended = run(AGENT, {"topic": "x"}, tools, agents=agents, user=Replies(["that"]))
    assert ended.outputs == {"summary": f"{{'topic': 'x'}} {HELPER} that", "n": 3}
    assert ended.messages == [
        Message("agent", "I think"),
        Message("agent", "Of what?"),
        Message("user", "that"),
    ]


@pytest.mark.parametrize(
    ("source", "inputs", "missing"),
    [
        (STRUCTURED, {"q": "x"}, "llm"),
        (API.replace("RETRY", ""), {}, "http"),
        (AGENT, {}, "agents"),
    ],
)
def test_what_is_missing_is_said_before_anything_runs(ending, source, inputs, missing):
    tools = {"count": lambda: pytest.fail("ran")}
    assert ending(source, inputs, tools) == (NotImplementedError, f"flow 'main' needs {missing}")
