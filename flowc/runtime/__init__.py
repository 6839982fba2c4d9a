"""What users of generated modules may need at run time, and what the interpreter uses too.

The package stands alone: it imports nothing else of flowc, and third-party packages only where a
service is made that needs them.
"""

from flowc.runtime.conversation import Conversation
from flowc.runtime.errors import ConfirmationRejected, ConfirmationRequired, HttpStatusError
from flowc.runtime.services import (
    Agents,
    AsyncAgents,
    AsyncHttp,
    AsyncLlm,
    AsyncMcp,
    AsyncUser,
    ClientTool,
    Clock,
    Confirm,
    Http,
    Llm,
    Mcp,
    Message,
    Request,
    Response,
    User,
)
from flowc.runtime.tools import AsyncTools, as_async

__all__ = [
    "Agents",
    "AsyncAgents",
    "AsyncHttp",
    "AsyncLlm",
    "AsyncMcp",
    "AsyncTools",
    "AsyncUser",
    "ClientTool",
    "Clock",
    "Confirm",
    "ConfirmationRejected",
    "ConfirmationRequired",
    "Conversation",
    "Http",
    "HttpStatusError",
    "Llm",
    "Mcp",
    "Message",
    "Request",
    "Response",
    "User",
    "as_async",
]
