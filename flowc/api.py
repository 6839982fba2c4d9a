"""The Python API: programs, and what can be done with them.

>>> program = flowc.load("order.flow")
>>> program.diagnostics
()
>>> flowc.run(program, {"order_id": "7812"}, tools=tools)
{'order_status': 'OUT_FOR_DELIVERY'}

Nothing here prints. Files are read by :func:`load` (and by what takes a path); everything else is a
function of its arguments.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from flowc import files
from flowc.diagnostics import Diagnostic, FlowcError, has_errors, in_source_order
from flowc.faults import StepLimit
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.names import module_name
from flowc.records import guarded, replace
from flowc.text import Source, normalised

if TYPE_CHECKING:
    from flowc.agentspec import Read
    from flowc.conversion import Conversion
    from flowc.interpreter import Observer, Runnable, Services
    from flowc.python.plan import Checks
    from flowc.runtime import Agents, ClientTool, Clock, Confirm, Http, Llm, Mcp, Message, User
    from flowc.syntax.tree import Tree

Engine = Literal["interpreter", "python"]
Target = Literal["wayflow", "langgraph", "oracle", "adk", "python"]


class Program:
    """A document that was read from some text, and what flowc has to say about it.

    Errors of syntax or of names leave no document, and whatever needs one raises
    :class:`~flowc.diagnostics.FlowcError`. Errors that only checks find stop what runs or compiles
    the program, never its conversion (SEMANTICS 3).
    """

    def __init__(
        self,
        source: Source,
        document: Document | None,
        found: tuple[Diagnostic, ...],
        read: Read | None = None,
    ) -> None:
        self.source = source
        self._document = document
        self._found = found
        self._read = read

    @property
    def is_flow(self) -> bool:
        """Whether the program was written as `.flow`, not read from an Agent Spec document."""
        return self._read is None

    @property
    def document(self) -> Document:
        """The program in the IR; FlowcError if it could not be made."""
        if self._document is None:
            raise FlowcError(self._found)
        return self._document

    @property
    def reading_diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found while the text was read, before any check of what it says, in source
        order: all that a conversion can be concerned with."""
        return in_source_order(self._found)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding, in source order."""
        if self._document is None:
            return self.reading_diagnostics
        from flowc.semantics import check

        skip = () if has_errors(self._found) else None
        return in_source_order((*self._found, *check(self._document, skip=skip)))

    def diagnostics_for(self, targets: Collection[Target]) -> tuple[Diagnostic, ...]:
        """Every finding as the target runtimes see it, and what they refuse or do otherwise
        (docs/targets.md); :attr:`diagnostics` without a target."""
        if not targets or self._document is None:
            return self.diagnostics
        from flowc.semantics.profiles import for_targets

        found = self.diagnostics
        if "python" in targets and not has_errors(found):
            found = (*found, *_refused_by_python(self._document))
        return for_targets(self._document, found, targets)

    def require_no_errors(self) -> None:
        """Raise FlowcError with all findings if one of them is an error."""
        if has_errors(self.diagnostics):
            raise FlowcError(self.diagnostics)

    def require_no_placeholders(self) -> None:
        """Raise FlowcError if there are env placeholders, which must be filled before the program
        runs or becomes code (SEMANTICS 27)."""
        from flowc.semantics.defines import unfilled

        if found := tuple(unfilled(self.document, self.document.root_component)):
            raise FlowcError(found)

    @cached_property
    def runnable(self) -> Runnable:
        """The program as the interpreter runs it: the document that is written, read back."""
        from flowc.agentspec import read_object, to_object
        from flowc.interpreter import Runnable

        read = read_object(to_object(self.document)).document
        # What lives elsewhere is not written; the source says what it is.
        elsewhere = {id_: it for id_, it in self.document.components.items() if it.extern}
        whole = replace(read, components={**read.components, **elsewhere})
        return Runnable(whole, written=self.document)

    def over(self, document: Document) -> Program:
        """This program with another document, such as one whose placeholders are filled
        (:func:`flowc.semantics.defines.defined`)."""
        if document is self._document:
            return self
        return Program(self.source, document, self._found, read=self._read)

    def to_dict(self) -> dict[str, Any]:
        """The Agent Spec document as a JSON object."""
        from flowc.agentspec import to_object

        return to_object(self.document)

    def to_json(self) -> str:
        """The Agent Spec document as JSON text."""
        from flowc.agentspec import to_json

        return to_json(self.document)

    def to_yaml(self) -> str:
        """The Agent Spec document as YAML text."""
        from flowc.agentspec import to_yaml

        return to_yaml(self.document)

    def to_flow(self, *, exact: bool = False) -> str:
        """The program as formatted `.flow` text, which is compiled and compared before it is given;
        FlowcError (FLOW653) if it does not say the same.

        `exact` keeps what has no meaning too: every id, name, null and spelling of a document
        (LANGUAGE, "Ids and names"). A `.flow` source stays as it is, comments included.
        """
        return self.conversion(exact=exact).text

    def conversion(self, *, exact: bool = False) -> Conversion:
        """As `to_flow`, with how much of each kind the text drops of the document."""
        from flowc.conversion import convert, formatted

        if self._read is None:
            return formatted(self.source)
        return convert(self._read, self.source.name, exact=exact)

    def to_python(self, *, async_: bool = False, checks: Checks = "full") -> str:
        """The program as a Python module. With `checks` "none" it trusts callers and tools to give
        what the types say: it neither converts it nor looks whether it is there.

        FlowcError if the program has errors, placeholders without a value, or does not fit Python.
        """
        import hashlib

        from flowc.python import emit

        self.require_no_errors()
        self.require_no_placeholders()
        return emit(
            self.document,
            async_=async_,
            checks=checks,
            source_name=Path(self.source.name).name,
            source_sha256=hashlib.sha256(
                self.source.text.encode("utf-8", "surrogatepass")
            ).hexdigest(),
        )


def _refused_by_python(document: Document) -> tuple[Diagnostic, ...]:
    """What keeps the document from being Python, once its placeholders have values."""
    from flowc.python.preconditions import flows_to_emit
    from flowc.semantics.defines import defined, env_names

    names = env_names(document, document.root_component)
    try:
        flows_to_emit(defined(document, dict.fromkeys(names, "")).document)
    except FlowcError as error:
        return error.diagnostics
    return ()


@guarded(frozen=True, slots=True, eq=False)
class Result(Mapping[str, Any]):
    """The outputs of a run by title, the branch of the end reached, and the messages."""

    outputs: dict[str, Any]
    branch: str
    messages: tuple[Message, ...] = ()

    def __getitem__(self, title: str) -> Any:
        return self.outputs[title]

    def __iter__(self) -> Iterator[str]:
        return iter(self.outputs)

    def __len__(self) -> int:
        return len(self.outputs)

    def __repr__(self) -> str:
        return repr(self.outputs)


def parse(
    text: str, *, filename: str = "<string>", resolve: Callable[[str], str] | None = None
) -> Program:
    """The program of a `.flow` text. Findings are in `.diagnostics`, none is raised.

    `resolve` gives the text of an imported file by its path relative to the entry file's folder;
    without it an import is a finding.
    """
    from flowc.semantics import bind, check
    from flowc.syntax import parse as parse_syntax

    source = Source(filename, normalised(text))
    parsed = parse_syntax(source)
    if has_errors(parsed.diagnostics):
        return Program(source, None, parsed.diagnostics)

    elsewhere: list[Diagnostic] = []

    def imported(path: str) -> Tree | Document:
        assert resolve is not None
        return _imported(resolve(path), str(Path(filename).parent / path), elsewhere.extend)

    bound = bind(parsed.tree, source, None if resolve is None else imported)
    found = (*parsed.diagnostics, *bound.diagnostics)
    if bound.document is None or not has_errors(found):
        return Program(source, bound.document, (*found, *elsewhere))
    found = (*found, *elsewhere, *check(bound.document, skip=bound.broken))
    return Program(source, None, found)


def _imported(
    text: str, filename: str, report: Callable[[tuple[Diagnostic, ...]], None]
) -> Tree | Document:
    """What the binder needs of an imported file; FlowcError if that cannot be had. What else is
    found when it is read is reported."""
    from flowc.syntax import parse as parse_syntax

    kind = files.kind_of(Path(filename))
    if kind in ("json", "yaml"):
        read = from_json if kind == "json" else from_yaml
        program = read(text, filename=filename)
        report(program._found)
        return program.document
    parsed = parse_syntax(Source(filename, normalised(text)))
    if has_errors(parsed.diagnostics):
        raise FlowcError(parsed.diagnostics)
    report(parsed.diagnostics)
    return parsed.tree


def from_json(text_or_object: str | Mapping[str, Any], *, filename: str = "<string>") -> Program:
    """The program of an Agent Spec document: JSON or JSON5 text, or the object itself. FlowcError
    if it is no Agent Spec document."""
    from flowc.agentspec import read_json, read_object

    if isinstance(text_or_object, str):
        return _of_document(read_json(text_or_object, filename), filename, text_or_object)
    read = read_object(text_or_object)
    return _of_document(read, filename, json.dumps(read.value, sort_keys=True))


def from_yaml(text: str, *, filename: str = "<string>") -> Program:
    """The program of an Agent Spec document in YAML; FlowcError if it is none."""
    from flowc.agentspec import read_yaml

    return _of_document(read_yaml(text, filename), filename, text)


def load(path: str | PathLike[str], *, max_size: int = files.MAX_SIZE) -> Program:
    """The program in a file, by its ending: `.flow`, `.json`, `.json5`, `.yaml`, `.yml`.

    Imports are looked up below the file's folder. FlowcError if a file cannot be read, has more
    than `max_size` bytes, or is no Agent Spec document; other findings are in `.diagnostics`.
    """
    entry = Path(fspath(path))
    kind = files.kind_of(entry)
    text = files.read_text(entry, max_size=max_size)
    return load_text(text, entry, kind=kind, max_size=max_size)


def load_text(
    text: str,
    path: str | PathLike[str],
    *,
    kind: str | None = None,
    max_size: int = files.MAX_SIZE,
) -> Program:
    """The program of a text as if it stood in the file `path`: what an editor has, or a pipe.

    `kind` is `flow`, `json` or `yaml`; None is that of the file's ending.
    """
    entry = Path(fspath(path))
    kind = kind or files.kind_of(entry)
    if kind == "json":
        return from_json(text, filename=str(entry))
    if kind == "yaml":
        return from_yaml(text, filename=str(entry))
    return parse(
        text,
        filename=str(entry),
        resolve=lambda wanted: files.read_text(
            files.below(entry.parent, wanted), max_size=max_size
        ),
    )


def _of_document(read: Read, filename: str, text: str) -> Program:
    source = read.document.source or Source(filename, normalised(text))
    return Program(source, read.document, read.diagnostics, read)


def run(
    program: Program | str | PathLike[str] | Mapping[str, Any],
    inputs: object = None,
    *,
    tools: object,
    user: User | None = None,
    llm: Llm | None = None,
    http: Http | None = None,
    mcp: Mcp | None = None,
    agents: Agents | None = None,
    confirm: Confirm | None = None,
    client_tool: ClientTool | None = None,
    executors: Mapping[str, Callable[..., Any]] | None = None,
    state: MutableMapping[str, Any] | None = None,
    clock: Clock | None = None,
    engine: Engine = "interpreter",
    max_steps: int | None = None,
    observer: Observer | None = None,
) -> Result:
    """Run a program's root flow.

    `program` may be a path or a document as well. `inputs` are a mapping, or any other form that
    SEMANTICS 18 allows; `tools` is an object, module or mapping with a function for each tool.
    The other services are what nodes need besides (:mod:`flowc.runtime.services`): `user` is spoken
    to and asked (nobody answers unless it is given); `llm`, `http`, `mcp` and `agents` do the work
    of their nodes and of tools without a function, `client_tool` that of ClientTools, and
    `executors` that of BuiltinTools by `tool_type`; `confirm` is asked before tools that require
    it; `state` is the session's; `clock` is for `@retry`.

    `engine` says which execution runs it: the interpreter, which tells `observer` of each node, or
    the generated module, which has no such thing. Errors of the
    program are FlowcError; errors of the run are what SEMANTICS 6 says, tools' own errors as they
    are.
    """
    from flowc.interpreter import Services

    if engine not in ("interpreter", "python"):
        raise ValueError(f"engine must be 'interpreter' or 'python', not {engine!r}")
    services = Services(
        user=user,
        llm=llm,
        http=http,
        mcp=mcp,
        agents=agents,
        confirm=confirm,
        client_tool=client_tool,
        executors=executors,
        state=state,
        clock=clock,
    )
    if observer is not None and engine != "interpreter":
        raise ValueError("only the interpreter has an observer")
    program = _program(program)
    program.require_no_errors()
    program.require_no_placeholders()
    if engine == "python":
        return _generated(program, inputs, tools, services, max_steps)
    return _interpreted(program, inputs, tools, services, max_steps, observer)


def _interpreted(
    program: Program,
    inputs: object,
    tools: object,
    services: Services,
    max_steps: int | None,
    observer: Observer | None,
) -> Result:
    outcome = program.runnable.run(
        inputs, tools=tools, services=services, max_steps=max_steps, observer=observer
    )
    return Result(outcome.outputs, outcome.branch, tuple(outcome.messages))


def _generated(
    program: Program, inputs: object, tools: object, services: Services, max_steps: int | None
) -> Result:
    from inspect import signature  # a tenth of the start of a check, which needs none

    from flowc.interpreter.needs import Needs
    from flowc.runtime.conversation import Conversation

    module = compile(program)
    root = program.document.root_component
    assert isinstance(root, Flow), "without one there is no module"
    functions = Needs(program.document, root).met(tools, services)
    conversation = Conversation(services.user)
    given = services.filled(conversation)
    taken = signature(module.run_outcome).parameters
    # A module that can reach the limit has a StepLimit of its own: it imports nothing of ours.
    own_limit = (module.StepLimit,) if hasattr(module, "StepLimit") else ()
    try:
        branch, outputs = module.run_outcome(
            inputs,
            tools=functions,
            max_steps=max_steps,
            **{name: value for name, value in given.items() if name in taken},
        )
    except own_limit as limit:
        raise StepLimit(*limit.args) from limit
    return Result(dict(outputs), branch, tuple(conversation.messages))


def compile(
    program: Program | str | PathLike[str] | Mapping[str, Any], *, async_: bool = False
) -> ModuleType:
    """The program's generated Python module, imported; its `run(inputs, *, tools)` runs the root
    flow. The module is not entered into `sys.modules`."""
    import linecache  # with the tokenizer of Python, which nothing else here needs

    program = _program(program)
    code = program.to_python(async_=async_)
    name = module_name(Path(program.source.name).stem)
    module = ModuleType(name)
    module.__file__ = f"<flowc {name}>"
    linecache.cache[module.__file__] = (len(code), None, code.splitlines(True), module.__file__)
    exec(_python(code, module.__file__, "exec"), module.__dict__)
    return module


_python = builtins.compile


def _program(program: Program | str | PathLike[str] | Mapping[str, Any]) -> Program:
    if isinstance(program, Program):
        return program
    return from_json(program) if isinstance(program, Mapping) else load(program)
