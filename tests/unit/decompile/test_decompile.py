"""What documents look like as source text."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flowc.agentspec import read_object
from flowc.decompile import decompile
from flowc.format import format_source
from flowc.ir.document import Document
from flowc.ir.meaning import differences
from flowc.semantics import bind
from flowc.syntax import parse
from flowc.syntax.unparse import unparse
from flowc.text import Source


def shown(document: Document) -> str:
    return format_source(Source("shown.flow", unparse(decompile(document))))


def bound(text: str) -> Document:
    source = Source("test.flow", text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    result = bind(parsed.tree, source)
    assert [found.title for found in result.diagnostics if found.is_error] == []
    assert result.document is not None
    return result.document


SAME = {
    "sequence": """
        agentspec "25.4.1"

        tool look_up(order_id: string) -> (status: string, note: string?)
        tool notify(text: string, channel: "mail" | "sms" = "mail")

        "Looks an order up."
        flow main(order_id: string) -> (status: string) {
          "Asks the shop."
          @name("Look up!")
          look_up(order_id)
          notify(text = "done", channel = "sms")
          again = notify(text = look_up.note default "none")
          return look_up.status
        }
        """,
    "diamond": """
        agentspec "25.4.1"

        tool a(x: string) -> (x: string)
        tool b(x: string) -> (x: string)

        flow main(x: string) -> (x: string) {
          a(x)
          route: match a.x {
            "1", "2" as few => b(a.x)
            "3" => {}
            else => {
              c = b(x)
              d = a(c.x)
            }
          }
          e = a(b.x | d.x default "none")
          return e.x
        }
        """,
    "loop": """
        agentspec "25.4.1"

        tool work(n: integer) -> (n: integer, done: boolean)

        flow main() -> (n: integer) {
          loop {
            work(work.n default 0)
            if work.done { return work.n }
          }
        }
        """,
    "a chain of choices": """
        agentspec "25.4.1"

        tool f(x: string) -> (a: boolean, b: boolean)

        flow main(x: string) {
          f(x)
          if f.a {
            say "a"
          } else if f.b {
            say "b"
          } else {
            match x {
              "c" => say "c"
            }
          }
          if f.b { say "again" }
          return
        }
        """,
    "names that look like derived ones": """
        agentspec "25.4.1"

        tool f(x: string) -> (a: boolean)

        flow main(x: string) {
          if_2: if f.a default true { say "a" }
          if f.a default true { say "b" }
          say_4 = say "c"
          say "d"
          f(x)
          return as "say"
        }
        """,
    "number patterns": """
        agentspec "25.4.1"

        tool count() -> (n: integer, x: number)

        flow main() {
          count()
          match count.n {
            1, 2 as few => return as few
            else => error
          }
        }
        """,
    "declared subject": """
        agentspec "25.4.1"

        flow main(x: string) {
          match (key: string = x) {
            "a" => return as a
            else => return
          }
        }
        """,
    "jump out of an arm": """
        agentspec "25.4.1"

        tool f(x: string) -> (x: string)

        flow main(x: string) {
          f(x)
          match f.x {
            "late" => goto i
            "soon" => {}
            else => {
              match x {
                "no" => goto i
              }
            }
          }
          h = f(x)
          return
          i = f(x)
          return as late
        }
        """,
    "branches of a subflow": """
        agentspec "25.4.1"

        flow decide(x: string) {
          match x {
            "y" => return as yes
            else => return as no
          }
        }

        flow main(x: string) -> (said: string) {
          decide(x) {
            yes => return "yes"
            no => return "no" as refused
          }
        }
        """,
    "try": """
        agentspec "26.1.2"

        tool risky() -> (y: string)

        flow sub() -> (y: string) {
          risky()
          return risky.y
        }

        flow main() -> (y: string, why: string?) {
          tried = try sub() {
            next => {}
            catch => return (tried.y, why = tried.caught_exception_info) as failed
          }
          return (tried.y, why = null)
        }
        """,
    "map": """
        agentspec "25.4.2"

        tool f(x: integer, y: string) -> (z: integer)

        flow one(x: integer, y: string) -> (z: integer) {
          f(x, y)
          return f.z
        }

        flow main(xs: integer[], y: string) -> (zs: integer[], total: integer) {
          m = map one(x: integer[] = each xs, y: string = y)
          p = parallel map one(x: integer[] = each xs, y: string = y) { reducers: { z: "sum" } }
          return (zs = m.collected_z, total = p.collected_z)
        }
        """,
    "parallel": """
        agentspec "25.4.2"

        flow one(x: string) -> (a: string) {
          return x
        }

        flow two(x: string) -> (b: string) {
          return x
        }

        flow main(x: string) -> (a: string, b: string) {
          both = parallel [one, two](x)
          return (both.a, both.b)
        }
        """,
    "messages": """
        agentspec "25.4.1"

        flow main(who: string) -> (answer: string) {
          say "Hi {{who}}" (who)
          asked = ask "Which?" -> (id: string)
          return asked.id
        }
        """,
    "a model, a text block and a placeholder of the deployment": '''
        agentspec "25.4.1"

        env REGION

        VllmConfig llama { url: "http://localhost", model_id: "llama", api_key: secret }

        flow main(topic: string) -> (text: string) {
          write = LlmNode(topic) -> (text: string) {
            llm_config: llama
            prompt_template: """
              Write about {{topic}}
              for {{REGION}}.
              """
          }
          return write.text
        }
        ''',
    "policies": """
        agentspec "25.4.1"

        @context
        tool f(x: string)

        flow main(x: string) {
          @meta({ owner: "me" })
          @retry(max_attempts = 3, exceptions = ["OSError"])
          @timeout(2.5)
          f(x)
          return
        }
        """,
    "wired by name": """
        agentspec "25.4.1"

        tool f(x: string) -> (y: string)

        flow main(x: string) -> (y: string) by name {
          f()
          return
        }
        """,
    "unknown components and odd fields": """
        agentspec "26.9.9"

        extern Tracer tracer

        @id("x-1")
        @name("Widget one")
        @with({ odd: null, component_type: "gadget", gone: absent })
        Widget widget_one() -> () { parts: [tracer, ref("elsewhere"), { deep: tracer }] }

        flow main(x: string) {
          w = WidgetNode(x) -> (y: string) {
            widget: widget_one
            left => return as left
            right => return as right
          }
        }
        """,
    "an agent": """
        agentspec "25.4.1"

        tool f(x: string) -> (y: string)

        VllmConfig llama { url: "http://localhost", model_id: "llama" }

        Agent helper(topic: string) -> (answer: string) {
          llm_config: llama
          system_prompt: "About {{topic}}"
          tools: [f]
        }

        flow main(topic: string) -> (answer: string) {
          helper(topic)
          return helper.answer
        }
        """,
    "ends that differ": """
        agentspec "25.4.1"

        flow main(x: string) -> (y: string = "none") {
          "why"
          match x {
            "a" => return x
            "b" => return (@with({ default: absent }) y = x)
            "c" => return as three -> (z: integer = 3)
            else => return as other
          }
        }
        """,
    "edges that say more than their ends": """
        agentspec "25.4.1"

        tool f(x: string)

        flow main(x: string) {
          f(x)
          end: return
          edges {
            "the way"
            @meta({ color: "red" })
            f -> end
            @with({ weight: 1 })
            start.x -> f.x
          }
        }
        """,
    "control without meaning": """
        agentspec "25.4.1"

        tool f(x: string)

        flow main(x: string) by edges {
          f(x)
          lost = f(x)
          end: return
          edges {
            start -> f
            f -> end
            f -> lost
            lost[odd] -> end
          }
        }
        """,
    "a library": """
        agentspec none

        library

        type Size = 1 | 2 | 3

        tool f(size: Size, sizes: Size[], other: Size??) -> ()
        """,
    "two roots, one of them exported": """
        agentspec "25.4.1"

        flow first() {
          return
        }

        export flow second() {
          return
        }
        """,
    "names that are words of the language": """
        agentspec "25.4.1"

        tool f(default: string, type: string) -> (true: string)

        flow main(each: string) -> (`a b`: string) {
          `match` = f(default = `each`, type = "x")
          return `match`.true
        }
        """,
}
"""Sources that come back just as they are."""


@pytest.mark.parametrize("name", SAME)
def test_a_plain_source_comes_back_as_it_is(name: str):
    text = dedent(SAME[name]).lstrip("\n")
    assert shown(bound(text)) == text


# What only documents can say ---------------------------------------------------------------------

UUID = "9d9f3a1e-7c50-4b7a-9b0e-0b6f5b1f7f10"


def flow_object(**more: object) -> dict[str, object]:
    return {
        "component_type": "Flow",
        "agentspec_version": "25.4.1",
        "id": "flow",
        "name": "flow",
        "inputs": [],
        "outputs": [],
        "start_node": {"$component_ref": "start"},
        "nodes": [{"$component_ref": "start"}, {"$component_ref": "end"}],
        "control_flow_connections": [edge("start", "end")],
        "data_flow_connections": [],
        "$referenced_components": {
            "start": node("StartNode", "start"),
            "end": node("EndNode", "end"),
        },
    } | more


def node(kind: str, id_: str, **more: object) -> dict[str, object]:
    return {"component_type": kind, "id": id_, "name": id_, "inputs": [], "outputs": []} | more


def edge(source: str, target: str, branch: str | None = None) -> dict[str, object]:
    return {
        "component_type": "ControlFlowEdge",
        "name": f"{source}-{target}",
        "from_node": {"$component_ref": source},
        "from_branch": branch,
        "to_node": {"$component_ref": target},
    }


def read(obj: dict[str, object]) -> Document:
    return read_object(obj).document


def test_uuids_and_the_names_of_start_and_end_are_dropped():
    obj = flow_object(id=UUID, name="Order flow")
    obj["$referenced_components"]["end"]["name"] = "the end"
    assert shown(read(obj)) == dedent(
        """\
        agentspec "25.4.1"

        @name("Order flow")
        flow order_flow() {
          return
        }
        """
    )


def test_ids_that_people_wrote_are_kept():
    obj = flow_object(id="order-flow", name="order flow")
    assert '@id("order-flow")\n@name("order flow")\nflow order_flow() {' in shown(read(obj))


def test_names_of_nodes_that_are_no_identifiers():
    node_name = "Tick: ready set -> dispatch workers, surface human work"
    obj = flow_object(
        nodes=[{"$component_ref": name} for name in ("start", "tick", "tock", "end")],
        control_flow_connections=[edge("start", "tick"), edge("tick", "tock"), edge("tock", "end")],
    )
    for id_ in ("tick", "tock"):
        obj["$referenced_components"][id_] = node(
            "OutputMessageNode", id_, name=node_name, message="tick"
        )
    assert shown(read(obj)) == dedent(
        f"""\
        agentspec "25.4.1"

        flow flow() {{
          @name("{node_name}")
          tick_ready_set_dispatch_workers_surface_human = say "tick"
          @name("{node_name}")
          tick_ready_set_dispatch_workers_surface_human_2 = say "tick"
          return
        }}
        """
    )


def test_a_reference_to_what_is_not_in_the_document():
    obj = flow_object(
        nodes=[{"$component_ref": name} for name in ("start", "t", "end")],
        control_flow_connections=[edge("start", "t"), edge("t", "end")],
    )
    obj["$referenced_components"]["t"] = node("ToolNode", "t", tool={"$component_ref": "ghost"})
    assert '  t = ToolNode() { tool: ref("ghost") }\n' in shown(read(obj))


def test_a_dead_end_makes_a_flow_by_edges():
    obj = flow_object(control_flow_connections=[])
    assert shown(read(obj)) == dedent(
        """\
        agentspec "25.4.1"

        flow flow() by edges {
          end: return
        }
        """
    )


def test_a_mapping_onto_default_has_one_arm_for_both():
    obj = flow_object(
        nodes=[{"$component_ref": name} for name in ("start", "b", "end")],
        control_flow_connections=[edge("start", "b"), edge("b", "end", "default")],
    )
    obj["$referenced_components"]["b"] = node(
        "BranchingNode",
        "b",
        inputs=[{"title": "branching_mapping_key", "type": "string", "default": "x"}],
        branches=["default"],
        mapping={"a": "default"},
    )
    document = read(obj)
    assert shown(document) == dedent(
        """\
        agentspec "25.4.1"

        flow flow() {
          b: match "x" {
            "a" as `default` => {}
          }
          return
        }
        """
    ).replace("`default`", '"default"')


def test_more_inputs_than_a_match_can_name():
    obj = flow_object(
        inputs=[{"title": "x", "type": "string"}],
        nodes=[{"$component_ref": name} for name in ("start", "b", "end")],
        control_flow_connections=[edge("start", "b"), edge("b", "end", "default")],
        data_flow_connections=[data("start.x", "b.key"), data("start.x", "b.more")],
    )
    obj["$referenced_components"]["start"] |= {"inputs": obj["inputs"], "outputs": obj["inputs"]}
    obj["$referenced_components"]["b"] = node(
        "BranchingNode",
        "b",
        inputs=[{"title": "key", "type": "integer"}, {"title": "more", "type": "string"}],
        branches=["default"],
        mapping={},
    )
    document = read(obj)
    text = shown(document)
    assert text == dedent(
        """\
        agentspec "25.4.1"

        flow flow(x: string) {
          @with({ inputs: [{ title: "key", type: "integer" }, { title: "more", type: "string" }] })
          b: match (@with({ type: "integer" }) key: integer = x) {
            else => return
          }
          edges {
            start.x -> b.more
          }
        }
        """
    )
    assert differences(document, bound(text)) == ()


def data(source: str, destination: str) -> dict[str, object]:
    (from_node, output), (to_node, input_) = source.split("."), destination.split(".")
    return {
        "component_type": "DataFlowEdge",
        "name": source + destination,
        "source_node": {"$component_ref": from_node},
        "source_output": output,
        "destination_node": {"$component_ref": to_node},
        "destination_input": input_,
    }


def test_a_component_called_like_a_placeholder():
    text = dedent(
        """\
        agentspec "25.4.1"

        env f

        tool f()

        flow main() {
          f()
          say "{{f}}"
          return
        }
        """
    )
    assert shown(bound(text)) == text


def test_arms_nest_only_so_deep():
    depth = 30
    lines = ['agentspec "25.4.1"', "flow main(x: string) {"]
    lines += [f'm{level}: match x {{ "a" => {{' for level in range(depth)]
    lines += ['say "deep"', *('} }\nsay "after"' for _ in range(depth)), "return", "}"]
    document = bound("\n".join(lines) + "\n")
    text = shown(document)
    assert max(len(line) - len(line.lstrip()) for line in text.splitlines()) == 4 * 17
    assert "goto m17" in text
    assert differences(document, bound(text)) == ()


def test_a_long_chain_of_choices_stays_flat():
    lines = ['agentspec "25.4.1"', "flow main(x: string) {"]
    lines += [f'm{level}: match x {{ "a" => return as r{level} }}' for level in range(400)]
    text = shown(bound("\n".join([*lines, "return", "}"]) + "\n"))
    assert max(len(line) - len(line.lstrip()) for line in text.splitlines()) == 4
    assert "goto" not in text
