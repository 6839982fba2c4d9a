"""`flowc run` with services: the user, models, HTTP, MCP, databases, secrets and placeholders."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from echo_server import EchoServer
from model_server import ModelServer

from flowc.cli import run_services

ROOT = Path(__file__).parent.parent.parent
ORDER = ROOT / "examples/order/order.json"
MCP_SERVER = ROOT / "tests/servers/mcp_tools.py"
ENGINES = pytest.mark.parametrize("engine", ["interpreter", "python"])


class Terminal(io.StringIO):
    """Someone who types."""

    def isatty(self) -> bool:
        return True


# The user ----------------------------------------------------------------------------------------

TALK = """\
flow talk(topic: string) -> (name: string) {
  say "About {{topic}}." (topic)
  who = ask "Your name?" -> (name: string)
  return who.name
}
"""


@ENGINES
def test_replies_are_given_in_order_and_messages_go_to_stderr(flowc, write, engine):
    path = write("talk.flow", TALK)
    ran = flowc("run", path, "-i", "topic=a\x1bb", "--reply", "Ada", "--engine", engine)
    assert (ran.code, ran.out) == (0, '{"name": "Ada"}\n')
    assert ran.err == "About a\\x1bb.\nYour name?\n"


@ENGINES
def test_at_a_terminal_the_user_is_asked(flowc, write, engine, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Terminal("Grace\n"))
    ran = flowc("run", write("talk.flow", TALK), "-i", "topic=x", "--engine", engine)
    assert (ran.code, ran.out, ran.err) == (
        0,
        '{"name": "Grace"}\n',
        "About x.\nYour name?\n> ",
    )


@ENGINES
def test_the_end_of_the_input_is_an_error(flowc, write, engine, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    ran = flowc("run", write("talk.flow", TALK), "-i", "topic=x", "--engine", engine)
    assert (ran.code, ran.out) == (1, "")
    assert "error[FLOW790]: the run failed: LookupError: the user has no more answers\n" in ran.err


@ENGINES
def test_without_anyone_to_ask_nothing_runs(flowc, write, engine):
    ran = flowc("run", write("talk.flow", TALK), "-i", "topic=x", "--engine", engine)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "error[FLOW790]: the run failed: NotImplementedError: flow 'talk' needs user\n"
        "  hint: In a terminal you are asked; elsewhere give the answers with --reply TEXT.\n"
    )


CONFIRMED = """\
tool pay(amount: integer) -> (paid: boolean) { requires_confirmation: true }

flow shop(amount: integer) -> (paid: boolean) {
  pay(amount)
  return pay.paid
}
"""


@ENGINES
def test_a_tool_runs_only_if_it_is_confirmed(flowc, write, engine, monkeypatch):
    path, stub = write("shop.flow", CONFIRMED), write("stub.json", '{"pay": true}')
    call = ("run", path, "-i", "amount=5", "--stub", stub, "--engine", engine)
    alone = flowc(*call)
    assert (alone.code, alone.out) == (1, "")
    assert alone.err.startswith(
        "error[FLOW790]: the run failed: ConfirmationRequired: "
        "tool 'pay' requires a confirmation, and nobody can give it\n"
    )
    assert "elsewhere confirm every call with --yes." in alone.err
    assert flowc(*call, "--yes").out == '{"paid": true}\n'
    for typed, code in [("y\n", 0), ("YES\n", 0), ("n\n", 1), ("\n", 1)]:
        monkeypatch.setattr(sys, "stdin", Terminal(typed))
        ran = flowc(*call)
        assert ran.code == code
        assert ran.err.startswith("Run tool 'pay' with {\"amount\": 5}? [y/N] ")


STATEFUL = """\
tool greet(name: string) -> (text: string)

