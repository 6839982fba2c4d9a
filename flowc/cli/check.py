"""`flowc check`."""

from __future__ import annotations

import argparse

from flowc import api
from flowc.cli.report import report
from flowc.diagnostics import Diagnostic, FlowcError, has_errors


def run(arguments: argparse.Namespace) -> int:
    """Report the findings of every file; 1 if one of them is an error."""
    found: list[Diagnostic] = []
    for path in arguments.files:
        try:
            found += api.load(path, max_size=arguments.max_size).diagnostics
        except FlowcError as error:
            found += error.diagnostics
    if arguments.format == "json":
        from flowc.diagnostics.render import render_json

        print(render_json(found))
    else:
        report(found)
    if any(item.is_error and item.code.startswith("FLOW8") for item in found):
        return 2
    return int(has_errors(found))
