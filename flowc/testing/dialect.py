"""What an engine can do: random cases have nothing in them that it cannot."""

from __future__ import annotations

from collections.abc import Callable

from flowc.ir.types import Type
from flowc.records import dataclass

TITLES = ("a", "b", "type", "x-y", "c", "self", "é", "1d", "class")
FAULTS = ("enum violation", "missing key", "None", "wrong type", "raise")
"""What can be wrong with a tool's answer, beside nothing."""
TEXTS = ("Hello", "", "{", "{% x %}", "é\n", "}} ", "{{ no one }}", '"q"')
"""What messages, prompts and requests begin with."""
TOOL_KINDS = ("ClientTool", "BuiltinTool", "RemoteTool", "MCPTool")


def any_type(_: Type) -> bool:
    """Every type."""
    return True


def any_types(_: Type, __: Type) -> bool:
    """Every pair of types."""
    return True


@dataclass(frozen=True, slots=True)
class Dialect:
    """Bounds of random cases. As it is made without arguments, it leaves nothing out.

    `titles` and `faults` are what inputs and outputs are called, and what can be wrong with tools'
    answers. `holds` says which types properties may have, `feeds` which types edges may join (of
    those that the checks allow), `converts` to which types tools' answers and inputs of the flow
    may be ones that fit only when converted.
    """

    titles: tuple[str, ...] = TITLES
    faults: tuple[str, ...] = FAULTS
    holds: Callable[[Type], bool] = any_type
    feeds: Callable[[Type, Type], bool] = any_types
    converts: Callable[[Type], bool] = any_type
    shared_titles: bool = True
    """Inputs of a flow may be titled like inputs of its nodes."""
    typed_keys: bool = True
    """What a BranchingNode looks at may be no string."""
    missing_edges: bool = True
    """A BranchingNode may have no edge for other values."""
    unset_inputs: bool = True
    """On some way, an input may be read before anything is written to it."""
    missing_outputs: bool = True
    """An EndNode may lack outputs of the flow that have defaults."""
    retyped_inputs: bool = True
    """A node's input may have another type than its tool's."""
    named_flows: int = 40
    """How many of a hundred flows are wired by name, of those that can be."""
    null_outputs: bool = True
    """Outputs of flows may be null."""
    silent_tools: bool = True
    """Tools may have no outputs."""
    shows: Callable[[Type], bool] = any_type
    """Which types placeholders in messages, prompts and requests may have,"""
    texts: tuple[str, ...] = TEXTS
    """and what those texts begin with."""
    maps: bool = True
    """There may be MapNodes,"""
    parallel_maps: bool = True
    """ParallelMapNodes,"""
    iterated_lists: int = 3
    """both over so many lists at most,"""
    reducers: bool = True
    """with other reducers than `append`."""
    parallel_flows: bool = True
    """There may be ParallelFlowNodes,"""
    parallel_loops: bool = True
    """in loops too."""
    catches: bool = True
    """There may be CatchExceptionNodes,"""
    catch_defaults: bool = True
    """and what they give for a failed flow may be other defaults than the flow's own."""
    inherited_defaults: bool = True
    """They may leave defaults to the flow: the official SDK wants their own."""
    messages: bool = True
    """There may be OutputMessageNodes,"""
    questions: bool = True
    """and InputMessageNodes,"""
    question_texts: bool = True
    """with messages of their own;"""
    inner_messages: bool = True
    """both in subflows too."""
    models: bool = True
    """There may be LlmNodes,"""
    structured_answers: bool = True
    """with other outputs than one text."""
    answered_titles: tuple[str, ...] = TITLES
    """What outputs of models, requests and agents are called."""
    odd_answers: bool = True
    """Their answers may be empty, lack what has a default, fit only when converted, or not fit."""
    requests: bool = True
    """There may be ApiNodes,"""
    path_values: bool = True
    """with placeholders in the paths of URLs."""
    agents: bool = True
    """There may be AgentNodes."""
    tool_kinds: tuple[str, ...] = TOOL_KINDS
    """What tools may be beside ServerTools."""
    confirmations: bool = True
    """Tools may require a confirmation,"""
    inner_questions: bool = True
    """in subflows too, where tools may be of all kinds too,"""
    parallel_questions: bool = True
    """and in those that Parallel nodes run."""
    parallel_messages: bool = True
    """Flows that Parallel nodes run may have OutputMessageNodes,"""
    parallel_faults: bool = True
    """and tools that fail."""
    retries: bool = True
    """Tools may be `@retry`."""
    state: bool = True
    """Tools may be `@state`."""
    contexts: bool = True
    """Tools may be `@context`."""


EVERYTHING = Dialect()
