"""What each form means as a tree."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from syntax_forms import DECLARATIONS, FORMS, STATEMENTS, WIRED

from flowc.syntax import parse
from flowc.syntax import tree as t
from flowc.text import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)


def sound(text: str) -> tuple[t.Declaration, ...]:
    parsed = parse(Source("x.flow", text))
    assert parsed.diagnostics == ()
    return parsed.tree.declarations


def statements(text: str) -> tuple[Any, ...]:
    (flow,) = sound("flow f() {\n" + text + "\n}")
    assert isinstance(flow, t.FlowDeclaration)
    return flow.body.statements


def statement(text: str) -> Any:
    (found,) = statements(text)
    return found


def type_of(text: str) -> t.TypeExpr:
    (declared,) = sound(f"type T = {text}")
    assert isinstance(declared, t.TypeDeclaration)
    return declared.type


def field(text: str) -> t.FieldExpr:
    (declared,) = sound(f"Thing x {{ f: {text} }}")
    assert isinstance(declared, t.ComponentDeclaration)
    assert declared.entries is not None
    return declared.entries[0].value


def argument(text: str) -> t.Argument:
    return statement(f"f({text})").arguments[0]


def name(text: str) -> t.Name:
    return t.Name(span=NOWHERE, text=text)


def string(value: str) -> t.StringLiteral:
    return t.StringLiteral(span=NOWHERE, value=value)


def literal(value: bool | int | float | str | None) -> t.Literal:
    return t.Literal(span=NOWHERE, value=value)


def named(text: str) -> t.NamedType:
    return t.NamedType(span=NOWHERE, name=name(text))


def constant(value: bool | int | float | str) -> t.LiteralType:
    return t.LiteralType(span=NOWHERE, value=literal(value))


def reference(*names: str) -> t.Reference:
    return t.Reference(span=NOWHERE, names=tuple(map(name, names)))


def block(*inside: t.Statement) -> t.Block:
    return t.Block(span=NOWHERE, statements=inside)


def goto(label: str) -> t.Goto:
    return t.Goto(span=NOWHERE, target=name(label))


def test_every_block_of_the_language_page(corpus: Path) -> None:
    page = (corpus.parent / "LANGUAGE.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```flow\n(.*?)```", page, re.S)
    kinds = [[type(declared).__name__ for declared in sound(block)] for block in blocks]
    assert kinds == [
        ["VersionDeclaration", "ComponentDeclaration", "FlowDeclaration"],
        [
            *["TypeDeclaration"] * 2,
            *["ComponentDeclaration"] * 4,
            *["FlowDeclaration"] * 2,
        ],
        ["ComponentDeclaration", "FlowDeclaration"],
    ]


@pytest.mark.parametrize("text", FORMS)
def test_forms_are_sound(text: str) -> None:
    parsed = parse(Source("x.flow", text))
    assert parsed.diagnostics == ()
    assert len(parsed.tree.declarations) == len(re.findall(r"^(?=\w)", text, re.M))


# Declarations --------------------------------------------------------------------------------


def test_version() -> None:
    assert sound('agentspec "25.4.1"\nagentspec none') == (
        t.VersionDeclaration(span=NOWHERE, version=string("25.4.1")),
        t.VersionDeclaration(span=NOWHERE, version=None),
    )


def test_import() -> None:
    assert sound('import { a, b as C } from "tools.flow"') == (
        t.ImportDeclaration(
            span=NOWHERE,
            names=(
                t.ImportedName(span=NOWHERE, name=name("a"), alias=None),
                t.ImportedName(span=NOWHERE, name=name("b"), alias=name("C")),
            ),
            path=string("tools.flow"),
        ),
    )


def test_signature_left_out_is_not_an_empty_one() -> None:
    (silent, empty) = sound("tool a\nTool b() -> () {}")
    assert silent == t.ComponentDeclaration(
        span=NOWHERE, type_name=name("ServerTool"), name=name("a")
    )
    assert empty == t.ComponentDeclaration(
        span=NOWHERE, type_name=name("Tool"), name=name("b"), inputs=(), outputs=(), entries=()
    )


def test_prefixes_of_a_declaration() -> None:
    (declared,) = sound('"Says."\n@id("t") # why\n@retry(max_attempts = 3)\nexport extern tool a')
    assert isinstance(declared, t.ComponentDeclaration)
    assert declared.description == string("Says.")
    assert declared.annotations == (
        t.Annotation(
            span=NOWHERE,
            name=name("id"),
            arguments=(t.AnnotationArgument(span=NOWHERE, name=None, value=literal("t")),),
        ),
        t.Annotation(
            span=NOWHERE,
            name=name("retry"),
            arguments=(
                t.AnnotationArgument(span=NOWHERE, name=name("max_attempts"), value=literal(3)),
            ),
        ),
    )
    assert (declared.export, declared.extern) == (True, True)


def test_parameter() -> None:
    (declared,) = sound('tool a("The text." @with({ x: absent }) b: string = "c")')
    assert isinstance(declared, t.ComponentDeclaration)
    assert declared.inputs is not None
    (parameter,) = declared.inputs
    assert (parameter.name, parameter.type) == (name("b"), named("string"))
    assert (parameter.default, parameter.description) == (literal("c"), string("The text."))
    assert isinstance(parameter.annotations[0].arguments[0].value, t.ObjectLiteral)


@pytest.mark.parametrize(
    ("written", "wiring"), [("", ""), ("by name", "name"), ("by edges", "edges")]
)
def test_flow(written: str, wiring: str) -> None:
    (flow,) = sound(f"flow f(a: string) -> (b: any) {written} {{ }}")
    assert isinstance(flow, t.FlowDeclaration)
    assert (flow.name, flow.wiring, flow.body) == (name("f"), wiring, block())
    assert flow.outputs is not None
    assert [len(flow.inputs), len(flow.outputs)] == [1, 1]


# Field values --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("-1.5e3", -1500.0), ("0", 0), ("1.0", 1.0), ("true", True), ("null", None)],
)
def test_literals(text: str, value: bool | int | float | None) -> None:
    found = field(text)
    assert found == literal(value)
    assert isinstance(found, t.Literal)
    assert type(found.value) is type(value)


def test_field_values() -> None:
    assert field("a") == t.NameRef(span=NOWHERE, name=name("a"))
    assert field("`a b`") == t.NameRef(span=NOWHERE, name=name("a b"))
    assert field('ref("x")') == t.IdRef(span=NOWHERE, id=string("x"))
    assert field("ref") == t.NameRef(span=NOWHERE, name=name("ref"))
    assert field("secret") == t.SecretMark(span=NOWHERE)
    assert field("`secret`") == t.NameRef(span=NOWHERE, name=name("secret"))
    assert field("type string?") == t.TypeValue(
        span=NOWHERE, type=t.Nullable(span=NOWHERE, type=named("string"))
    )
    assert t.plain_json(field('[1, { a: "b", "c d": [null] }]')) == [1, {"a": "b", "c d": [None]}]


def test_inline_component() -> None:
    assert field('"Says." @x tool a() -> (b: any) { c: 1 }') == t.InlineComponent(
        span=NOWHERE,
        type_name=name("ServerTool"),
        name=name("a"),
        inputs=(),
        outputs=(t.Parameter(span=NOWHERE, name=name("b"), type=named("any")),),
        entries=(t.Entry(span=NOWHERE, key=name("c"), value=literal(1)),),
        description=string("Says."),
        annotations=(t.Annotation(span=NOWHERE, name=name("x"), arguments=()),),
    )


# Types ---------------------------------------------------------------------------------------


def test_types() -> None:
    assert type_of("string[]?") == t.Nullable(
        span=NOWHERE, type=t.ArrayOf(span=NOWHERE, items=named("string"))
    )
    assert type_of('("a" | 2)[]') == t.ArrayOf(
        span=NOWHERE, items=t.UnionOf(span=NOWHERE, members=(constant("a"), constant(2)))
    )
    assert type_of("| A\n  | null") == t.UnionOf(span=NOWHERE, members=(named("A"), named("null")))
    assert type_of("true") == constant(True)
    assert type_of("| A") == named("A")


def test_object_type() -> None:
    text = '{\n"Why."\na: string\n"b c"?: any = 1, [string]: integer }'
    assert type_of(text) == t.ObjectOf(
        span=NOWHERE,
        fields=(
            t.ObjectField(
                span=NOWHERE,
                name=name("a"),
                optional=False,
                type=named("string"),
                description=string("Why."),
            ),
            t.ObjectField(
                span=NOWHERE,
                name=name("b c"),
                optional=True,
                type=named("any"),
                default=literal(1),
            ),
        ),
        additional=named("integer"),
    )


def test_keywords_of_a_type() -> None:
    found = type_of('integer { minimum: 1 }[] { "x-y": {} }')
    assert isinstance(found, t.WithKeywords)
    assert t.plain_json(found.keywords) == {"x-y": {}}
    assert isinstance(found.type, t.ArrayOf)
    assert isinstance(found.type.items, t.WithKeywords)


# Values and arguments ------------------------------------------------------------------------


def test_values() -> None:
    def value(text: str) -> t.Value | None:
        return argument(text).value

    assert value("a") == t.Value(span=NOWHERE, sources=(reference("a"),))
    assert value("a.x | b.y default 1") == t.Value(
        span=NOWHERE, sources=(reference("a", "x"), reference("b", "y")), default=literal(1)
    )
    assert value("a default\n{}") == t.Value(
        span=NOWHERE,
        sources=(reference("a"),),
        default=t.ObjectLiteral(span=NOWHERE, entries=()),
    )
    assert value("each a.b") == t.Value(span=NOWHERE, sources=(reference("a", "b"),), each=True)
    assert value("each.b") == t.Value(span=NOWHERE, sources=(reference("each", "b"),))
    assert value("each") == t.Value(span=NOWHERE, sources=(reference("each"),))
    assert value('"t"') == t.Value(span=NOWHERE, literal=literal("t"))
    assert value("default.x") == t.Value(span=NOWHERE, sources=(reference("default", "x"),))


def test_arguments() -> None:
    source = t.Value(span=NOWHERE, sources=(reference("b"),))
    assert argument("a = b") == t.Argument(span=NOWHERE, name=name("a"), value=source)
    assert argument('"Why." a: string = b') == t.Argument(
        span=NOWHERE,
        name=name("a"),
        type=named("string"),
        value=source,
        description=string("Why."),
    )
    assert argument("a: string") == t.Argument(span=NOWHERE, name=name("a"), type=named("string"))
    assert argument("each = b") == t.Argument(span=NOWHERE, name=name("each"), value=source)


# Statements ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["", "try", "map", "parallel map"])
def test_calls(form: str) -> None:
    found = statement(f"x = {form} f() -> () {{ a: 1, b => goto y, else => {{}} }}")
    assert found == t.Call(
        span=NOWHERE,
        name=name("x"),
        form=form,
        callees=(name("f"),),
        arguments=(),
        outputs=(),
        entries=(t.Entry(span=NOWHERE, key=name("a"), value=literal(1)),),
        arms=(
            t.Arm(span=NOWHERE, patterns=(name("b"),), branch=None, body=block(goto("y"))),
            t.Arm(span=NOWHERE, patterns=(), branch=None, body=block(), is_else=True),
        ),
    )


def test_parallel() -> None:
    found = statement("parallel [f, g](a)")
    assert (found.form, found.callees, found.name) == ("parallel", (name("f"), name("g")), None)


def test_say_and_ask() -> None:
    assert statement('say "Hi" (a)') == t.Say(
        span=NOWHERE, text=string("Hi"), arguments=(argument("a"),)
    )
    assert statement("x = ask -> (id: any)") == t.Ask(
        span=NOWHERE,
        name=name("x"),
        text=None,
        outputs=(t.Parameter(span=NOWHERE, name=name("id"), type=named("any")),),
    )


def test_match() -> None:
    found = statement('m: match a { "A", 1 as x => goto y, else => error }')
    assert found == t.Match(
        span=NOWHERE,
        name=name("m"),
        subject=argument("a"),
        arms=(
            t.Arm(
                span=NOWHERE,
                patterns=(literal("A"), literal(1)),
                branch=name("x"),
                body=block(goto("y")),
            ),
            t.Arm(span=NOWHERE, patterns=(), branch=None, body=block(), is_else=True, error=True),
        ),
    )
    assert statement("match (t: any = a) {}").subject == argument("t: any = a")


def test_else_if_is_an_if_in_a_block_of_its_own() -> None:
    found = statement("if a { goto x }\nelse if b { }\nelse { goto y }")
    inner = t.If(span=NOWHERE, subject=argument("b"), then=block(), otherwise=block(goto("y")))
    assert found == t.If(
        span=NOWHERE, subject=argument("a"), then=block(goto("x")), otherwise=block(inner)
    )
    assert not found.otherwise.braces


def test_loops_and_jumps() -> None:
    found = statement("l: loop {\nbreak\ncontinue l\ngoto `match`\nstart\n}")
    assert found == t.Loop(
        span=NOWHERE,
        name=name("l"),
        body=block(
            t.Break(span=NOWHERE),
            t.Continue(span=NOWHERE, target=name("l")),
            goto("match"),
            t.Start(span=NOWHERE),
        ),
    )


def test_returns() -> None:
    outputs = (t.Parameter(span=NOWHERE, name=name("o"), type=named("any")),)
    assert statements('return\nr: return a.b as x\nreturn (a) -> (o: any) as "y z"') == (
        t.Return(span=NOWHERE),
        t.Return(span=NOWHERE, name=name("r"), arguments=(argument("a.b"),), branch=name("x")),
        t.Return(span=NOWHERE, arguments=(argument("a"),), branch=name("y z"), outputs=outputs),
    )


def test_edges() -> None:
    def edge(source: str, destination: str, **more: Any) -> t.EdgeEntry:
        rest = dict.fromkeys(("source_output", "branch", "destination_input")) | more
        return t.EdgeEntry(span=NOWHERE, source=name(source), destination=name(destination), **rest)

    found = statement('edges { start -> b   a["x y"] -> b\n"Why." a.o -> b.i, }')
    assert found.entries == (
        edge("start", "b"),
        edge("a", "b", branch=name("x y")),
        edge(
            "a",
            "b",
            source_output=name("o"),
            destination_input=name("i"),
            description=string("Why."),
        ),
    )


# Places and comments -------------------------------------------------------------------------


def test_the_place_of_a_statement_leaves_its_prefix_out() -> None:
    text = 'flow f() {\n  "Why."\n  @x\n  a = f(b) # c\n}\n'
    (flow,) = sound(text)
    assert isinstance(flow, t.FlowDeclaration)
    (call,) = flow.body.statements
    assert isinstance(call, t.Call)
    assert (call.span.text, call.span.line, call.span.column) == ("a = f(b)", 4, 3)
    assert call.name is not None
    assert call.description is not None
    assert [call.name.span.text, call.callees[0].span.text] == ["a", "f"]
    assert [call.description.span.text, call.annotations[0].span.text] == ['"Why."', "@x"]
    assert flow.span.text == text.strip()
    assert flow.body.span.text == text[9:-1]


def test_the_place_of_a_type_holds_its_parentheses() -> None:
    found = type_of('("a" | "b")[]')
    assert isinstance(found, t.ArrayOf)
    assert [found.span.text, found.items.span.text] == ['("a" | "b")[]', '("a" | "b")']


def test_comments() -> None:
    text = '# one\ntool a( # two  \n  # three\n) # four\n"# no" # five\ntool b\n#'
    parsed = parse(Source("x.flow", text))
    found = [(item.text, item.own_line, item.span.line) for item in parsed.comments]
    assert found == [
        ("# one", True, 1),
        ("# two", False, 2),
        ("# three", True, 3),
        ("# four", False, 4),
        ("# five", False, 5),
        ("#", True, 7),
    ]
    assert all(item.span.text == item.text for item in parsed.comments)


def test_trees_of_one_text_are_equal_whatever_the_layout() -> None:
    for text in (DECLARATIONS, STATEMENTS, WIRED):
        wide = re.sub(r"\n(?!\s*(?:Hi|\"\"\"))", "  # more\n\n\n", text)
        assert sound(wide) == sound(text)
