"""The statements of nodes that run one subflow once: FlowNodes and CatchExceptionNodes
(SEMANTICS 21 and 24)."""

from __future__ import annotations

from flowc.ir.defaults import in_form
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode, FlowNode
from flowc.ir.values import Absent
from flowc.python.dataflow import tidy
from flowc.python.facts import FlowFacts
from flowc.python.layout import Expr, call
from flowc.python.literals import literal, text_literal
from flowc.python.passing import Given, Passing
from flowc.python.writing import Writing
from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """The local that tells whether a subflow failed: a flag, or why it did, None if it did not."""

    local: str
    is_flag: bool


class SubflowCode:
    """Writes the runs of subflows into a body. `branch` is the local that holds the branch in which
    the last one ended, if there is a choice; `failures` says, by CatchExceptionNode, what tells it
    of subflows that have no choice but to fail."""

    def __init__(self, writing: Writing, passing: Passing) -> None:
        self._writing = writing
        self._passing = passing
        self.branch = ""
        self.failures: dict[str, Failure] = {}
        self._flag = ""
        self._results: dict[str, str] = {}

    def name_results(self) -> None:
        """Name the locals that hold a subflow's outputs, after those that hold values."""
        writing = self._writing
        for node in writing.flow.nodes:
            if isinstance(node, FlowNode):
                result = self._results[node.id] = writing.locals_.unique(tidy(node.name))
                for title in writing.flow.given[node.id]:
                    variable = writing.data.outputs.get((node.id, title))
                    if variable is not None and not variable.expr:
                        variable.expr = f"{result}[{text_literal(title)}]"

    def write(self, node: FlowNode) -> None:
        """Run the subflow; keep its outputs, and the branch if it has several."""
        self._run(node, self._passing.given(node), self._results[node.id])
        self._writing.storing.copy_late(node)

    def _run(self, node: FlowNode | CatchExceptionNode, given: Given, result: str) -> None:
        writing = self._writing
        called = writing.flow.module.flows[node.subflow.id]
        run = self._passing.run(node, called, self._passing.arguments(called, given))
        titles = [title for title in called.output_types if writing.is_taken(node.id, title)]
        if called.has_branches:
            self._keep_pair(node, result if titles else "", run)
        else:
            writing.body.put(f"{result} = " if titles else "", run)
        for title in titles:
            variable = writing.data.outputs[node.id, title]
            part = f"{result}[{text_literal(title)}]"
            if variable.expr != part:
                writing.storing.store((node.id, title), part)
            else:
                writing.storing.copy((node.id, title))

    def _keep_pair(self, node: FlowNode | CatchExceptionNode, result: str, run: Expr) -> None:
        """Keep what is read of the branch and the outputs that a run gives."""
        writing = self._writing
        chooses = writing.flow.chooses(node)
        if chooses:
            self.branch = self.branch or writing.locals_.unique("branch")
        elif not result:
            writing.body.put("", run)
            return
        # No name of a document is `_`, and type checkers let it hold anything.
        branch = self.branch if chooses else "_"
        writing.body.put(f"{branch}, {result or '_'} = ", run)

    # Catching -----------------------------------------------------------------------------------

    def write_catching(self, node: CatchExceptionNode) -> None:
        """Run the subflow inside `try`. An error of the node's own inputs is not caught, so they
        are converted before it."""
        writing, body = self._writing, self._writing.body
        called = writing.flow.module.flows[node.subflow.id]
        given = self._passing.in_locals(self._passing.given(node))
        result = writing.locals_.unique(tidy(node.name))
        after = self._after_failure(node, called)
        chooses = writing.flow.chooses(node)
        if not chooses and not after:
            suppress = writing.calls.imported("contextlib", "suppress")
            body.put("with ", call(suppress, "Exception"), ":")
            with body.block():
                self._run(node, given, result)
            return
        flag = ""
        if chooses and not called.has_branches:
            failure = self.failures[node.id] = self._told_by(node)
            flag = failure.local if failure.is_flag else ""
        body.put("try:")
        with body.block():
            self._run(node, given, result)
            if flag:
                body.put(f"{flag} = False")
            if CAUGHT_INFO in after:
                writing.storing.store((node.id, CAUGHT_INFO), "None")
        named = f" as {self._error}" if CAUGHT_INFO in after else ""
        body.put(f"except Exception{named}:")
        with body.block():
            if flag:
                body.put(f"{flag} = True")
            elif chooses and called.has_branches:
                body.put(f"{self.branch} = ", text_literal(CAUGHT))
            for title, value in after.items():
                writing.storing.store((node.id, title), value)
        writing.storing.copy_late(node)

    def _told_by(self, node: CatchExceptionNode) -> Failure:
        """What tells whether the subflow failed: why it did if that is read, else a flag."""
        why = self._writing.storing.variable((node.id, CAUGHT_INFO))
        if why is not None:
            return Failure(why.expr, is_flag=False)
        self._flag = self._flag or self._writing.locals_.unique("failed")
        return Failure(self._flag, is_flag=True)

    @property
    def _error(self) -> str:
        """What the flow's handlers call an error."""
        return self._writing.calls.flow(self._writing.flow.flow.id).error

    def _after_failure(self, node: CatchExceptionNode, called: FlowFacts) -> dict[str, Expr]:
        """What is written after a failure of those outputs that are read: the node's defaults, else
        the subflow's, and why it failed."""
        inner = {item.title: item for item in called.outputs}
        found: dict[str, Expr] = {}
        for title in self._writing.flow.given[node.id]:
            if not self._writing.is_taken(node.id, title):
                continue
            if title == CAUGHT_INFO:
                error = self._error
                found[title] = f"str({error}) or type({error}).__name__"
                continue
            item = node.output(title)
            item = item if item is not None and item.has_default else inner[title]
            if not isinstance(item.default, Absent):
                found[title] = literal(in_form(item.default, item.type))
        return found