flow hello() -> (text: string) {
  @state
  greet(name: string)
  return greet.text
}
"""


@ENGINES
def test_state_is_json_or_a_file(flowc, write, engine):
    path = write("hello.flow", STATEFUL)
    tools = write("tools.py", "def greet(name):\n    return f'Hi {name}'\n")
    state = write("state.json", '{"name": "Ada"}')
    for given in (state.read_text(), f"@{state}"):
        ran = flowc("run", path, "--tools", tools, "--state", given, "--engine", engine)
        assert (ran.code, ran.out) == (0, '{"text": "Hi Ada"}\n')
    bad = flowc("run", path, "--tools", tools, "--state", "[1]")
    assert (bad.code, bad.err) == (2, "error[FLOW791]: --state is no object\n")


# Models, HTTP and MCP ----------------------------------------------------------------------------


def model_flow(url: str, key: str = "secret") -> str:
    return (
        f'VllmConfig model {{ model_id: "m", url: "{url}", api_key: {key} }}\n\n'
        "flow answer(question: string) -> (text: string) {\n"
        '  a = LlmNode(question) -> (text: string) { prompt_template: "Q: {{question}}", '
        "llm_config: model }\n"
        "  return a.text\n}\n"
    )


@ENGINES
def test_models_are_asked_with_secrets_of_the_environment(flowc, write, engine, monkeypatch):
    monkeypatch.setenv("MODEL_KEY", "swordfish")
    with ModelServer() as server:
        path = write("answer.flow", model_flow(server.url))
        secret = ("--secret", "model.api_key=env:MODEL_KEY")
        ran = flowc("run", path, "-i", "question=why", *secret, "--engine", engine)
        assert (ran.code, ran.out) == (0, '{"text": "ECHO:Q: why"}\n')
        assert server.seen[0].headers["authorization"] == "Bearer swordfish"


AGENT = """\
VllmConfig model {{ model_id: "m", url: "{url}" }}
Agent helper(topic: string) -> (summary: string) {{
  llm_config: model
  system_prompt: "About {{{{topic}}}}."
}}

flow research(topic: string) -> (summary: string) {{
  helper(topic)
  return helper.summary
}}
"""


@ENGINES
def test_agents_run_over_the_same_models(flowc, write, engine):
    with ModelServer() as server:
        path = write("agent.flow", AGENT.format(url=server.url))
        ran = flowc("run", path, "-i", "topic=bees", "--engine", engine)
    assert (ran.code, ran.out) == (0, '{"summary": "S"}\n'), ran.err


@ENGINES
def test_the_tools_of_an_agent_are_looked_for_before_the_first_node(flowc, write, engine):
    text = AGENT.format(url="http://127.0.0.1:1")
    text = text.replace("  llm_config", "  tools: [search, fetch]\n  llm_config")
    text = text.replace("  helper(topic)", '  say "Let me see."\n  helper(topic)\n  other()')
    text += 'Agent other() { llm_config: model, tools: [store, fetch], system_prompt: "Store." }\n'
    tools = [f"tool {name}(x: string)\n" for name in ("search", "fetch", "store")]
    path = write("agent.flow", text + "".join(tools))
    ran = flowc("run", path, "-i", "topic=bees", "--engine", engine)
    failed = (
        "error[FLOW790]: the run failed: NotImplementedError: no implementation for "
        "search, fetch, store\n"
    )
    results = "or results for them (--stub); `flowc stub` writes a skeleton.\n"
    assert ran.code == 1
    assert (ran.out, ran.err) == (
        "",
        f"{failed}  hint: Give a file with these functions (--tools), {results}",
    )
    found = write("found.py", "def serch(x): ...\ndef stor(x): ...\n")
    ran = flowc("run", path, "-i", "topic=bees", "--engine", engine, "--tools", found)
    assert ran.code == 1
    assert (ran.out, ran.err) == (
        "",
        f"{failed}"
        f"  hint: '{found}' has 'serch': did you mean 'search'?\n"
        f"        '{found}' has 'stor': did you mean 'store'?\n"
        f"        Add these functions to '{found}', {results}",
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            "model.api_key=swordfish",
            "error[FLOW796]: --secret model.api_key: a secret comes from the environment alone\n"
            "  hint: Write --secret model.api_key=env:NAME, with the name of an environment "
            "variable.\n",
        ),
        (
            "model.apikey=env:MODEL_KEY",
            "error[FLOW796]: no secret is named 'model.apikey'\n"
            "  hint: Did you mean 'model.api_key'?\n",
        ),
        (
            "model.api_key=env:NO_SUCH_KEY",
            "error[FLOW796]: --secret model.api_key: the environment variable 'NO_SUCH_KEY' is "
            "not set\n",
        ),
        (
            "swordfish",
            "error[FLOW796]: --secret: there is no name before a '='\n"
            "  hint: Write --secret ID.FIELD=env:NAME.\n",
        ),
    ],
)
def test_what_is_no_secret_is_refused_and_not_shown(flowc, write, given, expected, monkeypatch):
    monkeypatch.setenv("MODEL_KEY", "x")
    path = write("answer.flow", model_flow("http://127.0.0.1:1"))
    ran = flowc("run", path, "-i", "question=why", "--secret", given)
    assert (ran.code, ran.out, ran.err) == (2, "", expected)


@pytest.mark.parametrize(
    ("source", "package", "extra"),
    [(model_flow("http://127.0.0.1:1"), "openai", "llm")],
)
def test_a_missing_package_is_named_with_how_to_install_it(
    flowc, write, monkeypatch, source, package, extra
):
    monkeypatch.setattr(run_services, "find_spec", lambda name: None)
    ran = flowc("run", write("a.flow", source), "-i", "question=why")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"error[FLOW797]: the package '{package}' is not installed, and this flow needs it\n"
        f'  hint: Install it with: pip install "flowc[{extra}]"\n'
    )


MCP = """\
StdioTransport server {{ command: "{command}", args: ["{script}"] }}
MCPTool add(a: integer, b: integer) -> (sum: integer) {{ client_transport: server }}

