"""The statements of control: `if`, `match`, `while`, and the state machine of what fits in none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flowc import faults
from flowc.ir.nodes import BranchingNode
from flowc.names import Namer
from flowc.python import structure as tree
from flowc.python.body import Body
from flowc.python.choice import Choice, Choices
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, all_of, call, one_line
from flowc.python.literals import text_literal
from flowc.python.nodecode import NodeCode
from flowc.records import dataclass


class ControlCode:
    """Writes the structure of one flow into a body, its nodes by `nodes`."""

    def __init__(
        self,
        flow: FlowFacts,
        nodes: NodeCode,
        choices: Choices,
        helpers: Helpers,
        locals_: Namer,
        body: Body,
        numbers: dict[str, int],
    ) -> None:
        self._flow = flow
        self._nodes = nodes
        self._helpers = helpers
        self._choices = choices
        self._body = body
        self._numbers = numbers
        self._locals = locals_
        self._turns = ""
        self._turn = ""
        self._state = ""
        self._state_names: dict[str, str] = {}
        self._current_state = ""
        self._compared: set[str] = set()
        self._in_match: frozenset[str] = frozenset()

    def write(self, structure: tree.Structure) -> None:
        """Write the whole flow."""
        if self._flow.loops:
            self._name_turns(structure)
        if structure.states:
            self._state = self._locals.unique("state")
            self._state_names = self._unique_names(structure.states)
        self._write_block(structure.block, True)
        if structure.states:
            self._write_states(structure.states)

    def _name_turns(self, structure: tree.Structure) -> None:
        """Decide what the loops go over: of several, one that they share."""
        self._turn = self._locals.unique("_turn")
        limited = call(self._helpers.use("turns"), "max_steps")
        if structure.loops == 1:
            self._turns = one_line(limited)
        else:
            self._turns = self._locals.unique("turns")
            self._body.put(f"{self._turns} = ", limited)

    def _unique_names(self, states: dict[str, tree.Block]) -> dict[str, str]:
        """What the states are called: their nodes' names, ids where two have one name."""
        names = [self._flow.graph.nodes[id_].name for id_ in states]
        return {
            id_: name if names.count(name) == 1 else id_
            for id_, name in zip(states, names, strict=True)
        }

    def _write_states(self, states: dict[str, tree.Block]) -> None:
        with self._turns_at(self._state):
            self._body.put(f"match {self._state}:")
            with self._body.block():
                for head, block in states.items():
                    self._current_state = head
                    self._body.put("case ", text_literal(self._state_names[head]), ":")
                    with self._body.block():
                        self._write_block(block, True)

    @contextmanager
    def _turns_at(self, node: str) -> Iterator[None]:
        """The loop around what is written inside; `node` says where it is when it has taken all the
        turns that there may be."""
        if not self._turns:
            self._body.put("while True:")
            with self._body.block():
                yield
            return
        self._body.put(f"for {self._turn} in {self._turns}:")
        with self._body.block():
            yield
        self._body.put("else:")
        with self._body.block():
            limit = self._helpers.use("step_limit")
            self._helpers.step_limit = True
            flow = text_literal(self._flow.flow.name)
            self._body.put("raise ", call(limit, "max_steps", flow, node))

    def _write_block(self, block: tree.Block, is_tail: bool) -> None:
        for index, statement in enumerate(block):
            self._write(statement, is_tail and index == len(block) - 1)

    def _write(self, statement: tree.Statement, is_tail: bool) -> None:
        """Write one statement; after the last one in a loop's body comes the next turn anyway."""
        match statement:
            case tree.Run(node):
                self._run(node)
            case tree.Return(node):
                self._run(node)
            case tree.Choose():
                self._choose(statement, is_tail)
            case tree.While(head, body):
                self._while(head, body)
            case tree.Break():
                self._body.put("break")
            case tree.Continue():
                if not is_tail:
                    self._body.put("continue")
            case tree.NoWay(node, branch):
                text = faults.NO_BRANCH.text(node=self._flow.graph.nodes[node].name, branch=branch)
                with self._body.of_node(self._numbers[node]):
                    self._body.put("raise ", call("LookupError", text_literal(text)))
            case tree.Jump(target):
                if target != self._current_state:
                    self._body.put(f"{self._state} = ", text_literal(self._state_names[target]))
                if not is_tail:
                    self._body.put("continue")

    def _run(self, node_id: str) -> None:
        node = self._flow.graph.nodes[node_id]
        with self._body.of_node(self._numbers[node_id]):
            if not isinstance(node, BranchingNode):
                self._nodes.write(node)
            elif self._choices.must_evaluate(node):
                self._body.put("", self._choices.of(node_id).subject)

    def _while(self, head: str, body: tree.Block) -> None:
        with self._turns_at(text_literal(self._flow.graph.nodes[head].name)):
            self._write_block(body, True)

    # Choices ------------------------------------------------------------------------------------

    def _choose(self, statement: tree.Choose, is_tail: bool, keyword: str = "if") -> None:
        choice = self._choices.of(statement.node)
        number = self._numbers[statement.node]
        arms = self._arms(choice, statement)
        was_compared = self._was_compared(choice)
        if isinstance(choice.subject, str) and not choice.is_none:
            self._compared.add(choice.subject)
        planned = None if len(arms.named) > 1 else self._planned(choice, arms, is_tail)
        if planned is not None and not was_compared:
            self._write_if(planned, number, is_tail, keyword)
        elif planned is not None or len(arms.named) > 1:
            with self._body.of_node(number):
                self._body.put("match ", choice.subject, ":")
            self._write_cases(choice, arms, is_tail)
        elif isinstance(choice.subject, Group):
            with self._body.of_node(number):
                self._body.put("", choice.subject)

    def _arms(self, choice: Choice, statement: tree.Choose) -> _Arms:
        """The arms with the texts that lead to them, and the one for all other texts."""
        rest = choice.branches[-1]
        named = [(choice.texts(arm), block) for arm, block in statement.arms if rest not in arm]
        others = next((block for arm, block in statement.arms if rest in arm), [])
        if not named:
            elsewhere = tuple(b for b in choice.branches if b not in statement.arms[0][0])
            named = [(choice.texts(elsewhere), [])]
        return _Arms(named, others)

    def _write_cases(self, choice: Choice, arms: _Arms, is_tail: bool) -> None:
        with self._body.block():
            for texts, block in arms.named:
                self._body.put(f"case {' | '.join(map(text_literal, texts))}:")
                with self._matched(choice):
                    self._write_indented(block, is_tail)
            if not self._is_silent(arms.others, is_tail):
                self._body.put("case _:")
                self._write_indented(arms.others, is_tail)

    def _planned(self, choice: Choice, arms: _Arms, is_tail: bool) -> _If | None:
        """The `if` for one text or several and all others; None if neither arm does anything."""
        [(texts, then)] = arms.named
        if not self._is_silent(then, is_tail):
            otherwise = [] if self._is_silent(arms.others, is_tail) else arms.others
            return _If([choice.condition(texts, False)], then, otherwise)
        if not self._is_silent(arms.others, is_tail):
            return _If([choice.condition(texts, True)], arms.others, [])
        return None

    def _write_if(self, planned: _If, number: int, is_tail: bool, keyword: str) -> None:
        inner = None if planned.otherwise else self._inner_if(planned.then, is_tail)
        while inner is not None:
            planned = _If([*planned.conditions, *inner.conditions], inner.then, [])
            inner = self._inner_if(planned.then, is_tail)
        with self._body.of_node(number):
            self._body.put(f"{keyword} ", all_of(planned.conditions), ":")
        if not planned.otherwise:
            self._write_only(planned.then, is_tail)
            return
        self._write_indented(planned.then, is_tail)
        only = self._only_choice(planned.otherwise, is_tail)
        if only is not None and self._if_of(only, is_tail) is not None:
            self._choose(only, is_tail, "elif")
        else:
            self._body.put("else:")
            self._write_indented(planned.otherwise, is_tail)

    def _write_only(self, block: tree.Block, is_tail: bool) -> None:
        """Write the block of an `if` without `else`. If all there is in it is another one, whose
        condition can fail, that is worked out on a line of its own, which tells where it failed."""
        only = self._only_choice(block, is_tail)
        inner = None if only is None else self._if_of(only, is_tail)
        if only is not None and inner is not None and not inner.otherwise:
            with self._body.block():
                key = self._locals.unique("key")
                with self._body.of_node(self._numbers[only.node]):
                    self._body.put(f"{key} = ", self._choices.of(only.node).subject)
                self._choices.hoist(only.node, key)
                self._write_block(block, is_tail)
        else:
            self._write_indented(block, is_tail)

    def _inner_if(self, block: tree.Block, is_tail: bool) -> _If | None:
        """The `if` without `else` that is all there is in a block, and whose condition cannot fail:
        it is one with the `if` around it."""
        only = self._only_choice(block, is_tail)
        if only is None or isinstance(self._choices.of(only.node).subject, Group):
            return None
        found = self._if_of(only, is_tail)
        return found if found is not None and not found.otherwise else None

    def _only_choice(self, block: tree.Block, is_tail: bool) -> tree.Choose | None:
        """The choice of a BranchingNode that is all that lines would be written for in a block."""
        loud = self._loud(block, is_tail)
        first = next(loud, None)
        return first if isinstance(first, tree.Choose) and next(loud, None) is None else None

    def _if_of(self, statement: tree.Choose, is_tail: bool) -> _If | None:
        choice = self._choices.of(statement.node)
        arms = self._arms(choice, statement)
        if len(arms.named) > 1 or self._was_compared(choice):
            return None
        return self._planned(choice, arms, is_tail)

    def _was_compared(self, choice: Choice) -> bool:
        """Whether the same local was compared before. A type checker may know from that which
        texts are left, and take offence at `==` with another, but not at a `case`."""
        is_known = choice.is_listed and choice.subject in self._compared
        return not choice.is_none and (is_known or choice.subject in self._in_match)

    @contextmanager
    def _matched(self, choice: Choice) -> Iterator[None]:
        """What is written inside stands in a case, which tells a type checker which text a local
        is, listed or not."""
        subjects = self._in_match
        if isinstance(choice.subject, str):
            self._in_match = subjects | {choice.subject}
        yield
        self._in_match = subjects

    def _write_indented(self, block: tree.Block, is_tail: bool) -> None:
        with self._body.block():
            self._write_block(block, is_tail)

    def _is_silent(self, block: tree.Block, is_tail: bool) -> bool:
        """Whether no line would be written for the block."""
        return next(self._loud(block, is_tail), None) is None

    def _loud(self, block: tree.Block, is_tail: bool) -> Iterator[tree.Statement]:
        """The statements of a block that lines would be written for."""
        last = len(block) - 1
        for index, statement in enumerate(block):
            if not self._is_silent_statement(statement, is_tail and index == last):
                yield statement

    def _is_silent_statement(self, statement: tree.Statement, is_tail: bool) -> bool:
        match statement:
            case tree.Continue():
                return is_tail
            case tree.Jump(target):
                return is_tail and target == self._current_state
            case tree.Run(node_id):
                node = self._flow.graph.nodes[node_id]
                return isinstance(node, BranchingNode) and not self._choices.must_evaluate(node)
            case tree.Choose(node_id, arms):
                can_fail = isinstance(self._choices.of(node_id).subject, Group)
                return not can_fail and all(self._is_silent(body, is_tail) for _, body in arms)
        return False


@dataclass(frozen=True, slots=True)
class _Arms:
    named: list[tuple[tuple[str, ...], tree.Block]]
    others: tree.Block


@dataclass(frozen=True, slots=True)
class _If:
    conditions: list[Expr]
    then: tree.Block
    otherwise: tree.Block
