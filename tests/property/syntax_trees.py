"""Random syntax trees: everything that the grammar can say, for the laws of printing."""

from __future__ import annotations

from hypothesis import strategies as st

from flowc.syntax import tree as t
from flowc.syntax.tokens import RESERVED_FOR_DECLARATIONS
from flowc.syntax.tree import Name
from flowc.text import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)
WORDS = (
    "a",
    "b2",
    "node",
    "start",
    "each",
    "default",
    "type",
    "match",
    "true",
    "error",
    "as",
    "name",
)


def _built(kind, *args, **named):
    return st.builds(kind, *args, span=st.just(NOWHERE), **named)


texts = st.one_of(
    st.sampled_from(
        ["", "two words", 'say "hi"', "{{x}}", "a\\b", "# no comment", "`", "é", "\u202e"]
    ),
    st.text(max_size=8),
)
block_texts = st.lists(texts, min_size=2, max_size=4).map("\n".join)
names = _built(Name, st.one_of(st.sampled_from(WORDS), texts))
declared = names.filter(lambda name: name.text not in RESERVED_FOR_DECLARATIONS)
plain_names = _built(Name, st.sampled_from(["a", "b2", "C"]))
strings = st.one_of(
    _built(t.StringLiteral, texts, st.booleans()),
    _built(t.StringLiteral, block_texts, st.booleans()),
)
numbers = st.one_of(
    st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False)
)
scalars = st.one_of(
    _built(t.Literal, st.one_of(st.none(), st.booleans(), numbers, texts), st.just(False)),
    _built(t.Literal, block_texts, st.just(True)),
)
non_null = st.one_of(
    _built(t.Literal, st.one_of(st.booleans(), numbers, texts), st.just(False)),
)


def _tuples(items, **sizes):
    return st.lists(items, max_size=sizes.pop("max_size", 3), **sizes).map(tuple)


def _entries(values, **sizes):
    """Entries of an object; no key stands twice."""
    return _tuples(_built(t.Entry, names, values), unique_by=lambda entry: entry.key.text, **sizes)


def _types(inner):
    fields = _built(
        t.ObjectField,
        names,
        st.booleans(),
        inner,
        st.none() | scalars,
        st.none() | strings,
    )
    return st.one_of(
        _built(t.ArrayOf, inner),
        _built(t.Nullable, inner),
        _built(t.UnionOf, _tuples(inner, min_size=2)),
        _built(t.ObjectOf, _tuples(fields), st.none() | inner),
        _built(t.WithKeywords, inner, _built(t.ObjectLiteral, _entries(scalars))),
    )


types = st.recursive(
    _built(t.NamedType, names) | _built(t.LiteralType, non_null), _types, max_leaves=5
)


def _values(inner):
    return st.one_of(
        _built(t.ArrayLiteral, _tuples(inner)),
        _built(t.ObjectLiteral, _entries(inner)),
        _built(
            t.InlineComponent,
            names,
            st.none() | names,
            st.none() | parameters,
            st.none() | parameters,
            _entries(inner),
            st.none() | strings,
            annotations,
        ),
    )


literals = st.recursive(
    scalars,
    lambda inner: st.one_of(
        _built(t.ArrayLiteral, _tuples(inner)),
        _built(t.ObjectLiteral, _entries(inner)),
    ),
    max_leaves=4,
)
annotations = _tuples(
    _built(
        t.Annotation,
        plain_names,
        _tuples(_built(t.AnnotationArgument, st.none() | plain_names, literals), max_size=2),
    ),
    max_size=2,
)
parameters = _tuples(
    _built(t.Parameter, names, types, st.none() | literals, st.none() | strings, annotations)
)
expressions = st.recursive(
    st.one_of(
        scalars,
        _built(t.NameRef, names),
        _built(t.IdRef, strings),
        _built(t.SecretMark),
        _built(t.TypeValue, types),
    ),
    _values,
    max_leaves=4,
)
entries = _entries(expressions)

# Statements ------------------------------------------------------------------------------------

