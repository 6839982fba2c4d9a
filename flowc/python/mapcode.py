"""The statements of MapNodes and ParallelMapNodes (SEMANTICS 22)."""

from __future__ import annotations

from flowc import faults
from flowc.ir.nodes import ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import NULL, ArrayType, Scalar, Type, allows_null, members_of
from flowc.python.dataflow import tidy
from flowc.python.facts import FlowFacts, joined
from flowc.python.layout import Expr, Group, call, one_line
from flowc.python.literals import text_literal
from flowc.python.passing import Given, Passing
from flowc.python.reading import Sources, input_place
from flowc.python.sidebyside import Items, SideBySide
from flowc.python.writing import Writing
from flowc.semantics.maps import APPEND, AnyMap, MapInput, MapOutput, map_inputs, map_outputs


class MapCode:
    """Writes the maps of one flow into a body: a comprehension that runs the subflow for each item,
    and one for each output that is read."""

    def __init__(self, writing: Writing, passing: Passing, side_by_side: SideBySide) -> None:
        self._writing = writing
        self._passing = passing
        self._side_by_side = side_by_side
        self._turn_names: dict[str, str] = {}

    def write(self, node: AnyMap) -> None:
        """Run the subflow for each item; keep what comes of it where it is read."""
        writing = self._writing
        called = writing.flow.module.flows[node.subflow.id]
        outputs = [
            output
            for output in map_outputs(node, called.flow)
            if writing.is_taken(node.id, output.item.title) or self._can_fail(called, output)
        ]
        items = self._items(node, called, bool(outputs) or isinstance(node, ParallelMapNode))
        run, loop = self._runs(node, called, items)
        if outputs:
            self._keep_all(node, called, outputs, run, loop)
        else:
            writing.body.put(f"{loop}:")
            with writing.body.block():
                writing.body.put("", run)
        writing.storing.copy_late(node)

    def _runs(self, node: AnyMap, called: FlowFacts, items: Items) -> tuple[Expr, str]:
        """What one run gives, and the `for` that goes over all of them."""
        if isinstance(node, ParallelMapNode):
            return self._side_by_side.map(node, called, items)
        arguments = self._passing.arguments_of_each(called, items.given)
        return self._passing.run(node, called, arguments), items.loop

    def _keep_all(
        self, node: AnyMap, called: FlowFacts, outputs: list[MapOutput], run: Expr, loop: str
    ) -> None:
        """Keep the outputs: of one that is a list of the values as they are, only that."""
        given = one_line(run)
        if given.startswith("await "):
            given = f"({given})"
        given += "[1]" if called.has_branches else ""
        if len(outputs) == 1 and self._is_plain(called, outputs[0]):
            item = f"{given}[{text_literal(outputs[0].inner.title)}]"
            self._store_list((node.id, outputs[0].item.title), item, loop)
            return
        result = self._writing.locals_.unique(tidy(f"{node.name}_results"))
        self._writing.body.put_comprehension(f"{result} = ", "[]", given, loop)
        for output in outputs:
            self._keep(node, called, output, result)

    # The lists ----------------------------------------------------------------------------------

    def _items(self, node: AnyMap, called: FlowFacts, comprehends: bool) -> Items:
        """What each run is called with; `comprehends`: in a comprehension."""
        writing = self._writing
        inputs = {
            each.item.title: each
            for each in map_inputs(node, called.flow, writing.flow.graph)
            if writing.data.is_read(node.id, each.item.title)
        }
        given = self._passing.in_locals(self._passing.given(node))
        lists = {
            title: self._list(node, each, *given[title])
            for title, each in inputs.items()
            if each.iterated
        }
        name = self._turn_name if comprehends else lambda title: writing.locals_.unique(tidy(title))
        names = {title: name(inputs[title].inner.title) for title in lists}
        if len(lists) > 1:
            self._check_lengths(node, lists)
        each_run: Given = {}
        for title, each in inputs.items():
            value, known = (names[title], (each.inner.type,)) if title in lists else given[title]
            each_run[each.inner.title] = (value, known)
        return Items(each_run, tuple(names.values()), tuple(lists.values()))

    def _turn_name(self, title: str) -> str:
        """The variable of a comprehension: all maps may have the same, nothing outside sees it."""
        if title not in self._turn_names:
            self._turn_names[title] = self._writing.locals_.unique(tidy(title))
        return self._turn_names[title]

    def _list(self, node: AnyMap, each: MapInput, value: Expr, known: Sources) -> str:
        """The list that an iterated input is: what its sources give; a default may be none."""
        wanted = ArrayType(items=each.inner.type)
        if known is not None and not self._writing.converters.is_needed(known, wanted):
            return one_line(value)
        place = text_literal(input_place(node, each.item))
        check = call(
            self._writing.helpers.use("list_of"), value, place, text_literal(type_text(wanted))
        )
        name = self._writing.locals_.unique(tidy(each.item.title))
        self._writing.body.put(f"{name} = ", check)
        return name

    def _check_lengths(self, node: AnyMap, lists: dict[str, str]) -> None:
        entries = tuple((f"{text_literal(title)}: ", value) for title, value in lists.items())
        check = self._writing.helpers.use("same_length")
        self._writing.body.put("", call(check, text_literal(node.name), Group("", entries, "{}")))

    # The results --------------------------------------------------------------------------------

    def _can_fail(self, called: FlowFacts, output: MapOutput) -> bool:
        """Whether working the output out can be an error."""
        if output.reducer not in (APPEND, "sum") and not allows_null(output.item.type):
            return True
        inner = called.output_types[output.inner.title]
        if output.reducer != APPEND and not _are_numbers(inner):
            return True
        return self._writing.converters.is_needed(_reduced_types(output, inner), output.item.type)

    def _keep(self, node: AnyMap, called: FlowFacts, output: MapOutput, result: str) -> None:
        """Reduce an output's values, convert the result, keep it where it is read."""
        writing = self._writing
        inner = called.output_types[output.inner.title]
        place = faults.OUTPUT_PLACE.format(title=output.item.title, node=node.name)
        key = (node.id, output.item.title)
        each = self._turn_name("each")
        item, loop = f"{each}[{text_literal(output.inner.title)}]", f"for {each} in {result}"
        if self._is_plain(called, output):
            self._store_list(key, item, loop)
            return
        reduced = self._reduced(output, inner, f"{item} {loop}", place)
        known = _reduced_types(output, inner)
        value, _ = writing.reading.converted(
            reduced, known, output.item.type, place, output.item.title
        )
        writing.storing.store(key, value)

    def _is_plain(self, called: FlowFacts, output: MapOutput) -> bool:
        """Whether the output is read, and the list of the values as they are."""
        known = _reduced_types(output, called.output_types[output.inner.title])
        return output.reducer == APPEND and not self._writing.converters.is_needed(
            known, output.item.type
        )

    def _store_list(self, key: tuple[str, str], item: str, loop: str) -> None:
        """Keep the list of an item for each turn of a loop. It is read: else nothing is kept."""
        variable = self._writing.storing.variable(key)
        prefix = "" if variable is None else f"{variable.expr} = "
        self._writing.body.put_comprehension(prefix, "[]", item, loop)
        self._writing.storing.copy(key)

    def _reduced(self, output: MapOutput, inner: tuple[Type, ...], turns: str, place: str) -> Expr:
        """The values of all runs, reduced; `turns` is what stands between a comprehension's
        brackets."""
        values = f"[{turns}]"
        if output.reducer == APPEND:
            return values
        helpers, reducer = self._writing.helpers, text_literal(output.reducer)
        if not _are_numbers(inner):
            values = one_line(call(helpers.use("numbers"), values, reducer, text_literal(place)))
        elif output.reducer == "sum":
            return call("sum", turns)
        if output.reducer == "sum":
            return call("sum", values)
        function = helpers.use("average") if output.reducer == "average" else output.reducer
        if not allows_null(output.item.type):
            some = call(helpers.use("some"), values, reducer, text_literal(place))
            return call(function, some)
        if output.reducer == "average":
            return call(helpers.use("average_or_none"), values)
        return call(function, values, default="None")


def _are_numbers(types: tuple[Type, ...]) -> bool:
    """Whether values of the types are numbers for certain."""
    members = [member for type_ in types for member in members_of(type_)]
    return all(isinstance(item, Scalar) and item.name in ("integer", "number") for item in members)


def _reduced_types(output: MapOutput, inner: tuple[Type, ...]) -> tuple[Type, ...] | None:
    """What is known of a reduced value's type. A sum of nothing is an integer, whatever it is
    of."""
    if output.reducer == APPEND:
        return (ArrayType(items=joined(inner)),)
    nothing = (NULL,) if allows_null(output.item.type) else ()
    if output.reducer == "average":
        return (Scalar("number"), *nothing)
    return (*inner, *nothing) if output.reducer != "sum" and _are_numbers(inner) else None
