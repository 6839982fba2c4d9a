"""Counts on the command line."""

from __future__ import annotations

import argparse


def count(text: str) -> int:
    """A whole number from 1 on, for `type=` of an argument."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no count: 1, 2, …")
    return number
