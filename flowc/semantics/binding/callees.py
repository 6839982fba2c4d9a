"""Callees: the name before an argument list says which kind of node a call is, and what it runs."""

from __future__ import annotations

from flowc.diagnostics import Rule, Severity
from flowc.ir.nodes import (
    NODE_CLASSES,
    AgentNode,
    CatchExceptionNode,
    FlowNode,
    MapNode,
    Node,
    OtherNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.values import Ref
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.report import rename, suggestion
from flowc.semantics.binding.scope import DeclaredComponent, Scope, Unresolved
from flowc.semantics.binding.signatures import is_agent, is_tool
from flowc.semantics.likely_types import LIKELY_TYPO, likely_name, likely_type
from flowc.syntax.tree import Call, Name

UNKNOWN_CALLEE = Rule("FLOW117", Severity.ERROR, "what is called is not declared")
"""A call names a tool, flow or agent that this file declares or imports, or a type of node
(`LlmNode(…)`).

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lokup(order_id)
  return lokup.status
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```
"""

NOT_CALLABLE = Rule("FLOW118", Severity.ERROR, "what is called cannot be called")
"""Tools, flows and agents can be called. Models and other components are what a node uses: they
are values of its fields. `map`, `parallel` and `try` run flows only.

Wrong:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}

flow greet(who: string) -> (text: string) {
  answer = llama(who) -> (text: string)
  return answer.text
}
```

Right:

```flow
VllmConfig llama {
  url: "http://localhost:8000"
  model_id: "llama-3.1-8b"
}

flow greet(who: string) -> (text: string) {
  answer = LlmNode(who) -> (text: string) {
    llm_config: llama
    prompt_template: "Greet {{who}}."
  }
  return answer.text
}
```
"""

FORMS: dict[str, type[Node]] = {
    "try": CatchExceptionNode,
    "map": MapNode,
    "parallel map": ParallelMapNode,
}
"""Node kinds of the forms that run one flow."""


def bind_callee(draft: Draft, call: Call, scope: Scope) -> None:
    """Set the draft's kind and the field that names what it runs; `unknown` after a finding."""
    if call.form == "parallel":
        found = [_flow(name, call.form, scope) for name in call.callees]
        _set(draft, ParallelFlowNode)
        draft.fields["subflows"] = [Ref(id_) for id_ in found if id_ is not None]
        draft.unknown = None in found
        return
    callee = call.callees[0]
    if call.form:
        id_ = _flow(callee, call.form, scope)
        _set(draft, FORMS[call.form])
        draft.fields["subflow"] = Ref(id_ or "")
        draft.unknown = id_ is None
        return
    declared = scope.meaning(callee.text)
    if isinstance(declared, DeclaredComponent):
        _component(draft, callee, declared, scope)
    elif isinstance(declared, Unresolved):
        draft.unknown = True
    else:
        _node_type(draft, callee, scope)


def _set(draft: Draft, kind: type[Node], component_type: str = "") -> None:
    draft.kind, draft.component_type = kind, component_type or kind.__name__


def _component(draft: Draft, callee: Name, declared: DeclaredComponent, scope: Scope) -> None:
    type_ = declared.component_type
    if type_ == "Flow":
        kind, field = FlowNode, "subflow"
    elif is_tool(type_):
        kind, field = ToolNode, "tool"  # type: ignore[assignment]
    elif is_agent(type_):
        kind, field = AgentNode, "agent"  # type: ignore[assignment]
    else:
        scope.report.add(
            NOT_CALLABLE,
            callee.span,
            f"'{callee.text}' cannot be called: it is of type {type_}",
            label=f"of type {type_}",
            hint="Tools, flows and agents can be called. Other components are fields of a node: "
            "`LlmNode(…) { llm_config: NAME }`.",
        )
        draft.unknown = True
        return
    _set(draft, kind)
    draft.fields[field] = Ref(declared.id)


def _node_type(draft: Draft, callee: Name, scope: Scope) -> None:
    text = callee.text
    if text == "EndNode":
        scope.report.add(
            NOT_CALLABLE,
            callee.span,
            "an EndNode is written as a `return`",
            label="not a call",
            hint="Write `NAME: return (…) as BRANCH`.",
        )
        draft.unknown = True
        return
    if text in NODE_CLASSES:
        _set(draft, NODE_CLASSES[text])
        return
    if text[:1].isupper() and text not in scope.names:
        _set(draft, OtherNode, text)
        if likely_name(text, callables(scope)) and not likely_type(text):
            scope.report.add(
                LIKELY_TYPO,
                callee.span,
                f"'{text}' is taken for a node type that flowc does not know",
                label="unknown node type",
                hint=suggestion(text, [*callables(scope), *NODE_CLASSES]),
            )
        return
    near = suggestion(text, [*callables(scope), *NODE_CLASSES])
    scope.report.add(
        UNKNOWN_CALLEE,
        callee.span,
        f"'{text}' is a type and cannot be called"
        if text in scope.names
        else f"no tool, flow or agent is called '{text}'",
        label="a type" if text in scope.names else "not declared",
        hint=near if near.startswith("Did") else f"Declare it: `tool {text}(…) -> (…)`.",
        fix=rename(callee, callables(scope)),
    )
    draft.unknown = True


def callables(scope: Scope) -> list[str]:
    """The declared names that can be called."""
    return [
        text
        for text, declared in scope.names.items()
        if isinstance(declared, DeclaredComponent)
        and (
            declared.component_type == "Flow"
            or is_tool(declared.component_type)
            or is_agent(declared.component_type)
        )
    ]


def _flow(name: Name, form: str, scope: Scope) -> str | None:
    """The id of the flow that a form which runs flows names; None after a finding."""
    declared = scope.meaning(name.text)
    if isinstance(declared, Unresolved):
        return None
    if isinstance(declared, DeclaredComponent) and declared.component_type == "Flow":
        return declared.id
    flows = [text for text in callables(scope) if _is_flow(scope, text)]
    if declared is None:
        near = suggestion(name.text, flows)
        scope.report.add(
            UNKNOWN_CALLEE,
            name.span,
            f"no flow is called '{name.text}'",
            label="not declared",
            hint=near or f"Declare it: `flow {name.text}(…) -> (…) {{ … }}`.",
        )
        return None
    what = (
        f"of type {declared.component_type}"
        if isinstance(declared, DeclaredComponent)
        else "a type"
    )
    scope.report.add(
        NOT_CALLABLE,
        name.span,
        f"`{form}` runs a flow, and '{name.text}' is {what}",
        label="not a flow",
        hint=f"Declare a flow that calls '{name.text}' and returns what it gives.",
    )
    return None


def _is_flow(scope: Scope, text: str) -> bool:
    declared = scope.names[text]
    return isinstance(declared, DeclaredComponent) and declared.component_type == "Flow"