references = _built(t.Reference, _tuples(names, min_size=1, max_size=2))
values = st.one_of(
    _built(
        t.Value,
        _tuples(references, min_size=1),
        st.none() | literals,
        st.none(),
        st.booleans(),
    ),
    _built(t.Value, st.just(()), st.none(), literals, st.just(False)),
)
described = {"description": st.none() | strings, "annotations": annotations}
arguments = st.one_of(
    _built(t.Argument, st.none(), st.none(), values, **described),
    _built(t.Argument, names, st.none(), values, **described),
    _built(t.Argument, names, types, st.none() | values, **described),
)
subjects = st.one_of(
    _built(t.Argument, st.none(), st.none(), values),
    _built(t.Argument, names, types, st.none() | values, **described),
)
labels = {"name": st.none() | names, **described}


def _statements(inner):
    blocks = _built(t.Block, _tuples(inner), st.just(True))
    bodies = blocks | _built(t.Block, _tuples(inner, min_size=1, max_size=1), st.just(False))
    call_arms = _tuples(
        _built(t.Arm, _tuples(names | _branch_texts, min_size=1, max_size=2), st.none(), bodies)
    )
    match_arms = st.tuples(
        _tuples(
            _built(t.Arm, _tuples(_patterns, min_size=1, max_size=2), st.none() | names, bodies)
        ),
        _tuples(_built(t.Arm, st.just(()), st.none(), bodies, is_else=st.just(True)), max_size=1),
    ).map(lambda pair: (*pair[0], *pair[1]))
    return st.one_of(
        _built(
            t.Call,
            **labels,
            form=st.sampled_from(["", "try", "map", "parallel map"]),
            callees=st.tuples(names),
            arguments=_tuples(arguments),
            outputs=st.none() | parameters,
            entries=entries,
            arms=call_arms,
        ),
        _built(t.Match, **labels, subject=subjects, entries=entries, arms=match_arms),
        _built(t.If, **labels, subject=subjects, then=blocks, otherwise=st.none() | blocks),
        _built(t.Loop, **labels, body=blocks),
    )


_branch_texts = _built(t.Literal, texts, st.just(False))
_patterns = _built(t.Literal, st.one_of(st.booleans(), numbers, texts), st.just(False))
statements = st.recursive(
    st.one_of(
        _built(
            t.Call,
            **labels,
            form=st.just("parallel"),
            callees=_tuples(names, min_size=1),
            arguments=_tuples(arguments),
        ),
        _built(t.Say, **labels, text=strings, arguments=_tuples(arguments), entries=entries),
        _built(
            t.Ask,
            **labels,
            text=st.none() | strings,
            arguments=_tuples(arguments),
            outputs=st.none() | parameters,
        ),
        _built(t.Break, **described, target=st.none() | names),
        _built(t.Continue, **described, target=st.none() | names),
        _built(t.Goto, **described, target=names),
        _built(
            t.Return,
            **labels,
            arguments=_tuples(arguments),
            branch=st.none() | names,
            outputs=st.none() | parameters,
        ),
        _built(t.Start, **described),
        _built(
            t.Edges,
            **described,
            entries=_tuples(
                st.one_of(
                    _built(t.EdgeEntry, names, names, st.none(), names, names, **described),
                    _built(
                        t.EdgeEntry,
                        names,
                        st.none(),
                        st.none() | names,
                        names,
                        st.none(),
                        **described,
                    ),
                )
            ),
        ),
    ),
    _statements,
    max_leaves=3,
)

# Declarations ----------------------------------------------------------------------------------

exportable = {**described, "export": st.booleans()}
declarations = st.one_of(
    _built(t.VersionDeclaration, **described, version=st.none() | strings),
    _built(
        t.ImportDeclaration,
        **described,
        names=_tuples(_built(t.ImportedName, names, st.none() | declared)),
        path=strings,
    ),
    _built(t.LibraryDeclaration, **described),
    _built(t.EnvDeclaration, **described, name=declared),
    _built(t.TypeDeclaration, **described, name=declared, type=types),
    _built(
        t.ComponentDeclaration,
        **exportable,
        type_name=names | _built(Name, st.just("ServerTool")),
        name=declared,
        inputs=st.none() | parameters,
        outputs=st.none() | parameters,
        entries=st.none() | entries,
        extern=st.booleans(),
    ),
    _built(
        t.FlowDeclaration,
        **exportable,
        name=declared,
        inputs=parameters,
        outputs=st.none() | parameters,
        wiring=st.sampled_from(["", "name", "edges"]),
        body=_built(t.Block, _tuples(statements), st.just(True)),
    ),
)
trees = _built(t.Tree, _tuples(declarations))
