"""A worker without an engine, to test what all workers have: it does what the document says."""

from __future__ import annotations

import os
import socket
import time

from serving import Finished, Job, serve


def run(job: Job) -> Finished:
    """Does the one thing that the document asks for."""
    job.stage = "run"
    match job.document:
        case "hang":
            time.sleep(60)
        case "crash":
            print("last words", flush=True)
            os._exit(3)
        case "connect":
            socket.create_connection(("192.0.2.1", 80), timeout=5)
        case "look up":
            socket.getaddrinfo("example.org", 80)
        case "ask":
            return Finished(job.reply("nobody"), "next", [("user", "hello")])
        case "client":
            return Finished(job.client_reply("t", job.inputs), "next", [])
        case "confirm":
            return Finished(job.confirmation("t", job.inputs), "next", [])
        case "call":
            return Finished({"a": job.tools["t"](**job.inputs)}, "done", [])
    return Finished(job.inputs, "next", [])


if __name__ == "__main__":
    serve(run)