flow calculate() -> (sum: integer) {{
  add(a = 2, b = 3)
  return add.sum
}}
"""


@ENGINES
def test_mcp_servers_are_started_only_if_that_is_allowed(write, engine):
    path = write("mcp.flow", MCP.format(command=sys.executable, script=MCP_SERVER))
    call = [sys.executable, "-m", "flowc", "run", str(path), "--engine", engine]
    refused = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    ran = subprocess.run([*call, "--allow-commands"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, '{"sum": 5}\n'), ran.stderr


# Placeholders ------------------------------------------------------------------------------------

API = """\
env BASE
env TOKEN

flow fetch(id: string) -> (path: string) {
  get = ApiNode(id) -> (path: string) {
    url: "{{BASE}}/items/{{id}}"
    http_method: "GET"
    sensitive_headers: { "X-Token": "{{TOKEN}}" }
  }
  return get.path
}
"""


@ENGINES
def test_placeholders_are_filled_from_the_command_line_and_the_environment(
    flowc, write, engine, monkeypatch
):
    monkeypatch.setenv("TOKEN", "swordfish")
    path = write("fetch.flow", API)
    with EchoServer() as server:
        defines = ("--define", f"BASE={server.url}", "--define-env", "TOKEN")
        ran = flowc("run", path, "-i", "id=a/b", *defines, "--engine", engine)
        assert (ran.code, ran.out) == (0, '{"path": "/items/a%2Fb"}\n'), ran.err
        assert server.seen[0].headers["x-token"] == "swordfish"


@ENGINES
def test_all_unfilled_placeholders_are_one_error_before_the_first_node(flowc, write, engine):
    ran = flowc("run", write("fetch.flow", API), "-i", "id=1", "--engine", engine)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("error[") == 1
    assert ran.err.startswith(
        "error[FLOW706]: no value for the placeholders 'BASE' (of ApiNode 'get'), "
        "'TOKEN' (of ApiNode 'get')\n"
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            ["--define", "BASES=x"],
            "error[FLOW795]: no placeholder is named 'BASES'\n  hint: Did you mean 'BASE'?\n",
        ),
        (
            ["--define", "BASE"],
            "error[FLOW795]: --define: there is no name before a '='\n"
            "  hint: Write --define NAME=VALUE.\n",
        ),
        (
            ["--define-env", "TOKEN"],
            "error[FLOW795]: --define-env TOKEN: the environment variable 'TOKEN' is not set\n",
        ),
        (
            ["--define", "BASE=x", "--define", "BASE=y"],
            "error[FLOW795]: 'BASE' is given twice\n",
        ),
        (
            ["--define", "BASE={{id}}"],
            "error[FLOW795]: a value holds a placeholder, and would not be filled\n",
        ),
    ],
)
def test_bad_defines_are_findings(flowc, write, options, expected, monkeypatch):
    monkeypatch.delenv("TOKEN", raising=False)
    ran = flowc("run", write("fetch.flow", API), "-i", "id=1", *options)
    assert (ran.code, ran.out, ran.err) == (2, "", expected)


def test_code_is_built_with_placeholders_filled_and_documents_keep_them(flowc, write, monkeypatch):
    monkeypatch.setenv("TOKEN", "swordfish")
    path = write("fetch.flow", API)
    refused = flowc("build", path, "-t", "python", "--stdout")
    assert (refused.code, refused.out) == (1, "")
    assert "error[FLOW706]" in refused.err
    defines = ("--define", "BASE=https://example.com", "--define-env", "TOKEN")
    code = flowc("build", path, "-t", "python", "--stdout", *defines)
    assert code.code == 0
    assert "https://example.com/items/{{id}}" in code.out
    assert "{{BASE}}" not in code.out and "swordfish" not in code.out
    kept = flowc("build", path, "-t", "json", "--stdout", *defines)
    assert json.loads(kept.out) == json.loads(flowc("build", path, "-t", "json", "--stdout").out)
    assert "{{BASE}}" in kept.out and "{{TOKEN}}" in kept.out


# Databases ---------------------------------------------------------------------------------------

SETUP = """
CREATE SCHEMA order_tools;
CREATE TABLE looked_up(id text);
CREATE PROCEDURE order_tools.lookup_order(order_id IN text, order_status OUT text)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO looked_up VALUES (order_id);
  order_status := CASE order_id
    WHEN '7812' THEN 'OUT_FOR_DELIVERY'
    WHEN '7930' THEN 'PROCESSING'
    WHEN '8041' THEN 'DELIVERED'
    ELSE 'UNKNOWN' END;
