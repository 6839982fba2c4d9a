"""`caught_exception_info` is null where nothing failed, and only there."""

from __future__ import annotations

from check_texts import of_flow, place

HEAD = """
tool risky(x: string) -> (y: string)
flow inner(x: string) -> (y: string = "") {
  risky(x)
  return risky.y
}
"""


def nulls(body: str) -> list[str]:
    """The references of which a null may become text, in a flow with this body."""
    text = f"{HEAD}flow main(x: string) {{\n{body}\n}}"
    assert not [item for item in of_flow(text) if item.is_error]
    return [place(item.location) for item in of_flow(text, "FLOW222")]


def test_in_the_arm_of_the_failure_it_is_never_null():
    assert not nulls("""
  t = try inner(x) {
    caught_exception_branch => {
      say "Failed: {{why}}" (why = t.caught_exception_info)
      more = say "That is: {{why}}" (why = t.caught_exception_info)
    }
    else => {}
  }
""")


def test_after_the_arms_it_may_be():
    assert nulls(
        """
  t = try inner(x) { caught_exception_branch => say "Failed."  else => {} }
  more = say "That is: {{why}}" (why = t.caught_exception_info)
""".replace('."  else', '."\n else')
    ) == ["t.caught_exception_info"]


def test_in_the_other_arm_it_is():
    assert nulls("""
  t = try inner(x) {
    caught_exception_branch => {}
    next => say "That is: {{why}}" (why = t.caught_exception_info)
  }
""") == ["t.caught_exception_info"]


def test_if_the_other_arm_leaves_it_is_never_null_below():
    assert not nulls("""
  t = try inner(x) { caught_exception_branch => {}
    next => return }
  say "Failed: {{why}}" (why = t.caught_exception_info)
""")


def test_a_second_try_writes_over_the_null_of_the_first():
    """The handler of both reads the failure of the last one that ran, which is the one that
    failed."""
    body = """
  a = try inner(x) { caught_exception_branch => goto handler
    next => {} }
  b = try inner(x) { caught_exception_branch => goto handler
    next => return }
  handler = say "Failed: {{why}}" (why = %s)
"""
    assert not nulls(body % "a.caught_exception_info | b.caught_exception_info")
    assert nulls(body % "a.caught_exception_info") == ["a.caught_exception_info"]


def test_a_loop_back_to_the_try_is_another_run():
    assert not nulls("""
  loop {
    t = try inner(x) { caught_exception_branch => {}
      next => continue }
    say "Failed: {{why}}" (why = t.caught_exception_info)
    break
  }
""")
