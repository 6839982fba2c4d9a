"""Runs inside the environment of WayFlow: loads documents and runs them as WayFlow does."""

from __future__ import annotations

import logging
from typing import Any

from serving import Finished, Job, NoReply, remember_valid_schemas, serve
from wayflowcore.agentspec import AgentSpecLoader  # type: ignore[import-not-found]
from wayflowcore.executors.executionstatus import (  # type: ignore[import-not-found]
    FinishedStatus,
    ToolExecutionConfirmationStatus,
    ToolRequestStatus,
    UserMessageRequestStatus,
)
from wayflowcore.tools import ToolResult  # type: ignore[import-not-found]

NEXT = "next"
ROLES = {"user": "user", "assistant": "agent"}


def run(job: Job) -> Finished:
    """Load the document, and run it to its end with what the user answers."""
    flow = job.load(AgentSpecLoader(tool_registry=job.tools))
    job.stage = "start"
    conversation = flow.start_conversation(inputs=job.inputs)
    job.stage = "run"
    status = conversation.execute()
    while not isinstance(status, FinishedStatus):
        _answer(status, conversation, job)
        status = conversation.execute()
    messages = [(ROLES.get(it.role, it.role), it.content) for it in conversation.get_messages()]
    return Finished(status.output_values, _branch(flow, status), messages)


def _answer(status: Any, conversation: Any, job: Job) -> None:
    if not job.replies:
        raise NoReply(type(status).__name__)
    match status, job.replies.pop(0):
        case UserMessageRequestStatus(), {"user": text}:
            conversation.append_user_message(text)
        case ToolRequestStatus(tool_requests=[request]), {"result": value}:
            conversation.append_tool_result(ToolResult(value, request.tool_request_id))
        case ToolExecutionConfirmationStatus(tool_requests=[request]), {"confirm": True}:
            status.confirm_tool_execution(request)
        case ToolExecutionConfirmationStatus(tool_requests=[request]), reply:
            status.reject_tool_execution(request, reply.get("reason"))
        case _, reply:
            raise NoReply(f"{type(status).__name__} got {sorted(reply)}")


def _branch(flow: Any, status: Any) -> str:
    """The branch of the EndNode that was reached, `next` if it names none."""
    if status.complete_step_name is None:
        return NEXT
    return flow.steps[status.complete_step_name].branch_name or NEXT


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    remember_valid_schemas()
    serve(run)
