"""What is loaded when: a module that uses only tools must not pay for HTTP."""

from __future__ import annotations

import subprocess
import sys

import pytest

import flowc.runtime

THIRD_PARTY = {"httpx", "httpx2", "openai", "mcp", "anyio", "pydantic"}


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize(
    "statement",
    [
        "import flowc.runtime",
        "from flowc.runtime import *",
        "from flowc.runtime import HttpxHttp, AsyncOpenAiLlm, SdkMcp; SdkMcp(); AsyncOpenAiLlm()",
    ],
)
def test_no_third_party_package_is_loaded_before_it_is_needed(statement):
    assert loaded_after(statement) & THIRD_PARTY == set()


def test_the_package_itself_loads_nothing_of_its_own():
    code = "import flowc.runtime, sys; print(*(m for m in sys.modules if 'flowc.runtime.' in m))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_every_public_name_is_there():
    assert sorted(flowc.runtime._HOME) == flowc.runtime.__all__
    for name in flowc.runtime.__all__:
        assert getattr(flowc.runtime, name) is not None
    assert set(flowc.runtime.__all__) <= set(dir(flowc.runtime))


def test_other_names_are_not():
    with pytest.raises(
        AttributeError, match=r"^module 'flowc.runtime' has no attribute 'Nothing'$"
    ):
        flowc.runtime.Nothing  # noqa: B018
