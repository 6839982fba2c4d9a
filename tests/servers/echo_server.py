"""An HTTP server that says what it was asked, and has a few pages of its own."""

from __future__ import annotations

import json
import time
from collections import Counter
from urllib.parse import urlsplit

from loopback import Answer, LoopbackServer, Seen, json_answer

ECHOED = ("content-type", "x-a", "x-b", "x-sec", "accept", "user-agent")
NESTED = {
    "a": {"b": {"c": 7}},
    "arr": [{"z": 1}],
    "s": "5",
    "f": 5.0,
    "t": True,
    "http_status_code": "fromjson",
    "response": "R",
}


class EchoServer(LoopbackServer):
    """`/status/N`, `/text`, `/empty`, `/list`, `/scalar`, `/null`, `/nested`, `/slow`, `/redirect`,
    `/flaky…` (503, 503, 200, and so on) and `/count`; every other path is answered with method,
    path, query, some headers and body of the request."""

    slowness = 7.0

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def answer(self, seen: Seen) -> Answer:
        path, query = urlsplit(seen.target)[2:4]
        self.counts[path] += 1
        page = getattr(self, "page_" + path.split("/")[1].rstrip("0123456789"), None)
        if page is not None:
            return page(path)
        headers = {name: text for name, text in seen.headers.items() if name in ECHOED}
        headers["user-agent"] = headers.get("user-agent", "").split("/")[0]
        return json_answer(
            {
                "method": seen.method,
                "path": path,
                "query": query,
                "headers": headers,
                "body": seen.body.decode("utf-8", "replace"),
            }
        )

    def page_status(self, path: str) -> Answer:
        content = {"method": "x", "error": "E", "n": self.counts[path]}
        return json_answer(content, int(path.split("/")[2]))

    def page_text(self, path: str) -> Answer:
        return Answer(200, b"plain text", (("Content-Type", "text/plain"),))

    def page_empty(self, path: str) -> Answer:
        return Answer(204)

    def page_list(self, path: str) -> Answer:
        return json_answer([1, 2, 3])

    def page_scalar(self, path: str) -> Answer:
        return json_answer(5)

    def page_null(self, path: str) -> Answer:
        return json_answer({"a": None, "b": 1})

    def page_nested(self, path: str) -> Answer:
        return json_answer(NESTED)

    def page_slow(self, path: str) -> Answer:
        time.sleep(self.slowness)
        return json_answer({"a": 1})

    def page_redirect(self, path: str) -> Answer:
        return Answer(302, b"", (("Location", "/nested"),))

    def page_flaky(self, path: str) -> Answer:
        count = self.counts[path]
        return json_answer({"a": "err"}, 503) if count % 3 else json_answer({"a": "ok", "k": count})

    def page_count(self, path: str) -> Answer:
        return Answer(200, json.dumps(self.counts).encode())
