"""An HTTP server on a free port of the loopback interface, in a thread of the test."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple


class Seen(NamedTuple):
    """A request as it came in; header names are in lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


class Answer(NamedTuple):
    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)


def json_answer(value: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(value).encode())


class LoopbackServer:
    """Answers every request with `answer(seen)`, and keeps what it has seen."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def answer(self, seen: Seen) -> Answer:
        raise NotImplementedError

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def _any(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                headers = {name.lower(): text for name, text in self.headers.items()}
                seen = Seen(self.command, self.path, headers, self.rfile.read(length))
                owner.seen.append(seen)
                answer = owner.answer(seen)
                self.send_response(answer.status)
                for name, text in answer.headers:
                    self.send_header(name, text)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _any

            def log_message(self, *_: object) -> None:
                pass

        return Handler
