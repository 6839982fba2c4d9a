"""The options of `flowc run`, and those that other verbs have too."""

from __future__ import annotations

import argparse
from pathlib import Path

from flowc.cli.counts import count


def add_run_arguments(run: argparse.ArgumentParser) -> None:
    """All options of `flowc run`."""
    add_program_argument(run)
    given = run.add_argument_group("inputs")
    given.add_argument(
        "-i",
        action="append",
        default=[],
        dest="single",
        metavar="NAME=TEXT",
        help="one input; JSON, unless the input may be a string; may be repeated for others",
    )
    given.add_argument(
        "--inputs", metavar="JSON", help="all inputs: a JSON object or name/value list, or @FILE"
    )
    given.add_argument("--state", metavar="JSON", help="the session's state: an object, or @FILE")
    add_define_arguments(given)
    _add_tool_arguments(run.add_argument_group("tools and services"))
    _add_user_arguments(run.add_argument_group("the user"))
    how = run.add_argument_group("how it runs")
    how.add_argument(
        "--engine",
        choices=("interpreter", "python"),
        default="interpreter",
        help="what runs it: the interpreter (default), or the module that build -t python makes; "
        "both behave the same",
    )
    how.add_argument(
        "--max-steps",
        type=count,
        default=1_000_000,
        metavar="N",
        help="stop the run after so many nodes (default: 1000000)",
    )
    how.add_argument("--trace", action="store_true", help="show each node on stderr as it runs")
    how.add_argument(
        "--trace-json", type=Path, metavar="FILE", help="write each node to a file of JSON lines"
    )
    how.add_argument("--traceback", action="store_true", help="show where in a tool it failed")


def add_program_argument(parser: argparse.ArgumentParser) -> None:
    """The file of a verb that reads one program."""
    parser.add_argument("file", type=Path, help="a program: .flow, .json, .json5, .yaml or .yml")


def add_define_arguments(parser: argparse._ActionsContainer) -> None:
    """The options that fill env placeholders."""
    parser.add_argument(
        "--define",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the value of a placeholder {{NAME}} that is no input; may be repeated",
    )
    parser.add_argument(
        "--define-env",
        action="append",
        default=[],
        metavar="NAME",
        help="take it from the environment variable of that name; may be repeated",
    )


def _add_tool_arguments(group: argparse._ActionsContainer) -> None:
    group.add_argument("--tools", type=Path, metavar="FILE", help="a Python file with the tools")
    group.add_argument(
        "--stub", type=Path, metavar="FILE", help="a JSON file: a result, or a list, for each tool"
    )
    group.add_argument(
        "--db",
        metavar="URL",
        help="where plsql_exec tools run: postgresql://…, oracle://…, or env:NAME",
    )
    group.add_argument(
        "--secret",
        action="append",
        default=[],
        metavar="ID.FIELD=env:NAME",
        help="take a sensitive field from an environment variable; may be repeated",
    )
    group.add_argument(
        "--allow-commands",
        action="store_true",
        help="let MCP tools start the programs that the document names",
    )


def _add_user_arguments(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--reply",
        action="append",
        default=[],
        metavar="TEXT",
        help="answer the next question with this, instead of asking; may be repeated",
    )
    group.add_argument("--yes", action="store_true", help="confirm every tool that asks")
