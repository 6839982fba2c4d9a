"""The models and HTTP servers of a case, for engines: on loopback, they answer what the case's
services answer, in the forms that each engine understands."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

from loopback import Answer, LoopbackServer, Seen, json_answer
from model_server import completion_of, text_in, text_message

from flowc.runtime import Request
from flowc.testing import BASE_URL, Case, RecordingServices

WAYFLOW = "python-httpx2"
"""The client of WayFlow."""
WAYFLOW_BLANK = re.compile(r"(?<![0-9]e)\+")
"""WayFlow writes `+` for a blank in a path, and for the plus of a number like `1e+16`."""
WAYFLOW_ASKS = "\n\n\n## Additional instructions: \n"
"""After the prompt, WayFlow asks for JSON between `<final_answer>` tags,"""
WAYFLOW_SCHEMA = "this JSON schema:"
"""of the schema after these words,"""
WAYFLOW_OUTPUTS = "expected_output"
"""which has this title if it is one of all outputs, else it is that of a node's one output."""


class ServiceServer(LoopbackServer):
    """Serves one case at a time: `recording` notes the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.serve(None)

    def serve(self, case: Case | None) -> None:
        """Serve another case from now on."""
        self.seen.clear()
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
        prompt, _, asked = text_in(body["messages"][0]["content"]).partition(WAYFLOW_ASKS)
        llm = self.recording.services()["llm"]
        value = llm.complete(prompt, config={"model_id": body["model"]}, schema=None)
        if asked:
            text = json.dumps(_as_wayflow_asks(asked, value))
            return completion_of(text_message(f"<final_answer>{text}</final_answer>"))
        text = json.dumps(value) if body.get("response_format") else value
        return completion_of(text_message(text))

    def _response(self, seen: Seen) -> Answer:
        http = self.recording.services()["http"]
        body = None if seen.body in (b"", b"{}") else _compact(seen.body)
        target = seen.target
        if seen.headers["user-agent"].startswith(WAYFLOW):
            path, mark, query = target.partition("?")
            target = WAYFLOW_BLANK.sub("%20", path) + mark + query
        url = BASE_URL + as_flowc_writes(target)
        response = http.send(Request(seen.method, url, body=body))
        return Answer(response.status, response.body, tuple(response.headers.items()))


def _as_wayflow_asks(asked: str, value: Any) -> Any:
    """The outputs by title; a node's one output itself if it is an object with named properties."""
    schema = json.loads(asked.partition(WAYFLOW_SCHEMA)[2])
    if schema.get("title") == WAYFLOW_OUTPUTS:
        return value
    return next(iter(value.values()))


def as_flowc_writes(target: str) -> str:
    """A path and query as flowc encodes them."""
    parts = urlsplit(target)
    path = "/".join(quote(unquote(it), safe="") for it in parts.path.split("/"))
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)
    return f"{path}?{query}" if query else path


def _compact(body: bytes) -> bytes:
    text = json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":"))
    return text.encode()
