"""LLM nodes over the `openai` client, against a server on loopback (SEMANTICS 26)."""

from __future__ import annotations

import logging
import socket
import traceback

import pytest
from loopback import Answer, json_answer
from model_server import text_message, tool_call

from flowc.runtime import HttpStatusError
from flowc.runtime.llm_configs import endpoint_of, parameters_of, uses_responses

SCHEMA = {"type": "object", "properties": {"brand": {"type": "string"}}}
KINDS = ["VllmConfig", "OllamaConfig", "OpenAiCompatibleConfig"]


def config(url, kind="VllmConfig", **fields):
    return {
        "component_type": kind,
        "id": "llm",
        "name": "llm",
        "model_id": "m",
        "url": url,
        **fields,
    }


def completed_by(both, component, prompt="hi", schema=None, **services):
    def use(llm):
        return (yield llm.complete(prompt, config=component, schema=schema))

    return both.run(use, both.Llm(**services))


@pytest.mark.parametrize("kind", KINDS)
def test_a_text(both, model, kind):
    assert completed_by(both, config(model.url, kind), "Say hi") == "ECHO:Say hi"
    (seen,) = model.seen
    assert seen.target == "/v1/chat/completions"
    assert seen.headers["authorization"] == "Bearer EMPTY"
    assert model.bodies == [{"model": "m", "messages": [{"role": "user", "content": "Say hi"}]}]


def test_structured_output(both, model):
    assert completed_by(both, config(model.url), "Car", SCHEMA) == {"brand": "B", "hp": 7}
    assert model.bodies[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "outputs", "schema": SCHEMA},
    }


def test_the_responses_api(both, model):
    parameters = {"max_tokens": 5, "temperature": 0.5}
    component = config(model.url, api_type="responses", default_generation_parameters=parameters)
    assert completed_by(both, component) == "ECHO:hi"
    assert completed_by(both, component, "Car", SCHEMA) == {"brand": "B", "hp": 7}
    assert {seen.target for seen in model.seen} == {"/v1/responses"}
    assert model.bodies[0] == {
        "model": "m",
        "input": "hi",
        "max_output_tokens": 5,
        "temperature": 0.5,
    }
    assert model.bodies[1]["text"] == {
        "format": {"type": "json_schema", "name": "outputs", "schema": SCHEMA}
    }


def test_generation_parameters_are_sent(both, model):
    parameters = {"temperature": 0.2, "top_p": None, "max_tokens": 9, "stop": ["x"], "top_k": 3}
    completed_by(both, config(model.url, default_generation_parameters=parameters))
    del model.bodies[0]["messages"]
    assert {k: v for k, v in model.bodies[0].items() if k not in ("messages", "model")} == {
        "temperature": 0.2,
        "max_tokens": 9,
        "stop": ["x"],
        "top_k": 3,
    }


@pytest.mark.parametrize("name", ["stream", "messages", "model", "tools", "response_format"])
def test_what_is_no_generation_parameter(name):
    component = config("http://h", default_generation_parameters={name: True})
    with pytest.raises(ValueError, match=f"^'{name}' cannot be a generation parameter$"):
        parameters_of(component)


# Keys ---------------------------------------------------------------------------------------------


def test_a_key_of_the_component(both, model):
    completed_by(both, config(model.url, api_key="k1"))
    secrets = {"llm.api_key": "k2"}
    completed_by(
        both, config(model.url, api_key={"$component_ref": "llm.api_key"}), secrets=secrets
    )
    sent = [seen.headers["authorization"] for seen in model.seen]
    assert sent == ["Bearer k1", "Bearer k2"]


def test_a_missing_key_is_named(both, model):
    component = config(model.url, api_key={"$component_ref": "llm.api_key"})
    with pytest.raises(LookupError, match=r"^no value for the secret 'llm.api_key'$"):
        completed_by(both, component)
    assert model.seen == []


ENVIRONMENT = {
    "OPENAI_API_KEY": "hunter2",
    "OPENAI_ADMIN_KEY": "hunter2",
    "OPENAI_ORG_ID": "hunter2",
    "OPENAI_PROJECT_ID": "hunter2",
    "OPENAI_CUSTOM_HEADERS": "X-Mine: hunter2",
    "OPENAI_BASE_URL": "http://hunter2.example",
}


