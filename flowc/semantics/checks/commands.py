"""FLOW533: commands that a document starts."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.document import Document
from flowc.semantics.parts import parts_of

STARTS = Rule("FLOW533", Severity.NOTE, "a document starts a command")
"""A StdioTransport starts a program on the machine that runs the document, with the rights of
whoever runs it. That is what it is for; but read the command before you run a document of others.
To tell that you have read it, write `# flowc: ignore[FLOW533]` on its line, or prefer a server that
runs elsewhere.

Wrong:

```flow
library

MCPTool files(path: string) -> (text: string) {
  client_transport: StdioTransport server { command: "npx", args: ["-y", "file-server"] }
}
```

Right:

```flow
library

MCPTool files(path: string) -> (text: string) {
  client_transport: StreamableHTTPTransport server { url: "https://files.example.com/mcp" }
}
```
"""

_SHOWN = 60


def check_commands(document: Document) -> Iterator[Diagnostic]:
    """What a document starts is said before it is started; arguments are not shown, because they
    may hold secrets."""
    for part in parts_of(document):
        if part.component_type != "StdioTransport":
            continue
        command = part.own_field("command")
        if isinstance(command, str):
            shown = command if len(command) <= _SHOWN else command[:_SHOWN] + "…"
            yield STARTS.at(
                part.place("command"),
                f"StdioTransport '{part.name}' starts the command '{shown}'",
                label="runs on this machine",
                hint="Run the document only if you trust it.",
            )
