"""Which local variable holds the value of each node input (SEMANTICS 4 and 5).

In the definition every (node, input) is a variable of its own, written when a source finishes. In
Python an input with one source reads the local that holds the source's output. Sources that feed
only one input share a local with it, which is what makes a loop carry a value. Only where neither
holds is there a variable for the input, to which the sources' values are copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from flowc.ir.defaults import in_form
from flowc.ir.nodes import FlowNode, StartNode, ToolNode
from flowc.ir.notation import type_text
from flowc.ir.types import Property, Type
from flowc.ir.values import Absent
from flowc.names import Namer, function_name, identifier
from flowc.python.facts import FlowFacts
from flowc.python.needless import is_needless, settled
from flowc.python.onewriter import OneWriter
from flowc.python.reaching import Output, Reaching
from flowc.python.takingover import taken_over
from flowc.python.toolresults import ToolResults
from flowc.python.variables import Read, Variable, common_default, widen
from flowc.records import replace

Input = tuple[str, str]
"""A node's id and the title of one of its inputs."""


class Dataflow:
    """The variables of one flow.

    `outputs` are those that outputs are written to, `copies` those that an output is copied to.
    `late_copies`, by node, are copies to a variable that the node writes more than once: they are
    made in this order when all outputs of the node are there.
    """

    def __init__(
        self, flow: FlowFacts, parameters: Mapping[str, str], results: ToolResults
    ) -> None:
        self._flow = flow
        self._given = flow.given
        self._may_be_missing = {
            (node.id, output.title): results.fits_in_local(node, output)
            for node in flow.nodes
            if isinstance(node, ToolNode)
            for output in flow.tool_outputs(node)
            if output.may_be_missing
        }
        self._budget = 50 * (len(flow.nodes) + 10)
        self.outputs: dict[Output, Variable] = {}
        self.copies: dict[Output, list[Variable]] = {}
        self.late_copies: dict[str, list[tuple[Output, Variable]]] = {}
        self._copied: dict[tuple[Output, ...], Variable] = {}
        self._sources = {
            reader: sources
            for reader, sources in self._effective_sources().items()
            if flow.uses(*reader) or self._can_fail(reader, sources)
        }
        self._readers = self._readers_of_outputs()
        self._start_variables(parameters)
        self._shares: Counter[int] = Counter()
        joined = {
            reader: self._read(*reader)
            for reader, sources in self._sources.items()
            if len(sources) > 1
        }
        self.reads = {
            reader: joined[reader] if reader in joined else self._read(*reader)
            for reader in self._sources
        }
        self._drop_needless_copies()
        self._decide_beginnings()
        self._note_proven_reads()
        self._note_straight_writes()
        self._uses = Counter(id(read.variable) for read in self.reads.values())

    # Who feeds whom -----------------------------------------------------------------------------

    def _effective_sources(self) -> dict[Input, tuple[Output, ...]]:
        """The outputs that each input of a reachable node may hold when it is read, in the order in
        which one node writes them: that of the edges."""
        reaching = Reaching(self._flow.graph, self._may_be_missing.__contains__)
        found: dict[Input, tuple[Output, ...]] = {}
        for node in self._flow.nodes:
            if isinstance(node, StartNode):
                continue
            for item in node.inputs:
                edges = self._flow.graph.sources.get((node.id, item.title), ())
                outputs = dict.fromkeys(
                    (edge.source_node, edge.source_output)
                    for edge in reversed(edges)
                    if edge.source_output in self._given.get(edge.source_node, {})
                )
                found[node.id, item.title] = reaching.of(node.id, [*reversed(outputs)])
        return found

    def _can_fail(self, reader: Input, sources: tuple[Output, ...]) -> bool:
        """Whether reading and converting the input can be an error."""
        item = self._flow.graph.nodes[reader[0]].input(reader[1])
        assert item is not None
        types = [type_ for source in sources for type_ in self.types_of(source)]
        if not all(is_needless(type_, item.type) for type_ in types):
            return True
        if not isinstance(item.default, Absent):
            return not settled(in_form(item.default, item.type), item.type)
        return not sources or self._may_be_unset(reader[0], self._certain(sources))

    def _readers_of_outputs(self) -> dict[Output, list[Input]]:
        found: dict[Output, list[Input]] = {}
        for reader, sources in self._sources.items():
            for source in sources:
                found.setdefault(source, []).append(reader)
        return found

    def has_readers(self, output: Output) -> bool:
        """Whether some node reads the output."""
        return output in self._readers

    def is_read(self, node: str, title: str) -> bool:
        """Whether the code has to read the input: it is passed on, or reading it can fail."""
        return (node, title) in self.reads

    def is_used(self, variable: Variable) -> bool:
        """Whether the code reads the variable."""
        return self._uses[id(variable)] > 0

    def forget(self, node: str, title: str) -> None:
        """Take back that the code reads an input: whatever it is, the node goes on the same way."""
        variable = self.reads.pop((node, title)).variable
        self._uses[id(variable)] -= 1
        for source in self._sources[node, title]:
            self._readers[source].remove((node, title))
            if not self._readers[source]:
                del self._readers[source]

    def types_of(self, output: Output) -> tuple[Type, ...]:
        """The types that a value of the output may have."""
        return self._given[output[0]][output[1]]

    # Variables ----------------------------------------------------------------------------------

    def _start_variables(self, parameters: Mapping[str, str]) -> None:
        for item in self._flow.inputs:
            output = (self._flow.flow.start_node, item.title)
            name = parameters[item.title]
            self.outputs[output] = Variable(
                (item.type,), name, name, is_parameter=True, writers=[output[0]]
            )

    def _read(self, node: str, title: str) -> Read:
        sources = self._sources[node, title]
        if not sources:
            return Read(None, True)
        if len(sources) == 1:
            variable = self._output(sources[0])
        elif self._can_share(sources):
            variable = self._shared(sources, title)
        else:
            variable = self._copy(sources, title)
        return Read(variable, self._may_be_unset(node, variable.writers))

    def _output(self, output: Output) -> Variable:
        if output not in self.outputs:
            self.outputs[output] = Variable(
                self.types_of(output), output[1], writers=self._certain((output,))
            )
        return self.outputs[output]

    def _can_share(self, sources: tuple[Output, ...]) -> bool:
        """Whether one local can hold these outputs: all that reads one of them can read it there,
        they have one type, and no node writes two of them."""
        types = {tuple(map(type_text, self.types_of(source))) for source in sources}
        nodes = {node for node, _ in sources}
        group = set(sources)
        return (
            len(types) == 1
            and len(nodes) == len(sources)
            and all(
                self._reads_there(reader, group)
                for source in sources
                for reader in self._readers[source]
            )
        )

    def _reads_there(self, reader: Input, group: set[Output]) -> bool:
        """Whether a reader of some of the outputs finds what it wants in a local that holds the one
        written last: it reads them all; or one that is always there by then, and the others are
        inputs of the flow, which were there before."""
        wanted = set(self._sources[reader])
        if wanted == group:
            return True
        writer, title = next(iter(wanted))
        return (
            len(wanted) == 1
            and (writer, title) not in self._may_be_missing
            and writer != reader[0]
            and self._flow.graph.dominates(writer, reader[0])
            and all(node == self._flow.flow.start_node for node, _ in group - wanted)
        )

    def _shared(self, sources: tuple[Output, ...], title: str) -> Variable:
        known = [self.outputs[source] for source in sources if source in self.outputs]
        if known and all(variable is known[0] for variable in known) and len(known) == len(sources):
            return known[0]
        titles = {output for _, output in sources}
        variable = known[0] if known else Variable(self.types_of(sources[0]), title)
        if not known and len(titles) == 1:
            variable.wanted = sources[0][1]
        variable.writers = self._certain(sources)
        for source in sources:
            self.outputs[source] = variable
        return variable

    def _copy(self, sources: tuple[Output, ...], title: str) -> Variable:
        key = tuple(sorted(sources))
        if self._writes_twice(sources):
            key = sources
        if key not in self._copied:
            types = {
                type_text(type_): type_ for source in sources for type_ in self.types_of(source)
            }
            variable = Variable(
                tuple(types.values()),
                title,
                declared=True,
                written_twice=self._writes_twice(sources),
                writers=self._certain(sources),
            )
            self._copied[key] = variable
            for source in sources:
                self._output(source)
                self.copies.setdefault(source, []).append(variable)
                if variable.written_twice:
                    self.late_copies.setdefault(source[0], []).append((source, variable))
        return self._copied[key]

    def _writes_twice(self, sources: Sequence[Output]) -> bool:
        return len({node for node, _ in sources}) < len(sources)

    def _certain(self, sources: tuple[Output, ...]) -> list[str]:
        """The nodes that have written once they finish; a tool may give nothing."""
        return [source[0] for source in sources if source not in self._may_be_missing]

    def _drop_needless_copies(self) -> None:
        """Write an output straight to the one variable that it is copied to, if nothing reads the
        output itself."""
        for output, copies in list(self.copies.items()):
            read_as = {id(self.reads[reader].variable) for reader in self._readers[output]}
            only_copy = len(copies) == 1 and read_as == {id(copies[0])}
            if only_copy and not self.outputs[output].is_parameter and not copies[0].written_twice:
                self.outputs[output] = copies[0]
                del self.copies[output]

    # Unset inputs -------------------------------------------------------------------------------

    def _may_be_unset(self, node: str, writers: list[str]) -> bool:
        """Whether some way to the node passes none of a variable's writers."""
        graph = self._flow.graph
        if any(writer != node and graph.dominates(writer, node) for writer in writers):
            return False
        if len(writers) < 2:
            return True
        seen: set[str] = set()
        work = [node]
        while work:
            for before in graph.predecessors(work.pop()):
                self._budget -= 1
                if before == self._flow.flow.start_node or self._budget < 0:
                    return True
                if before not in writers and before not in seen and before in graph.reachable:
                    seen.add(before)
                    work.append(before)
        return False

    def _decide_beginnings(self) -> None:
        """What each variable that may be read too early holds until then."""
        early: dict[int, tuple[Variable, list[Property]]] = {}
        for (node_id, title), read in self.reads.items():
            if read.variable is not None and read.may_be_unset:
                item = self._flow.graph.nodes[node_id].input(title)
                assert item is not None
                early.setdefault(id(read.variable), (read.variable, []))[1].append(item)
        uses = Counter(id(read.variable) for read in self.reads.values())
        for variable, readers in early.values():
            variable.default = common_default(variable, readers)
            always_early = uses[id(variable)] == len(readers) and not self._is_copied(variable)
            if isinstance(variable.default, Absent) and always_early:
                widen(variable, readers)
            variable.unset = isinstance(variable.default, Absent)

    def _note_proven_reads(self) -> None:
        """Which reads come after one that is an error without a value."""
        graph, needs = self._flow.graph, dict[int, list[str]]()
        for (node_id, title), read in self.reads.items():
            if read.variable is not None and read.may_be_unset and self._is_need(node_id, title):
                needs.setdefault(id(read.variable), []).append(node_id)
        for reader, read in self.reads.items():
            before = needs.get(id(read.variable), ())
            if any(node != reader[0] and graph.dominates(node, reader[0]) for node in before):
                self.reads[reader] = replace(read, is_proven=True)

    def _note_straight_writes(self) -> None:
        """Which variables tools can write to without a look at what they gave."""
        sources: dict[int, tuple[Variable, list[Output]]] = {}
        written = [*self.outputs.items()]
        written += [(output, copy) for output, copies in self.copies.items() for copy in copies]
        for output, variable in written:
            if variable.none_is_unset:
                sources.setdefault(id(variable), (variable, []))[1].append(output)
        one = OneWriter(self._flow.graph)
        for variable, outputs in sources.values():
            if self._may_be_missing.keys().isdisjoint(outputs):
                continue
            variable.has_one_writer = one.is_sure({node for node, _ in outputs})
        surely = {
            id(variable): [
                output[0]
                for output in outputs
                if output not in self._may_be_missing or self.is_straight(output)
            ]
            for variable, outputs in sources.values()
            if variable.has_one_writer
        }
        for variable, _ in sources.values():
            variable.is_always_written = variable.has_one_writer
        for (node, _), read in self.reads.items():
            writers = surely.get(id(read.variable))
            if read.variable is not None and writers is not None:
                read.variable.is_always_written &= not self._may_be_unset(node, writers)

    def is_straight(self, output: Output) -> bool:
        """Whether what a tool gives may go into the output's local as it is: None too, which there
        says that there is no value."""
        fits = self._may_be_missing.get(output, False)
        return fits and self.outputs[output].has_one_writer and not self.copies.get(output)

    def _is_need(self, node_id: str, title: str) -> bool:
        """Whether the node's first statements are an error if the input has no value."""
        node = self._flow.graph.nodes[node_id]
        item = node.input(title)
        return (
            isinstance(node, (ToolNode, FlowNode))
            and item is not None
            and not item.has_default
            and not self._flow.may_come_from_state(node, title)
        )

    def _is_copied(self, variable: Variable) -> bool:
        return any(self.outputs[output] is variable for output in self.copies)

    # Names --------------------------------------------------------------------------------------

    def name_variables(self, namer: Namer) -> list[Variable]:
        """Name all variables, in the order of the nodes; give those of them that are no
        parameters. A title that two of them want is told apart by the node, unless one takes over
        the local of the other."""
        owners: dict[int, tuple[Variable, Output]] = {}
        for node in self._flow.nodes:
            for title in self._given[node.id]:
                for variable in self._written_by((node.id, title)):
                    if not variable.is_parameter:
                        owners.setdefault(id(variable), (variable, (node.id, title)))
        self._shares = Counter(id(variable) for variable in self.outputs.values())
        taken = {id(a): b for a, b in taken_over(self._flow, self.outputs, self.reads)}
        wishes = Counter(v.wanted for v, _ in owners.values() if id(v) not in taken)
        parameters = {v.expr for v in self.outputs.values() if v.is_parameter}
        for variable, owner in owners.values():
            if id(variable) in taken and taken[id(variable)].expr == tidy(variable.wanted):
                variable.expr = taken[id(variable)].expr
            elif variable.value == "None" and not variable.declared:
                variable.expr = "None"
            elif not self._is_part(variable, owner):
                wanted = variable.wanted
                if wishes[wanted] > 1 or function_name(wanted) in parameters:
                    wanted = self._by_node(owner, variable)
                variable.expr = namer.unique(tidy(wanted))
        return [variable for variable, _ in owners.values()]

    def _written_by(self, output: Output) -> list[Variable]:
        own = [self.outputs[output]] if output in self.outputs else []
        return own + self.copies.get(output, [])

    def _by_node(self, output: Output, variable: Variable) -> str:
        node = self._flow.graph.nodes[output[0]]
        if variable.declared:
            return f"last_{variable.wanted}"
        if len(self._given[output[0]]) > 1:
            return f"{node.name}_{variable.wanted}"
        return node.name

    def _is_part(self, variable: Variable, output: Output) -> bool:
        """Whether reads take the value out of a subflow's outputs, without a local of its own."""
        return (
            isinstance(self._flow.graph.nodes[output[0]], FlowNode)
            and not variable.declared
            and isinstance(variable.default, Absent)
            and not variable.unset
            and self._shares[id(variable)] == 1
        )


def tidy(name: str) -> str:
    """A name of a document as a local's: `Tick: ready` is `Tick_ready`."""
    words = [word for word in identifier(name).split("_") if word]
    return "_".join(words) if words and words[0].isidentifier() else identifier(name)
