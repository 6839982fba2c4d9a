"""The report on the corpus: that the rules of acceptance hold, and that it would say if not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from compactness import Shortener, Size, Sizes, over_flow, size, sizes, without_comments
from converted import Outcome
from corpus_files import CorpusFile, Refusal, corpus_files, reviewed_refusals
from report import broken, render, report, too_long
from source_counts import Counts, counts

import flowc
from flowc.syntax import parse
from flowc.text import Source


def test_the_rules_of_acceptance_hold(outcomes: tuple[Outcome, ...]):
    assert report(outcomes, reviewed_refusals()).broken == []


def test_all_of_the_corpus_is_in_the_report(outcomes: tuple[Outcome, ...], corpus: Path):
    assert len(outcomes) == len(list((corpus / "documents").iterdir())) == 159
    assert sum(item.converted for item in outcomes) == 148
    assert sum(item.file.loads for item in outcomes) > 60


def test_no_refused_file_has_a_component_in_it(corpus: Path):
    """What the reasons of the reviewed list say, looked up in the files."""
    files = {file.name: file for file in corpus_files(corpus)}
    for name, refusal in reviewed_refusals().items():
        text = files[name].text
        assert not files[name].loads
        if refusal.reason.startswith("a draft"):
            assert "component_type" not in text and "$ref" in text
            assert '"type": "Agent"' in text or 'type: "Agent"' in text or "Flow" in text
        else:
            assert refusal.reason.startswith("WayFlow's own format")
            assert text.count("component_type") == text.count("_component_type")


# What is counted ----------------------------------------------------------------------------------


def test_counts_are_of_the_tree_and_not_of_the_text():
    source = """
    # goto @name("x") edges {
    tool f(x: string) -> (y: string)
    @name("Fetch 2")
    tool fetch_2(x: string) -> (y: string)
    @name("Fetch 3")
    tool fetch_2_2(x: string) -> (y: string)
    flow g(x: string) -> (y: string) {
      "goto and @name in a text"
      @name("a b")
      a_b_2 = f(x)
      b_2 = f(x)
      if_2: if a_b_2.y { goto end_2 }
      end_2: return a_b_2.y
      edges { x.y -> a_b_2.x }
    }
    """
    found = counts(parse(Source("t.flow", source)).tree)
    assert found == Counts(gotos=1, edges=1, names=3, suffixed=3)  # fetch_2_2, a_b_2, end_2


def test_counts_add_up():
    assert Counts(1, 2, 3, 4) + Counts(1, 1, 1, 1) == Counts(2, 3, 4, 5)


def test_comments_do_not_count_as_source():
    flow = '# one\nagentspec "25.4.1"  # two\n\n  # three\ntool f() { a: "# no comment" }\n# four\n'
    bare = without_comments(parse(Source("t.flow", flow)), flow)
    assert bare == 'agentspec "25.4.1"  \n\ntool f() { a: "# no comment" }\n'


def test_equal_uuids_are_shortened_alike():
    one, other = "0" * 8 + "-0000-0000-0000-" + "0" * 12, "1" * 32
    short = Shortener()
    assert short({one: [other, f"{one}/x", 3], "n": None}) == {"u1": ["u2", "u1/x", 3], "n": None}
    assert short(f"ref({one!r})") == "ref('u1')"


def test_sizes_are_of_the_texts_that_people_compare():
    found = sizes({"a": ["é"]}, "x\ny\n")
    assert found.json == size('{\n  "a": [\n    "é"\n  ]\n}') == Size(24, 5)
    assert found.yaml == size("a:\n- é\n") == Size(7, 2)
    assert found.flow == Size(4, 2)


def of_ratio(ratio: int) -> Sizes:
    return Sizes(Size(10 * ratio, ratio), Size(10, 1), Size(10, 1))


def test_the_goal_is_the_median():
    assert list(too_long([of_ratio(3), of_ratio(5), of_ratio(9)])) == []
    assert list(too_long([of_ratio(3), of_ratio(4), of_ratio(9)])) == [
        "compactness: the median is 4.00, not 5"
    ]
    assert list(too_long([])) == ["no flow that the SDK loads was converted"]
    spread = over_flow([of_ratio(3), of_ratio(5)], "json", "lines")
    assert (spread.median, spread.least, spread.most) == (4, 3, 5)


# What is a fault ----------------------------------------------------------------------------------

DOCUMENT = """{"component_type": "Flow", "id": "f", "name": "f", "inputs": [], "outputs": [],
"start_node": {"component_type": "StartNode", "id": "s", "name": "s"}, "nodes": [],
"control_flow_connections": []}"""


def file(name: str) -> CorpusFile:
    return CorpusFile(name, DOCUMENT, loads=True)


def of(name: str, **more: object) -> Outcome:
    return Outcome(file(name), flowc.from_json(DOCUMENT), **more)  # type: ignore[arg-type]


REVIEWED = {"known": Refusal("FLOW500", "a draft")}


@pytest.mark.parametrize(
    ("item", "lines"),
    [
        (Outcome(file("known"), refused=("FLOW500", "no document")), []),
        (
            Outcome(file("known"), refused=("FLOW501", "no text")),
            ["known: refused, which nobody reviewed: FLOW501 no text"],
        ),
        (
            Outcome(file("new"), refused=("FLOW500", "no document")),
            ["new: refused, which nobody reviewed: FLOW500 no document"],
        ),
        (of("known"), ["known: no longer refused, but among the reviewed refusals"]),
        (of("a", fault="crash: KeyError: 'x'"), ["a: crash: KeyError: 'x'"]),
        (of("a", lost=("b", "c")), ["a: not equal by meaning: b", "a: not equal by meaning: c"]),
        (of("a", inexact=("b",)), ["a: not equal exactly: b"]),
        (of("a", flow="x", exact_flow="x"), []),
    ],
)
def test_whatever_is_lost_is_told(item: Outcome, lines: Sequence[str]):
    assert list(broken([item], REVIEWED)) == lines


def test_the_report_as_text():
    done = of("a", flow="# c\nflow f() {}\n", exact_flow="x", inexact=("b",))
    refused = Outcome(file("known"), refused=("FLOW500", "no document"))
    text = render(report([done, refused], REVIEWED), REVIEWED)
    assert (
        text
        == """\
  documents         2
  read              1
  refused           1
  converted         1
  equal by meaning  1
  equal exactly     0

refused:
  FLOW500: a draft
    known

in the converted sources:
  goto                 0
  edges { }            0
  @name                0
  names with a suffix  0
  comments             1

compactness: json.dumps(indent=2) and yaml.safe_dump over .flow in default mode, UUIDs
shortened in all of them, without comments:
                                             documents  median  least   most
  flows that the SDK loads, JSON characters          1   19.08  19.08  19.08
  flows that the SDK loads, JSON lines               1   14.00  14.00  14.00
  flows that the SDK loads, YAML characters          1   12.92  12.92  12.92
  flows that the SDK loads, YAML lines               1   11.00  11.00  11.00

broken:
a: not equal exactly: b
"""
    )
