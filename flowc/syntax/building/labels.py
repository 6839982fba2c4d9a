"""The name of a statement: `name =` before what makes a value, `name:` before what makes control.

Both forms parse before every statement, so that the wrong one gets a message and a fix.
"""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity
from flowc.records import dataclass
from flowc.syntax import tree
from flowc.syntax.building.parts import Build, Context, Parts, name, span_of
from flowc.text import Span

BAD_LABEL = Rule("FLOW008", Severity.ERROR, "a statement is named in the wrong way")
"""A node that gives values is named like a variable, `name = …`: calls, `try`, `map`, `parallel`,
`say` and `ask`. What only leads on is named like a label, `name: …`: `match`, `if`, `loop` and
`return`. `goto`, `break` and `continue` have no names.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  order: lookup(order_id)
  return order.status
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  order = lookup(order_id)
  return order.status
}
```
"""

_FORMS = "Write 'name = …' for calls, try, map, parallel, say and ask; "
_FORMS += "'name:' for match, if, loop and return."

_NAMED_BY_EQUAL = (tree.Call, tree.Say, tree.Ask)
_NAMED_BY_COLON = (tree.Match, tree.If, tree.Loop, tree.Return)


@dataclass(frozen=True, slots=True)
class Label:
    """`name =` or `name:`; `sign` is the place of the sign, from the end of the name."""

    span: Span
    name: tree.Name
    by_equal: bool

    @property
    def sign(self) -> Span:
        """From the end of the name to the end of the sign."""
        return Span(self.span.source, self.name.span.end, self.span.end)


def label_of(context: Context, labels: Parts, statement: type[tree.Statement]) -> tree.Name | None:
    """The name that `labels` give to a statement; reports labels it cannot have."""
    if not labels:
        return None
    if issubclass(statement, _NAMED_BY_EQUAL):
        by_equal = True
    elif issubclass(statement, _NAMED_BY_COLON):
        by_equal = False
    else:
        context.report(_no_node(labels, statement))
        return None
    fitting = [label for label in labels if label.by_equal == by_equal]
    chosen: Label = (fitting or labels)[0]
    if len(labels) > 1:
        context.report(_several(labels, chosen))
    elif not fitting:
        context.report(_wrong_form(chosen, by_equal))
    return chosen.name


def _wrong_form(label: Label, by_equal: bool) -> Diagnostic:
    text = label.name.text
    wanted, found = (f"{text} = …", ":") if by_equal else (f"{text}:", "=")
    return BAD_LABEL.at(
        label.span,
        f"'{text}' stands before '{found}', but this statement is named as in '{wanted}'",
        hint=_FORMS,
        fix=Fix(f"Write '{wanted}'", (Edit(label.sign, " =" if by_equal else ":"),)),
    )


def _several(labels: Parts, chosen: Label) -> Diagnostic:
    others = [label for label in labels if label is not chosen]
    return BAD_LABEL.at(
        span_of(labels),
        "this statement has more than one name",
        label=f"'{chosen.name.text}' is the name",
        hint=f"Keep one. {_FORMS}",
        fix=Fix(
            f"Keep '{chosen.name.text}'",
            tuple(Edit(_with_blanks(label.span), "") for label in others),
        ),
    )


def _with_blanks(span: Span) -> Span:
    text, end = span.source.text, span.end
    while end < len(text) and text[end] in " \t":
        end += 1
    return Span(span.source, span.start, end)


def _no_node(labels: Parts, statement: type[tree.Statement]) -> Diagnostic:
    return BAD_LABEL.at(
        span_of(labels),
        f"'{statement.__name__.lower()}' takes no name",
        hint="Remove it: this statement makes no node that could have a name.",
        fix=Fix("Remove the name", (Edit(_with_blanks(span_of(labels)), ""),)),
    )


def _equal_label(context: Context, parts: Parts) -> Label:
    return Label(span_of(parts), name(context, parts[0]), True)


def _colon_label(context: Context, parts: Parts) -> Label:
    return Label(span_of(parts), name(context, parts[0]), False)


RULES: dict[str, Build] = {"equal_label": _equal_label, "colon_label": _colon_label}
