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
from pathlib import Path

from flowc.cli.check_arguments import add_check_arguments
from flowc.cli.counts import count
from flowc.cli.run_arguments import add_define_arguments, add_run_arguments
from flowc.files import MAX_SIZE, MEGABYTE
from flowc.version import __version__

COLLECT_AFTER = (100_000, 50, 50)
"""For the garbage collector: how many new objects, and how many turns of the generations."""
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
            files_only = all(item.code.startswith("FLOW8") for item in error.diagnostics)
            return USAGE if files_only else FINDINGS
        if os.environ.get("FLOWC_TRACEBACK"):
            raise
        print(
            f"flowc: internal error: {type(error).__name__}: {error}\n"
            "This is a fault of flowc, not of your program. Please report it, with what "
            "FLOWC_TRACEBACK=1 prints.",
            file=sys.stderr,
        )
        return INTERNAL


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="flowc", description="A compiler for flows: Agent Spec JSON and typed Python."
    )
    top.add_argument("--version", action="version", version=f"flowc {__version__}")
    verbs = top.add_subparsers(metavar="VERB", required=True)

    def verb(name: str, summary: str, *, reads: bool = True) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=summary, description=summary)
        made.set_defaults(module=name)
        if not reads:
            return made
        made.add_argument(
            "--max-size",
            type=_megabytes,
            default=MAX_SIZE,
            metavar="MB",
            help=f"read files of up to this size (default: {MAX_SIZE // MEGABYTE})",
        )
        return made

    build = verb("build", "Compile to Agent Spec JSON or YAML and to a Python module.")
    build.add_argument("file", type=Path)
    build.add_argument("-o", "--out", type=Path, metavar="DIR", help="where to write (default: .)")
    build.add_argument(
        "-t",
        "--target",
        action="append",
        choices=("json", "yaml", "python"),
        help="what to write; may be repeated (default: json and python)",
    )
    build.add_argument("--async", action="store_true", dest="async_", help="async Python")
    build.add_argument(
        "--checks",
        choices=("full", "none"),
        default="full",
        help="whether the Python module converts inputs and results of tools to their types "
        "(default: full), or takes them to be right",
    )
    build.add_argument("--stdout", action="store_true", help="print the one target instead")
    build.add_argument(
        "--force", action="store_true", help="overwrite a Python file that flowc did not write"
    )
    add_define_arguments(build)

    add_check_arguments(verb("check", "Report every finding, and repair what is safe to repair."))

    explain = verb("explain", "Say what codes mean, with examples.", reads=False)
    explain.add_argument("codes", nargs="*", metavar="CODE", help="FLOW137, or 137; none: list all")

    run = verb("run", "Run the root flow and print its outputs as JSON.")
    add_run_arguments(run)

    convert = verb("convert", "Convert between .flow, JSON and YAML.")
    convert.add_argument("file", type=Path)
    where = convert.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="its ending says what to write; what stands there is overwritten, but not the input",
    )
    where.add_argument("-t", "--to", choices=("flow", "json", "yaml"), help="print in this form")
    convert.add_argument(
        "--exact",
        action="store_true",
        help="keep in .flow what means nothing too: UUIDs, ids of nodes, nulls, spellings, …",
    )

    fmt = verb("fmt", "Format .flow files.")
    fmt.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="files, folders, or -")
    fmt.add_argument("--check", action="store_true", help="write nothing; exit 1 if it would")
    fmt.add_argument("--diff", action="store_true", help="print what would change, write nothing")
    fmt.add_argument(
        "--stdin-filename",
        type=Path,
        metavar="FILE",
        help="the file that - stands for, in messages and where pyproject.toml is looked for",
    )

    stub = verb("stub", "Write a typed skeleton of the tools.")
    stub.add_argument("file", type=Path)
    stub.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="default: tools.py beside the source"
    )
    stub.add_argument("--async", action="store_true", dest="async_", help="async functions")
    stub.add_argument("--stdout", action="store_true", help="print instead")

    debug = verb("debug", "Show one stage of the compiler.")
    debug.add_argument("stage", choices=("tokens", "tree", "ir", "plan"))
    debug.add_argument("file", type=Path)
    return top


def _megabytes(text: str) -> int:
    return count(text) * MEGABYTE