END $$;
"""


@pytest.fixture(scope="module")
def shop(postgres) -> str:
    """The URL of a database with the procedure of the order example."""
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE shop")
    with psycopg.connect(postgres.url("shop"), autocommit=True) as base:
        base.execute(SETUP)
    return postgres.url("shop")


def looked_up(shop: str) -> list[str]:
    """What the database keeps, which is then forgotten."""
    with psycopg.connect(shop, autocommit=True) as base:
        found = [row[0] for row in base.execute("SELECT id FROM looked_up").fetchall()]
        base.execute("TRUNCATE looked_up")
        return found


@ENGINES
def test_the_order_example_runs_in_a_database(flowc, shop, engine):
    ran = flowc("run", ORDER, "--db", shop, "-i", "order_id=7812", "--engine", engine)
    assert (ran.code, ran.out) == (0, '{"order_status": "OUT_FOR_DELIVERY"}\n')
    assert looked_up(shop) == ["7812"]


def test_the_url_may_come_from_the_environment(flowc, shop, monkeypatch):
    monkeypatch.setenv("SHOP", shop)
    ran = flowc("run", ORDER, "--db", "env:SHOP", "-i", "order_id=8041")
    assert (ran.code, ran.out) == (0, '{"order_status": "DELIVERED"}\n')
    looked_up(shop)


TWO = """\
BuiltinTool lookup_order(order_id: string) -> (order_status: string) {
  tool_type: "plsql_exec"
  configuration: { package_name: "ORDER_TOOLS", procedure_name: "LOOKUP_ORDER" }
}
tool check(order_status: string) -> (fine: boolean)