def test_nothing_of_the_environment_goes_to_the_documents_server(both, model, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    completed_by(both, config(model.url), environ=ENVIRONMENT)
    (seen,) = model.seen
    assert "hunter2" not in repr(seen)


def test_openai_itself_takes_the_environment_that_is_handed_in(both, model, monkeypatch):
    environ = {
        "OPENAI_API_KEY": "key",
        "OPENAI_BASE_URL": model.url + "/v1",
        "OPENAI_ORG_ID": "org",
    }
    component = config(None, "OpenAiConfig")
    assert completed_by(both, component, environ=environ) == "ECHO:hi"
    assert model.seen[0].headers["authorization"] == "Bearer key"
    assert model.seen[0].headers["openai-organization"] == "org"
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2")
    with pytest.raises(LookupError) as caught:
        completed_by(both, component)
    assert str(caught.value) == "no key for OpenAI: neither 'llm.api_key' nor OPENAI_API_KEY"


@pytest.mark.parametrize(
    ("component", "base_url", "key"),
    [
        (config("localhost:8000"), "http://localhost:8000/v1", "EMPTY"),
        (config("https://h"), "https://h/v1", "EMPTY"),
        (config("https://h/"), "https://h/v1", "EMPTY"),
        (config("https://h/v1/"), "https://h/v1", "EMPTY"),
        (config("https://h/openai/v2"), "https://h/openai/v2", "EMPTY"),
        (config(None, "OpenAiConfig"), "https://api.openai.com/v1", "env"),
        (config(None, "OpenAiConfig", api_key="own"), "https://api.openai.com/v1", "own"),
        (config(None, "LlmConfig", api_provider="openai"), "https://api.openai.com/v1", "env"),
        (config("https://h", "LlmConfig", api_provider="openai"), "https://h/v1", "EMPTY"),
    ],
)
def test_endpoints(component, base_url, key):
    endpoint = endpoint_of(component, {}, {"OPENAI_API_KEY": "env"})
    assert (endpoint.base_url, endpoint.api_key) == (base_url, key)
    assert "env" not in repr(endpoint)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://h", "http://", "https://h\\x"])
def test_what_is_no_endpoint(url):
    with pytest.raises(ValueError, match=r"^the URL "):
        endpoint_of(config(url), {}, {})


@pytest.mark.parametrize("kind", ["OciGenAiConfig", "GeminiConfig", "LlmConfig", "MyConfig"])
def test_other_configurations_are_refused_by_name(both, kind):
    with pytest.raises(NotImplementedError, match=f"^no client for models of a {kind}$"):
        completed_by(both, config("http://h", kind))


def test_other_api_types_are_refused_by_name():
    assert uses_responses({"api_type": "responses"})
    assert not uses_responses({"api_type": None})
    with pytest.raises(NotImplementedError, match=r"^no client for the api_type 'oci'$"):
        uses_responses({"api_type": "oci"})


# Errors -------------------------------------------------------------------------------------------


def test_a_status_error(both, model):
    with pytest.raises(HttpStatusError) as caught:
        completed_by(both, config(model.url), "FAIL500 hunter2")
    assert caught.value.status == 500
    assert str(caught.value) == f"{model.url} answered with status 500"
    assert len(model.seen) == 1


def test_retries_follow_the_policy(both, model):
    model.scripted = [json_answer({}, 503), json_answer({}, 429), text_message("at last")]
    clock = both.Clock()
    component = config(model.url, retry_policy={"max_attempts": 2, "jitter": None})
    assert completed_by(both, component, clock=clock) == "at last"
    assert clock.slept == [1.0, 2.0]


def test_nothing_there(both):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    with pytest.raises(ConnectionError) as caught:
        completed_by(both, config(f"http://127.0.0.1:{port}"))
    assert str(caught.value) == f"http://127.0.0.1:{port} could not be reached (ConnectError)"


@pytest.mark.parametrize(
    ("answer", "schema", "text"),
    [
        (text_message("hunter2 is no json"), SCHEMA, "model 'm' answered with what is no JSON"),
        (text_message("[" * 100_000), SCHEMA, "model 'm' answered with what is no JSON"),
        (text_message(None), None, "model 'm' gave no text"),
        (tool_call("f", {}), None, "model 'm' gave no text"),
        (json_answer({"choices": []}), None, "model 'm' gave no answer"),
        (json_answer({}), None, "model 'm' gave no answer"),
        (
            Answer(200, b"<html>", (("Content-Type", "text/html"),)),
            None,
            "model 'm' gave no answer",
        ),
    ],
)
def test_answers_that_are_none(both, model, answer, schema, text):
    model.scripted = [answer]
    with pytest.raises(ValueError) as caught:
        completed_by(both, config(model.url), schema=schema)
    assert str(caught.value) == text


SECRETS = {"llm.api_key": "hunter2"}


def test_a_secret_is_nowhere_to_be_seen(both, model, caplog):
    caplog.set_level(logging.DEBUG)
    component = config(model.url, api_key={"$component_ref": "llm.api_key"})
    with pytest.raises(HttpStatusError) as caught:
        completed_by(both, component, "FAIL500", secrets=SECRETS)
    assert model.seen[0].headers["authorization"] == "Bearer hunter2"
    assert "hunter2" not in "".join(traceback.format_exception(caught.value)) + caplog.text


def test_certificates_that_cannot_be_used(both, tmp_path):
    component = config("https://127.0.0.1:1", ca_file=str(tmp_path / "hunter2.pem"))
    with pytest.raises(ValueError) as caught:
        completed_by(both, component)
    assert str(caught.value) == "the TLS certificates cannot be used (FileNotFoundError)"
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))


# Conversations ------------------------------------------------------------------------------------


def test_a_conversation_with_tools(both, model):
    model.scripted = [tool_call("f", {"a": 1}, "c7"), text_message("done")]
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]
    tools = [{"type": "function", "function": {"name": "f", "parameters": {}}}]

    def use(llm):
        one = yield llm.reply(messages, config=config(model.url), tools=tools)
        other = yield llm.reply(messages, config=config(model.url), tools=[])
        return one, other

    one, other = both.run(use, both.Llm())
    assert (one.text, [(c.id, c.name, c.arguments) for c in one.calls]) == (
        None,
        [("c7", "f", '{"a": 1}')],
    )
    assert (other.text, other.calls) == ("done", ())
    assert model.bodies[0] == {"model": "m", "messages": messages, "tools": tools}
    assert model.bodies[1] == {"model": "m", "messages": messages}
