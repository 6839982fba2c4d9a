"""What the checks say about the runtime cases of the corpus, reviewed by hand: each finding below
is right, and a comment says why. The public documents are in `test_reviewed_findings.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowc.agentspec import read_json, read_object, read_yaml
from flowc.diagnostics import FlowcError
from flowc.ir.document import Document
from flowc.semantics import check

CASES = {
    # The SDK loads these, and the engines give nothing of what the flow does not list.
    "end_outputs_inferred": "FLOW418",
    "v_flow_out_absent_inferred": "FLOW418",
    "v_flow_out_not_in_any_end_default": "FLOW418 FLOW418",
    "v_flow_out_subset": "FLOW418 FLOW418",
    # The SDK loads these; the engines refuse them, fail, or fill the input from elsewhere (rules 5,
    # 7, 19 and 22).
    "br_no_data_edge": "FLOW402",
    "br_no_data_edge_no_inputs": "FLOW402",
    "data_default_only_on_tool": "FLOW402",
    "data_fallback_type_bypass_int": "FLOW402",
    "data_fallback_type_bypass_num": "FLOW402",
    "data_flow_default_end_unconnected": "FLOW402",
    "data_source_after_dest_nodefault": "FLOW402",
    "map_default_input_unconnected": "FLOW402",
    "v_missing_data_edge_to_end": "FLOW402",
    "data_namebased_type_conflict": "FLOW220",
    "br_num_input": "FLOW229",
    # The SDK loads these; rule 3 makes them errors.
    "v_isolated_node": "FLOW309",
    "v_missing_out_edge": "FLOW304 FLOW308",
    "v_two_edges_same_branch": "FLOW304",
    "v_unknown_branch": "FLOW305",
    "v_unreachable_node": "FLOW309",
    # The SDK refuses these, for this reason.
    "v_version_26_2_0": "FLOW526",
    "v_version_26_3_0": "FLOW526",
    "v_version_future": "FLOW526",
    "v_version_garbage": "FLOW526",
    "yaml_version_float": "FLOW526",
    "api_out_204": "FLOW401",
    "br_with_outputs": "FLOW223",
    "ce_branch_conflict": "FLOW231 FLOW304",
    "ce_missing_info_output": "FLOW223",
    "ce_no_default": "FLOW231",
    "fn_recursive": "FLOW312",
    "inmsg_renamed_output_to_int": "FLOW220",
    "map_inner_any_list_typed": "FLOW137",
    "map_list_any": "FLOW137 FLOW220",
    "map_list_of_int_to_number": "FLOW137",
    "map_reduce_unknown_output": "FLOW223 FLOW238",
    "pf_same_input_diff_type": "FLOW232",
    "pf_same_output": "FLOW232",
    "pmap_inner_any": "FLOW137",
    "pmap_inner_list_input_broadcast": "FLOW137",
    "pmap_list_any": "FLOW137 FLOW220",
    "pmap_list_of_int_to_number": "FLOW137",
    "v_data_edge_unknown_input": "FLOW401",
    "v_data_edge_unknown_output": "FLOW401",
    "v_dup_input_titles": "FLOW227 FLOW413",
    "v_edge_into_start": "FLOW303",
    "v_end_no_incoming": "FLOW309",
    "v_end_outgoing": "FLOW303",
    "v_end_types_conflict": "FLOW230",
    "v_flow_out_type_ne_end": "FLOW230 FLOW230",
    "v_no_end": "FLOW310",
    "v_tool_inputs_ne_node": "FLOW223",
    "v_two_edges_from_start": "FLOW304 FLOW308",
    # Both engines fail at the request: the URL names no server.
    "api_bad_url": "FLOW537",
    "api_relative_url": "FLOW537",
    # The SDK refuses it: what a user answers is no integer.
    "inmsg_int_output": "FLOW416",
    # One engine refuses to run it, the other warns of the same.
    "api_url_host_template": "FLOW530",
    # Warnings: what converts with a loss, what may be unset, what only some engines accept.
    "br_int_input_type": "FLOW228",
    "br_cast_bool_lower": "FLOW234",
    "br_cast_num": "FLOW234",
    "v_data_edge_into_start": "FLOW314",
    "cast_listint_from_listnum": "FLOW221",
    "cast_num_big_to_int": "FLOW221",
    "cast_num_inf_to_int": "FLOW221",
    "cast_num_nan_to_int": "FLOW221",
    "cast_num_neg_to_int": "FLOW221",
    "cast_num_to_int": "FLOW221",
    "cast_num_to_union_int_str": "FLOW221",
    "cast_num_whole_to_int": "FLOW221",
    "ce_version_25_4_2": "FLOW590",
    # Placeholders are plain names: filters, parts of values and statements stay as they stand.
    "llm_jinja": "FLOW411 FLOW411",
    "msg_jinja_attr": "FLOW411",
    "msg_jinja_filter": "FLOW411",
    "msg_jinja_for": "FLOW411",
    "msg_jinja_if": "FLOW411",
    "msg_unbalanced": "FLOW411",
    # All items ask the one user at the same time; a sum of texts; a rest that nothing takes.
    "inmsg_in_pmap": "FLOW318",
    "pmap_reduce_sum_string": "FLOW238",
    "br_enum_input": "FLOW316",
    # Nothing reads the flow's input, or uses a node that stands beside the flow; no title.
    "v_no_title": "FLOW239 FLOW413",
    "v_title_1a": "FLOW413",
    "v_title_a_2db": "FLOW413",
    "v_unused_reference": "FLOW414",
    "data_last_wins_edges_ab": "FLOW405",
    "data_last_wins_edges_ba": "FLOW405",
    "data_source_run_nodefault": "FLOW403",
    "data_source_skipped_nodefault": "FLOW403",
    "v_branch_missing_default_edge": "FLOW307",
    "v_default_int_for_string": "FLOW226",
    "v_default_null_for_string": "FLOW226",
    "v_dup_node_names": "FLOW311",
    "v_flow_inputs_missing": "FLOW407",
    "v_flow_inputs_type_differs": "FLOW407",
    "v_missing_data_edge_default": "FLOW406",
    "v_title_": "FLOW233 FLOW413",
    "v_title_a_20b": "FLOW233 FLOW413",
    "v_title_a_22b": "FLOW233 FLOW413",
    "v_title_a_27b": "FLOW233 FLOW413",
    "v_title_a_2cb": "FLOW233 FLOW413",
    "v_title_a_7bb": "FLOW233 FLOW413",
    "v_wrong_branches": "FLOW313",
}
"""All findings by runtime case; cases that are not listed have none."""


def codes(document: Document) -> str:
    return " ".join(sorted(item.code for item in check(document)))


def read_document(path: Path) -> Document | None:
    """The document in a file, None where the file holds none."""
    read = read_yaml if path.suffix in (".yaml", ".yml") else read_json
    try:
        return read(path.read_text("utf-8"), path.name).document
    except FlowcError:
        return None


def read_case(path: Path) -> Document | None:
    document = json.loads(path.read_text("utf-8"))["doc"]
    try:
        if isinstance(document, str):
            return read_yaml(document, path.name).document
        return read_object(document).document
    except FlowcError:
        return None


@pytest.fixture(scope="module")
def runtime(corpus: Path) -> dict[str, Document]:
    found = {path.stem: read_case(path) for path in sorted((corpus / "runtime").glob("*.json"))}
    return {name: document for name, document in found.items() if document is not None}


@pytest.fixture(scope="module")
def sdk(corpus: Path) -> dict[str, dict]:
    """What the official SDK did with each runtime case."""
    observed = json.loads((corpus / "observed_runtime.json").read_text("utf-8"))
    return {name: engines["pyagentspec"] for name, engines in observed.items()}


def test_runtime_cases(runtime: dict[str, Document]):
    found = {name: codes(document) for name, document in runtime.items()}
    assert {name: line for name, line in found.items() if line} == CASES


def test_the_matrix_of_types_is_the_sdks(runtime: dict[str, Document], sdk: dict[str, dict]):
    """SEMANTICS 9: an edge is an error exactly where the SDK refuses it. Only where a flow is wired
    by name does the SDK not look, and its engines refuse the edge."""
    refused = {
        name
        for name in runtime
        if "connects two properties with incompatible types" in sdk.get(name, {}).get("message", "")
    }
    errors = {
        name
        for name, document in runtime.items()
        if any(item.code in ("FLOW220", "FLOW230") for item in check(document))
    }
    assert len(refused) == 4
    assert errors - refused == {"data_namebased_type_conflict", "v_flow_out_type_ne_end"}
    assert refused - errors == set()


def test_every_finding_has_a_place_and_says_what_to_do(corpus: Path):
    for path in sorted((corpus / "documents").iterdir()):
        document = read_document(path)
        for item in () if document is None else check(document):
            assert item.location is not None, (path.name, item)
            assert item.location.line >= 1
            assert item.title and "\n" not in item.title, (path.name, item)
            assert item.hint, (path.name, item)
