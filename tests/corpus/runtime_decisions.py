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
from flowc.runtime import ConfirmationRejected, HttpStatusError


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
    "an_flow_agent": ("21", Fails(NotImplementedError, "no runner for a Flow")),
    "api_allow_list_no": (
        "section 7",
        Fails(ValueError, "http://127.0.0.1:18765 with this path is not in url_allow_list"),
    ),
    "api_allow_list_ok": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo/a",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_bad_url": ("section 7", Refused("FLOW537")),
    "api_data_content_type_lower": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {
                    "accept": "*/*",
                    "user-agent": "python-httpx",
                    "content-type": "application/vnd.x+json",
                },
                "body": '{"k":1}',
            }
        ),
    ),
    "api_data_dict_int_input": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {
                    "accept": "*/*",
                    "user-agent": "python-httpx",
                    "content-type": "application/json",
                },
                "body": '{"k":"5"}',
            }
        ),
    ),
    "api_data_empty_default_get": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_data_empty_default_post": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_data_form": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {
                    "accept": "*/*",
                    "user-agent": "python-httpx",
                    "content-type": "application/x-www-form-urlencoded",
                },
                "body": "k=v+%26&n=1",
            }
        ),
    ),
    "api_data_form_string": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {
                    "accept": "*/*",
                    "user-agent": "python-httpx",
                    "content-type": "application/x-www-form-urlencoded",
                },
                "body": "a=1&b=2",
            }
        ),
    ),
    "api_data_string": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "hello v",
            }
        ),
    ),
    "api_data_string_json": (
        "section 7",
        Ok(
            {
                "method": "POST",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": '{"a": "v"}',
            }
        ),
    ),
    "api_get_lower": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_header_int": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx", "x-a": "5"},
                "body": "",
            }
        ),
    ),
    "api_headers": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo",
                "query": "",
                "headers": {
                    "accept": "*/*",
                    "user-agent": "python-httpx",
                    "x-a": "v h",
                    "x-b": "c",
                    "x-sec": "sh",
                },
                "body": "",
            }
        ),
    ),
    "api_headers_conflict": (
        "section 7",
        Fails(ValueError, "a header is in headers and in sensitive_headers"),
    ),
    "api_method_templated": (
        "section 7",
        Ok(
            {
                "method": "PUT",
                "path": "/echo",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_noretry_flaky": (
        "section 7",
        Fails(HttpStatusError, "GET http://127.0.0.1:18765 answered with status 503"),
    ),
    "api_out_204": ("section 7", Refused("FLOW401")),
    "api_out_http_response": ("section 7", Fails(LookupError, "node 'a' got no 'http_response'")),
    "api_out_http_response_text": (
        "section 7",
        Fails(TypeError, "node 'a' must get a mapping, not str"),
    ),
    "api_out_http_status_code": (
        "section 7",
        Fails(LookupError, "node 'a' got no 'http_status_code'"),
    ),
    "api_out_missing_key": ("section 7", Fails(LookupError, "node 'a' got no 'zzz'")),
    "api_out_scalar": ("section 7", Fails(TypeError, "node 'a' must get a mapping, not int")),
    "api_out_str_to_int": (
        "section 7",
        Fails(TypeError, "output 's' of node 'a': expected integer, got str"),
    ),
    "api_out_title_dash": ("section 7", Fails(LookupError, "node 'a' got no 'a-b'")),
    "api_outputs_empty_list_text": ("section 7", Ok({})),
    "api_post_500_retries": (
        "section 7",
        Fails(HttpStatusError, "POST http://127.0.0.1:18765 answered with status 502"),
    ),
    "api_post_504_max1": (
        "section 7",
        Fails(HttpStatusError, "POST http://127.0.0.1:18765 answered with status 504"),
    ),
    "api_query_in_url_only": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo",
                "query": "u=1",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_query_in_url_plus_params": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo",
                "query": "u=1&q=2",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_relative_url": ("section 7", Refused("FLOW537")),
    "api_retry_404": (
        "section 7",
        Fails(HttpStatusError, "GET http://127.0.0.1:18765 answered with status 404"),
    ),
    "api_retry_flaky": ("section 7", Ok({"a": "ok", "k": 3})),
    "api_url_host_template": (
        "section 7",
        Fails(ValueError, "a placeholder in the scheme or host of a URL needs url_allow_list"),
    ),
    "api_url_template": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo/a%20b%2Fc%3Fd%3D%C3%A9%26e",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_url_template_bool": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo/true",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_url_template_int": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo/5",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
    "api_url_template_list": (
        "section 7",
        Ok(
            {
                "method": "GET",
                "path": "/echo/%5B1%5D",
                "query": "",
                "headers": {"accept": "*/*", "user-agent": "python-httpx"},
                "body": "",
            }
        ),
    ),
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
        Fails(TypeError, "output 'v' of tool 'src': expected boolean, got str"),
    ),
    "cast_decl_bool_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_int_ret_badstr": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected integer, got str"),
    ),
    "cast_decl_int_ret_bool": ("9", Ok({"r": "int:1"})),
    "cast_decl_int_ret_list": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected integer, got list"),
    ),
    "cast_decl_int_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_int_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected integer, got str"),
    ),
    "cast_decl_int_ret_str_pad": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected integer, got str"),
    ),
    "cast_decl_list_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_list_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected integer[], got str"),
    ),
    "cast_decl_list_ret_strs": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src'[0]: expected integer, got str"),
    ),
    "cast_decl_list_ret_tuple": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected integer[], got tuple"),
    ),
    "cast_decl_num_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_decl_num_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected number, got str"),
    ),
    "cast_decl_obj_ret_missing": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': property 'a' is missing"),
    ),
    "cast_decl_obj_ret_str": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected { a: integer }, got str"),
    ),
    "cast_decl_str_ret_bytes": (
        "9",
        Fails(TypeError, "output 'v' of tool 'src': expected string, got bytes"),
    ),
    "cast_decl_str_ret_none": ("14", Fails(LookupError, "tool 'src' returned nothing for 'v'")),
    "cast_enum_to_enum_bad": (
        "9",
        Fails(ValueError, "output 'v' of tool 'src': expected one of \"a\""),
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
    "ce_bad_sub_input": (
        "24",
        Ok({"y": "SUBDEF", "info": 'can only concatenate str (not "int") to str'}, "KO"),
    ),
    "ce_branch_conflict": ("24", Refused("FLOW231")),
    "ce_missing_info_output": ("24", Refused("FLOW223")),
    "ce_no_default": ("24", Refused("FLOW231")),
    "ce_node_and_sub_default": ("24", Ok({"y": "NODEDEF", "info": "'secret'"}, "KO")),
    "ce_ok": ("24", Ok({"y": "q!", "info": None}, "OK")),
    "ce_raises": ("24", Ok({"y": "SUBDEF", "info": "'secret'"}, "KO")),
    "ce_version_25_4_2": ("24", Ok({"y": "q!", "info": None}, "OK")),
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
        Fails(LookupError, "input 'x' of node 'c' has no value: a gave none"),
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
    "inmsg_basic": ("25", Ok({"r": "Bob"})),
    "inmsg_in_pmap": ("25", Ok({"collected_r": ["r1", "r2"]})),
    "inmsg_in_subflow": ("25", Ok({"r": "Bob"})),
    "inmsg_int_output": ("25", Refused("FLOW416")),
    "inmsg_renamed_output_to_int": ("25", Refused("FLOW220")),
    "llm_bool_input_typed": ("25", Ok({"generated_text": "ECHO:b=true"})),
    "llm_jinja": ("26", Ok({"generated_text": "ECHO:{% if x %}Y{% endif %}hi {{ x|upper }}"})),
    "llm_output_string_list_single": ("26", Fails(LookupError, "node 'l' got no 'ans'")),
    "llm_structured2": ("26", Ok({"brand": "B", "hp": 7})),
    "llm_structured_missing": ("26", Fails(LookupError, "node 'l' got no 'nope'")),
    "llm_structured_obj": ("26", Fails(LookupError, "node 'l' got no 'car'")),
    "llm_unreachable": (
        "26",
        Fails(ConnectionError, "http://127.0.0.1:1 could not be reached (ConnectError)"),
    ),
    "map_default_input_unconnected": ("22", Refused("FLOW402")),
    "map_inner_any_list_typed": ("22", Refused("FLOW137")),
    "map_input_named_iterated": ("22", Ok({"collected_m": [1.0, 2.0]})),
    "map_list_any": ("22", Refused("FLOW220")),
    "map_list_of_int_to_number": ("22", Refused("FLOW137")),
    "map_namebased": ("22", Ok({"collected_m": [1.0, 4.0]})),
    "map_null_output": ("22", Ok({"collected_m": [1.0, None, 3.0]})),
    "map_raises": ("22", Fails(ValueError, "boom1.0")),
    "map_reduce_average_ints": ("22", Ok({"collected_m": 2.3333333333333335})),
    "map_reduce_max_ints": ("22", Ok({"collected_m": 4.0})),
    "map_reduce_min_empty": (
        "22",
        Fails(ValueError, "output 'collected_m' of node 'm': there is no min of no items"),
    ),
    "map_reduce_sum_ints": ("22", Ok({"collected_m": 7.0})),
    "map_reduce_unknown_output": ("22", Refused("FLOW223")),
    "map_two_lists_unequal": (
        "22",
        Fails(
            ValueError,
            "node 'm' goes over lists of unequal length: 'iterated_n' has 3, 'iterated_k' has 2",
        ),
    ),
    "msg_jinja_for": ("27", Refused("FLOW706")),
    "msg_unbalanced": ("25", Ok({})),
    "pf_basic": ("23", Ok({"o1": "q1", "o2": "q2"})),
    "pf_both_raise": ("23", Fails(ValueError, "boom1")),
    "pf_disjoint_inputs": ("23", Ok({"o1": "q1", "o2": "w"})),
    "pf_in_flownode_in_loop": ("23", Ok({"j": 5})),
    "pf_in_loop": ("23", Ok({"j": 5})),
    "pf_null_output": ("23", Ok({"o1": None, "o2": "q2"})),
    "pf_same_input_diff_type": ("23", Refused("FLOW232")),
    "pf_same_output": ("23", Refused("FLOW232")),
    "pmap_basic": ("22", Ok({"collected_m": [1.0, 4.0, 12.25]})),
    "pmap_broadcast": ("22", Ok({"collected_m": [10.0, 20.0]})),
    "pmap_default_input_unconnected_nodedefault": ("22", Ok({"collected_m": [5.0, 10.0]})),
    "pmap_explicit_array_input": ("22", Ok({"collected_m": [1.0, 4.0]})),
    "pmap_explicit_union_swapped": ("22", Ok({"collected_m": [1.0, 4.0]})),
    "pmap_inner_any": ("22", Refused("FLOW137")),
    "pmap_inner_list_input_broadcast": ("22", Refused("FLOW137")),
    "pmap_input_named_iterated": ("22", Ok({"collected_m": [1.0, 2.0]})),
    "pmap_list_any": ("22", Refused("FLOW220")),
    "pmap_list_of_int_to_number": ("22", Refused("FLOW137")),
    "pmap_order_latency": ("22", Ok({"collected_m": [3.0, 2.0, 1.0]})),
    "pmap_output_named_collected": ("22", Ok({"collected_collected_m": [1.0, 4.0]})),
    "pmap_raises": ("22", Fails(ValueError, "boom1.0")),
    "pmap_reduce_append_ints": ("22", Ok({"collected_m": [1.0, 2.0, 4.0]})),
    "pmap_reduce_average_empty": (
        "22",
        Fails(ValueError, "output 'collected_m' of node 'm': there is no average of no items"),
    ),
    "pmap_reduce_max_empty": (
        "22",
        Fails(ValueError, "output 'collected_m' of node 'm': there is no max of no items"),
    ),
    "pmap_reduce_max_ints": ("22", Ok({"collected_m": 4.0})),
    "pmap_reduce_min_ints": ("22", Ok({"collected_m": 1.0})),
    "pmap_reduce_partial": ("22", Ok({"collected_m": [1.0, 2.0]})),
    "pmap_reduce_sum_string": (
        "22",
        Fails(TypeError, "output 'collected_m' of node 'm': sum takes numbers, got str"),
    ),
    "pmap_two_lists_unequal": (
        "22",
        Fails(
            ValueError,
            "node 'm' goes over lists of unequal length: 'iterated_n' has 3, 'iterated_k' has 2",
        ),
    ),
    "pmap_untyped_obj_items": ("22", Ok({"collected_m": [1.0]})),
    "rt_one_any": (
        "17 and section 7",
        Ok(
            {
                "o": {
                    "a": {"b": {"c": 7}},
                    "arr": [{"z": 1}],
                    "s": "5",
                    "f": 5.0,
                    "t": True,
                    "http_status_code": "fromjson",
                    "response": "R",
                }
            }
        ),
    ),
    "rt_post_template": (
        "17 and section 7",
        Ok(
            {
                "o": {
                    "method": "POST",
                    "path": "/echo/a%20b",
                    "query": "q=a+b",
                    "headers": {
                        "accept": "*/*",
                        "user-agent": "python-httpx",
                        "x-a": "a b",
                        "content-type": "application/json",
                        "x-sec": "a b",
                    },
                    "body": '{"k":"a b"}',
                }
            }
        ),
    ),
    "rt_status_503_max1": (
        "17 and section 7",
        Fails(HttpStatusError, "GET http://127.0.0.1:18765 answered with status 599"),
    ),
    "rt_two": ("17 and section 7", Ok({"s": "5", "t": True})),
    "rt_two_missing": ("17 and section 7", Fails(LookupError, "tool 'rt' returned no 'zz'")),
    "tool_asyncgen": (
        "9",
        Fails(TypeError, "output 'a' of tool 't': expected string, got async_generator"),
    ),
    "tool_builtin": ("17", Ok({"a": "v"})),
    "tool_confirm_reject": (
        "16 and 17",
        Fails(ConfirmationRejected, "the call of tool 't' was not confirmed"),
    ),
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
