"""The command line: `flowc VERB …`. The only code that prints."""

from flowc.cli.main import main

__all__ = ["main"]
