"""The smallest flows whose modules once had findings of linters or type checkers, or dead code."""

from __future__ import annotations

from pathlib import Path

from generated import code_of, function
from quality import mypy, ruff, written

PAY = """
tool charge(card: string) -> (ok: boolean, receipt: string)
flow pay(card: string) -> (receipt: string = "none") {
  charge(card)
  if charge.ok { paid: return charge.receipt as paid }
  refused: return as refused
}
"""
CAUGHT = f"""{PAY}
export flow f(card: string) -> (receipt: string) {{
  pay = try pay(card) {{
    paid => {{}}
    refused => {{}}
    catch => {{}}
  }}
  return pay.receipt
}}
"""
TWICE = f"""{PAY}
export flow f(card: string) -> (receipt: string) {{
  first = pay(card) {{
    paid => {{}}
    refused => {{}}
  }}
  second = pay(card) {{
    paid => {{}}
    refused => {{}}
  }}
  return second.receipt
}}
"""
TWO_FLOWS = f"""{PAY}
flow book(card: string) -> (room: string = "none") {{
  charge(card)
  if charge.ok {{ booked: return as booked }}
  full: return as full
}}
export flow f(card: string) {{
  pay(card) {{
    paid => charge(card)
    refused => {{}}
  }}
  book(card) {{
    booked => again = charge(card)
    full => {{}}
  }}
}}
"""
UNREACHED_CONTEXT = """
tool remember(text: string)
flow f(text: string) {
  match "a" {
    "b" => {
      @context
      remember(text)
    }
    else => {}
  }
}
"""
PASSED_OBJECT = """
tool most(of: string) -> (n: integer)
tool count(item: {name: string, sizes?: number[]}, n: integer)
flow sub(item: {name: string, sizes?: number[]}, n: integer) { count(item, n) }
export flow f(of: string) {
  match of {
    "a" => most(of)
    else => {}
  }
  parallel [sub](
    item: {name: string, sizes?: number[]} = {name: "", sizes: [1]}, n = most.n
  )
}
"""
SAME_TEST_TWICE = """
tool x(t: boolean)
flow f(t: boolean, kind: string) {
  if t {} else {
    match kind { "a" => {}, else => {} }
    if t {} else { x(t) }
  }
}
"""
TWO_TESTS = """
tool x(t: boolean)
flow f(t: boolean, u: boolean, kind: string) {
  if t {
    match kind { "a" => {}, else => {} }
    if u { x(t) }
    match kind { "a" => {}, else => {} }
  }
}
"""
OTHER_TEST = """
tool a(t: boolean)
tool b(t: boolean)
flow f(t: boolean) {
  if t {
    if t { a(t) } else { b(t) }
  } else {
    match t { true => never = a(t), else => last = b(t) }
  }
}
"""
NOTHING_LEFT = """
tool look(text: string) -> (ok: boolean)
tool show(text: string)
flow f(text: string) {
  look(text)
  match look.ok {
    true => {}
    else => {
      if look.ok { show(text) }
    }
  }
}
"""
TEXTS_LEFT = """
tool t(x: string)
flow f(kind: string, size: "s" | "m" | "l") {
  match kind {
    "a" => {}
    "b", "d" => {
      match kind {
        "c" => never = t(x = "c")
        "b" => t(x = kind)
        else => d = t(x = "d")
      }
    }
    else => {
      match kind {
        "a" => again = t(x = "a")
        "c" => c = t(x = "c")
        else => {}
      }
    }
  }
  match size {
    "s" => {}
    else => {
      match size {
        "m" => m = t(x = "m")
        else => {
          match size {
            "s" => s = t(x = "s")
            else => l = t(x = "l")
          }
        }
      }
    }
  }
}
"""
MATCHED = """
tool t(x: string)
tool u(x: string)
flow f(kind: string) {
  match kind {
    "a" => t(x = "a")
    "b" => {
      u(x = "b")
      match kind {
        "c" => {}
        else => last = t(x = kind)
      }
    }
    else => {}
  }
}
"""
SHOWN_OBJECT = """
tool show(item: {name: string, sizes?: number[]}) {
  requires_confirmation: true
}
flow f() {
  show(item: {name: string, sizes?: number[]} = {name: "", sizes: [1]})
}
"""
NULL_OR_DEFAULT = """
tool find(x: string) -> (a: null)
tool show(a: boolean?)
flow f(x: string) -> (a: boolean?) {
  match x {
    "a" => find(x)
    else => {}
  }
  match x {
    "b" => show(a = find.a)
    else => {}
  }
  return (a = find.a default false)
}
"""
NULL = """
tool find(x: string) -> (a: null, b: string)
tool show(a: null)
flow f(x: string) {
  match x {
    "a" => find(x)
    else => {}
  }
  show(a = find.a)
}
"""
ALL = (
    CAUGHT,
    TWICE,
    TWO_FLOWS,
    UNREACHED_CONTEXT,
    PASSED_OBJECT,
    SAME_TEST_TWICE,
    TWO_TESTS,
    OTHER_TEST,
    NOTHING_LEFT,
    TEXTS_LEFT,
    MATCHED,
    SHOWN_OBJECT,
    NULL_OR_DEFAULT,
    NULL,
)


