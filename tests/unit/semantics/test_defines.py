"""Env placeholders (SEMANTICS 27)."""

from __future__ import annotations

import json

import pytest

import flowc
from flowc.semantics.defines import defined, env_names, unfilled
from flowc.semantics.secret_names import secret_names

SOURCE = """\
env HOST
env KEY
env PLACE

VllmConfig model { model_id: "{{MODEL}}", url: "https://{{HOST}}/v1", api_key: "{{KEY}}" }
RemoteTool fetch(id: string) -> (text: string) {
  url: "https://{{HOST}}/{{id}}"
  http_method: "GET"
  sensitive_headers: { "X-Key": "{{KEY}}", "X-User": "{{id}}" }
}
VllmConfig unused { model_id: "{{OTHER}}", url: "u" }

export flow f(id: string) -> (text: string) {
  say "In {{PLACE}}: {{id}}" (id)
  fetch(id)
  a = LlmNode(t = fetch.text) -> (text: string) {
    prompt_template: "{{t}} at {{ PLACE }}"
    llm_config: model
  }
  return a.text
}
"""


@pytest.fixture(scope="module")
def document():
    return flowc.parse(SOURCE).document


def test_names_are_those_of_no_input_under_the_root(document):
    root = document.root_component
    found = {name: component.name for name, component in env_names(document, root).items()}
    assert found == {"PLACE": "say", "HOST": "fetch", "KEY": "fetch", "MODEL": "model"}
    assert env_names(document, None).keys() == {*found, "OTHER"}


def test_all_unfilled_ones_are_one_error(document):
    (found,) = unfilled(document, document.root_component)
    assert (found.code, found.title) == (
        "FLOW706",
        "no value for the placeholders 'PLACE' (of OutputMessageNode 'say'), 'HOST' (of RemoteTool "
        "'fetch'), 'KEY' (of RemoteTool 'fetch'), 'MODEL' (of VllmConfig 'model')",
    )


def test_values_go_into_the_document_and_secrets_beside_it(document):
    values = {"HOST": "h", "KEY": "swordfish", "PLACE": "Rome", "MODEL": "m"}
    whole = defined(document, values)
    assert tuple(unfilled(whole.document, whole.document.root_component)) == ()
    components = whole.document.components
    assert components["model"].fields["url"] == "https://h/v1"
    assert components["fetch"].fields["url"] == "https://h/{{id}}"
    say, *_ = (node for node in components["f"].nodes if node.name == "say")
    assert say.message == "In Rome: {{id}}"
    assert whole.secrets == {
        "model.api_key": "swordfish",
        "fetch.sensitive_headers": {"X-Key": "swordfish", "X-User": "{{id}}"},
    }
    program = flowc.parse(SOURCE).over(whole.document)
    assert "swordfish" not in program.to_json() + program.to_python()
    assert json.loads(program.to_json())["$referenced_components"]


def test_what_is_not_defined_stays(document):
    whole = defined(document, {"HOST": "h"})
    assert env_names(whole.document, None).keys() == {"PLACE", "KEY", "MODEL", "OTHER"}
    assert defined(document, {}).document == document


def test_a_value_is_not_a_template(document):
    with pytest.raises(ValueError, match=r"^a value holds a placeholder$"):
        defined(document, {"HOST": "{{ id }}"})


def test_inputs_that_go_into_sensitive_fields_are_secret_with_what_feeds_them():
    source = """\
RemoteTool fetch(token: string) -> (text: string) {
  url: "u", http_method: "GET", sensitive_headers: { "X": "{{token}}" }
}
tool login(password: string) -> (ticket: string)
export flow f(password: string) -> (text: string) {
  login(password)
  fetch(token = login.ticket)
  return fetch.text
}
"""
    assert secret_names(flowc.parse(source).document) == {"token", "ticket"}