flow both(order_id: string) -> (fine: boolean) {
  lookup_order(order_id)
  check(lookup_order.order_status)
  return check.fine
}
"""


@ENGINES
def test_an_error_after_the_call_rolls_it_back(flowc, shop, write, engine):
    tools = write("tools.py", "def check(order_status):\n    raise ValueError(order_status)\n")
    path = write("both.flow", TWO)
    call = ("run", path, "--db", shop, "-i", "order_id=7930", "--tools", tools)
    ran = flowc(*call, "--engine", engine)
    assert (ran.code, ran.out) == (1, "")
    assert "the run failed: ValueError: PROCESSING\n" in ran.err
    assert looked_up(shop) == []


@pytest.mark.parametrize(
    ("configuration", "problem"),
    [
        ("{}", "has no procedure_name"),
        ('{ procedure_name: "x; DROP TABLE looked_up" }', ": procedure_name is no identifier"),
        ('{ procedure_name: "nothing" }', ": procedure 'nothing' does not exist"),
    ],
)
def test_a_procedure_that_is_not_there_is_an_error_before_the_run(
    flowc, shop, write, configuration, problem
):
    source = TWO.replace(
        '{ package_name: "ORDER_TOOLS", procedure_name: "LOOKUP_ORDER" }', configuration
    )
    stub = write("stub.json", '{"check": true}')
    call = ("run", write("both.flow", source), "-i", "order_id=1", "--stub", stub)
    ran = flowc(*call, "--db", shop, "--trace")
    assert (ran.code, ran.out) == (1, "")
    gap = "" if problem.startswith(":") else " "
    assert ran.err.endswith(f"error[FLOW798]: tool 'lookup_order'{gap}{problem}\n")
    assert "(StartNode)" not in ran.err
    assert looked_up(shop) == []


def test_a_tool_with_a_function_needs_no_database(flowc, write):
    stub = write("stub.json", '{"lookup_order": "X", "check": true}')
    ran = flowc("run", write("both.flow", TWO), "-i", "order_id=1", "--stub", stub)
    assert (ran.code, ran.out) == (0, '{"fine": true}\n')


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mysql://u:swordfish@h/d", "error[FLOW798]: --db: a database is postgresql://… or oracle"),
        ("postgresql://u:swordfish@h:x/d", "error[FLOW798]: --db: the URL of the database is malf"),
        ("env:NO_SUCH_URL", "error[FLOW798]: --db: the environment variable 'NO_SUCH_URL' is not"),
        ("postgresql://u:swordfish@127.0.0.1:1/d", "error[FLOW790]: the run failed: ConnectionErr"),
    ],
)
def test_a_url_that_is_no_database_is_an_error_without_its_password(flowc, url, expected):
    ran = flowc("run", ORDER, "--db", url, "-i", "order_id=1", "--traceback")
    assert (ran.code, ran.out) == (1, "")
    assert expected in ran.err
    assert "swordfish" not in ran.err


def test_a_secret_in_the_line_that_failed_is_not_shown(flowc, write, monkeypatch):
    monkeypatch.setenv("TOKEN", "swordfish")
    source = API.replace("  return get.path", "  note(get.path)\n  return get.path")
    path = write("fetch.flow", f"tool note(text: string)\n{source}")
    tools = write("tools.py", 'def note(text):\n    raise OSError("swordfish refused")\n')
    with EchoServer() as server:
        defines = ("--define", f"BASE={server.url}", "--define-env", "TOKEN")
        ran = flowc("run", path, "-i", "id=a", *defines, "--tools", tools)
    assert (ran.code, ran.out) == (1, "")
    assert '2 |     raise OSError("*** refused")\n' in ran.err
    assert "swordfish" not in ran.err