def test_ruff_and_mypy_find_nothing(tmp_path: Path):
    folder = written(
        tmp_path,
        [
            code_of(text, async_=async_, checks=checks)
            for text in ALL
            for async_, checks in ((False, "full"), (True, "none"))
        ],
    )
    assert ruff(folder) == ""
    assert mypy(folder) == ""


def tried(text: str) -> list[str]:
    """The lines inside the first `try` of the flow `f`."""
    code = function(code_of(text, checks="none"), "f")
    inside = code.split("    try:\n", 1)[1].split("    except Exception as error:\n")[0]
    return [line[8:] for line in inside.splitlines()]


def test_a_branch_that_nothing_chooses_by_is_not_kept():
    assert tried(CAUGHT) == [
        "try:",
        "    _, pay = _pay_outcome(card=card, tools=tools)",
        '    receipt = pay["receipt"]',
        "except Exception:",
        '    receipt = "none"',
        'return {"receipt": receipt}',
    ]
    assert tried(TWICE) == [
        "_pay_outcome(card=card, tools=tools)",
        "_, second = _pay_outcome(card=card, tools=tools)",
        'return {"receipt": second["receipt"]}',
    ]


def test_outputs_that_nothing_reads_have_the_one_name_that_may_hold_anything():
    assert tried(TWO_FLOWS) == [
        "branch, _ = _pay_outcome(card=card, tools=tools)",
        'if branch == "paid":',
        "    tools.charge(card=card)",
        "branch, _ = _book_outcome(card=card, tools=tools)",
        'if branch == "booked":',
        "    tools.charge(card=card)",
        "return {}",
    ]


def test_contexts_are_made_for_calls_that_there_are():
    for checks in ("full", "none"):
        code = code_of(UNREACHED_CONTEXT, checks=checks)
        assert "state: MutableMapping[str, Any]" in code
        assert "contexts" not in code.lower()


def test_an_object_is_written_where_a_type_checker_sees_what_it_is_for():
    assert tried(PASSED_OBJECT) == [
        "n: int | None = None",
        'if of == "a":',
        "    n = tools.most(of=of)",
        "if n is None:",
        "    raise LookupError(",
        "        \"input 'n' of node 'parallel' has no value: most gave none\"",
        "    )",
        "with ThreadPoolExecutor(32) as pool:",
        "    sub_run = pool.submit(",
        '        _sub, item={"name": "", "sizes": [1.0]}, n=n, tools=tools',
        "    )",
        "sub_run.result()",
        "return {}",
    ]


def test_an_object_that_is_shown_first_is_in_a_local_of_its_type():
    assert tried(SHOWN_OBJECT) == [
        'item: ShowItem = {"name": "", "sizes": [1.0]}',
        'require_confirmation(confirm, "show", {"item": item})',
        "tools.show(item=item)",
        "return {}",
    ]


def test_where_a_null_has_been_given_none_is_read():
    assert tried(NULL_OR_DEFAULT) == [
        "a: object | _Unset = _UNSET",
        'if x == "a":',
        "    a = tools.find(x=x)",
        'if x == "b":',
        "    if isinstance(a, _Unset):",
        "        raise LookupError(",
        "            \"input 'a' of node 'show' has no value: find gave none\"",
        "        )",
        "    tools.show(a=None)",
        'return {"a": False if isinstance(a, _Unset) else None}',
    ]


def test_tests_that_follow_each_other_are_one():
    assert tried(SAME_TEST_TWICE) == ["if not t:", "    tools.x(t=t)", "return {}"]
    assert tried(TWO_TESTS) == ["if t and u:", "    tools.x(t=t)", "return {}"]


def test_arms_that_an_outer_test_rules_out_are_not_written():
    assert tried(OTHER_TEST) == [
        "if t:",
        "    tools.a(t=t)",
        "else:",
        "    tools.b(t=t)",
        "return {}",
    ]
    assert tried(NOTHING_LEFT) == ["tools.look(text=text)", "return {}"]
    assert tried(TEXTS_LEFT) == [
        "match kind:",
        '    case "a":',
        "        pass",
        '    case "b" | "d":',
        "        match kind:",
        '            case "b":',
        "                tools.t(x=kind)",
        "            case _:",
        '                tools.t(x="d")',
        "    case _:",
        '        if kind == "c":',
        '            tools.t(x="c")',
        'if size != "s":',
        "    match size:",
        '        case "m":',
        '            tools.t(x="m")',
        "        case _:",
        '            tools.t(x="l")',
        "return {}",
    ]


def test_a_text_known_from_a_case_is_compared_by_another_case():
    assert tried(MATCHED) == [
        "match kind:",
        '    case "a":',
        '        tools.t(x="a")',
        '    case "b":',
        '        tools.u(x="b")',
        "        match kind:",
        '            case "c":',
        "                pass",
        "            case _:",
        "                tools.t(x=kind)",
        "return {}",
    ]


def test_null_is_looked_at_and_not_kept():
    lines = function(code_of(NULL), "f").splitlines()
    where = next(number for number, line in enumerate(lines) if "_null(" in line)
    assert [line.strip() for line in lines[where - 1 : where + 2]] == [
        "find = tools.find(x=x)",
        '_null(_take(find, "a", "find"), "output \'a\' of tool \'find\'")',
        "a = None",
    ]
