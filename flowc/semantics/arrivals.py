"""Which writes can arrive at an input, and whether it can be read before any (SEMANTICS 4, 5, 7).

The classic analysis of reaching definitions, over sets of bits: a write of one source into an
input ends the writes of the others, and one more bit stands for "nothing has written yet". Inputs
that are fed by the same nodes share their bits, and inputs with a single source that dominates them
(nearly all) need none. The work list carries only what is new, so each bit visits a node once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from heapq import heappop, heappush

from flowc.ir.flow import DataEdge
from flowc.ir.graph import FlowGraph
from flowc.records import dataclass, field

_CHUNK = 4096
"""How many bits are carried at a time: bounds the memory that one pass takes."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What an input can hold when its node runs.

    `last`: the edges whose value can be the one that is read. `later`: the edges whose source
    cannot run before the node. `overwritten`: the edges whose source can, but whose value is always
    written over. `may_be_unset`: whether some path reaches the node before any source ran.
    """

    last: tuple[DataEdge, ...]
    later: tuple[DataEdge, ...]
    overwritten: tuple[DataEdge, ...]
    may_be_unset: bool


@dataclass(slots=True)
class _Group:
    """The source nodes that some inputs share, and where their bits begin: first "unset", then
    for each source "its write is the last one" and "it has run"."""

    sources: tuple[str, ...]
    readers: list[tuple[str, str]] = field(default_factory=list)
    base: int = 0

    @property
    def width(self) -> int:
        return 1 + 2 * len(self.sources)

    def last_bit(self, index: int) -> int:
        return 1 << (self.base + 1 + 2 * index)

    def ran_bit(self, index: int) -> int:
        return 1 << (self.base + 2 + 2 * index)

    @property
    def unset_bit(self) -> int:
        return 1 << self.base

    @property
    def last_mask(self) -> int:
        """All bits that a write ends."""
        return self.unset_bit | sum(self.last_bit(i) for i in range(len(self.sources)))


def arrivals(graph: FlowGraph) -> Mapping[tuple[str, str], Arrival]:
    """What arrives at every input that has an edge from a node that can run, by (node id, title),
    for all nodes that control can reach but the start."""
    found: dict[tuple[str, str], Arrival] = {}
    groups: dict[tuple[str, ...], _Group] = {}
    reachable, start = graph.reachable, graph.flow.start_node
    for reader, listed in graph.sources.items():
        node = reader[0]
        if node not in reachable or node == start:
            continue
        edges = [edge for edge in listed if edge.source_node in reachable]
        sources = tuple(dict.fromkeys([edge.source_node for edge in edges]))
        if len(sources) == 1 and node != sources[0] and graph.dominates(sources[0], node):
            found[reader] = Arrival((edges.pop(),), (), tuple(edges), may_be_unset=False)
        elif sources:
            groups.setdefault(sources, _Group(sources)).readers.append(reader)
    onward = _onward(graph) if groups else []
    for chunk in _chunks(list(groups.values())):
        _solve(graph, onward, chunk, found)
    return found


def _live_edges(graph: FlowGraph, reader: tuple[str, str]) -> list[DataEdge]:
    return [edge for edge in graph.sources[reader] if edge.source_node in graph.reachable]


def _chunks(groups: Sequence[_Group]) -> Iterator[list[_Group]]:
    chunk: list[_Group] = []
    used = 0
    for group in groups:
        if chunk and used + group.width > _CHUNK:
            yield chunk
            chunk, used = [], 0
        group.base = used
        used += group.width
        chunk.append(group)
    if chunk:
        yield chunk


def _onward(graph: FlowGraph) -> list[list[int]]:
    """The successors of each reachable node, all by their place in reverse postorder."""
    position = graph.position
    return [
        [position[after] for after in graph.successors(node)] for node in graph.reverse_postorder
    ]


def _solve(
    graph: FlowGraph,
    onward: Sequence[Sequence[int]],
    groups: Sequence[_Group],
    found: dict[tuple[str, str], Arrival],
) -> None:
    gen: dict[str, int] = {}
    kill: dict[str, int] = {}
    for group in groups:
        ended = group.last_mask
        for index, source in enumerate(group.sources):
            gen[source] = gen.get(source, 0) | group.last_bit(index) | group.ran_bit(index)
            kill[source] = kill.get(source, 0) | ended
    at_start = sum(group.unset_bit for group in groups)
    arriving = _flow_through(graph, onward, at_start, gen, kill)
    for group in groups:
        for reader in group.readers:
            bits = arriving[reader[0]]
            names = list(enumerate(group.sources))
            found[reader] = _arrival(
                _live_edges(graph, reader),
                last={name for index, name in names if bits & group.last_bit(index)},
                ran={name for index, name in names if bits & group.ran_bit(index)},
                unset=bool(bits & group.unset_bit),
            )


def _flow_through(
    graph: FlowGraph,
    onward: Sequence[Sequence[int]],
    at_start: int,
    gen: Mapping[str, int],
    kill: Mapping[str, int],
) -> Mapping[str, int]:
    """The bits that arrive at each reachable node."""
    order = graph.reverse_postorder
    born = [gen.get(node, 0) for node in order]
    passed = [~kill.get(node, 0) for node in order]
    arriving = [0] * len(order)
    fresh = [0] * len(order)
    arriving[0] = fresh[0] = at_start
    work = list(range(len(order)))  # every node once, because each may bring bits of its own
    queued = [True] * len(order)
    while work:
        node = heappop(work)
        queued[node] = False
        leaving = (fresh[node] & passed[node]) | born[node]
        fresh[node] = 0
        for after in onward[node]:
            new = leaving & ~arriving[after]
            if new:
                arriving[after] |= new
                fresh[after] |= new
                if not queued[after]:
                    queued[after] = True
                    heappush(work, after)
    return dict(zip(order, arriving, strict=True))


def _arrival(edges: Sequence[DataEdge], *, last: Set[str], ran: Set[str], unset: bool) -> Arrival:
    """`last` and `ran` as edges: of several edges from one node the later in the list wins."""
    winners = {edge.source_node: edge for edge in edges if edge.source_node in last}
    lost = [edge for edge in edges if winners.get(edge.source_node) is not edge]
    return Arrival(
        last=tuple([edge for edge in edges if winners.get(edge.source_node) is edge]),
        later=tuple([edge for edge in edges if edge.source_node not in ran]),
        overwritten=tuple([edge for edge in lost if edge.source_node in ran]),
        may_be_unset=unset,
    )
