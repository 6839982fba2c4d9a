"""Laws of printing, over random syntax trees."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from syntax_trees import trees

from flowc.format import format_source
from flowc.format.safety import same_tree
from flowc.syntax import parse
from flowc.syntax.tree import Tree
from flowc.syntax.unparse import unparse
from flowc.text import Source

slowly = settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@slowly
@given(trees)
def test_what_is_printed_reads_as_the_same_tree(tree: Tree):
    text = unparse(tree)
    parsed = parse(Source("random.flow", text))
    assert parsed.diagnostics == (), text
    assert same_tree(parsed.tree, tree), text


@slowly
@given(trees)
def test_the_formatter_takes_every_tree_and_is_stable_at_every_width(tree: Tree):
    text = unparse(tree)
    for width in (1, 40, 100):
        formatted = format_source(Source("random.flow", text), width)
        assert format_source(Source("random.flow", formatted), width) == formatted
