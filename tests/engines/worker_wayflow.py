"""Runs inside the environment of WayFlow: loads documents and runs them as WayFlow does."""

from __future__ import annotations

import logging
from typing import Any

from serving import Finished, Job, NoReply, serve
from wayflowcore.agentspec import AgentSpecLoader  # type: ignore[import-not-found]
from wayflowcore.executors.executionstatus import (  # type: ignore[import-not-found]
    FinishedStatus,
    ToolExecutionConfirmationStatus,
    ToolRequestStatus,
    UserMessageRequestStatus,
)

NEXT = "next"


def run(job: Job) -> Finished:
    """Load the document, and run it to its end with the replies of the user."""
    flow = AgentSpecLoader(tool_registry=job.tools).load_json(job.document)
    job.stage = "start"
    conversation = flow.start_conversation(inputs=job.inputs)
    job.stage = "run"
    status = conversation.execute()
    while not isinstance(status, FinishedStatus):
        _answer(status, conversation, job)
        status = conversation.execute()
    return Finished(status.output_values, _branch(flow, status), _messages(conversation))


def _answer(status: Any, conversation: Any, job: Job) -> None:
    if not isinstance(status, UserMessageRequestStatus) or not job.replies:
        raise NoReply(type(status).__name__)
    conversation.append_user_message(job.replies.pop(0))


def _branch(flow: Any, status: Any) -> str:
    """The branch of the EndNode reached: where it names none, WayFlow has the step's name."""
    step = flow.steps[status.complete_step_name]
    return step.branch_name or NEXT


def _messages(conversation: Any) -> list[tuple[str, str]]:
    roles = {"user": "user", "assistant": "agent"}
    return [(roles.get(it.role, it.role), it.content) for it in conversation.get_messages()]


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    serve(run)
