"""Sources that together use every form of the language; tests of several parts read them."""

from __future__ import annotations

import re
from pathlib import Path

GOLDEN = Path(__file__).parent / "errors.txt"
"""Broken sources, and what is said about them."""


def broken_cases() -> list[tuple[str, str, str]]:
    """Title, source and messages of every case in the file of broken sources."""
    parts = re.split(r"^==== (.*)\n", GOLDEN.read_text(encoding="utf-8"), flags=re.M)[1:]
    found = []
    for title, case in zip(parts[::2], parts[1::2], strict=True):
        source, _, messages = case.partition("----\n")
        found.append((title, source, messages))
    return found


DECLARATIONS = """\
# every kind of declaration
agentspec "26.1.0"
import { look_up, Order as Purchase } from "lib/tools.flow"
import {} from "empty.json"
library

env API_KEY
"A state of the weather."
type Sky = "clear" | "rain" | 3 | true | null
type Many =
  | Sky[]
  | (Sky | string)[]?
  | { a: string, "b-c"?: integer = 1, [string]: any }
  | number { minimum: 0, "x-y": [1, { z: null }] }
  | any { "$ref": "#/x" }
type Spread = {
  "The first."
  a: string
  # between
  b: integer[],
  "text" "c": boolean
}
type One = | string

"Looks up." @id("t-1")
@meta({ owner: "ops", "deep-key": [true, false, null, -1.5e3] })
tool look_up("The id." id: string, @with({ title: absent }) limit: integer = 10,) -> (name: string)
tool silent
ClientTool empty() -> ()
extern Agent helper
extern tool elsewhere(a: string) -> (b: string)
extern flow other(a: string)
export VllmConfig llama {
  url: "http://localhost:8000", model_id: "llama"
  key: secret
  schema: type { a: string }[]
  other: ref("some-id")
  tool_ref: look_up
  inline: VllmConfig inner { url: "x" }
  bare: VllmConfig {}
  many: [look_up, MCPTool(a: string) -> (b: string) { x: 1 }, "named" @id("i") tool t() {}]
  nested: { a: {}, `odd key`: "v" }
}
@context
@retry(max_attempts = 3, exceptions = ["A"])
RemoteTool fetch(url: string) {}
"""

STATEMENTS = '''\
agentspec none
"Does it all."
export flow all(a: string, b: integer = 1) -> (o: string) {
  start
  "The first." @name("First")
  x = look_up(a, limit = b, "why" extra: string = a | x.out default "none", @with({}) y: any)
  look_up(a.b.c, each = each a, true = 1, [1, look_up], { k: 2 }, each.x)
  x2 = LlmNode("text", p: string) -> (o: string, q: integer[]) {
    llm_config: llama
    prompt: """
      Hi {{ p }}
      """
    approved => say "yes"
    "not at all" => {}
    else => goto x
  }
  t = try all(a) { catch => { return }, else => error }
  m = map all(item = each xs)
  pm = parallel map all(item = each xs, other = y) { reducers: { total: "sum" } }
  p = parallel [all, look_up](a)
  say "Hi {{who}}" (who = n.name) { k: 1 }
  hello = say """Hi"""
  q = ask "Which?" -> (id: string)
  ask
  pick: match a.b | c.d default
    "A" {
    field: 1
    "A", "B" as moving => look_up(a)
    1 => return a.b
    1.5, true as "odd name" => {
      break
    }
    else => error
  }
  match (title: string = a) { else => look_up(a) }
  match (title: string) {}
  match "const" { "A" => {}
  }
  check: if a { return a } else if b.c { goto pick }
  else {
    continue
  }
  if (a) {}
  again: loop {
    break again
    continue again
  }
  done: return (o = x.o, p: string = 1) as finished -> (o: string)
  return x.y -> (o: string) as other
  return as "third one"
  return (o = 1,)
  return
}
'''

WIRED = """\
flow by_name(a: string) -> (b: string) by name {
  f(x = 1)
  return
}
flow wired() by edges {
  a = f()
  edges { start -> a   a[branch] -> `end` a["odd branch"] -> a
    "why" @id("e") a.out -> b.in, b
      -> c
  }
  edges {}
}
"""

CONTEXTUAL = """\
type type = { match: string, edges: string, start: integer, true: any, null: any, else: any }
tool flow(try: string, each: string) -> (as: string, default: string, error: string)
flow library(from: string) -> (return: string) {
  by = flow(try = from, each = each.as)
  name = flow(from default 1)
  default = flow(by.as | name.default default "d", name.error)
  else = flow(start.from)
  flow = flow(default.default default 1, else.as, tool.as)
  `match` = flow(`match`.as) { default => {}, as => {}, name => goto goto }
  x = LlmNode(from) { else: 1, true: 2, null: 3, secret: 4, type: 5 }
  return (return = flow.as) as as
}
"""

FORMS = (DECLARATIONS, STATEMENTS, WIRED, CONTEXTUAL, "", "# only a comment\n", "library")
