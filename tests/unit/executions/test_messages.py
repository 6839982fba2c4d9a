"""Messages to the user and from them (SEMANTICS 25)."""

from __future__ import annotations

import pytest

from flowc.runtime import Message
from flowc.runtime.conversation import Replies

SAID = """
flow main(x: any) {
  say "{{x}} and {{ x }}, {% x %} {x} {{x|upper}} {{other}}" (x)
}
"""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a {{x}}", "a {{x}}"),
        (1.0, "1.0"),
        (True, "true"),
        (None, "null"),
        ({"é": [1]}, '{"\\u00e9": [1]}'),
    ],
)
def test_texts_go_in_as_they_are_and_the_rest_as_json(run, value, text):
    source = SAID.replace(" {{other}}", "")
    said = f"{text} and {text}, {{% x %}} {{x}} {{{{x|upper}}}}"
    assert run(source, {"x": value}).messages == [Message("agent", said)]


ASKED = """
flow main(who: string) -> (answer: string, again: string) {
  first = ask "Which, {{who}}?" (who) -> (answer: string)
  second = ask -> (again: string)
  return (answer = first.answer, again = second.again)
}
"""


def test_the_user_is_asked_and_everything_is_kept(run):
    outcome = run(ASKED, {"who": "Ann"}, user=Replies(["this", "that"]))
    assert outcome.outputs == {"answer": "this", "again": "that"}
    assert outcome.messages == [
        Message("agent", "Which, Ann?"),
        Message("user", "this"),
        Message("user", "that"),
    ]


def test_without_a_user_nothing_runs(ending):
    assert ending(ASKED, {"who": "Ann"}) == (
        NotImplementedError,
        "flow 'main' needs user",
    )


def test_a_user_who_says_no_more_fails_the_node(ending):
    assert ending(ASKED, {"who": "Ann"}, user=Replies(["this"])) == (
        LookupError,
        "the user has no more answers",
    )
