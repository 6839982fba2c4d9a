"""FLOW535, FLOW536: names that are not what they look like; honest names of all languages."""

from __future__ import annotations

import pytest
from findings_shown import component, in_flow, in_json

from flowc.semantics.lookalikes import mixed_word, skeleton

CYRILLIC_A = "\N{CYRILLIC SMALL LETTER A}"
CYRILLIC_IE = "\N{CYRILLIC SMALL LETTER IE}"


def test_two_tools_that_look_the_same():
    text = f"library\ntool refund()\ntool `r{CYRILLIC_IE}fund`()\n"
    assert in_flow(text, "FLOW535", "FLOW536") == [
        f"FLOW535 3:6 '`r{CYRILLIC_IE}fund`' 'r{CYRILLIC_IE}fund' looks like 'refund': two "
        "components | with U+0435 | Rename one of them."
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file", "\N{LATIN SMALL LIGATURE FI}le"),
        ("payment", "pay\u200bment"),
        ("Api", "\N{FULLWIDTH LATIN CAPITAL LETTER A}pi"),
        ("caf\u00e9", "cafe\u0301"),
        ("\N{GREEK SMALL LETTER MU}s", "\N{MICRO SIGN}s"),
        ("a b", "a\u00a0b"),
    ],
)
def test_titles_that_look_the_same(one: str, other: str):
    titles = [{"title": one, "type": "string"}, {"title": other, "type": "string"}]
    tool = component("ServerTool", "t", inputs=titles, outputs=[])
    [found] = in_json(tool, "FLOW535")
    assert f"'{other}' looks like '{one}': two inputs of 't'" in found


def test_names_in_two_scopes_may_look_the_same():
    one = component("ServerTool", "t", inputs=[{"title": "file", "type": "string"}], outputs=[])
    other = {"title": "\N{LATIN SMALL LIGATURE FI}le", "type": "string"}
    assert in_json(one | {"outputs": [other]}, "FLOW535") == []


def test_nodes_that_look_the_same():
    text = f"tool t()\nflow f() {{\n  a = t()\n  `{CYRILLIC_A}` = t()\n}}\n"
    [found] = in_flow(text, "FLOW535", "FLOW536")
    assert found.endswith(
        f"'{CYRILLIC_A}' looks like 'a': two nodes of flow 'f' | with U+0430 | Rename one of them."
    )


def test_a_name_of_two_scripts():
    name = f"p{CYRILLIC_A}yment"
    assert in_flow(f"library\ntool `{name}`()\n", "FLOW535", "FLOW536") == [
        f"FLOW536 2:6 '`{name}`' the word '{name}' of '{name}' mixes letters of two scripts that "
        "look the same | with U+0430 | Write it in letters of one script."
    ]


@pytest.mark.parametrize(
    "name",
    [
        "\u65e5\u672c\u8a9eAPI",
        "\u6ce8\u6587\u3092\u78ba\u8a8d\u3059\u308b",
        "\uc8fc\ubb38_\ud655\uc778",
        "\u041f\u0440\u0438\u0432\u0435\u0442",
        "\u0437\u0430\u043a\u0430\u0437_id",
        "ID_\u0437\u0430\u043a\u0430\u0437\u0430",
        "\u0422\u0435\u0441\u0442",
        "\u0410\u0412\u0421",
        "\u0395\u03bb\u03bb\u03ac\u03b4\u03b1",
        "\u0394t",
        "\u03b1_max",
        "\u03bcs",
        "x\u00b2",
        "caf\u00e9",
        "Stra\u00dfe",
        "\u0130stanbul",
        "\u05e9\u05dc\u05d5\u05dd",
        "\u0645\u0631\u062d\u0628\u0627",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\U0001f680 launch",
        "na\u00efve-\u00fc\u00f1\u00ed",
    ],
)
def test_honest_names_are_fine(name: str):
    assert mixed_word(name) is None
    assert in_json(component("ServerTool", name, inputs=[], outputs=[]), "FLOW535", "FLOW536") == []


@pytest.mark.parametrize("word", ["\u0421ompany", "M\u043ec\u043a\u0432\u0430", "T\u0415ST"])
def test_words_in_disguise(word: str):
    assert mixed_word(f"the_{word}") == word


def test_what_is_raised_or_framed_looks_different():
    assert skeleton("x\u00b2") != skeleton("x2")
    assert skeleton("\u2460") != skeleton("1")
