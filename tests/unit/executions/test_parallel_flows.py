"""ParallelFlowNode (SEMANTICS 23)."""

from __future__ import annotations

from flowc.runtime import Message

SOURCE = """
tool f_tool(x: string) -> (f: string)
tool g_tool(x: string, y: integer) -> (g: string)
flow f(x: string) -> (f: string) {
  say "f has {{x}}" (x)
  f_tool(x)
  return f_tool.f
}
flow g(x: string, y: integer) -> (g: string) {
  say "g has {{x}} and {{y}}" (x, y)
  g_tool(x, y)
  return g_tool.g
}
export flow main(x: string, y: integer) -> (f: string, g: string) {
  both = parallel [f, g](x, y)
  return (f = both.f, g = both.g)
}
"""


def raises(error):
    def tool(**_):
        raise error

    return tool


def test_each_subflow_has_its_own_inputs_and_gives_its_own_outputs(run):
    tools = {"f_tool": lambda x: x + "!", "g_tool": lambda x, y: x * y}
    outcome = run(SOURCE, {"x": "a", "y": 2}, tools)
    assert outcome.outputs == {"f": "a!", "g": "aa"}
    assert outcome.messages == [Message("agent", "f has a"), Message("agent", "g has a and 2")]


def test_all_run_to_their_end_and_the_first_error_in_the_list_is_raised(ending):
    called = []
    tools = {
        "f_tool": raises(KeyError("f")),
        "g_tool": lambda x, y: called.append(x) or "g",
    }
    assert ending(SOURCE, {"x": "a", "y": 2}, tools) == (KeyError, "'f'")
    assert called == ["a"]
    both = {"f_tool": raises(KeyError("f")), "g_tool": raises(ValueError("g"))}
    assert ending(SOURCE, {"x": "a", "y": 2}, both) == (KeyError, "'f'")
