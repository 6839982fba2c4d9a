"""`flowc explain`: what a code means, with an example that is wrong and one that is right."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from flowc.cli.rule_sources import all_rules, rule_of, severities
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, closest
from flowc.diagnostics.rule_docs import Example, RuleDoc

UNKNOWN_CODE = Rule("FLOW832", Severity.ERROR, "there is no rule of a code")
"""Codes are written `FLOW137`, `flow137` or `137`. `flowc explain` without a code lists all rules.

Wrong:

```console
$ flowc explain FLOW999
```

Right:

```console
$ flowc explain 832
```
"""

_CODE = re.compile(r"(?:FLOW)?(\d{1,3})", re.IGNORECASE)


def run(arguments: argparse.Namespace) -> int:
    """Print what the codes mean, or list all; FlowcError (FLOW832) if one does not exist."""
    if not arguments.codes:
        print("\n".join(_listed()))
        return 0
    found = [(code, rule_of(_spelt(code))) for code in arguments.codes]
    unknown = [_unknown(code) for code, rule in found if rule is None]
    if unknown:
        raise FlowcError(unknown)
    print("\n\n".join("\n".join(explained(rule)) for _, rule in found if rule is not None))
    return 0


def explained(rule: RuleDoc) -> Iterator[str]:
    """The lines that explain a rule."""
    yield f"{rule.code}: {rule.summary} ({rule.severity.value})"
    if rule.prose:
        yield ""
        yield rule.prose
    for title, example in (("Wrong", rule.wrong), ("Right", rule.right)):
        if example.blocks:
            yield ""
            yield f"{title}:"
            yield from _shown(example)


def _shown(example: Example) -> Iterator[str]:
    """The files of an example and its commands, indented."""
    for block in example.blocks:
        yield ""
        if block.name and len(example.files) > 1:
            yield f"  {block.name}"
        yield from (f"    {line}".rstrip() for line in block.text.splitlines())


def _listed() -> Iterator[str]:
    for rule in all_rules():
        yield f"{rule.code}  {rule.severity.value:<7}  {rule.summary}"


def _spelt(code: str) -> str:
    """A code as rules have it: `flow137` and `137` are FLOW137."""
    found = _CODE.fullmatch(code)
    return f"FLOW{int(found[1]):03}" if found else code.upper()


def _unknown(code: str) -> Diagnostic:
    near = closest(_spelt(code), severities())
    hint = "`flowc explain` lists all rules."
    return UNKNOWN_CODE.at(
        None, f"there is no rule '{code}'", hint=f"Did you mean '{near}'? {hint}" if near else hint
    )
