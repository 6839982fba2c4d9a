"""What keeps a document from being Python, which flows a module has, and how far it scales."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import black
import pytest
from generated import SHA, code_of, load, tools

import flowc
from flowc import FlowcError
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import BranchingNode, EndNode, StartNode, ToolNode
from flowc.ir.types import BOOLEAN, STRING, Property
from flowc.ir.values import Ref
from flowc.python import emit, emit_stub, render


def document_of(text: str) -> Document:
    return flowc.parse(text, filename="test.flow").document


def refusal(document: Document) -> list[tuple[str, str, str]]:
    with pytest.raises(FlowcError) as caught:
        emit(document, source_name="test.flow", source_sha256=SHA)
    return [(item.code, item.title, item.hint) for item in caught.value.diagnostics]


def test_everything_the_target_lacks_is_listed_at_once():
    document = document_of(
        """
flow inner(x: string) {
  a = TeleportNode(x)
}
export flow f(xs: string[]) {
  b = TeleportNode()
  each_x = map inner(x = each xs)
}
"""
    )
    hint = (
        "Call a tool that does it. As it is, the file can be checked, converted and built as JSON."
    )
    assert refusal(document) == [
        ("FLOW601", "TeleportNode 'b' cannot become Python code", hint),
        ("FLOW601", "TeleportNode 'a' cannot become Python code", hint),
    ]


def test_what_would_be_too_large_as_a_constant_is_refused():
    names = [f"part_{number}" for number in range(40)]
    parts = [f"Part {name} {{ left: {below}, right: {below} }}" for name, below in pairwise(names)]
    document = document_of(
        "\n".join(parts)
        + """
Part part_39
VllmConfig model { url: "http://models", model_id: "m", part: part_0 }
flow f(x: string) {
  a = LlmNode(x) { llm_config: model, prompt_template: "{{x}}" }
}
"""
    )
    hint = "With all that it refers to it may be 50 levels deep."
    assert refusal(document) == [("FLOW616", "VllmConfig 'model' is too large", hint)]


def test_tools_that_would_be_one_function_are_an_error():
    document = document_of(
        """
@name("look-up")
tool a(x: string)
@name("look up")
tool b(x: string)
flow f(x: string) {
  a(x)
  b(x)
}
"""
    )
    assert refusal(document) == [
        (
            "FLOW610",
            "tools 'look-up' and 'look up' would both be the function `look_up`",
            "Rename one: put @name(\"…\") before tool 'look up'.",
        )
    ]


def test_tools_of_one_name_share_a_function_if_their_contracts_are_one():
    text = """
tool a(x: string) -> (y: string)
@name("a")
tool b(x: string) -> (y: string)
flow f(x: string) -> (y: string) {
  first = a(x)
  second = b(first.y)
  return second.y
}
"""
    module = load(code_of(text))
    assert module.f(x="1", tools=tools(a=lambda x: x + "!")) == {"y": "1!!"}
    different = document_of(text.replace("tool b(x: string)", "tool b(x: integer)"))
    assert [code for code, _, _ in refusal(different)] == ["FLOW612"]


def test_inputs_that_would_be_one_parameter_are_an_error():
    document = document_of(
        "tool t(`a-b`: string, a_b: string)\nflow f(x: string) { t(`a-b` = x, a_b = x) }"
    )
    assert refusal(document) == [
        (
            "FLOW611",
            "inputs 'a-b' and 'a_b' of tool 't' would both be the parameter `a_b`",
            "Rename one of them.",
        )
    ]


def test_a_root_that_is_no_flow_is_an_error():
    document = document_of("export tool t()\nflow f() { t() }")
    assert refusal(document) == [
        (
            "FLOW613",
            "the root 't' is a ServerTool, not a flow",
            "Write `export` before the flow that the module is for.",
        )
    ]
    assert refusal(document_of("library\ntool t()")) == [
        ("FLOW613", "the document has no flow", "Build it as JSON or YAML: `-t json`.")
    ]


def test_missing_parts_and_endless_flows_are_errors():
    document = document_of("tool t()\nflow g() { t() }\nexport flow f() { g() }")
    root = document.components["f"]
    lost = {id_: part for id_, part in document.components.items() if id_ not in ("t", "g")}
    assert refusal(replace(document, components=lost)) == [
        ("FLOW614", "the flow 'g' of node 'g' is not in the document", "")
    ]
    nodes = tuple(
        replace(node, subflow=replace(node.subflow, id="f")) if node.name == "g" else node
        for node in root.nodes
    )
    endless = {**document.components, "f": replace(root, nodes=nodes)}
    assert refusal(replace(document, components=endless)) == [
        ("FLOW615", "flow 'f' contains itself", "A loop is made of edges back to a node.")
    ]


def test_types_nested_too_deep_are_an_error():
    deep = "string" + "[]" * 60
    document = document_of(f"tool t(x: {deep})\nflow f(x: {deep}) {{ t(x) }}")
    hint = "Python code holds 40 levels; `any` takes everything."
    assert refusal(document) == [
        ("FLOW616", "the type of 'x' of 't' is nested too deep", hint)  # once, not for each node
    ]


def test_a_flow_that_is_elsewhere_is_told_once():
    document = document_of("extern Flow g(x: string)\nflow f(x: string) { g(x) }")
    assert refusal(document) == [
        (
            "FLOW614",
            "flow 'g' is not in the document, which only refers to it",
            "Declare it in this file, or import it.",
        )
    ]


def test_a_module_has_the_root_and_the_flows_below_it_a_library_all():
    text = """
