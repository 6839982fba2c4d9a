"""How implementations are found (SEMANTICS 12, 17), and stubs."""

from __future__ import annotations

import functools
import inspect
import sys
import types

import pytest

from flowc.interpreter import implementation, stub_tools, tool_namespace


class Tools:
    limit = 5

    def lookup_order(self):
        return "method"

    @staticmethod
    def print_():
        return "static"

    async def slow(self, n):
        return n + 1


MODULE = types.ModuleType("tools")
MODULE.lookup_order = lambda: "module"
MODULE.json = types.ModuleType("json")


@pytest.mark.parametrize(
    ("tools", "name", "result"),
    [
        (Tools(), "lookup_order", "method"),
        (Tools(), "lookup-order", "method"),
        (Tools(), "print", "static"),
        (Tools, "print", "static"),
        (MODULE, "lookup_order", "module"),
        ({"lookup_order": lambda: "key"}, "lookup order", "key"),
        ({"lookup order": lambda: "key"}, "lookup order", "key"),
        ({"print": lambda: "key"}, "print", "key"),
        ({"a-b": lambda: "name", "a_b": lambda: "mangled"}, "a-b", "mangled"),
        ({"a_b": lambda: "mangled", "a-b": lambda: "name"}, "a-b", "mangled"),
    ],
)
def test_a_tool_is_found_by_its_mangled_name(tools, name, result):
    function = implementation(tools, name)
    assert function is not None
    assert function() == result


@pytest.mark.parametrize(
    ("tools", "name"),
    [
        (Tools(), "lookup"),
        (Tools(), "limit"),
        (MODULE, "json"),
        ({}, "a"),
        ({"a": 5}, "a"),
        (None, "a"),
        (Tools(), "__class__"),
        ({"a": print}, "items"),
        ({"a": print}, ""),
    ],
)
def test_what_is_no_function_of_that_name_implements_nothing(tools, name):
    assert implementation(tools, name) is None


def test_a_namespace_has_the_functions_as_attributes():
    namespace = tool_namespace({"lookup-order": len, "print": repr})
    assert namespace.lookup_order is len
    assert namespace.print_ is repr
    assert tool_namespace(namespace) is namespace
    with pytest.raises(AttributeError, match="there is no tool function 'other'"):
        _ = namespace.other


def test_an_async_function_is_run_to_its_end():
    slow = implementation(Tools(), "slow")
    assert slow is not None
    assert slow(n=1) == 2
    assert slow(n=2) == 3


async def doubled(n):
    return n * 2


@functools.wraps(doubled)
async def wrapped(n):
    return await doubled(n)


def promised(n):
    return doubled(n)


class Callable:
    async def __call__(self, n):
        return n * 2


ASYNC = [doubled, wrapped, functools.partial(doubled), Tools().slow, types.MethodType(doubled, 4)]
PLAIN = [promised, Callable(), functools.partial(promised), types.MethodType(promised, 4), len]


@pytest.mark.parametrize("function", [*ASYNC, *PLAIN])
def test_what_is_async_is_what_inspect_says(function):
    found = implementation({"t": function}, "t")
    assert (found is not function) == inspect.iscoroutinefunction(function) == (function in ASYNC)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="inspect.markcoroutinefunction is of 3.12")
def test_a_function_can_be_marked_as_async():
    def marked(n):
        return doubled(n)

    found = implementation({"t": inspect.markcoroutinefunction(marked)}, "t")
    assert found is not None
    assert found(n=4) == 8


def test_a_stub_gives_its_result_to_every_call_each_time_anew():
    stubs = stub_tools({"find order": {"lines": [1]}, "none": None})
    first, second = stubs.find_order(order_id="1"), stubs.find_order()
    assert first == second == {"lines": [1]}
    assert first["lines"] is not second["lines"]
    assert stubs.none(x=1) is None


def test_a_stub_gives_the_results_of_a_list_in_turn():
    next_ = stub_tools({"next-one": ["a", None, ["b"]]}).next_one
    assert [next_(), next_(), next_()] == ["a", None, ["b"]]
    for call in (4, 5):
        with pytest.raises(LookupError) as caught:
            next_()
        assert str(caught.value) == f"the stub of tool 'next-one' has no result for call {call}"


def test_a_stub_without_results_fails_at_the_first_call():
    with pytest.raises(LookupError, match="has no result for call 1"):
        stub_tools({"t": []}).t()
