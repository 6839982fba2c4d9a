"""The table of component types against the official SDK's own classes."""

from __future__ import annotations

import json
import subprocess

import environment
import pytest

from flowc.ir.catalogue import CATALOGUE, SHARED_FIELDS
from flowc.ir.kinds import HOLDS

pytestmark = pytest.mark.slow

PROGRAM = """
import json
from pyagentspec._component_registry import BUILTIN_CLASS_MAP
shared = {"min_agentspec_version", "max_agentspec_version"}
print(json.dumps({
    name: {
        field: [info.is_required(), "SENSITIVE_FIELD_MARKER" in f"{info.metadata}{info.annotation}"]
        for field, info in cls.model_fields.items()
        if field not in shared
    }
    for name, cls in BUILTIN_CLASS_MAP.items()
    if not getattr(cls, "_is_abstract", False)
}))
"""
ONLY_IN_THE_SPECIFICATION = {"allow_insecure_http", "allow_fragments", "allow_credentials"}


def test_the_catalogue_says_what_the_sdk_says(pyagentspec) -> None:
    done = subprocess.run(
        [environment.python(), "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    sdk = {
        name: {field: marks for field, marks in fields.items() if field not in SHARED_FIELDS}
        for name, fields in json.loads(done.stdout).items()
    }
    assert set(CATALOGUE) == set(sdk)
    for name, fields in sdk.items():
        entry = CATALOGUE[name]
        assert set(entry.fields) - ONLY_IN_THE_SPECIFICATION == set(fields), name
        assert entry.required == {f for f, (required, _) in fields.items() if required}, name
        assert entry.sensitive == {f for f, (_, sensitive) in fields.items() if sensitive}, name


HOLDING = """
import json, typing
from pyagentspec._component_registry import BUILTIN_CLASS_MAP
from pyagentspec.component import Component

def held(annotation):
    if isinstance(annotation, type) and issubclass(annotation, Component):
        yield annotation
    for inner in typing.get_args(annotation):
        yield from held(inner)

concrete = {n: c for n, c in BUILTIN_CLASS_MAP.items() if not getattr(c, "_is_abstract", False)}
print(json.dumps({
    name: {
        field: sorted(n for n, c in concrete.items() if issubclass(c, tuple(held(info.annotation))))
        for field, info in cls.model_fields.items()
        if any(held(info.annotation))
    }
    for name, cls in concrete.items()
}))
"""
CHECKED_ELSEWHERE = {"Flow", "ControlFlowEdge", "DataFlowEdge"}
BESIDE_TEXTS = {"tool_filter"}


def test_fields_hold_what_they_hold_for_the_sdk(pyagentspec) -> None:
    done = subprocess.run(
        [environment.python(), "-c", HOLDING], capture_output=True, text=True, check=True
    )
    sdk = {
        name: {field: set(types) for field, types in fields.items() if field not in BESIDE_TEXTS}
        for name, fields in json.loads(done.stdout).items()
    }
    expected = {name: it for name, it in sdk.items() if it and name not in CHECKED_ELSEWHERE}
    found = {
        name: {field: set(holds.kind.types) for field, holds in fields.items()}
        for name, fields in HOLDS.items()
    }
    assert found == expected
