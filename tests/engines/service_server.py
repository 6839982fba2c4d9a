"""The models and HTTP servers of a case, for engines: on loopback, they answer what the case's
services answer, in the forms that each engine understands."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

from loopback import Answer, LoopbackServer, Seen, json_answer
from model_server import completion_of, text_in, text_message

from flowc.ir.nodes import LlmNode
from flowc.runtime import Request
from flowc.testing import BASE_URL, Case, RecordingServices

WAYFLOW = "python-httpx2"
"""The client of WayFlow, which writes `+` for a blank in a path."""
WAYFLOW_ASKS = "\n\n\n## Additional instructions: \n"
"""After the prompt, WayFlow asks for JSON between `<final_answer>` tags."""


class ServiceServer(LoopbackServer):
    """Serves one case at a time: `recording` notes the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.serve(None)

    def serve(self, case: Case | None) -> None:
        """Serve another case from now on."""
        self.seen.clear()
        self._case = case
        self.recording = case.recording_services() if case else RecordingServices((), ())

    def answer(self, seen: Seen) -> Answer:
        """What a service of the case answers; 404 for what the case does not know."""
        try:
            if seen.target.endswith("/chat/completions"):
                return self._completion(json.loads(seen.body))
            return self._response(seen)
        except KeyError:
            return json_answer({"error": {"message": "no such service"}}, 404)

    def _completion(self, body: dict[str, Any]) -> Answer:
        prompt, instructed, _ = text_in(body["messages"][0]["content"]).partition(WAYFLOW_ASKS)
        llm = self.recording.services()["llm"]
        value = llm.complete(prompt, config={"model_id": body["model"]}, schema=None)
        if instructed:
            text = json.dumps(self._unwrapped(body["model"], value))
            return completion_of(text_message(f"<final_answer>{text}</final_answer>"))
        text = json.dumps(value) if body.get("response_format") else value
        return completion_of(text_message(text))

    def _unwrapped(self, model: str, value: Any) -> Any:
        """WayFlow takes a node's one output as it is."""
        assert self._case is not None
        titles = [
            [item.title for item in node.outputs or ()]
            for flow in self._case.document.flows
            for node in flow.nodes
            if isinstance(node, LlmNode) and node.llm_config.id == model
        ]
        match titles:
            case [[title]] if isinstance(value, dict) and title in value:
                return value[title]
            case _:
                return value

    def _response(self, seen: Seen) -> Answer:
        http = self.recording.services()["http"]
        body = None if seen.body in (b"", b"{}") else _compact(seen.body)
        plus = " " if seen.headers["user-agent"].startswith(WAYFLOW) else "+"
        url = BASE_URL + as_flowc_writes(seen.target, plus)
        response = http.send(Request(seen.method, url, body=body))
        return Answer(response.status, response.body, tuple(response.headers.items()))


def as_flowc_writes(target: str, plus: str) -> str:
    """A path and query as flowc encodes them; `plus` is what a plus sign in the path stands for."""
    parts = urlsplit(target)
    path = "/".join(quote(unquote(it.replace("+", plus)), safe="") for it in parts.path.split("/"))
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)
    return f"{path}?{query}" if query else path


def _compact(body: bytes) -> bytes:
    text = json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":"))
    return text.encode()