tool t(x: integer) -> (x: integer)
flow below(x: integer) -> (x: integer) {
  t(x)
  return t.x
}
flow unused() { }
export flow top(x: integer) -> (x: integer) {
  below(x)
  return below.x
}
"""
    module = load(code_of(text))
    assert {"top", "top_outcome", "below", "below_outcome", "run", "run_outcome"} <= vars(
        module
    ).keys()
    assert "unused" not in vars(module)
    library = load(code_of("library\n" + text.replace("export ", "")))
    assert {"top", "below", "unused"} <= vars(library).keys()
    assert "run" not in vars(library)
    assert library.top(x=1, tools=tools(t=lambda x: x + 1)) == {"x": 2}


def test_the_header_names_version_source_and_hash_and_no_date():
    first = code_of("flow f() { }").split('"""')[1]
    assert first == (
        f"Generated by flowc {flowc.__version__} from test.flow: do not edit, build again.\n\n"
        f"sha256 of the source: {SHA}\n"
    )


def test_only_what_is_used_is_in_the_module():
    code = code_of("flow f() { }")
    assert "_string" not in code
    assert "TypeVar" not in code
    assert "StepLimit" not in code
    assert "_LINES" not in code


def test_the_skeleton_of_the_tools():
    text = """
"Looks an order up."
tool look_up(order_id: string) -> (status: ("open" | "closed"), note: string?)
tool log(text: string)
tool now() -> (time: number)
flow f(order_id: string) {
  look_up(order_id)
  log(text = look_up.status)
  now()
}
"""
    assert (
        emit_stub(document_of(text))
        == '''"""The tools that the flows call."""

from __future__ import annotations

from typing import Literal, TypedDict


class LookUpResult(TypedDict):
    status: Literal["open", "closed"]
    note: str | None


def look_up(*, order_id: str) -> LookUpResult:
    """Looks an order up."""
    raise NotImplementedError("look_up")


def log(*, text: str) -> None:
    raise NotImplementedError("log")


def now() -> float:
    raise NotImplementedError("now")
'''
    )
    assert "async def now() -> float:" in emit_stub(document_of(text), async_=True)


# Size ---------------------------------------------------------------------------------------------


def chain(size: int) -> str:
    lines = [f"  n{number} = inc(n{number - 1}.x)" for number in range(1, size)]
    return "\n".join(
        [
            "tool inc(x: integer) -> (x: integer)",
            "flow f(x: integer) -> (x: integer) {",
            "  n0 = inc(x)",
            *lines,
            f"  return n{size - 1}.x",
            "}",
        ]
    )


def nest(size: int, opening: str, closing: str) -> str:
    lines = [
        "tool t(x: integer) -> (x: integer, ok: boolean)",
        "flow f(x: integer) -> (x: integer) {",
    ]
    for number in range(size):
        lines.append(f"  n{number} = t(x)")
        lines.append(opening.format(number=number))
    lines.append("  last = t(x)")
    for number in reversed(range(size)):
        lines.append(closing.format(number=number))
    return "\n".join([*lines, "  return x", "}"])


def test_a_chain_of_5000_nodes():
    module = load(code_of(chain(5000)))
    assert module.f(x=0, tools=tools(inc=lambda x: x + 1)) == {"x": 5000}


@pytest.mark.parametrize("size", [7, 30, 120])
def test_nested_ifs(size):
    code = code_of(nest(size, "  if n{number}.ok {{", "  }}\n  after{number} = t(x)"))
    module = load(code)
    calls = []

    def t(x):
        calls.append(x)
        return {"x": x, "ok": len(calls) != size}

    assert module.f(x=1, tools=tools(t=t)) == {"x": 1}
    assert len(calls) == size + size
    assert ("match state_:" in code) == (size > 7)


