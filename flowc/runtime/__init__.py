"""What users of generated modules may need at run time, and what the interpreter uses too.

The package stands alone: it imports nothing else of flowc. Names are loaded when they are first
asked for, and third-party packages only where a service is made that needs them: httpx for
`HttpxHttp` (``flowc[http]``), openai for `OpenAiLlm` (``flowc[llm]``), mcp for `SdkMcp`
(``flowc[mcp]``), and their `Async…` forms; psycopg (``flowc[postgres]``) and oracledb
(``flowc[oracle]``) for `database`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flowc.runtime.agent_runner import AgentRunner, AsyncAgentRunner
    from flowc.runtime.api import call_api, call_api_async
    from flowc.runtime.async_conversation import AsyncConversation, AsyncOverheard
    from flowc.runtime.chat import AsyncChat, Chat, Reply, ToolCall
    from flowc.runtime.clock import AsyncRealClock, RealClock
    from flowc.runtime.completing import completed, completed_async
    from flowc.runtime.confirming import require_confirmation, require_confirmation_async
    from flowc.runtime.contexts import Contexts
    from flowc.runtime.conversation import Conversation, Overheard, Replies
    from flowc.runtime.errors import (
        ConfirmationRejected,
        ConfirmationRequired,
        HttpStatusError,
        McpToolError,
        ProcedureError,
    )
    from flowc.runtime.httpx_http import AsyncHttpxHttp, HttpxHttp
    from flowc.runtime.openai_llm import AsyncOpenAiLlm, OpenAiLlm
    from flowc.runtime.plsql import Database, database
    from flowc.runtime.policies import (
        Retry,
        ToolContext,
        retried,
        retried_async,
        timed,
        timed_async,
    )
    from flowc.runtime.requests import headers_of
    from flowc.runtime.sdk_mcp import AsyncSdkMcp, SdkMcp
    from flowc.runtime.services import (
        Agents,
        AsyncAgents,
        AsyncClock,
        AsyncConfirm,
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
    from flowc.runtime.templates import rendered
    from flowc.runtime.tools import AsyncTools, as_async

_MODULES = {
    "agent_runner": "AgentRunner AsyncAgentRunner",
    "api": "call_api call_api_async",
    "async_conversation": "AsyncConversation AsyncOverheard",
    "chat": "AsyncChat Chat Reply ToolCall",
    "clock": "AsyncRealClock RealClock",
    "completing": "completed completed_async",
    "confirming": "require_confirmation require_confirmation_async",
    "contexts": "Contexts",
    "conversation": "Conversation Overheard Replies",
    "errors": (
        "ConfirmationRejected ConfirmationRequired HttpStatusError McpToolError ProcedureError"
    ),
    "httpx_http": "AsyncHttpxHttp HttpxHttp",
    "openai_llm": "AsyncOpenAiLlm OpenAiLlm",
    "plsql": "Database database",
    "policies": "Retry ToolContext retried retried_async timed timed_async",
    "requests": "headers_of",
    "sdk_mcp": "AsyncSdkMcp SdkMcp",
    "services": (
        "Agents AsyncAgents AsyncClock AsyncConfirm AsyncHttp AsyncLlm AsyncMcp AsyncUser"
        " ClientTool Clock Confirm Http Llm Mcp Message Request Response User"
    ),
    "templates": "rendered",
    "tools": "AsyncTools as_async",
}
_HOME = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "AgentRunner",
    "Agents",
    "AsyncAgentRunner",
    "AsyncAgents",
    "AsyncChat",
    "AsyncClock",
    "AsyncConfirm",
    "AsyncConversation",
    "AsyncHttp",
    "AsyncHttpxHttp",
    "AsyncLlm",
    "AsyncMcp",
    "AsyncOpenAiLlm",
    "AsyncOverheard",
    "AsyncRealClock",
    "AsyncSdkMcp",
    "AsyncTools",
    "AsyncUser",
    "Chat",
    "ClientTool",
    "Clock",
    "Confirm",
    "ConfirmationRejected",
    "ConfirmationRequired",
    "Contexts",
    "Conversation",
    "Database",
    "Http",
    "HttpStatusError",
    "HttpxHttp",
    "Llm",
    "Mcp",
    "McpToolError",
    "Message",
    "OpenAiLlm",
    "Overheard",
    "ProcedureError",
    "RealClock",
    "Replies",
    "Reply",
    "Request",
    "Response",
    "Retry",
    "SdkMcp",
    "ToolCall",
    "ToolContext",
    "User",
    "as_async",
    "call_api",
    "call_api_async",
    "completed",
    "completed_async",
    "database",
    "headers_of",
    "rendered",
    "require_confirmation",
    "require_confirmation_async",
    "retried",
    "retried_async",
    "timed",
    "timed_async",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found  # the next look-up finds it without this function
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
