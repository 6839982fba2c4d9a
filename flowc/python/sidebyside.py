"""The statements that run subflows side by side: ParallelFlowNodes, and what ParallelMapNodes share
with them (SEMANTICS 23).

Synchronous modules have a pool of threads, asynchronous ones tasks. Either way all runs come to
their end; then their results are asked for in the order of the list, which raises the first error.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from flowc.ir.nodes import ParallelFlowNode, ParallelMapNode
from flowc.python.dataflow import tidy
from flowc.python.facts import FlowFacts
from flowc.python.layout import Expr, Group, call, one_line
from flowc.python.literals import is_display, text_literal
from flowc.python.passing import Given, Passing, own
from flowc.python.writing import Writing
from flowc.records import dataclass

MAX_THREADS = "32"
"""How many runs of one node go on at the same time."""


@dataclass(frozen=True, slots=True)
class Items:
    """What a map goes over: what each run is given, the variables of a turn, and the lists that
    these come from."""

    given: Given
    names: tuple[str, ...]
    lists: tuple[str, ...]

    @property
    def loop(self) -> str:
        """The `for` that goes over the lists."""
        zipped = ", ".join(self.lists)
        over = zipped if len(self.lists) == 1 else f"zip({zipped}, strict=True)"
        return f"for {', '.join(self.names)} in {over}"

    def together_with(self, name: str, list_: str) -> Items:
        """The same with one more variable, from one more list."""
        return Items(self.given, (*self.names, name), (*self.lists, list_))


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
        users = [self._user_of(called) for called in flows]
        names = [writing.locals_.unique(tidy(f"{flow.flow.name}_run")) for flow in flows]
        started = [
            self._started(node, called, own(given, called), user)
            for called, user in zip(flows, users, strict=True)
        ]
        if writing.calls.await_:
            for name, start in zip(names, started, strict=True):
                body.put(f"{name} = ", start)
            self._gather(tuple(names))
        else:
            with self._pool():
                for name, start in zip(names, started, strict=True):
                    body.put(f"{name} = ", start)
        for user in users:
            if user:
                self._pass_on(user)
        for called, name in zip(flows, names, strict=True):
            self._keep(node, called, name)
        writing.storing.copy_late(node)

    def _keep(self, node: ParallelFlowNode, called: FlowFacts, run: str) -> None:
        """Ask for the result of a run, and keep those of its outputs that are read."""
        writing = self._writing
        titles = [title for title in called.output_types if writing.is_taken(node.id, title)]
        result = f"{run}.result()" + ("[1]" if titles and called.has_branches else "")
        if len(titles) == 1:
            writing.storing.store((node.id, titles[0]), f"{result}[{text_literal(titles[0])}]")
            return
        name = writing.locals_.unique(tidy(called.flow.name)) if titles else ""
        writing.body.put(f"{name} = {result}" if name else result)
        for title in titles:
            writing.storing.store((node.id, title), f"{name}[{text_literal(title)}]")

    def map(self, node: ParallelMapNode, called: FlowFacts, items: Items) -> tuple[str, str]:
        """Run a subflow for each turn. The result of one run, and the `for` that goes over all."""
        writing, body = self._writing, self._writing.body
        self._name_pool()
        user = users = ""
        if self._speaks(called):
            users, user = writing.locals_.unique("users"), writing.locals_.unique("each_user")
            overheard = f"{writing.calls.overheard()}(user)"
            body.put_comprehension(f"{users} = ", "[]", overheard, f"for _ in {items.lists[0]}")
            items = items.together_with(user, users)
        runs = writing.locals_.unique("runs")
        start = one_line(self._started(node, called, items.given, user))
        if writing.calls.await_:
            body.put_comprehension(f"{runs} = ", "[]", start, items.loop)
            self._gather((f"*{runs}",))
        else:
            with self._pool():
                body.put_comprehension(f"{runs} = ", "[]", start, items.loop)
        if users:
            body.put(f"for {user} in {users}:")
            with body.block():
                self._pass_on(user)
        run = writing.locals_.unique("run")
        return f"{run}.result()", f"for {run} in {runs}"

    def _started(
        self, node: ParallelFlowNode | ParallelMapNode, called: FlowFacts, given: Given, user: str
    ) -> Expr:
        """The expression that starts a run. Arguments that must be converted are so by the run
        itself: if that fails, the others run all the same."""
        calls = self._writing.calls
        arguments = self._passing.arguments_of_each(called, given)
        if any(not isinstance(it, str) and not is_display(it) for _, it in arguments):
            return self._started_late(node, called, given, user)
        run = self._passing.run(node, called, arguments, user or "user")
        if calls.await_:
            create = calls.imported("asyncio") + ".create_task"
            return call(create, Group(run.head.removeprefix(calls.await_), run.items))
        return Group(f"{self._pool_name}.submit", (("", run.head), *run.items))

    def _started_late(
        self, node: ParallelFlowNode | ParallelMapNode, called: FlowFacts, given: Given, user: str
    ) -> Expr:
        """The expression that starts a run that converts its own arguments. What it is given is
        handed to it: it may begin when the locals hold something else."""
        calls, handed = self._writing.calls, {user: user} if user else {}
        inside: Given = {}
        for title, (value, known) in given.items():
            if isinstance(value, str) and _reads_locals(value):
                name = value if value.isidentifier() else self._writing.locals_.unique(tidy(title))
                handed[name] = value
                value = name
            inside[title] = (value, known)
        arguments = self._passing.arguments_of_each(called, inside)
        run = self._passing.run(node, called, arguments, user or "user")
        head = f"lambda {', '.join(handed)}".rstrip()
        late = Group(f"{head}: {run.head.removeprefix(calls.await_)}", run.items)
        if not calls.await_:
            return call(f"{self._pool_name}.submit", late, *handed.values())
        later = call(self._writing.helpers.use("later"), late, *handed.values())
        return call(calls.imported("asyncio") + ".create_task", later)

    # What the runs say --------------------------------------------------------------------------

    def _speaks(self, called: FlowFacts) -> bool:
        return "user" in called.services_used

    def _user_of(self, called: FlowFacts) -> str:
        """A local with the user that one of the runs speaks to, if it speaks."""
        if not self._speaks(called):
            return ""
        user = self._writing.locals_.unique(tidy(f"{called.flow.name}_user"))
        self._writing.body.put(f"{user} = ", call(self._writing.calls.overheard(), "user"))
        return user

    def _pass_on(self, user: str) -> None:
        self._writing.body.put(f"{self._writing.calls.await_}{user}.pass_on()")

    # All of them --------------------------------------------------------------------------------

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


def _reads_locals(value: str) -> bool:
    """Whether the expression is more than a constant."""
    return any(isinstance(part, ast.Name) for part in ast.walk(ast.parse(value, mode="eval")))
