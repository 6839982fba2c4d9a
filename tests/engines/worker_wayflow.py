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
    return Finished(status.output_values, _branch(flow, status), _messages(conversation))


def _answer(status: Any, conversation: Any, job: Job) -> None:
    match status:
        case UserMessageRequestStatus():
            conversation.append_user_message(job.reply("user")["user"])
        case ToolRequestStatus(tool_requests=[request]):
            value = job.client_reply(request.name, request.args)["result"]
            conversation.append_tool_result(ToolResult(value, request.tool_request_id))
        case ToolExecutionConfirmationStatus(tool_requests=[request]):
            reply = job.confirmation(request.name, request.args)
            if reply["confirm"]:
                status.confirm_tool_execution(request)
            else:
                status.reject_tool_execution(request, reply.get("reason"))
        case _:
            raise NoReply(type(status).__name__)


def _messages(conversation: Any) -> list[tuple[str, str]]:
    """What was said; not the calls of tools, which are messages too."""
    said = [it for it in conversation.get_messages() if not (it.tool_requests or it.tool_result)]
    return [(ROLES.get(it.role, it.role), it.content) for it in said]


def _branch(flow: Any, status: Any) -> str:
    """The branch of the EndNode that was reached, `next` if it names none."""
    if status.complete_step_name is None:
        return NEXT
    return flow.steps[status.complete_step_name].branch_name or NEXT


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    remember_valid_schemas()
    serve(run)
