"""What a node chooses its way by: an expression, and the texts that lead to each branch."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.types import STRING, AnyType, Scalar, Type, allows_null, members_of
from flowc.ir.values import Json
from flowc.python.conversion import Converters
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Chain, Expr, Group, call, one_line
from flowc.python.literals import text_literal, tuple_of
from flowc.python.nodecode import NodeCode
from flowc.python.reading import Reading, Sources, input_place
from flowc.python.structure import Ways
from flowc.records import dataclass, replace

_NEAR = 8
"""How many tests that stand right before a node are looked at for what they say of its text."""


@dataclass(frozen=True, slots=True)
class Choice:
    """`subject` is a boolean or a text (or None); `keys` are the texts that lead to each branch,
    the last branch being that of all other texts. A conditional subject, `a if b else c`, needs
    parentheses as an operand. Of a listed one a type checker knows which texts it may be; it can
    only be a `possible` one, unless that is None. One that `is_none` counts as a boolean: it is
    None where that were false."""

    subject: Expr
    is_boolean: bool
    keys: Mapping[str, tuple[str, ...]]
    is_conditional: bool = False
    is_listed: bool = False
    possible: frozenset[str] | None = None
    is_none: bool = False

    @property
    def branches(self) -> tuple[str, ...]:
        """The branches that can be taken, "else" last."""
        return tuple(self.keys)

    def texts(self, branches: tuple[str, ...]) -> tuple[str, ...]:
        """The texts that lead to one of the branches."""
        return tuple(text for branch in branches for text in self.keys[branch])

    def after(self, test: Choice, taken: tuple[str, ...]) -> Choice:
        """The choice where a test of the same subject has taken one of the branches: without the
        texts that lead elsewhere."""
        texts = frozenset(test.texts(taken))
        elsewhere = frozenset(test.texts(tuple(it for it in test.branches if it not in taken)))
        left = self.possible
        if test.branches[-1] not in taken:
            left = texts if left is None else left & texts
        elif left is not None:
            left -= elsewhere
        found = {
            branch: tuple(it for it in keys if it not in elsewhere and (left is None or it in left))
            for branch, keys in self.keys.items()
        }
        *named, rest = self.branches
        is_complete = left is not None and left == {it for branch in named for it in found[branch]}
        kept = {branch: keys for branch, keys in found.items() if keys or branch == rest}
        if is_complete and len(kept) > 1 and not found[rest]:
            del kept[rest]
        return replace(self, keys=kept, possible=left)

    @property
    def _operand(self) -> Expr:
        return f"({one_line(self.subject)})" if self.is_conditional else self.subject

    def condition(self, texts: tuple[str, ...], negated: bool) -> Expr:
        """The expression that is true if the subject is one of the texts, or none of them."""
        if self.is_boolean:
            says_no = (texts == ("false",)) != negated
            if self.is_none:
                return f"{one_line(self.subject)} is {'None' if says_no else 'not None'}"
            return f"not {one_line(self._operand)}" if says_no else self.subject
        if len(texts) == 1:
            operator = "!=" if negated else "=="
            return Chain((("", self._operand), (operator, text_literal(texts[0]))))
        operator = "not in" if negated else "in"
        return Chain((("", self._operand), (operator, tuple_of(texts))))


class Choices:
    """How each node of a flow that has several branches chooses."""

    def __init__(
        self, flow: FlowFacts, nodes: NodeCode, converters: Converters, helpers: Helpers
    ) -> None:
        self._flow = flow
        self._nodes = nodes
        self._converters = converters
        self._helpers = helpers
        self._found: dict[str, Choice] = {}

    def of(self, node_id: str) -> Choice:
        """The choice of a BranchingNode, or of a FlowNode whose subflow ended in a branch."""
        node = self._flow.graph.nodes[node_id]
        if not isinstance(node, BranchingNode):
            branches = self._flow.branches_of(node)
            failure = self._nodes.failure(node_id)
            if failure is None:
                return Choice(self._nodes.branch, False, {branch: (branch,) for branch in branches})
            keys = dict(zip(branches, (("false",), ("true",)), strict=True))
            return Choice(failure.local, True, keys, is_none=not failure.is_flag)
        if node_id not in self._found:
            choice = choice_of(node, self._nodes.reading, self._converters, self._helpers)
            self._found[node_id] = self._narrowed(node_id, choice)
        return self._found[node_id]

    def _narrowed(self, node_id: str, choice: Choice) -> Choice:
        """The choice without the texts that tests of the same local before it leave out."""
        subject, here = choice.subject, node_id
        for _ in range(_NEAR if isinstance(subject, str) else 0):
            [before, *others] = self._flow.graph.predecessors(here)
            if others or not isinstance(self._flow.graph.nodes[before], BranchingNode):
                break
            test = self.of(before)
            if test.subject == subject:
                for taken, target in self.ways(before):
                    choice = choice.after(test, taken) if target == here else choice
            here = before
        return choice

    def ways(self, node_id: str) -> Ways:
        """The ways on from a node, branches that lead to one node together, "else" last."""
        node = self._flow.graph.nodes[node_id]
        branching = isinstance(node, BranchingNode)
        branches = self.of(node_id).branches if branching else self._flow.branches_of(node)
        groups: dict[tuple[str | None, str], list[str]] = {}
        for branch in branches:
            target = self._flow.graph.target(node_id, branch)
            groups.setdefault((target, "" if target else branch), []).append(branch)
        ways: Ways = [(tuple(group), target) for (target, _), group in groups.items()]
        return sorted(ways, key=lambda way: branches[-1] in way[0])

    def hoist(self, node_id: str, local: str) -> None:
        """From now on the node chooses by a local that holds its subject."""
        self._found[node_id] = replace(self.of(node_id), subject=local, is_conditional=False)

    def is_settled(self, node: BranchingNode) -> bool:
        """Whether all branches of the node lead to one, and reading its input cannot fail."""
        return len(self.ways(node.id)) == 1 and not isinstance(self.of(node.id).subject, Group)

    def passed(self) -> Mapping[str, str]:
        """The settled nodes that only one other choice leads to, and where each leads: that choice
        may have no more ways than one."""
        found: dict[str, str] = {}
        graph = self._flow.graph
        for node in reversed(self._flow.nodes):
            if isinstance(node, BranchingNode) and self.is_settled(node):
                [before, *others] = graph.predecessors(node.id)
                [(_, target)] = self.ways(node.id)
                if target and not others and isinstance(graph.nodes[before], BranchingNode):
                    found[node.id] = found.get(target, target)
        return found

    def must_evaluate(self, node: BranchingNode) -> bool:
        """Whether the node, all whose branches lead to one, must read its input, which can fail."""
        return len(self.ways(node.id)) == 1 and isinstance(self.of(node.id).subject, Group)


def choice_of(
    node: BranchingNode, reading: Reading, converters: Converters, helpers: Helpers
) -> Choice:
    """How a BranchingNode chooses (SEMANTICS 19): by the text of its input; null takes `default`.

    Texts that the input's value cannot have are left out, and so is `default` if the mapping has
    all texts that there can be.
    """
    item = node.inputs[0]
    value, sources = reading.read(node, item)
    possible = _possible_texts(sources, item.type)
    if reading.is_literal(node, item) and isinstance(item.default, str):
        possible = frozenset((item.default,))
    keys = _keys(node, possible)
    if _is_boolean(sources, item.type) and all(len(texts) < 2 for texts in keys.values()):
        is_conditional = reading.is_conditional(node, item)
        return Choice(value, True, keys, is_conditional, possible=possible)
    text = _text(value, sources, item.type, input_place(node, item), converters, helpers)
    is_conditional = text is value and reading.is_conditional(node, item)
    return Choice(text, False, keys, is_conditional, possible is not None, possible)


def _keys(node: BranchingNode, possible: frozenset[str] | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    covered = 0
    for text, branch in node.mapping.items():
        if possible is None or text in possible:
            covered += 1
            found[branch] = (*found.get(branch, ()), text)
    if possible is not None and covered == len(possible) and found:
        return found
    texts = found.pop(DEFAULT, ())
    return {**found, DEFAULT: texts}


def _members(sources: Sources) -> list[Type]:
    return [] if sources is None else [part for type_ in sources for part in members_of(type_)]


def _is_boolean(sources: Sources, type_: Type) -> bool:
    known = _members(sources)
    plain = type_ == STRING or type_ == Scalar("boolean")
    return plain and bool(known) and all(_named(part, "boolean") for part in known)


def _named(type_: Type, name: str) -> bool:
    return isinstance(type_, Scalar) and type_.name == name


def _possible_texts(sources: Sources, type_: Type) -> frozenset[str] | None:
    """The texts that the value can have; None if they cannot be listed."""
    if type_.enum is not None and _named(type_, "string"):
        return _texts(type_.enum)
    known = _members(sources)
    if not known or not (_named(type_, "string") or isinstance(type_, AnyType)):
        return frozenset(("true", "false")) if _is_boolean(sources, type_) else None
    found: frozenset[str] = frozenset()
    for part in known:
        if _named(part, "boolean"):
            found |= {"true", "false"}
        elif part.enum is not None and _named(part, "string"):
            found |= _texts(part.enum)
        else:
            return None
    return found


def _texts(enum: tuple[Json, ...]) -> frozenset[str]:
    return frozenset(item for item in enum if isinstance(item, str))


def _text(
    value: Expr,
    sources: Sources,
    type_: Type,
    place: str,
    converters: Converters,
    helpers: Helpers,
) -> Expr:
    """The value converted to the input's type and then to string, None if it is null."""
    known = _members(sources)
    may_be_null = not known or any(allows_null(part) for part in known)
    solid = tuple(part for part in known if not _named(part, "null")) if known else None
    first = converters.is_needed(solid, type_)
    texts = (type_,) if first else solid
    second = converters.is_needed(texts, STRING)
    if not first and not second:
        return value
    if not may_be_null:
        if first:
            value = converters.convert(value, type_, place)
        return converters.convert(value, STRING, place) if second else value
    arguments: list[Expr] = [value, text_literal(place)]
    if first and type_ != STRING:
        arguments.append(converters.function(type_))
    return call(helpers.use("key"), *arguments)
