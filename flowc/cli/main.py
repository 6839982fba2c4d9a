"""Arguments, exit codes, and what happens when something goes wrong.

Exit codes: 0 fine, 1 findings, 2 usage or files, 3 an error inside flowc, 130 interrupted.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from flowc.cli.arguments import parser

COLLECT_AFTER = (100_000, 50, 50)
"""For the garbage collector: how many new objects, and how many turns of the generations."""
_COMMAND_LINE = ("FLOW8", "FLOW791", "FLOW792", "FLOW793", "FLOW795", "FLOW796")
"""How the codes of findings begin that are about the command line and the files that it names."""
FINE, FINDINGS, USAGE, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, io.StringIO())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    arguments = parser().parse_args(argv)
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of our output has gone; say nothing more, not even at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        print(f"flowc: cannot write the output: {error.strerror or error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return USAGE
    except KeyboardInterrupt:
        print("flowc: interrupted", file=sys.stderr)
        return INTERRUPTED


def _run(arguments: argparse.Namespace) -> int:
    # Compiling keeps nearly all that it makes: looking for garbage after every 700 new objects goes
    # through the same ones again and again, which is more than linear in the size of a flow.
    gc.set_threshold(*COLLECT_AFTER)
    try:
        verb = import_module(f"flowc.cli.{arguments.module}")
        return int(verb.run(arguments))
    except (OSError, KeyboardInterrupt):
        raise
    except Exception as error:
        from flowc.diagnostics import FlowcError

        if isinstance(error, FlowcError):
            from flowc.cli.report import report

            report(error.diagnostics)
            usage = all(item.code.startswith(_COMMAND_LINE) for item in error.diagnostics)
            return USAGE if usage else FINDINGS
        if os.environ.get("FLOWC_TRACEBACK"):
            raise
        print(
            f"flowc: internal error: {type(error).__name__}: {error}\n"
            "This is a fault of flowc, not of your program. Please report it, with what "
            "FLOWC_TRACEBACK=1 prints.",
            file=sys.stderr,
        )
        return INTERNAL
