"""Calls of a model through an `openai` client, synchronous or not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from flowc.runtime import faults
from flowc.runtime.chat import Reply, ToolCall
from flowc.runtime.driving import Plan
from flowc.runtime.llm_configs import parameters_of, timeout_of, uses_responses
from flowc.runtime.services import Response


def completion(
    client: Any,
    place: str,
    prompt: str,
    config: Mapping[str, Any],
    schema: Mapping[str, Any] | None,
) -> Plan[Any]:
    """The answer to one user message: the text, or with a schema the JSON value."""
    if uses_responses(config):
        arguments = _response_arguments(prompt, config, schema)
        with _errors(place):
            answer = yield client.responses.create(**arguments)
        text = answer.output_text if getattr(answer, "output", None) else None
    else:
        messages = [{"role": "user", "content": prompt}]
        arguments = _chat_arguments(messages, config)
        if schema is not None:
            arguments["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "outputs", "schema": schema},
            }
        with _errors(place):
            answer = yield client.chat.completions.create(**arguments)
        text = _message(answer, config).content
    if not isinstance(text, str):
        raise faults.NO_MODEL_TEXT.error(model=config["model_id"])
    return text if schema is None else _json(text, config)


def reply(
    client: Any,
    place: str,
    messages: Sequence[Mapping[str, Any]],
    config: Mapping[str, Any],
    tools: Sequence[Mapping[str, Any]],
) -> Plan[Reply]:
    """The answer to a conversation in which tools are offered."""
    if uses_responses(config):
        raise faults.AGENT_API_TYPE.error()
    arguments = _chat_arguments(messages, config)
    if tools:
        arguments["tools"] = list(tools)
    with _errors(place):
        answer = yield client.chat.completions.create(**arguments)
    message = _message(answer, config)
    calls = [call for call in message.tool_calls or () if call.type == "function"]
    return Reply(
        message.content,
        tuple(ToolCall(call.id, call.function.name, call.function.arguments) for call in calls),
    )


def _chat_arguments(
    messages: Sequence[Mapping[str, Any]], config: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "model": config["model_id"],
        "messages": list(messages),
        "extra_body": parameters_of(config),
        "timeout": timeout_of(config),
    }


def _response_arguments(
    prompt: str, config: Mapping[str, Any], schema: Mapping[str, Any] | None
) -> dict[str, Any]:
    body = parameters_of(config)
    if "max_tokens" in body:
        body["max_output_tokens"] = body.pop("max_tokens")
    if schema is not None:
        body["text"] = {"format": {"type": "json_schema", "name": "outputs", "schema": schema}}
    return {
        "model": config["model_id"],
        "input": prompt,
        "extra_body": body,
        "timeout": timeout_of(config),
    }


def _message(answer: Any, config: Mapping[str, Any]) -> Any:
    choices = getattr(answer, "choices", None)  # a text if the server answered with no JSON
    if not choices or choices[0].message is None:
        raise faults.NO_MODEL_ANSWER.error(model=config["model_id"])
    return choices[0].message


def _json(text: str, config: Mapping[str, Any]) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        # The answer may hold what was in the prompt, so it is not shown.
        raise faults.NO_MODEL_JSON.error(model=config["model_id"]) from None


@contextmanager
def _errors(place: str) -> Iterator[None]:
    """The client's errors as those of every other service."""
    import openai

    try:
        yield
    except openai.APITimeoutError:
        raise faults.NO_ANSWER_IN_TIME.error(place=place) from None
    except openai.APIConnectionError as error:
        raise faults.not_reached(place, error.__cause__ or error) from None
    except openai.APIStatusError as error:
        headers = {name.lower(): text for name, text in error.response.headers.items()}
        response = Response(error.status_code, headers, error.response.content)
        raise faults.status_error(place, error.status_code, response) from None
    except openai.APIResponseValidationError:
        raise faults.NO_MODEL.error(place=place) from None
