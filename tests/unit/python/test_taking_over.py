"""Outputs that take over the local of the input of their title, and those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from generated import code_of, function, module_of, tools
from quality import mypy, ruff, written

TEXTS = """
tool draft() -> (text: string)
tool correct(text: string) -> (text: string)
tool polish(text: string) -> (text: string)
tool send(text: string)
tool count(text: string) -> (text: integer)
tool split(text: string) -> (text: string, rest: string)
tool more(text: string) -> (more: boolean)
"""


def calls(flow: str, **options: bool) -> list[str]:
    """The lines of the flow's function in which tools are called."""
    code = code_of(TEXTS + flow, **options)
    return [line.strip() for line in function(code, "main").splitlines() if "tools." in line]


def test_each_tool_changes_the_text() -> None:
    assert calls("""
flow main() -> (text: string) {
  draft()
  correct(draft.text)
  polish(correct.text)
  return polish.text
}
""") == [
        "text = tools.draft()",
        "text = tools.correct(text=text)",
        "text = tools.polish(text=text)",
    ]


def test_a_flow_input_is_changed() -> None:
    flow = """
flow main(text: string) -> (text: string) {
  correct(text)
  polish(correct.text)
  return polish.text
}
"""
    assert calls(flow) == ["text = tools.correct(text=text)", "text = tools.polish(text=text)"]
    assert calls(flow, async_=True) == [
        "text = await tools.correct(text=text)",
        "text = await tools.polish(text=text)",
    ]


def test_what_is_read_again_stays() -> None:
    assert calls("""
flow main() -> (text: string, first: string) {
  draft()
  correct(draft.text)
  return (text = correct.text, first = draft.text)
}
""") == ["draft = tools.draft()", "correct = tools.correct(text=draft)"]


def test_a_value_of_another_type_has_its_own_local() -> None:
    assert calls("""
flow main(text: string) -> (text: integer) {
  count(text)
  return count.text
}
""") == ["count = tools.count(text=text)"]


def test_one_of_several_outputs_has_its_own_local() -> None:
    assert calls("""
flow main(text: string) -> (text: string, rest: string) {
  split(text)
  return (text = split.text, rest = split.rest)
}
""") == ["split = tools.split(text=text)"]


def test_another_title_has_its_own_local() -> None:
    assert calls("""
tool shout(text: string) -> (loud: string)
flow main(text: string) -> (loud: string) {
  shout(text)
  return shout.loud
}
""") == ["loud = tools.shout(text=text)"]


def test_what_a_loop_reads_each_time_stays() -> None:
    """The text is the same in each turn: that of the correction may not be written over it."""
    flow = """
flow main(text: string) -> (text: string) {
  loop {
    correct(text)
    more(correct.text)
    if more.more { continue } else { break }
  }
  return correct.text
}
"""
    assert "correct = tools.correct(text=text)" in calls(flow)
    given: list[str] = []
    answers = iter([True, True, False])

    def correct(text: str) -> str:
        given.append(text)
        return text + "!"

    made = tools(correct=correct, more=lambda text: next(answers))
    assert module_of(TEXTS + flow).main(text="a", tools=made) == {"text": "a!"}
    assert given == ["a", "a", "a"]


def test_behind_a_loop() -> None:
    assert (
        calls("""
flow main() -> (text: string) {
  loop {
    draft()
    more(draft.text)
    if more.more { continue } else { break }
  }
  correct(draft.text)
  return correct.text
}
""")[-1]
        == "correct = tools.correct(text=draft)"
    )


@pytest.mark.parametrize("way", [True, False])
def test_in_one_of_two_arms(way: bool) -> None:
    flow = """
flow main(text: string, way: boolean) -> (text: string) {
  if way {
    correct(text)
    polish(correct.text)
    return polish.text
  } else {
    return text
  }
}
"""
    made = tools(correct=lambda text: text + "c", polish=lambda text: text + "p")
    assert module_of(TEXTS + flow).main(text="a", way=way, tools=made) == {
        "text": "acp" if way else "a"
    }


def test_errors_name_the_node_that_failed() -> None:
    module = module_of(
        TEXTS
        + """
flow main(text: string) -> (text: string) {
  correct(text)
  polish(correct.text)
  return polish.text
}
"""
    )
    given = tools(correct=lambda text: text, polish=lambda text: None)
    with pytest.raises(LookupError, match="tool 'polish' returned nothing for 'text'") as raised:
        module.main(text="a", tools=given)
    assert raised.value.__notes__ == ["in node 'polish' of flow 'main' (test.flow:12)"]


def test_type_checkers_and_linters(tmp_path: Path) -> None:
    flow = """
flow main(text: string) -> (text: string) {
  @retry
  correct(text)
  @timeout(3.0)
  polish(correct.text)
  return polish.text
}
"""
    codes = [
        code_of(TEXTS + flow, checks=checks, async_=async_)
        for checks in ("full", "none")
        for async_ in (False, True)
    ]
    paths = written(tmp_path, codes)
    assert (ruff(paths), mypy(paths)) == ("", "")
