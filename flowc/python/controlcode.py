"""The statements of control: `if`, `match`, `while`, and the state machine of what fits in none."""

from __future__ import annotations

from flowc import faults
from flowc.ir.nodes import BranchingNode, EndNode, FlowNode, StartNode, ToolNode
from flowc.names import Namer
from flowc.python import structure as tree
from flowc.python.body import Body
from flowc.python.choice import Choice, choice_of
from flowc.python.conversion import Converters
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Chain, Expr, Group, call, one_line
from flowc.python.literals import text_literal, tuple_of
from flowc.python.nodecode import NodeCode


class ControlCode:
    """Writes the structure of one flow into a body, its nodes by `nodes`."""

    def __init__(
        self,
        flow: FlowFacts,
        nodes: NodeCode,
        helpers: Helpers,
        converters: Converters,
        locals_: Namer,
        body: Body,
        numbers: dict[str, int],
    ) -> None:
        self._flow = flow
        self._nodes = nodes
        self._helpers = helpers
        self._converters = converters
        self._body = body
        self._numbers = numbers
        self._locals = locals_
        self._turns = ""
        self._state = ""
        self._state_names: dict[str, str] = {}
        self._choices: dict[str, Choice] = {}

    def write(self, structure: tree.Structure) -> None:
        """Write the whole flow."""
        if self._flow.loops:
            self._turns = self._locals.unique("turns")
            self._body.put(f"{self._turns} = 0")
        if structure.states:
            self._state = self._locals.unique("state")
            self._state_names = self._unique_names(structure.states)
        self._write_block(structure.block, True)
        if structure.states:
            self._write_states(structure.states)

    def _unique_names(self, states: dict[str, tree.Block]) -> dict[str, str]:
        """What the states are called: their nodes' names, ids where two have one name."""
        names = [self._flow.graph.nodes[id_].name for id_ in states]
        return {
            id_: name if names.count(name) == 1 else id_
            for id_, name in zip(states, names, strict=True)
        }

    def _write_states(self, states: dict[str, tree.Block]) -> None:
        self._body.put("while True:")
        with self._body.block():
            if self._turns:
                self._count_turn(self._state)
            self._body.put(f"match {self._state}:")
            with self._body.block():
                for head, block in states.items():
                    self._body.put("case ", text_literal(self._state_names[head]), ":")
                    with self._body.block():
                        self._write_block(block, True)

    def _count_turn(self, node: str) -> None:
        limit = self._helpers.use("step_limit")
        self._helpers.step_limit = True
        self._body.put(f"if {self._turns} == max_steps:")
        with self._body.block():
            flow = text_literal(self._flow.flow.name)
            self._body.put("raise ", call(limit, "max_steps", flow, node))
        self._body.put(f"{self._turns} += 1")

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
                self._body.put(f"{self._state} = ", text_literal(self._state_names[target]))
                if not is_tail:
                    self._body.put("continue")

    def _run(self, node_id: str) -> None:
        node = self._flow.graph.nodes[node_id]
        with self._body.of_node(self._numbers[node_id]):
            match node:
                case StartNode():
                    self._nodes.start(node)
                case EndNode():
                    self._nodes.end(node)
                case ToolNode():
                    self._nodes.tool(node)
                case FlowNode():
                    self._nodes.subflow(node)
                case BranchingNode():
                    self._evaluate(node)

    def _while(self, head: str, body: tree.Block) -> None:
        self._body.put("while True:")
        with self._body.block():
            self._count_turn(text_literal(self._flow.graph.nodes[head].name))
            self._write_block(body, True)

    # Choices ------------------------------------------------------------------------------------

    def ways(self, node_id: str) -> tree.Ways:
        """The ways on from a node, branches that lead to one node together, "else" last."""
        node = self._flow.graph.nodes[node_id]
        if isinstance(node, BranchingNode):
            branches = self._choice(node).branches
        else:
            branches = self._flow.branches_of(node)
        groups: dict[tuple[str | None, str], list[str]] = {}
        for branch in branches:
            target = self._flow.graph.target(node_id, branch)
            groups.setdefault((target, "" if target else branch), []).append(branch)
        ways: tree.Ways = [(tuple(group), target) for (target, _), group in groups.items()]
        return sorted(ways, key=lambda way: branches[-1] in way[0])

    def _choice(self, node: BranchingNode) -> Choice:
        if node.id not in self._choices:
            self._choices[node.id] = choice_of(node, self._nodes, self._converters, self._helpers)
        return self._choices[node.id]

    def _evaluate(self, node: BranchingNode) -> None:
        """Read the input of a node all whose branches lead to one: that can fail."""
        if len(self.ways(node.id)) == 1 and isinstance(
            subject := self._choice(node).subject, Group
        ):
            self._body.put("", subject)

    def _choose(self, statement: tree.Choose, is_tail: bool, keyword: str = "if") -> None:
        node = self._flow.graph.nodes[statement.node]
        if isinstance(node, BranchingNode):
            choice = self._choice(node)
        else:
            branches = self._flow.branches_of(node)
            keys = {branch: (branch,) for branch in branches}
            choice = Choice(self._nodes.branch, False, keys)
        rest = choice.branches[-1]
        named = [(keys_of(choice, arm), block) for arm, block in statement.arms if rest not in arm]
        others = next((block for arm, block in statement.arms if rest in arm), None)
        with self._body.of_node(self._numbers[node.id]):
            if not named:
                last = next(arm for arm, _ in statement.arms)
                left = tuple(branch for branch in choice.branches if branch not in last)
                self._if(keyword, choice, keys_of(choice, left), [], others or [], is_tail)
            elif len(named) == 1:
                self._if(keyword, choice, *named[0], others or [], is_tail)
            else:
                self._match(choice, named, others, is_tail)

    def _if(
        self,
        keyword: str,
        choice: Choice,
        keys: tuple[str, ...],
        then: tree.Block,
        otherwise: tree.Block,
        is_tail: bool,
    ) -> None:
        inverted = not self._says_something(then, is_tail)
        if inverted:
            then, otherwise = otherwise, []
        if not self._says_something(then, is_tail):
            if isinstance(choice.subject, Group):
                self._body.put("", choice.subject)
            return
        self._body.put(f"{keyword} ", *self._condition(choice, keys, inverted))
        with self._body.block():
            self._write_block(then, is_tail)
        if (choice_only := self._only_choice(otherwise, is_tail)) is not None:
            self._choose(choice_only, is_tail, "elif")
        elif self._says_something(otherwise, is_tail):
            self._body.put("else:")
            with self._body.block():
                self._write_block(otherwise, is_tail)

    def _only_choice(self, block: tree.Block, is_tail: bool) -> tree.Choose | None:
        """The choice that is all there is in a block, if it is written with `if`."""
        if len(block) != 2 or not isinstance(choose := block[1], tree.Choose):
            return None
        node = self._flow.graph.nodes[choose.node]
        is_if = len(self.ways(node.id)) == 2 and any(
            self._says_something(body, is_tail) for _, body in choose.arms
        )
        return choose if isinstance(node, BranchingNode) and is_if else None

    def _says_something(self, block: tree.Block, is_tail: bool) -> bool:
        return bool(block) and not (is_tail and block == [tree.Continue()])

    def _condition(self, choice: Choice, keys: tuple[str, ...], inverted: bool) -> tuple[Expr, str]:
        if choice.is_boolean:
            negated = (keys == ("false",)) != inverted
            text = one_line(choice.subject)
            return (f"not {text}" if negated else text), ":"
        if len(keys) == 1:
            operator = "!=" if inverted else "=="
            return Chain((("", choice.subject), (operator, text_literal(keys[0])))), ":"
        operator = "not in" if inverted else "in"
        return Chain((("", choice.subject), (operator, tuple_of(keys)))), ":"

    def _match(
        self,
        choice: Choice,
        named: list[tuple[tuple[str, ...], tree.Block]],
        others: tree.Block | None,
        is_tail: bool,
    ) -> None:
        self._body.put("match ", choice.subject, ":")
        with self._body.block():
            for keys, block in named:
                self._body.put(f"case {' | '.join(map(text_literal, keys))}:")
                with self._body.block():
                    self._write_block(block, is_tail)
            if others and self._says_something(others, is_tail):
                self._body.put("case _:")
                with self._body.block():
                    self._write_block(others, is_tail)


def keys_of(choice: Choice, branches: tuple[str, ...]) -> tuple[str, ...]:
    """The texts that lead to one of the branches."""
    return tuple(key for branch in branches for key in choice.keys[branch])
