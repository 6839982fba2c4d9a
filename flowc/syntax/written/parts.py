"""What written syntax consists of, and the forms that many kinds of it share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import TypeAlias, TypeVar

from flowc.ir.notation import identifier_text, is_plain, key_text, string_text
from flowc.patterns import pattern
from flowc.syntax import tree as t
from flowc.syntax.tokens import RESERVED


class Layout(Enum):
    """What a part of a text can be besides text and syntax."""

    NEWLINE = auto()
    BLANK = auto()
    INDENT = auto()
    DEDENT = auto()


Part: TypeAlias = str | t.Syntax | Layout
Parts: TypeAlias = Iterable[Part]
NEWLINE, BLANK, INDENT, DEDENT = Layout.NEWLINE, Layout.BLANK, Layout.INDENT, Layout.DEDENT

NODE_WORDS = frozenset((*RESERVED, "true", "false", "null", "each", "else", "default", "as"))
"""Names that stand in backticks where a node, label or reference is named."""

VALUE_WORDS = frozenset(("true", "false", "null", "ref", "secret", "absent", "type"))
"""Names that stand in backticks where a field value begins."""

DECLARATION_WORDS = VALUE_WORDS | frozenset(
    ("agentspec", "import", "library", "env", "tool", "extern", "export", "flow")
)
"""Names that stand in backticks where a declaration begins."""

_NEWLINES = pattern(r"\r\n|[\r\n]")

Item = TypeVar("Item")


def name_text(name: t.Name, words: Collection[str] = NODE_WORDS) -> str:
    """A name where one of these keywords could stand as well."""
    return f"`{name.text}`" if name.text in words else identifier_text(name.text)


def title_text(name: t.Name) -> str:
    """A name where no keyword can stand: after a dot, before a colon."""
    return identifier_text(name.text)


def key_or_string(name: t.Name) -> str:
    """A key of an object."""
    return key_text(name.text)


def branch_text(name: t.Name) -> str:
    """A branch: an identifier or a string."""
    bare = is_plain(name.text) and name.text not in NODE_WORDS
    return name.text if bare else string_text(name.text)


def joined(items: Sequence[Item], parts: Callable[[Item], Parts], separator: str) -> Iterator[Part]:
    """The parts of all items, with a separator between them."""
    for index, item in enumerate(items):
        if index:
            yield separator
        yield from parts(item)


def listed(items: Sequence[t.Syntax], separator: str = ", ") -> Iterator[Part]:
    """Syntax with a separator between."""
    return joined(items, lambda item: (item,), separator)


def bracketed(items: Sequence[t.Syntax]) -> Iterator[Part]:
    """`(a, b)`."""
    yield "("
    yield from listed(items)
    yield ")"


def braced(items: Sequence[t.Syntax], comments: Sequence[str] = ()) -> Iterator[Part]:
    """`{ … }`, one line each; comments come first."""
    if not items and not comments:
        yield "{}"
        return
    yield "{"
    yield INDENT
    for line in comment_lines(comments):
        yield NEWLINE
        yield line
    for item in items:
        yield NEWLINE
        yield item
    yield DEDENT
    yield NEWLINE
    yield "}"


def comment_lines(comments: Sequence[str]) -> Iterator[str]:
    """Comments, each of their lines as one `# …`; what no file can hold is escaped."""
    for comment in comments:
        text = comment.encode("utf-8", "backslashreplace").decode("utf-8")
        for line in _NEWLINES.split(text):
            yield f"# {line}".rstrip()


Headed: TypeAlias = t.Statement | t.Declaration | t.EdgeEntry
"""What has comments, a description and annotations on lines of their own before it."""


def headed(node: Headed) -> Iterator[Part]:
    """The lines before a statement, declaration or edge."""
    for line in comment_lines(node.comments):
        yield line
        yield NEWLINE
    yield from prefix(node.description, node.annotations, NEWLINE)


def is_headed(node: Headed) -> bool:
    """Whether there are lines before it."""
    return node.description is not None or bool(node.annotations or node.comments)


def prefix(
    description: t.StringLiteral | None, annotations: Sequence[t.Annotation], after: Part
) -> Iterator[Part]:
    """The description and annotations before something; `after` follows each of them."""
    if description is not None:
        yield string_text(description.value)
        yield after
    for annotation in annotations:
        yield annotation
        yield after


def signature(
    inputs: Sequence[t.Parameter] | None, outputs: Sequence[t.Parameter] | None
) -> Iterator[Part]:
    """`(inputs) -> (outputs)`, as far as they are there."""
    if inputs is not None:
        yield from bracketed(inputs)
    if outputs is not None:
        yield " -> "
        yield from bracketed(outputs)
