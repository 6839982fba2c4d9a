"""What a call of an MCP tool gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flowc.runtime.errors import McpToolError

if TYPE_CHECKING:
    from mcp.types import CallToolResult


def answer_of(result: CallToolResult) -> Any:
    """The structured content, else the texts, one a line. McpToolError if it is an error."""
    text = "\n".join(block.text for block in result.content if block.type == "text")
    if result.is_error:
        raise McpToolError(text)
    return text if result.structured_content is None else result.structured_content


def tool_result(answer: Any, outputs: Sequence[Mapping[str, Any]] | None) -> Any:
    """The result of an MCPTool with these outputs.

    Structured content has long had to be an object, so servers put any other value into one, as
    ``{"result": value}``. A tool that declares one output, and no object, means that value.
    """
    if not isinstance(answer, Mapping) or answer.keys() != {"result"}:
        return answer
    is_value = outputs is not None and len(outputs) == 1 and outputs[0].get("type") != "object"
    return answer["result"] if is_value else answer
