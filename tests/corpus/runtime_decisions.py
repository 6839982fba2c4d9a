"""What flowc does in the corpus's runtime cases, where the engines' behaviour does not say it.

Where both engines finished with the same outputs, flowc gives the same, unless DECIDED says by
which rule of SEMANTICS it does not. Where they did not agree, DECIDED says what flowc does, and by
which rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runtime_cases import Case, Ran

from flowc.ir.values import same_json


@dataclass(frozen=True)
class Ok:
    """The flow ends with these outputs, in this branch."""

    outputs: dict[str, Any]
    branch: str = "next"

    def matches(self, ran: Ran) -> bool:
        return (
            ran.outputs is not None
            and same_json(ran.outputs, self.outputs)
            and ran.branch == self.branch
        )


@dataclass(frozen=True)
class Fails:
    """The run raises an error of this type, with this text."""

    kind: type[BaseException]
    text: str

    def matches(self, ran: Ran) -> bool:
        return ran.error == (self.kind, self.text)


@dataclass(frozen=True)
class Refused:
    """Reader, checks or target refuse the document with an error of this code, among others."""

    code: str

    def matches(self, ran: Ran) -> bool:
        return self.code in ran.refused


DECIDED: dict[str, tuple[str, Ok | Fails | Refused]] = {
    "br_any_input_int": ("19", Ok({}, "one")),
    "br_cast_null": ("19", Ok({}, "default")),
    "br_int_input_type": ("19", Ok({}, "one")),
    "br_no_data_edge": ("7", Refused("FLOW402")),
    "br_no_data_edge_no_inputs": ("7", Refused("FLOW402")),
    "br_num_input": ("19", Refused("FLOW229")),
    "br_with_outputs": ("3", Refused("FLOW223")),
    "cast_any_set_to_string": (
        "9",
        Fails(TypeError, "input 'x' of node 'dst': expected string, got set"),
    ),
    "cast_any_to_untyped_obj": ("9", Ok({"r": "dict:{'k': [1]}"})),
    "cast_decl_bool_ret_emptystr": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected boolean, got str"),
    ),
    "cast_decl_bool_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_int_ret_badstr": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected integer, got str"),
    ),
    "cast_decl_int_ret_bool": ("9", Ok({"r": "int:1"})),
    "cast_decl_int_ret_list": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected integer, got list"),
    ),
    "cast_decl_int_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_int_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected integer, got str"),
    ),
    "cast_decl_int_ret_str_pad": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected integer, got str"),
    ),
    "cast_decl_list_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_list_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected integer[], got str"),
    ),
    "cast_decl_list_ret_strs": (
        "9",
        Fails(TypeError, "output 'v' of node 'src'[0]: expected integer, got str"),
    ),
    "cast_decl_list_ret_tuple": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected integer[], got tuple"),
    ),
    "cast_decl_num_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_num_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected number, got str"),
    ),
    "cast_decl_obj_ret_missing": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': property 'a' is missing"),
    ),
    "cast_decl_obj_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected { a: integer }, got str"),
    ),
    "cast_decl_str_ret_bytes": (
        "9",
        Fails(TypeError, "output 'v' of node 'src': expected string, got bytes"),
    ),
    "cast_decl_str_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_enum_to_enum_bad": (
        "9",
        Fails(ValueError, "output 'v' of node 'src': expected one of \"a\""),
    ),
    "cast_int_to_optstring": ("9", Ok({"y": "'5'"})),
    "cast_int_to_typelist": ("9", Ok({"y": "'5'"})),
    "cast_listint_from_listnum": ("9", Ok({"r": "list:[1, 2]"})),
    "cast_liststr_from_listint": ("9", Ok({"r": "list:['1', '2']"})),
    "cast_num_inf_to_int": (
        "9",
        Fails(TypeError, "input 'x' of node 'dst': expected integer, got float"),
    ),
    "cast_num_nan_to_int": (
        "9",
        Fails(TypeError, "input 'x' of node 'dst': expected integer, got float"),
    ),
    "cast_num_to_union_int_str": ("9", Ok({"y": "5"})),
    "cast_obj_drop_extra_prop": ("9", Ok({"r": "dict:{'a': 1}"})),
    "cast_objstr_from_objint": ("9", Ok({"r": "dict:{'a': '1'}"})),
    "cast_union_int_str_ret_float": ("9", Ok({"r": "int:1"})),
    "data_alias_nested_list": ("8", Ok({"n": 2, "n2": 2})),
    "data_aliasing_mutation": ("8", Ok({"n": 2, "n2": 2})),
    "data_default_only_on_tool": ("7 and 10", Refused("FLOW402")),
    "data_fallback_type_bypass_int": ("5 and 7", Refused("FLOW402")),
    "data_fallback_type_bypass_num": ("5 and 7", Refused("FLOW402")),
    "data_flow_default_end_unconnected": ("7", Refused("FLOW402")),
    "data_leak_tool_output_into_flow_output": ("20", Ok({"y": "DEF"}, "B")),
    "data_loop_4000": ("2", Ok({"i": 4000})),
    "data_namebased_type_conflict": ("6 and 9", Refused("FLOW220")),
    "data_null_end_default_empty": ("10", Ok({"y": None})),
    "data_source_after_dest_nodefault": ("7", Refused("FLOW402")),
    "data_source_run_nodefault": ("7", Ok({"r": "A!"})),
    "data_source_skipped_nodefault": (
        "5",
        Fails(LookupError, "input 'x' of node 'c' has no value: a did not run"),
    ),
    "end_branch_name_null_json": ("20", Ok({"r": "a"})),
    "end_different_outputs_defaults_b": ("20", Ok({"o1": "D1", "o2": "b"}, "B")),
    "fn_recursive": ("3", Refused("FLOW312")),
    "id_colon": ("6: LangGraph lacks ids such as this", Ok({"y": "qt"})),
    "id_end": ("6: LangGraph lacks ids such as this", Ok({"y": "qt"})),
    "id_tool_collision": ("3", Refused("FLOW520")),
    "in_badstr_for_int": (
        "9",
        Fails(TypeError, "input 'x' of flow 'flow': expected integer, got str"),
    ),
    "in_enum_bad": (
        "9",
        Fails(ValueError, "input 'x' of flow 'flow': expected one of \"a\", \"b\""),
    ),
    "in_enum_case": (
        "9",
        Fails(ValueError, "input 'x' of flow 'flow': expected one of \"A\", \"b\""),
    ),
    "in_extra": ("18", Fails(TypeError, "flow 'flow' has no input 'zz'")),
    "in_obj_extra_prop": ("9", Ok({"r": "dict:{'a': 1}"})),
    "in_obj_missing_prop": (
        "9",
        Fails(TypeError, "input 'x' of flow 'flow': property 'a' is missing"),
    ),
    "in_obj_nested_default": ("9", Ok({"r": "dict:{'a': 7, 'b': 'q'}"})),
    "in_str_for_num": ("9", Fails(TypeError, "input 'x' of flow 'flow': expected number, got str")),
    "in_strlist_for_intarray": (
        "9",
        Fails(TypeError, "input 'x' of flow 'flow'[0]: expected integer, got str"),
    ),
    "rt_one_any": ("17", Fails(NotImplementedError, "no implementation for rt")),
    "rt_post_template": ("17", Fails(NotImplementedError, "no implementation for rt")),
    "rt_status_503_max1": ("17", Fails(NotImplementedError, "no implementation for rt")),
    "rt_two": ("17", Fails(NotImplementedError, "no implementation for rt")),
    "rt_two_missing": ("17", Fails(NotImplementedError, "no implementation for rt")),
    "rt_zero": ("17", Fails(NotImplementedError, "no implementation for rt")),
    "tool_asyncgen": (
        "9",
        Fails(TypeError, "output 'a' of node 't': expected string, got async_generator"),
    ),
    "tool_builtin": ("17", Ok({"a": "v"})),
    "tool_client": ("17", Fails(NotImplementedError, "no implementation for t")),
    "tool_client_confirm": ("16", Refused("FLOW602")),
    "tool_confirm_reject": ("16", Refused("FLOW602")),
    "tool_missing_in_registry": ("17", Fails(NotImplementedError, "no implementation for t")),
    "tool_out1_dict_same_key": ("13", Ok({"a": '{"a": "v"}'})),
    "tool_out1_none": ("14", Fails(LookupError, "tool 't' returned nothing for 'a'")),
    "tool_out1_none_default": ("14", Ok({"a": "D"})),
    "tool_out1_obj_dict_same_key": ("13", Ok({"a": {"a": "v"}})),
    "tool_out2_dict_missing": ("13", Fails(LookupError, "tool 't' returned no 'b'")),
    "tool_out2_list": ("13", Fails(TypeError, "tool 't' must return a mapping, not list")),
    "tool_out2_pydantic": ("13", Fails(TypeError, "tool 't' must return a mapping, not M")),
    "tool_out2_scalar": ("13", Fails(TypeError, "tool 't' must return a mapping, not str")),
    "tool_out2_tuple": ("13", Fails(TypeError, "tool 't' must return a mapping, not tuple")),
    "tool_param_name_mismatch": (
        "12",
        Fails(TypeError, "t() got an unexpected keyword argument 'x'"),
    ),
    "tool_raises": ("15", Fails(ValueError, "boom")),
    "tool_raises_baseexc": ("15", Fails(KeyError, "'k'")),
    "v_branch_missing_default_edge": (
        "3",
        Fails(LookupError, "node 'br' took branch 'default', which leads nowhere"),
    ),
    "v_data_edge_unknown_input": ("3", Refused("FLOW401")),
    "v_data_edge_unknown_output": ("3", Refused("FLOW401")),
    "v_default_int_for_num_union": ("10", Ok({"x": 5.0})),
    "v_default_int_for_number": ("10", Ok({"x": 5.0})),
    "v_default_int_for_string": ("10", Ok({"x": "5"})),
    "v_default_null_for_string": ("10", Ok({"x": "null"})),
    "v_dup_input_titles": ("3", Refused("FLOW227")),
    "v_edge_into_start": ("3", Refused("FLOW303")),
    "v_end_no_incoming": ("3", Refused("FLOW309")),
    "v_end_outgoing": ("3", Refused("FLOW303")),
    "v_end_types_conflict": ("9", Refused("FLOW230")),
    "v_flow_inputs_missing": ("3", Ok({"y": "a"})),
    "v_flow_out_not_in_any_end_default": ("20", Ok({"o9": "D"}, "B")),
    "v_flow_out_type_ne_end": ("9", Refused("FLOW230")),
    "v_inline_duplicated_everywhere": ("3", Ok({"y": "a"})),
    "v_isolated_node": ("3", Refused("FLOW309")),
    "v_missing_data_edge_default": ("5", Ok({"y": "D"})),
    "v_missing_data_edge_to_end": ("7", Refused("FLOW402")),
    "v_missing_edge_name": ("3", Ok({"y": "a"})),
    "v_missing_name": ("3", Ok({"y": "a"})),
    "v_missing_out_edge": ("3", Refused("FLOW304")),
    "v_missing_reference": ("3", Refused("FLOW522")),
    "v_no_end": ("3", Refused("FLOW310")),
    "v_no_title": ("3: without a title it is called property", Ok({})),
    "v_oneOf": ("9", Ok({"y": "a"})),
    "v_start_outputs_empty": ("3", Ok({"y": "a"})),
    "v_title_": ("12", Ok({})),
    "v_title_a_20b": ("12", Ok({})),
    "v_title_a_22b": ("12", Ok({})),
    "v_title_a_27b": ("12", Ok({})),
    "v_title_a_2cb": ("12", Ok({})),
    "v_title_a_7bb": ("12", Ok({})),
    "v_tool_inputs_ne_node": ("3", Refused("FLOW223")),
    "v_two_edges_from_start": ("3", Refused("FLOW304")),
    "v_two_edges_same_branch": ("3", Refused("FLOW304")),
    "v_unknown_branch": ("3", Refused("FLOW305")),
    "v_unreachable_node": ("3", Refused("FLOW309")),
    "v_version_26_2_0": ("8: any version is read", Ok({"y": "a"})),
    "v_version_26_3_0": ("8: any version is read", Ok({"y": "a"})),
    "v_version_future": ("8: any version is read", Ok({"y": "a"})),
    "v_version_garbage": ("8: any version is read", Ok({"y": "a"})),
    "v_wrong_branches": ("3", Ok({"y": "a"})),
    "yaml_mapping_int_key": ("19: a key of a mapping is text", Ok({}, "E1")),
    "yaml_version_float": ("8: a version is text, in YAML without quotes too", Ok({}, "E1")),
}
"""The rule of SEMANTICS that decides a case, and what flowc does."""


def expected(case: Case) -> Ok | Fails | Refused | None:
    """What flowc does in a case: as decided, else as both engines did; None if they differ."""
    return DECIDED[case.name][1] if case.name in DECIDED else agreed(case)


def agreed(case: Case) -> Ok | None:
    """What both engines did; None if they differ."""
    if case.agreed is None or case.langgraph.branch is None:
        return None
    return Ok(case.agreed, case.langgraph.branch)
