"""`max_steps` ends a run before the first step that is one too many, and 0 allows none.

The interpreter counts nodes, modules the turns of their loops (docs/semantics.md).
"""

from __future__ import annotations

import pytest

SOURCE = """
tool again() -> (more: boolean)

flow turning() {
  loop {
    again()
    if again.more {} else { break }
  }
}

export flow main() { turning() }
"""


class Again:
    """A tool that says `more` so many times, and counts its calls."""

    def __init__(self, times):
        self.calls, self.left = 0, times

    def __call__(self):
        self.calls += 1
        self.left -= 1
        return self.left >= 0


def limit(run, most, tool):
    with pytest.raises(BaseException) as caught:
        run(SOURCE, {}, {"again": tool}, max_steps=most)
    return type(caught.value).__name__, str(caught.value)


IN_LOOP = "flow 'turning', at node 'again'"


def test_no_step_is_allowed(run, execution):
    tool = Again(0)
    first = "flow 'main', at node 'start'" if execution == "interpreter" else IN_LOOP
    assert limit(run, 0, tool) == ("StepLimit", f"more than 0 steps in {first}")
    assert tool.calls == 0


NEEDED = {"interpreter": 11, "module": 3, "async module": 3}
"""What three turns take: two nodes in each, and the five `start`, `turning`, its `start`, and the
two ends; or three turns."""


def test_as_many_as_needed_are_enough(run, execution):
    tool = Again(2)
    assert run(SOURCE, {}, {"again": tool}, max_steps=NEEDED[execution]).outputs == {}
    assert tool.calls == 3


def test_one_less_is_too_few(run, execution):
    last = "flow 'main', at node 'end'" if execution == "interpreter" else IN_LOOP
    most = NEEDED[execution] - 1
    assert limit(run, most, Again(2)) == ("StepLimit", f"more than {most} steps in {last}")


def test_there_is_none_unless_it_is_given(run):
    assert run(SOURCE, {}, {"again": Again(1000)}).outputs == {}
