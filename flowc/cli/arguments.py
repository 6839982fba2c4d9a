"""The command line: the verbs and what they take."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from flowc.cli.check_arguments import add_check_arguments
from flowc.cli.counts import count
from flowc.cli.run_arguments import (
    add_define_arguments,
    add_program_argument,
    add_run_arguments,
)
from flowc.files import MAX_SIZE, MEGABYTE
from flowc.version import __version__

AddArguments = Callable[[argparse.ArgumentParser], None]
"""Tells a parser what it takes."""


class _Parser(argparse.ArgumentParser):
    """A parser that asks for the width of the terminal only to show help: argparse makes a
    formatter for every argument that is added, which loads all kinds of archives by `shutil`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=partial(argparse.HelpFormatter, width=80))

    def format_usage(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        return super().format_usage()

    def format_help(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()


class _VerbParser(_Parser):
    """The parser of a verb, which gets its arguments when the verb is used."""

    def __init__(self, add_arguments: AddArguments, **options: Any) -> None:
        super().__init__(**options)
        self._add_arguments: AddArguments | None = add_arguments

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._add_arguments is not None:
            self._add_arguments(self)
            self._add_arguments = None
        return super().parse_known_args(args, namespace)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = _Parser(
        prog="flowc", description="A compiler for flows: Agent Spec JSON and typed Python."
    )
    top.add_argument("--version", action="version", version=f"flowc {__version__}")
    verbs = top.add_subparsers(metavar="VERB", required=True, parser_class=_VerbParser)
    for name, (summary, add_arguments) in _VERBS.items():
        made = verbs.add_parser(
            name, help=summary, description=summary, add_arguments=add_arguments
        )
        made.set_defaults(module=name)
    return top


def _add_build_arguments(build: argparse.ArgumentParser) -> None:
    add_program_argument(build)
    build.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="DIR",
        help="where to write (default: .); made if it is not there",
    )
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
        help="whether the Python module looks at inputs and results of tools, and converts them to "
        "their types (default: full), or trusts callers and tools to keep to the types",
    )
    build.add_argument("--stdout", action="store_true", help="print the one target instead")
    build.add_argument(
        "--force", action="store_true", help="overwrite a Python file that flowc did not write"
    )
    add_define_arguments(build)


def _add_explain_arguments(explain: argparse.ArgumentParser) -> None:
    explain.add_argument("codes", nargs="*", metavar="CODE", help="FLOW137, or 137; none: list all")


def _add_convert_arguments(convert: argparse.ArgumentParser) -> None:
    add_program_argument(convert)
    where = convert.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="its ending says what to write; what stands there is overwritten, but not the input; "
        "its folder must be there",
    )
    where.add_argument("-t", "--to", choices=("flow", "json", "yaml"), help="print in this form")
    convert.add_argument(
        "--exact",
        action="store_true",
        help="keep in .flow what means nothing too: UUIDs, ids of nodes, nulls, spellings, …",
    )


def _add_fmt_arguments(fmt: argparse.ArgumentParser) -> None:
    fmt.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="files, folders, or -")
    fmt.add_argument("--check", action="store_true", help="write nothing; exit 1 if it would")
    fmt.add_argument("--diff", action="store_true", help="print what would change, write nothing")
    fmt.add_argument(
        "--stdin-filename",
        type=Path,
        metavar="FILE",
        help="the file that - stands for, in messages and where pyproject.toml is looked for",
    )


def _add_stub_arguments(stub: argparse.ArgumentParser) -> None:
    add_program_argument(stub)
    stub.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="default: tools.py beside the source"
    )
    stub.add_argument("--async", action="store_true", dest="async_", help="async functions")
    stub.add_argument("--stdout", action="store_true", help="print instead")


def _add_debug_arguments(debug: argparse.ArgumentParser) -> None:
    debug.add_argument(
        "stage",
        choices=("tokens", "tree", "ir", "plan"),
        help="the words of the text, its syntax tree, the document, or the Python module's plan",
    )
    add_program_argument(debug)


def _reading(add_arguments: AddArguments) -> AddArguments:
    """The same, after the option of all verbs that read files."""

    def added(verb: argparse.ArgumentParser) -> None:
        verb.add_argument(
            "--max-size",
            type=_megabytes,
            default=MAX_SIZE,
            metavar="MB",
            help=f"read files of up to this size (default: {MAX_SIZE // MEGABYTE})",
        )
        add_arguments(verb)

    return added


def _megabytes(text: str) -> int:
    return count(text) * MEGABYTE


_VERBS: dict[str, tuple[str, AddArguments]] = {
    "build": (
        "Compile to Agent Spec JSON or YAML and to a Python module.",
        _reading(_add_build_arguments),
    ),
    "check": (
        "Report every finding, and repair what is safe to repair.",
        _reading(add_check_arguments),
    ),
    "explain": ("Say what codes mean, with examples.", _add_explain_arguments),
    "run": ("Run the root flow and print its outputs as JSON.", _reading(add_run_arguments)),
    "convert": ("Convert between .flow, JSON and YAML.", _reading(_add_convert_arguments)),
    "fmt": ("Format .flow files.", _reading(_add_fmt_arguments)),
    "stub": ("Write a typed skeleton of the tools.", _reading(_add_stub_arguments)),
    "debug": ("Show one stage of the compiler.", _reading(_add_debug_arguments)),
}
