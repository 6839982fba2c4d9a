"""A server of the chat completions API whose model is simple enough to foretell.

It answers ``ECHO:`` and the last message. Asked for structured output it gives a brand and a number
of horse powers, or ``not json`` if the message contains ``BADJSON``. Offered tools it calls the
first, with an argument for each property. ``FAIL500`` in the message makes it fail. Answers that a
test puts into `scripted` come first.
"""

from __future__ import annotations

import json
from typing import Any

from loopback import Answer, LoopbackServer, Seen, json_answer

_VALUES: dict[Any, object] = {"integer": 7, "number": 1.5, "boolean": True}


def tool_call(name: str, arguments: dict[str, Any] | str, id_: str = "c1") -> dict[str, Any]:
    """A message of the model that calls one function."""
    return tool_calls((id_, name, arguments))


def tool_calls(*calls: tuple[str, str, dict[str, Any] | str]) -> dict[str, Any]:
    """A message of the model that calls functions: ids, names and arguments."""
    asked = []
    for id_, name, arguments in calls:
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        function = {"name": name, "arguments": text}
        asked.append({"id": id_, "type": "function", "function": function})
    return {"role": "assistant", "content": None, "tool_calls": asked}


def text_message(text: str | None) -> dict[str, Any]:
    """A message of the model that says something."""
    return {"role": "assistant", "content": text}


class ModelServer(LoopbackServer):
    def __init__(self) -> None:
        super().__init__()
        self.scripted: list[dict[str, Any] | Answer] = []

    @property
    def bodies(self) -> list[Any]:
        """The requests for answers, as JSON."""
        return [json.loads(seen.body) for seen in self.seen if seen.method == "POST"]

    def answer(self, seen: Seen) -> Answer:
        if seen.method == "GET":
            return json_answer({"data": [{"id": "m"}]})
        body = json.loads(seen.body or b"{}")
        if self.scripted:
            next_ = self.scripted.pop(0)
            return next_ if isinstance(next_, Answer) else completion_of(next_)
        if seen.target.endswith("/responses"):
            return json_answer(_response(body))
        last = text_in((body.get("messages") or [{"content": ""}])[-1]["content"])
        if "FAIL500" in last:
            return json_answer({"error": {"message": "boom", "type": "server_error"}}, 500)
        message = _message(body, last)
        return _stream(message) if body.get("stream") else completion_of(message)


def text_in(content: Any) -> str:
    """The text of a message's content."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def _message(body: dict[str, Any], last: str) -> dict[str, Any]:
    if body.get("response_format"):
        structured = json.dumps({"brand": "B", "hp": 7})
        return text_message("not json" if "BADJSON" in last else structured)
    if body.get("tools"):
        function = body["tools"][0]["function"]
        properties = function["parameters"].get("properties", {})
        values = {name: _VALUES.get(item.get("type"), "S") for name, item in properties.items()}
        return tool_call(function["name"], values)
    return text_message(f"ECHO:{last}")


def completion_of(message: dict[str, Any]) -> Answer:
    """The answer to a request that is not streamed."""
    return json_answer(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": _reason(message)}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
    )


def _stream(message: dict[str, Any]) -> Answer:
    delta = dict(message)
    if "tool_calls" in delta:
        delta["tool_calls"] = [{**call, "index": i} for i, call in enumerate(delta["tool_calls"])]
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    lines = ""
    for part, reason, more in ((delta, None, {}), ({}, _reason(message), {"usage": usage})):
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", **more}
        chunk["choices"] = [{"index": 0, "delta": part, "finish_reason": reason}]
        lines += f"data: {json.dumps(chunk)}\n\n"
    stream = f"{lines}data: [DONE]\n\n".encode()
    return Answer(200, stream, (("Content-Type", "text/event-stream"),))


def _reason(message: dict[str, Any]) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"


def _response(body: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps({"brand": "B", "hp": 7}) if body.get("text") else f"ECHO:{body['input']}"
    content = {"type": "output_text", "text": text, "annotations": []}
    message = {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [content],
    }
    return {
        "id": "r1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed",
        "output": [message],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }
