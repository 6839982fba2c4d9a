"""FLOW410 to FLOW412: the placeholders of texts, and the inputs that they name (SEMANTICS 25)."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity, closest
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.nodes import Node
from flowc.ir.placeholders import placeholders
from flowc.ir.values import Ref
from flowc.patterns import pattern
from flowc.semantics.checks.properties import is_untitled
from flowc.semantics.checks.text_places import (
    Text,
    template_fields,
    texts_of,
    within,
    words_of_statements,
)
from flowc.semantics.parts import parts_of
from flowc.text import Span

UNUSED_INPUT = Rule("FLOW410", Severity.WARNING, "no placeholder uses an input")
"""What reads the inputs of an LlmNode, a message, a request or an agent are the placeholders
`{{name}}` in its texts. An input that none of them names changes nothing, and the official SDK
refuses to load it. Often the placeholder is misspelt, or has one brace where it needs two.

Wrong:

```flow
flow greet(name: string, city: string) {
  say "Hello {{name}}, how is {city}?" (name = name, city = city)
}
```

Right:

```flow
flow greet(name: string, city: string) {
  say "Hello {{name}}, how is {{city}}?" (name = name, city = city)
}
```
"""

EXPRESSION = Rule("FLOW411", Severity.WARNING, "an expression where only a plain name is filled")
"""A placeholder is a plain name, `{{name}}`, and that is all there is of a template language in
Agent Spec (SEMANTICS 25). A filter, a part of a value or a `{% if %}` is left in the text as it
stands, so the model or the user gets to see it. Let a tool make the value, and choose between texts
with `match`.

Wrong:

```flow
flow greet(name: string) {
  say "Hello {{ name | upper }}!" (name = name)
}
```

Right:

```flow
tool upper(text: string) -> (name: string)

flow greet(name: string) {
  upper(name)
  say "Hello {{name}}!" (upper.name)
}
```
"""

HALF_OPEN = Rule("FLOW412", Severity.WARNING, "a placeholder lacks a brace")
"""A placeholder has two braces on each side. With one too few it is a text like any other, and the
input that it was meant for is not put in its place.

Wrong:

```flow
flow greet(name: string) {
  say "Hello {{name}!" (name = name)
}
```

Right:

```flow
flow greet(name: string) {
  say "Hello {{name}}!" (name = name)
}
```
"""

_NAME = r"[A-Za-z_]\w*"
_BRACES = pattern(r"(?<!\$)\{\{([^{}\n]*)\}\}")
_PART = pattern(r"\s*\w+\.(\w+)\s*\Z")
_PLAIN = pattern(r"\s*\w+\s*\Z")
_BEGINS_WITH_NAME = pattern(rf"[-+]?\s*({_NAME})")
_STATEMENT = pattern(
    r"\{%[-+]?\s*(?:if|for|set|macro|block|include|import|from|raw|filter|call|with)\b[^%}\n]*%\}"
)
_ONE_CLOSING = pattern(rf"\{{\{{\s*({_NAME})\s*\}}(?!\}})")
_ONE_OPENING = pattern(rf"(?<!\{{)\{{\s*({_NAME})\s*\}}\}}")
_WORD = pattern(_NAME)
_CONSIDERED = 20
"""How many placeholders without input are compared with the inputs that none names."""
_READ_TOO = "sensitive_headers"
"""A field in which placeholders name inputs, but which holds secrets: nothing is said of it."""


def check_templates(document: Document) -> Iterator[Diagnostic]:
    """Placeholders are plain names in two pairs of braces, and each input has one."""
    for part in parts_of(document):
        yield from _check(document, part)


def _check(document: Document, component: Component) -> Iterator[Diagnostic]:
    texts = texts_of(component)
    if not texts:
        return
    inputs = {item.title for item in component.inputs or ()}
    values = {**component.own_fields(), **component.overrides}
    named = set(placeholders([*(text.text for text in texts), values.get(_READ_TOO)]))
    used = set(named)
    for text in texts:
        used |= named_in_expressions(text.text)
        yield from _expressions(component, text, inputs)
        for found in _half_open(text.text, inputs - named):
            used.add(found[1])
            yield _lacks_a_brace(component, text, found)
    if any(isinstance(values.get(name), Ref) for name in (*template_fields(component), _READ_TOO)):
        return  # a secret, in which there may be placeholders
    if isinstance(component, Node):  # of a node, placeholders without input are reported
        misspelt = sorted(named - inputs - set(document.env))[:_CONSIDERED]
        used |= {title for title in inputs - used if closest(title, misspelt) is not None}
    yield from _unused(component, texts, used)


# Expressions --------------------------------------------------------------------------------------


def named_in_expressions(text: str) -> set[str]:
    """The words of all that stands in braces: whoever wrote them means some of the inputs."""
    inside = " ".join(found[1] for found in _BRACES.finditer(text))
    return {*_WORD.findall(inside), *words_of_statements(text)}


def _expressions(component: Component, text: Text, inputs: Container[str]) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for found in _BRACES.finditer(text.text):
        name = _BEGINS_WITH_NAME.match(found[1])
        if name is None or _PLAIN.match(found[1]) or found[0] in seen:
            continue
        seen.add(found[0])
        yield _as_it_stands(
            component,
            text,
            found[0],
            _BRACES,
            _plain_instead(found[1], name[1], inputs),
        )
    statement = _STATEMENT.search(text.text)
    if statement is not None:
        yield _as_it_stands(
            component,
            text,
            statement[0],
            _STATEMENT,
            "Only {{name}} is filled; choose between texts with a BranchingNode (`match`), or let "
            "a tool make the text.",
        )


def _plain_instead(written: str, first: str, inputs: Container[str]) -> str:
    """What to write for an expression that begins with a name: `a.x` may mean the input `x`."""
    part = _PART.match(written)
    if part is not None and part[1] in inputs and first not in inputs:
        return f"Write {{{{{part[1]}}}}}: placeholders name inputs of the node."
    return (
        f"Only plain names are filled, like {{{{{first}}}}}; let a tool make the value that is "
        "meant."
    )


def _as_it_stands(
    component: Component, text: Text, written: str, pattern: re.Pattern[str], hint: str
) -> Diagnostic:
    return EXPRESSION.at(
        within(component.place(*text.path), written, pattern),
        f"'{_shortened(written)}' in '{text.path[0]}' of {_what(component)} is no placeholder",
        label="stays in the text as it stands",
        hint=hint,
    )


# Braces -------------------------------------------------------------------------------------------


def _half_open(text: str, unused: Container[str]) -> Iterator[re.Match[str]]:
    """What looks like a placeholder that lacks a brace: it names an input that no other placeholder
    does, or the braces of the text do not pair up."""
    opening, closing = text.count("{"), text.count("}")
    for form, is_odd in ((_ONE_CLOSING, opening > closing), (_ONE_OPENING, closing > opening)):
        for found in form.finditer(text):
            if is_odd or found[1] in unused:
                yield found


def _lacks_a_brace(component: Component, text: Text, found: re.Match[str]) -> Diagnostic:
    whole = f"{{{{{found[1]}}}}}"
    place = within(component.place(*text.path), found[0], found.re)
    exact = isinstance(place, Span) and place.text == found[0]
    return HALF_OPEN.at(
        place,
        f"'{found[0]}' in '{text.path[0]}' of {_what(component)} lacks a brace",
        label="stays in the text as it stands",
        hint=f"Write {whole}.",
        fix=Fix(f"write {whole}", (Edit(place, whole),))
        if exact and isinstance(place, Span) and isinstance(component.origin, Span)
        else None,
    )


# Inputs -------------------------------------------------------------------------------------------


def _unused(
    component: Component, texts: Sequence[Text], used: Container[str]
) -> Iterator[Diagnostic]:
    for item in component.inputs or ():
        if item.title in used or is_untitled(item):
            continue
        single = f"{{{item.title}}}"
        whole = f"{{{{{item.title}}}}}"
        yield UNUSED_INPUT.at(
            item.origin or component.origin,
            f"no placeholder uses input '{item.title}' of {_what(component)}",
            label="never read",
            hint=f"Write {whole} instead of {single}."
            if any(single in text.text for text in texts)
            else f"Write {whole} where its value belongs, or remove the input.",
        )


def _what(component: Component) -> str:
    return f"{component.component_type} '{component.name}'"


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
