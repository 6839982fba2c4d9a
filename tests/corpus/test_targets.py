"""The profiles of WayFlow and LangGraph against what these did with the corpus's documents.

What an engine refused to load has an error in its profile, and what it ran has none that only the
profile gives; the exceptions are listed, each with its reason.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from corpus_files import corpus_cases, corpus_files

from flowc.agentspec import read_json, read_yaml
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.semantics import check
from flowc.semantics.profiles import for_targets

ENGINES = ("wayflow", "langgraph")

UNSEEN = {
    "api_headers_conflict": "one of the two headers is a secret, which is not read",
    "end_branch_name_null_json": "null is read as what it stands for, and is not written",
    "tool_missing_in_registry": "it is the program that loads the document that lacks the tool",
    "v_start_outputs_empty": "an empty list beside inputs is read as no list, and is not written",
}
"""Cases that an engine does not load although no profile finds an error in them."""

STRICTER = {
    "wayflow": {"v_missing_data_edge_default": "FLOW406: it ran, with another value (rule 5)"},
    "langgraph": {},
}
"""Cases that an engine ran although its profile has an error for them."""

NO_SDK_ERROR = {
    "agent-spec__tests-adapters-agent_framework-configs__weather_agent_server_tool_confirmation"
    ".yaml": "its address is to be given when it is loaded",
    "agent-spec__tests-adapters-langgraph-configs__weather_agent_client_tool.yaml": "the same",
}
"""Public documents that the SDK does not load although no profile finds an error in them."""

LOADED = {
    "agent-spec__agentspec_config_examples__howto_parallelflownode.json": "FLOW690",
    "agent-spec__agentspec_config_examples__howto_parallelflownode.yaml": "FLOW690",
    # The SDK loads it; the engine then has no value for the input that the placeholder becomes.
    "agent-spec__tests-agentspec_configs__serialized_flow_with_inlined_components.yaml": "FLOW664",
}
"""Public documents that the SDK loads, with the errors that only LangGraph's profile gives."""


def findings(text: str, name: str, target: str) -> tuple[set[str], set[str]]:
    """The codes of the errors for the target, and of those that `check` does not have."""
    read = read_yaml if name.endswith((".yaml", ".yml")) else read_json
    try:
        done = read(text, name)
    except FlowcError as error:
        return codes(error.diagnostics), set()
    common = (*done.diagnostics, *check(done.document))
    errors = codes(for_targets(done.document, common, [target]))
    return errors, errors - codes(common)


def codes(found: tuple[Diagnostic, ...]) -> set[str]:
    return {item.code for item in found if item.is_error}


@pytest.fixture(scope="module")
def observed(corpus: Path) -> dict[str, dict]:
    return json.loads((corpus / "observed_runtime.json").read_text("utf-8"))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_an_engine_does_not_load_is_an_error(corpus: Path, observed: dict, engine: str):
    unseen = set()
    for file in corpus_cases(corpus):
        name = Path(file.name).stem
        did = observed[name][engine]
        if not did["ok"] and did["stage"] == "load":
            errors, _ = findings(file.text, file.name, engine)
            unseen |= set() if errors else {name}
    assert unseen == UNSEEN.keys()


@pytest.mark.parametrize("engine", ENGINES)
def test_what_an_engine_runs_is_no_error(corpus: Path, observed: dict, engine: str):
    stricter = {}
    for file in corpus_cases(corpus):
        name = Path(file.name).stem
        if observed[name][engine]["ok"]:
            _, more = findings(file.text, file.name, engine)
            stricter |= {name: more} if more else {}
    assert stricter == {name: {why[:7]} for name, why in STRICTER[engine].items()}


def test_public_documents_that_the_sdk_does_not_load(corpus: Path):
    rows = (corpus / "documents.tsv").read_text("utf-8").splitlines()
    refused = {row.split("\t")[0] for row in rows if row.split("\t")[-1].startswith("refused")}
    files = [file for file in corpus_files(corpus) if file.name in refused]
    assert len(files) > 60
    unseen = {file.name for file in files if not findings(file.text, file.name, "langgraph")[0]}
    assert unseen == NO_SDK_ERROR.keys()


def test_public_documents_that_the_sdk_loads(corpus: Path):
    found = {}
    for file in corpus_files(corpus):
        _, more = findings(file.text, file.name, "langgraph") if file.loads else ((), set())
        found |= {file.name: " ".join(sorted(more))} if more else {}
    assert found == LOADED
