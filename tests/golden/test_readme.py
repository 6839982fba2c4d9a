"""The README shows what there is."""

from __future__ import annotations

import re
from pathlib import Path

import flowc

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_flow_blocks_have_no_errors():
    found = blocks("flow")
    assert len(found) == 2
    for text in found:
        diagnostics = flowc.parse(text).diagnostics
        assert [item.title for item in diagnostics if item.is_error] == []


def test_the_short_form_means_what_the_example_means():
    short, _ = blocks("flow")
    assert len(short.splitlines()) == 13
    tools = {"lookup_order": lambda order_id: f"<{order_id}>"}
    assert dict(flowc.run(flowc.parse(short), {"order_id": "x"}, tools=tools)) == {
        "order_status": "<x>"
    }


def test_the_generated_function_is_the_examples():
    module = (ROOT / "examples/order/order.py").read_text()
    shown = blocks("python")[0]
    for part in shown.rstrip().split("\n\n\n"):
        assert part in module


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_verbs_are_all_named():
    from flowc.cli.main import parser

    usage = parser().format_help()
    verbs = re.search(r"^  VERB\n((?:    .*\n)+)", usage, re.MULTILINE)
    assert verbs is not None
    for verb in re.findall(r"^    (\w+) ", verbs[1], re.MULTILINE):
        assert f"flowc {verb}" in README
