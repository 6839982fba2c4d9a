"""What documents look like as source text."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flowc.agentspec import read_object
from flowc.decompile import decompile
from flowc.format import format_source
from flowc.ir.document import Document
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
          Look_up = look_up(order_id)
          notify(text = "done", channel = "sms")
          again = notify(text = Look_up.note default "none")
          return Look_up.status
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
          e = a(x = b.x | d.x default "none")
          return e.x
        }
        """,
    "loop": """
        agentspec "25.4.1"

        tool work(n: integer) -> (n: integer, done: boolean)

        flow main() -> (n: integer) {
          work(work.n default 0)
          if work.done { return work.n } else { goto work }
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
            "again" => goto f
            "late" => goto i
            "soon" => {}
            else => {
              match_2: match x {
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
        Widget Widget_one() -> () { parts: [tracer, ref("elsewhere"), { deep: tracer }] }

        flow main(x: string) {
          w = WidgetNode(x) -> (y: string) {
            widget: Widget_one
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
