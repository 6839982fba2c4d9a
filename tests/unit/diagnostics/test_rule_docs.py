"""What rules say about themselves, found in sources."""

from __future__ import annotations

from textwrap import dedent

from flowc.diagnostics import Severity
from flowc.diagnostics.rule_docs import Block, rule_docs

SOURCE = dedent(
    '''\
    """A module."""
    from x import Rule

    FIRST = Rule("FLOW101", Severity.ERROR, "the first " "rule")
    """Prose of the first.

    A second paragraph with `Wrong:` in it.

    Wrong:

    ```flow
    tool a
    ```

    ```json other.json
    {}
    ```

    Right:

    ```python
    x = 1
    ```

    ```toml
    a = 1
    ```

    ```console
    $ flowc check example.flow
    $ flowc run 'a b'
    ```
    """
    SECOND = Rule("FLOW102", Severity.NOTE, "the second")
    OTHER = 3
    """Not the second's."""
    THIRD = Rule("FLOW103", Severity.WARNING, "the third")
    """Prose.

    No example: only a broken machine shows it.
    """
    '''
)


def test_rules_are_found_in_order_with_their_docstrings() -> None:
    first, second, third = rule_docs(SOURCE)
    assert [rule.code for rule in (first, second, third)] == ["FLOW101", "FLOW102", "FLOW103"]
    assert [rule.severity for rule in (first, second, third)] == [
        Severity.ERROR,
        Severity.NOTE,
        Severity.WARNING,
    ]
    assert first.summary == "the first rule"
    assert first.prose == "Prose of the first.\n\nA second paragraph with `Wrong:` in it."
    assert (second.prose, second.wrong.blocks, second.right.blocks) == ("", (), ())
    assert (first.has_no_example, third.has_no_example) == (False, True)


def test_sections_have_files_and_commands() -> None:
    first, _, third = rule_docs(SOURCE)
    assert first.wrong.files == (
        Block("flow", "example.flow", "tool a\n"),
        Block("json", "other.json", "{}\n"),
    )
    assert first.wrong.commands == ("flowc check example.flow",)
    assert [block.name for block in first.right.files] == ["tools.py", "pyproject.toml"]
    assert first.right.commands == ("flowc check example.flow", "flowc run 'a b'")
    assert third.wrong.commands == ()


def test_a_source_is_not_run() -> None:
    [rule] = rule_docs('raise SystemExit\nA = Rule("FLOW101", Severity.ERROR, "a")\n')
    assert rule.code == "FLOW101"
