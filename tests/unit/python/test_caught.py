"""How a `try` goes on: by what it caught if that is read, else by a flag; by the branch if the
subflow has several."""

from __future__ import annotations

import pytest
from generated import code_of, function, module_of, tools
from quality import mypy, ruff, written

PAY = """
tool charge(card: string) -> (receipt: string, late: boolean)
tool report(problem: %(type)s)

flow pay(card: string) -> (receipt: string = "none") {
  charge(card)
  %(paid)s
  return charge.receipt
}

export flow checkout(card: string) -> (receipt: string) {
  paid = try pay(card) {
    catch => { report(%(problem)s) }
    %(arms)s
  }
  return paid.receipt
}
"""
READ = {
    "problem": "problem = paid.caught_exception_info",
    "type": "string?",
    "paid": "",
    "arms": "else => {}",
}
TEXT = {**READ, "type": "string"}
UNREAD = {**READ, "problem": 'problem = "failed"'}
SEVERAL = {
    **READ,
    "paid": "if charge.late { late: return charge.receipt as late }",
    "arms": 'next => {}\n    late => { again = report(problem = "late") }',
}
BOTH = {**READ, "arms": "else => { fine = report(problem = paid.caught_exception_info) }"}


def lines(text: str) -> list[str]:
    body = function(code_of(text), "checkout").split("    try:\n", 1)[1]
    body = body.split("    except Exception as error:\n        _add_note")[0]
    return [line.strip() for line in body.splitlines()]


def test_what_was_caught_tells_whether_the_subflow_failed():
    assert lines(PAY % READ) == [
        "try:",
        "paid = _pay(card=card, tools=tools)",
        'receipt = paid["receipt"]',
        "caught_exception_info = None",
        "except Exception as error:",
        'receipt = "none"',
        "caught_exception_info = str(error) or type(error).__name__",
        "if caught_exception_info is not None:",
        "tools.report(problem=caught_exception_info)",
        'return {"receipt": receipt}',
    ]


def test_where_it_has_failed_there_is_a_text_and_elsewhere_there_may_be_none():
    assert lines(PAY % TEXT) == lines(PAY % READ)
    after = (PAY % {**UNREAD, "type": "string"}).replace(
        "  return paid.receipt\n", "  last = report(problem = paid.caught_exception_info)\n"
        "  return paid.receipt\n",
    )  # fmt: skip
    assert lines(after)[-4:] == [
        "tools.report(",
        "problem=_string(caught_exception_info, \"input 'problem' of node 'last'\")",
        ")",
        'return {"receipt": receipt}',
    ]


def test_a_flag_tells_it_if_nothing_reads_that():
    assert lines(PAY % UNREAD) == [
        "try:",
        "paid = _pay(card=card, tools=tools)",
        'receipt = paid["receipt"]',
        "failed = False",
        "except Exception:",
        "failed = True",
        'receipt = "none"',
        "if failed:",
        'tools.report(problem="failed")',
        'return {"receipt": receipt}',
    ]


@pytest.mark.parametrize("text", [PAY % it for it in (READ, TEXT, UNREAD, SEVERAL, BOTH)])
@pytest.mark.parametrize("error", [None, ValueError("no luck"), ValueError(), KeyError("")])
@pytest.mark.parametrize("late", [False, True])
def test_the_right_arm_runs(text, error, late):
    said = []

    def charge(card):
        if error is not None:
            raise error
        return {"receipt": "r", "late": late}

    given = tools(charge=charge, report=lambda problem: said.append(problem))
    receipt = module_of(text).checkout(card="c", tools=given)["receipt"]
    if error is not None:
        why = str(error) or type(error).__name__
        assert (receipt, said) == ("none", ["failed" if text == PAY % UNREAD else why])
    else:
        fine = {PAY % BOTH: [None]}.get(text, ["late"] if late and text == PAY % SEVERAL else [])
        assert (receipt, said) == ("r", fine)


def test_type_checkers_and_ruff_agree(tmp_path):
    codes = (code_of(PAY % it) for it in (READ, TEXT, UNREAD, SEVERAL, BOTH))
    folder = written(tmp_path, codes)
    assert (ruff(folder), mypy(folder)) == ("", "")
