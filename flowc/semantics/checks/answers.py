"""FLOW416, FLOW417: what an InputMessageNode gives is the one text that the user answers
(SEMANTICS 25)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import InputMessageNode
from flowc.ir.notation import type_text
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.values import takes_text

NO_TEXT = Rule("FLOW416", Severity.ERROR, "an answer that is declared as no text")
"""What a user answers is text, and no text is turned into a number or anything else (SEMANTICS 9),
so the run fails at the first answer. A tool can read the text and give what it says.

Wrong:

```flow
flow main() -> (age: integer) {
  a = ask "Your age?" -> (age: integer)
  return a.age
}
```

Right:

```flow
tool parse_age(text: string) -> (age: integer)

flow main() -> (age: integer) {
  a = ask "Your age?" -> (text: string)
  parse_age(text = a.text)
  return parse_age.age
}
```
"""

ONE_ANSWER = Rule("FLOW417", Severity.WARNING, "a question with more than one output")
"""A user gives one answer. flowc gives it to each of the outputs; the official SDK refuses the
node.

Wrong:

```flow
flow main() -> (first: string, last: string) {
  a = ask "Your name?" -> (first: string, last: string)
  return (first = a.first, last = a.last)
}
```

Right:

```flow
flow main() -> (first: string, last: string) {
  a = ask "Your first name?" -> (first: string)
  b = ask "Your last name?" -> (last: string)
  return (first = a.first, last = b.last)
}
```
"""


def check_answers(context: FlowContext) -> Iterator[Diagnostic]:
    """A question has one output, which takes text."""
    for node in context.graph.nodes.values():
        if not isinstance(node, InputMessageNode):
            continue
        for output in node.outputs:
            if not takes_text(output.type):
                yield NO_TEXT.at(
                    output.origin or context.place(node),
                    f"output '{output.title}' of '{node.name}' is {type_text(output.type)}, but an "
                    "InputMessageNode gives text",
                    label="takes no text",
                    hint="Declare it as string, and let a tool make more of it.",
                )
        for output in node.outputs[1:2]:
            yield ONE_ANSWER.at(
                output.origin or context.place(node),
                f"'{node.name}' has {len(node.outputs)} outputs for one answer",
                label=f"gets what '{node.outputs[0].title}' gets",
                hint="Ask once for each, or let a tool take the answer apart.",
            )
