"""The statements that run subflows side by side: ParallelFlowNodes, and what ParallelMapNodes share
with them (SEMANTICS 23).

Synchronous modules have a pool of threads, asynchronous ones tasks. Either way all runs come to
their end; then their results are asked for in the order of the list, which raises the first error.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flowc.ir.nodes import ParallelFlowNode
from flowc.python.dataflow import tidy
from flowc.python.facts import FlowFacts
from flowc.python.layout import Expr, Group, call, one_line
from flowc.python.literals import text_literal
from flowc.python.passing import Passing, own
from flowc.python.writing import Writing

MAX_THREADS = "32"
"""How many runs of one node go on at the same time."""


class SideBySide:
    """Writes runs side by side into a body."""

    def __init__(self, writing: Writing, passing: Passing) -> None:
        self._writing = writing
        self._passing = passing
        self._pool_name = ""

    def write(self, node: ParallelFlowNode) -> None:
        """Run all subflows, each on those of the node's inputs that it has; keep what is read."""
        writing, body = self._writing, self._writing.body
        given = self._passing.in_locals(self._passing.given(node))
        flows = [writing.flow.module.flows[ref.id] for ref in node.subflows]
        if not flows:
            return
        self._name_pool()
        names = [writing.locals_.unique(tidy(f"{flow.flow.name}_run")) for flow in flows]
        started = [
            self._started(called, self._passing.arguments_of_each(called, own(given, called)))
            for called in flows
        ]
        if writing.calls.await_:
            for name, start in zip(names, started, strict=True):
                body.put(f"{name} = ", start)
            self._gather(tuple(names))
        else:
            with self._pool():
                for name, start in zip(names, started, strict=True):
                    body.put(f"{name} = ", start)
        for called, name in zip(flows, names, strict=True):
            self._keep(node, called, name)
        writing.storing.copy_late(node)

    def _keep(self, node: ParallelFlowNode, called: FlowFacts, run: str) -> None:
        """Ask for the result of a run, and keep those of its outputs that are read."""
        writing = self._writing
        titles = [title for title in called.output_types if writing.is_taken(node.id, title)]
        result = f"{run}.result()" + ("[1]" if called.has_branches else "")
        if len(titles) == 1:
            writing.storing.store((node.id, titles[0]), f"{result}[{text_literal(titles[0])}]")
            return
        name = writing.locals_.unique(tidy(called.flow.name)) if titles else ""
        writing.body.put(f"{name} = {result}" if name else result)
        for title in titles:
            writing.storing.store((node.id, title), f"{name}[{text_literal(title)}]")

    def map(
        self,
        called: FlowFacts,
        arguments: list[tuple[str, Expr]],
        loop: str,
        bound: str,
        result: str,
    ) -> None:
        """Run a subflow for each turn of `loop`, whose variables are `bound`; `result` is the local
        for the list of what the runs give, if it is needed."""
        writing, body = self._writing, self._writing.body
        self._name_pool()
        runs = writing.locals_.unique("runs")
        start = one_line(self._started(called, arguments, bound))
        if writing.calls.await_:
            body.put_comprehension(f"{runs} = ", "[]", start, loop)
            self._gather((f"*{runs}",))
        else:
            with self._pool():
                body.put_comprehension(f"{runs} = ", "[]", start, loop)
        run = writing.locals_.unique("run")
        given = f"{run}.result()"
        if result:
            part = "[1]" if called.has_branches else ""
            body.put_comprehension(f"{result} = ", "[]", given + part, f"for {run} in {runs}")
        else:
            body.put(f"for {run} in {runs}:")
            with body.block():
                body.put(given)

    def _started(
        self, called: FlowFacts, arguments: list[tuple[str, Expr]], bound: str = ""
    ) -> Expr:
        """The expression that starts a run. Arguments that must be converted are so by the run
        itself: if that fails, the others run all the same."""
        calls = self._writing.calls
        run = self._passing.run(called, arguments)
        converts = any(not isinstance(value, str) for _, value in arguments)
        defaults = ", ".join(f"{name}={name}" for name in bound.split(", ") if name)
        late = f"lambda{' ' if defaults else ''}{defaults}: {calls.flow(called.flow.id).body}"
        if calls.await_:
            create = calls.imported("asyncio") + ".create_task"
            if not converts:
                return call(create, Group(run.head.removeprefix(calls.await_), run.items))
            later = self._writing.helpers.use("later")
            return call(create, call(later, Group(late, run.items)))
        if converts:
            return call(f"{self._pool_name}.submit", Group(late, run.items))
        return Group(f"{self._pool_name}.submit", (("", run.head), *run.items))

    def _name_pool(self) -> None:
        if not self._pool_name and not self._writing.calls.await_:
            self._pool_name = self._writing.locals_.unique("pool")

    @contextmanager
    def _pool(self) -> Iterator[None]:
        """What is added inside starts runs in threads; after it all have come to their end."""
        pool = self._writing.calls.imported("concurrent.futures", "ThreadPoolExecutor")
        self._writing.body.put(f"with {pool}({MAX_THREADS}) as {self._pool_name}:")
        with self._writing.body.block():
            yield

    def _gather(self, runs: tuple[str, ...]) -> None:
        gather = self._writing.calls.imported("asyncio") + ".gather"
        self._writing.body.put("await ", call(gather, *runs, return_exceptions="True"))
