"""Sources of the smallest flows that show what becomes of a value."""

from __future__ import annotations

MODEL = 'VllmConfig m { url: "http://service.test/v1", model_id: "m" }'


def an_input(type_: str) -> str:
    """The flow's output is its input."""
    return f"export flow main(a: {type_}) -> (b: {type_}) {{ return (b = a) }}"


def an_edge(source: str, taker: str) -> str:
    """A tool gets the flow's input."""
    return f"""
        tool t(a: {taker}) -> (b: string)
        export flow main(a: {source}) -> (b: string) {{
          x = t(a)
          return (x.b)
        }}
    """


def a_tools_answer(type_: str, tool: str = "tool", fields: str = "") -> str:
    """The flow's output is a tool's."""
    return f"""
        {tool} t() -> (a: {type_}) {fields}
        export flow main() -> (a: {type_}) {{
          x = t()
          return (x.a)
        }}
    """


def a_models_answer(type_: str) -> str:
    """The flow's output is a model's."""
    return f"""
        {MODEL}
        export flow main() -> (a: {type_}) {{
          x = LlmNode() -> (a: {type_}) {{ llm_config: m, prompt_template: "Hello" }}
          return (x.a)
        }}
    """


def a_servers_answer(type_: str, title: str = "a") -> str:
    """The flow's output is a server's."""
    return f"""
        export flow main() -> (a: {type_}) {{
          x = ApiNode() -> (`{title}`: {type_}) {{
            url: "http://service.test/r"
            http_method: "GET"
          }}
          return (a = x.`{title}`)
        }}
    """


def a_subflows_work(declared: str, call: str) -> str:
    """The flow's output is that of a flow which does one thing."""
    return f"""
        {declared}
        flow f() -> (a: string) {{
          x = {call}
          return (x.a)
        }}
        export flow main() -> (a: string) {{
          x = f()
          return (x.a)
        }}
    """
