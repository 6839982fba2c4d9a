"""The braces of a match or a call: fields and arms."""

from __future__ import annotations

from flowc.diagnostics import Rule, Severity
from flowc.records import dataclass
from flowc.syntax import tree
from flowc.syntax.building.parts import Build, Context, Parts, has, name, node, nodes, span_of
from flowc.syntax.building.values import report_repeated_keys, scalar
from flowc.syntax.tokens import Token
from flowc.text import Span

BAD_ARM = Rule("FLOW014", Severity.ERROR, "an arm that its construct cannot have")
"""The arms of `match` compare with constants: strings, numbers, `true` and `false`. The arms of a
call stand for the branches that the callee has, by name. What fits neither is refused here.

Wrong:

```flow
flow route(status: string) {
  match status {
    DELIVERED => say "Done."
    else => say "On its way."
  }
}
```

Right:

```flow
flow route(status: string) {
  match status {
    "DELIVERED" => say "Done."
    else => say "On its way."
  }
}
```
"""


@dataclass(frozen=True, slots=True)
class Branches:
    """Fields and arms in braces."""

    span: Span
    entries: tuple[tree.Entry, ...]
    arms: tuple[tree.Arm, ...]


@dataclass(frozen=True, slots=True)
class AsBranch:
    """`as branch`."""

    span: Span
    name: tree.Name


def _branches(context: Context, parts: Parts) -> Branches:
    entries = nodes(parts, tree.Entry)
    report_repeated_keys(context, entries)
    return Branches(span_of(parts), entries, nodes(parts, tree.Arm))


def _pattern(context: Context, parts: Parts) -> tree.Literal | tree.Name:
    token = parts[0]
    return name(context, token) if token.kind == "NAME" else scalar(context, token)


def _arm(context: Context, parts: Parts) -> tree.Arm:
    body = parts[-1]
    error = isinstance(body, Token)
    if error:
        body = tree.Block(span=body.span, statements=(), braces=False)
    elif isinstance(body, tree.Statement):
        body = tree.Block(span=body.span, statements=(body,), braces=False)
    branch = node(parts, AsBranch)
    return tree.Arm(
        span=span_of(parts),
        patterns=tuple(p for p in parts[:-1] if isinstance(p, tree.Literal | tree.Name)),
        branch=None if branch is None else branch.name,
        body=body,
        is_else=has(parts[:1], "ELSE"),
        error=error,
    )


def _as_branch(context: Context, parts: Parts) -> AsBranch:
    return AsBranch(span_of(parts), name(context, parts[1]))


def check_call_arms(context: Context, arms: tuple[tree.Arm, ...]) -> None:
    """Report what the arms of a call cannot have: its branches are names."""
    for arm in arms:
        for pattern in arm.patterns:
            if isinstance(pattern, tree.Literal) and not isinstance(pattern.value, str):
                written = pattern.span.text
                context.report(
                    BAD_ARM.at(
                        pattern.span,
                        f"'{written}' names no branch",
                        hint=f'Write "{written}" if a branch is called so: branches are names.',
                    )
                )
        if arm.branch is not None:
            context.report(
                BAD_ARM.at(
                    arm.branch.span,
                    "only the arms of a match name their branch with 'as'",
                    hint="Leave it out: the callee has named its branches.",
                )
            )


def check_pattern(context: Context, pattern: tree.Literal | tree.Name) -> None:
    """Report what is no pattern of a match."""
    if isinstance(pattern, tree.Name):
        context.report(
            BAD_ARM.at(
                pattern.span,
                f"'{pattern.text}' is no pattern: a match compares with constants",
                hint=f'Write "{pattern.text}" for the text, or else => for all other values.',
            )
        )
    elif pattern.value is None:
        context.report(
            BAD_ARM.at(
                pattern.span,
                "null is no pattern",
                hint="A null takes the else arm.",
            )
        )


RULES: dict[str, Build] = {
    "branches": _branches,
    "pattern": _pattern,
    "arm": _arm,
    "as_branch": _as_branch,
}