def test_a_thousand_nested_ifs():
    """More than a `.flow` text may nest: a document."""
    x, key = Property("x", BOOLEAN), Property("key", STRING)
    common = {"inputs": (x,), "outputs": (x,)}
    nodes = [
        StartNode(component_type="StartNode", id="s", name="s", **common),
        EndNode(component_type="EndNode", id="e", name="e", **common),
    ]
    control = [ControlEdge(from_node="s", to_node="b0")]
    data = [edge("s", "e", "x")]
    for number in range(1000):
        branch, call, other = f"b{number}", f"t{number}", f"o{number}"
        nodes.append(
            BranchingNode(
                component_type="BranchingNode",
                id=branch,
                name=branch,
                inputs=(key,),
                mapping={"true": "yes"},
                branches=("yes", "default"),
            )
        )
        nodes += [
            ToolNode(component_type="ToolNode", id=id_, name=id_, tool=Ref("t"), **common)
            for id_ in (call, other)
        ]
        control += [
            ControlEdge(from_node=branch, from_branch="yes", to_node=call),
            ControlEdge(from_node=branch, from_branch="default", to_node=other),
            ControlEdge(from_node=call, to_node=f"b{number + 1}" if number < 999 else "e"),
            ControlEdge(from_node=other, to_node="e"),
        ]
        data += [edge("s", branch, "key"), edge("s", call, "x"), edge("s", other, "x")]
    flow = Flow(
        id="f",
        name="f",
        start_node="s",
        nodes=tuple(nodes),
        control_edges=tuple(control),
        data_edges=tuple(data),
        **common,
    )
    tool = Component(component_type="ServerTool", id="t", name="t", **common)
    document = Document(version=None, root="f", components={"f": flow, "t": tool})
    module = load(emit(document, source_name="f.json", source_sha256=SHA))
    calls = []
    functions = tools(t=lambda x: calls.append(x) or x)
    assert module.f(x=True, tools=functions) == {"x": True}
    assert len(calls) == 1000
    module.f(x=False, tools=functions)
    assert len(calls) == 1001


def edge(source: str, destination: str, title: str) -> DataEdge:
    return DataEdge(
        source_node=source,
        source_output="x",
        destination_node=destination,
        destination_input=title,
    )


@pytest.mark.parametrize("size", [3, 25, 120])
def test_nested_loops(size):
    code = code_of(
        nest(size, "  loop {{", "  end{number} = t(x)\n  if end{number}.ok {{ break }}\n  }}")
    )
    module = load(code)
    calls = []

    def t(x):
        calls.append(x)
        return {"x": x, "ok": True}

    assert module.f(x=1, tools=tools(t=t)) == {"x": 1}
    assert len(calls) == size + 1 + size
    assert ("match state_:" in code) == (size > 3)


def test_long_names_and_texts_leave_the_module_as_black_writes_it():
    name = "n" * 300
    text = f"""
tool {name}({name}: string) -> ({name}: string)
flow f({name}: string) -> ({name}: string) {{
  @name("{"word " * 60}")
  node = {name}({name})
  return node.{name}
}}
"""
    code = code_of(text)
    assert black.format_str(code, mode=black.Mode()) == code
    module = load(code)
    assert module.f(**{name: "x"}, tools=tools(**{name: lambda **given: given[name]})) == {
        name: "x"
    }
    assert code.endswith("\n\n# ruff: noqa: E501\n")


LONG_TEXTS = """
tool kind(x: integer) -> (kind: string)
tool act(x: integer) -> (x: integer)
flow f(x: integer) -> (x: integer) {
  kind(x)
  match kind.kind {
    "0" => a_node_with_a_long_name = act(x)
    "1" => another_node_with_a_long_name = act(x)
    else => {}
  }
  return (x = a_node_with_a_long_name.x | another_node_with_a_long_name.x)
}
"""


def test_black_is_not_asked_for_long_texts(monkeypatch):
    asked = []
    monkeypatch.setattr("flowc.python.render._black", lambda text, depth=0: asked.append(text))
    code = code_of(LONG_TEXTS)
    assert 'another_node_with_a_long_name gave none"\n            )' in code
    assert max(map(len, code.splitlines())) > 88
    assert asked == []
    assert black.format_str(code, mode=black.Mode()) == code


def test_black_is_asked_for_the_smallest_statement_with_a_long_line(monkeypatch):
    asked, format_ = [], render._black

    def spy(text, depth=0):
        asked.append(text.split("(")[0])
        return format_(text, depth)

    monkeypatch.setattr(render, "_black", spy)
    name = "n" * 60
    code = code_of(
        f"""
tool look() -> ({name}: string)
tool show(x: string)
flow f(kind: string) {{
  match kind {{
    "a" => {{
      look()
      show(x = kind)
    }}
    else => {{}}
  }}
  show_it = show(x = look.{name} default "none")
  last = show(x = look.{name} default "other")
}}
""",
        checks="none",
    )
    assert asked == ["tools.show", "tools.show"]
    assert black.format_str(code, mode=black.Mode()) == code
