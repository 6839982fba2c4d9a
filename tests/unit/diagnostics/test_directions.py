"""FLOW534: characters that turn text around, in sources and documents."""

from __future__ import annotations

import json

import pytest

import flowc
from flowc.diagnostics.directions import turning

RLO, RLE, PDF = "\u202e", "\u202b", "\u202c"
RLI, PDI = "\u2067", "\u2069"
HEBREW = "\u05e9\u05dc\u05d5\u05dd"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (f"ab{RLO}c", 2),
        (f"{RLO}c{PDF}", 0),
        (f"a{RLI}b", 1),
        (f"a{RLI}b\n{PDI}", 1),
        (f"a{RLE}b{PDI}", 1),
        (f"{RLI}a{PDI}{RLE}b", 3),
        (f"{RLE}a{RLI}b{PDF}{PDI}", 0),
    ],
)
def test_the_first_character_that_is_not_closed(text: str, at: int):
    assert turning(text) == at


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEBREW,
        f"{HEBREW} \u200f! \u200e",
        f"a {RLI}{HEBREW}{PDI} b",
        f"a {RLE}{HEBREW}{PDF} b\n{RLI}x{PDI}",
        f"{RLI}a{RLE}b{PDI}",
        f"{PDI}{PDF}",
        "\u65e5\u672c\u8a9e",
    ],
)
def test_honest_text_is_fine(text: str):
    assert turning(text) is None


def test_in_a_source_wherever_it_stands():
    text = (
        f'# a{RLO}b\n"d {RLI}"\ntool t()\nflow f() {{\n  "x"\n  `n{RLE}` = t()\n'
        f'  say """\n  {RLO}\n  """\n}}\n'
    )
    found = [it for it in flowc.parse(text).diagnostics if it.code == "FLOW534"]
    places = [(it.location.span().line, it.location.span().column) for it in found if it.location]
    assert places == [(1, 4), (2, 4), (6, 5), (8, 3)]
    assert [it.title for it in found] == [
        "RIGHT-TO-LEFT OVERRIDE (U+202E) turns the text after it around",
        "RIGHT-TO-LEFT ISOLATE (U+2067) turns the text after it around",
        "RIGHT-TO-LEFT EMBEDDING (U+202B) turns the text after it around",
        "RIGHT-TO-LEFT OVERRIDE (U+202E) turns the text after it around",
    ]
    escaped = 'flow f() {\n  say "\\u202e"\n}\n'
    assert [it for it in flowc.parse(escaped).diagnostics if it.code == "FLOW534"] == []


def tool(**fields: object) -> dict[str, object]:
    return {
        "component_type": "ServerTool",
        "id": "t",
        "name": "t",
        "inputs": [],
        "outputs": [],
    } | fields


@pytest.mark.parametrize("ascii_", [True, False])
def test_in_a_document_at_the_text(ascii_: bool):
    text = json.dumps(tool(description=f"for {RLO}nimda"), indent=1, ensure_ascii=ascii_)
    [found] = flowc.from_json(text, filename="t.json").diagnostics
    assert found.code == "FLOW534"
    assert found.location is not None and found.location.line == 7


def test_in_keys_and_comments_of_a_document():
    keyed = flowc.from_json(tool(metadata={f"a{RLO}": 1})).diagnostics
    assert [it.code for it in keyed] == ["FLOW534"]
    commented = json.dumps(tool())[:-1] + f"/* x{RLO} */}}"
    [found] = flowc.from_json(commented, filename="t.json").diagnostics
    assert found.location is not None and found.location.span().text == RLO


def test_honest_documents_are_fine():
    document = tool(description=f"{RLI}{HEBREW}{PDI} \u65e5\u672c\u8a9e", name=HEBREW)
    assert flowc.from_json(document).diagnostics == ()


def test_it_is_shown_as_an_escape():
    from flowc.diagnostics.render import render_text

    found = flowc.parse(f"# a{RLO}b\nlibrary\ntool t()\n", filename="t.flow").diagnostics
    assert "# a\\u202eb" in render_text(found, color=False)
    assert RLO not in render_text(found, color=False)
