"""Every form of statement, and the nodes and edges that it means.

Each file in `forms/` holds a flow (below the declarations of `binding_support.TOOLS`), a line of
dashes, and the outline of the flow that it is bound to.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from binding_support import flow, outline

FORMS = sorted((Path(__file__).parent / "forms").glob("*.txt"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_form_means_these_nodes_and_edges(path: Path) -> None:
    source, _, expected = path.read_text(encoding="utf-8").partition("\n----\n")
    lines = [line.rstrip() for line in outline(flow(source))]
    assert "\n".join(lines) + "\n" == expected
