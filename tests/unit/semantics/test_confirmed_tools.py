"""A tool runs unconfirmed only if its document says so beyond doubt (SEMANTICS 16)."""

from __future__ import annotations

import pytest

from flowc.ir.components import Component
from flowc.ir.values import ABSENT, Ref
from flowc.semantics.policies import must_be_confirmed


def tool(*, fields=None, overrides=None):
    return Component(
        component_type="ServerTool",
        id="t",
        name="t",
        fields=fields or {},
        overrides=overrides or {},
    )


@pytest.mark.parametrize("value", [True, "yes", "false", "", 1, 0, 0.0, [], {}, Ref("x")])
def test_what_is_not_false_must_be_confirmed(value):
    said = {"requires_confirmation": value}
    assert must_be_confirmed(tool(fields=said))
    assert must_be_confirmed(tool(fields={"requires_confirmation": False}, overrides=said))


@pytest.mark.parametrize("value", [False, None, ABSENT])
def test_false_and_nothing_need_no_confirmation(value):
    assert not must_be_confirmed(tool())
    assert not must_be_confirmed(tool(fields={"requires_confirmation": value}))
    overridden = tool(
        fields={"requires_confirmation": True}, overrides={"requires_confirmation": value}
    )
    assert not must_be_confirmed(overridden)
