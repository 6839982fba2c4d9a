"""What engines are known to do differently, with a case that shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flowc.semantics import bind
from flowc.syntax import parse
from flowc.testing import Case, Raise, Return, ServiceScript, ToolScript
from flowc.text import Source

WAYFLOW, LANGGRAPH = "wayflow", "langgraph"
BOTH = (WAYFLOW, LANGGRAPH)


@dataclass(frozen=True, kw_only=True)
class Known:
    """What engines do differently, the rule of SEMANTICS (or `section 7`) that flowc follows, and
    what they do instead; with a smallest case: `.flow` source, inputs, answers of tools and of
    services, and what the user says. `shows` says for each such engine how it disagrees with flowc
    on that case: all lines of `disagreements`, each whole, where `…` stands for any text."""

    name: str
    rule: str
    reason: str
    shows: Mapping[str, str]
    source: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    services: tuple[ServiceScript, ...] = ()
    replies: tuple[str, ...] = ()

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that do it differently."""
        return tuple(self.shows)

    def is_shown_by(self, engine: str, found: Sequence[str]) -> bool:
        """Whether these disagreements are those, in number and in kind, that the engine has."""
        lines = self.shows[engine].split("\n")
        return len(lines) == len(found) and all(map(_says, lines, found))

    @property
    def smallest(self) -> Case:
        """The smallest case."""
        source = Source("smallest.flow", self.source)
        document = bind(parse(source).tree, source).document
        scripts = (
            ToolScript(name, tuple(it if isinstance(it, Raise) else Return(it) for it in answers))
            for name, answers in self.answers.items()
        )
        return Case(document, self.inputs, tuple(scripts), self.services, self.replies)


def _says(line: str, found: str) -> bool:
    pattern = ".*".join(map(re.escape, line.split("…")))
    return re.fullmatch(pattern, found, re.DOTALL) is not None
