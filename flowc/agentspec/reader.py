"""Agent Spec documents, in JSON, JSON5, YAML or as an object, to the IR.

Reading fails only on what is no Agent Spec document; all else that is wrong with one is a finding
beside the document (SEMANTICS 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flowc.agentspec.assemble import assembled
from flowc.agentspec.comments import owned
from flowc.agentspec.depth import object_nests_deeper
from flowc.agentspec.directions import turned_texts
from flowc.agentspec.hoist import (
    Hoisted,
    beside_components,
    hoist,
    with_version,
)
from flowc.agentspec.json_text import (
    Loaded,
    load_json,
    raise_if_unwritable,
)
from flowc.agentspec.keys import VERSION, VERSIONS
from flowc.agentspec.no_document import no_document
from flowc.agentspec.rules import NO_DOCUMENT, Report
from flowc.agentspec.secret_texts import hide_secrets
from flowc.agentspec.text_rules import DEPTH_LIMIT, too_deep
from flowc.diagnostics import Diagnostic, FlowcError, in_source_order
from flowc.ir.document import Document
from flowc.ir.schema import plain
from flowc.ir.values import kind
from flowc.records import dataclass, field, replace
from flowc.semantics.fields import BAD_SHAPE, UNKNOWN_FIELD
from flowc.text import Pointer, Source


@dataclass(frozen=True, slots=True)
class Read:
    """A document that was read, what was found wrong with its shape, and for exact conversion the
    JSON object that its text stands for."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]
    value: Mapping[str, Any] = field(compare=False, repr=False)


def read_json(text: str, filename: str = "<string>") -> Read:
    """Read a document from JSON or JSON5 text; raises :class:`FlowcError` if it is none."""
    return _read_text(text, filename, load_json)


def read_yaml(text: str, filename: str = "<string>") -> Read:
    """Read a document from YAML text; raises :class:`FlowcError` if it is none."""
    from flowc.agentspec.yaml_text import load_yaml
    from flowc.agentspec.yaml_texts import with_texts

    return _read_text(text, filename, lambda *given: with_texts(load_yaml(*given)))


def read_object(obj: Mapping[str, Any]) -> Read:
    """Read a document from the object that its JSON text stands for; findings have no place.

    Raises :class:`FlowcError` if it is no Agent Spec document.
    """
    if object_nests_deeper(obj, DEPTH_LIMIT):
        raise FlowcError([too_deep(None)])
    value = plain(obj)
    raise_if_unwritable(value, None)
    return _read(Loaded(value, None))


def _read_text(text: str, filename: str, load: Callable[[str, str], Loaded]) -> Read:
    """Read a text; the findings on one that is no document show none of its secrets."""
    content = text.removeprefix("\ufeff")
    if not content or content.isspace():
        raise FlowcError([NO_DOCUMENT.at(Pointer(Source(filename, "")), "the file is empty")])
    try:
        return _read(load(text, filename))
    except FlowcError as error:
        sources = {id(source): source for source in map(_source, error.diagnostics) if source}
        for source in sources.values():
            hide_secrets(source)
        raise


def _source(diagnostic: Diagnostic) -> Source | None:
    place = diagnostic.location
    return None if place is None else place.source


def _read(loaded: Loaded) -> Read:
    found: list[Diagnostic] = list(loaded.diagnostics)
    origin = None if loaded.source is None else Pointer(loaded.source)
    problem = no_document(loaded.value, origin)
    if problem is not None:
        raise FlowcError([*found, problem])
    loaded = replace(loaded, value=with_version(loaded.value))
    version = _version(loaded.value, origin, found.append)
    found += turned_texts(loaded)
    hoisted = hoist(
        loaded.value,
        loaded.source,
        found.append,
        all_raw=bool(loaded.comments),
        inner_tables=loaded.inner_tables,
    )
    front, end = _hand_out_comments(loaded, hoisted)
    document = Document(
        version=version,
        root=hoisted.root,
        components=assembled(hoisted, found.append),
        overrides=_beside(loaded.value, origin, found.append),
        comments=front,
        end_comments=end,
        source=loaded.source,
        origin=origin,
    )
    ordered = in_source_order(found) if loaded.source else tuple(found)
    return Read(document, ordered, loaded.value)


def _hand_out_comments(loaded: Loaded, hoisted: Hoisted) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the comments to the components at which they stand; those before and after everything
    are left."""
    if not loaded.comments or loaded.place is None or loaded.source is None:
        return (), ()
    found = owned(loaded.comments, loaded.place(), hoisted.stood, loaded.source)
    for raw, lines in found.inside:
        raw.comments += tuple(lines)
    return found.front, found.end


def _beside(value: Mapping[str, Any], origin: Pointer | None, report: Report) -> dict[str, Any]:
    """The fields beside the components, but for the version."""
    found = beside_components(value)
    rest = {name: found[name] for name in found if name not in VERSIONS}
    for name in rest:
        at = None if origin is None else origin.child(name)
        title = f"a document without a root component has no field '{name}'; it is kept as it is"
        report(UNKNOWN_FIELD.at(at, title))
    return rest


def _version(value: Mapping[str, Any], origin: Pointer | None, report: Report) -> str | None:
    key = next((key for key in VERSIONS if value.get(key) is not None), VERSION)
    version = value.get(key)
    if version is None or isinstance(version, str):
        return version
    at = None if origin is None else origin.child(key)
    title = f"'{key}' must be text, not {kind(version)}"
    report(BAD_SHAPE.at(at, title, hint='Write it in quotes, such as "25.4.1".'))
    return str(version) if isinstance(version, (int, float)) else None
