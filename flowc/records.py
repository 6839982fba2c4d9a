"""Dataclasses that are quick to define and to make, for the classes of the compiler.

:mod:`dataclasses` writes and compiles up to six methods for every class at each start, and loads
:mod:`inspect`; for the classes of the syntax tree, the IR and the checks that took longer than all
else in the check of a small file. And in a frozen class it sets every attribute through
`object.__setattr__`. Here `__init__` is compiled when the first object of a class is made, which
for most classes is never; comparison, hash and representation are closures; and type checkers alone
see to it that nothing is assigned to a frozen one, unless it is :func:`guarded`. All else is as in
:mod:`dataclasses`, which type checkers see, and whose functions take these objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["MISSING", "dataclass", "field", "fields", "guarded", "replace"]

if TYPE_CHECKING:
    from dataclasses import MISSING, dataclass, field, fields, replace
    from dataclasses import dataclass as guarded
else:
    from collections.abc import Callable, Mapping, Sequence
    from operator import attrgetter
    from reprlib import recursive_repr
    from typing import Any

    MISSING = object()

    class Field:
        """One field of a class. `name` is known only when the class is made."""

        __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "name", "repr")

        def __init__(
            self,
            default: Any,
            default_factory: Any,
            init: bool = True,
            repr: bool = True,
            compare: bool = True,
        ) -> None:
            self.default = default
            self.default_factory = default_factory
            self.init = init
            self.repr = repr
            self.compare = compare

    def field(*, default: Any = MISSING, default_factory: Any = MISSING, **options: bool) -> Any:
        """As `dataclasses.field`."""
        return Field(default, default_factory, **options)

    def fields(record: object) -> tuple[Field, ...]:
        """As `dataclasses.fields`: of a class or an object."""
        return tuple(record.__record_fields__.values())

    def replace(record: Any, /, **changes: Any) -> Any:
        """As `dataclasses.replace`."""
        for name, item in record.__record_fields__.items():
            if item.init and name not in changes:
                changes[name] = getattr(record, name)
        return record.__class__(**changes)

    def dataclass(
        *,
        frozen: bool = False,
        eq: bool = True,
        repr: bool = True,
        slots: bool = False,
        kw_only: bool = False,
    ) -> Callable[[type], type]:
        """As `dataclasses.dataclass`, for classes whose annotated names are all fields, and that
        write none of the methods here themselves but `__repr__`."""

        def made(cls: type) -> type:
            inherited = getattr(cls, "__record_fields__", {})
            own = {name: _field(cls, name, kw_only) for name in cls.__annotations__}
            every = {**inherited, **own}
            new = _slotted(cls, [n for n in own if n not in inherited]) if slots else cls
            new.__record_fields__ = every
            new.__dataclass_fields__ = _StandardFields()
            new.__match_args__ = tuple(
                name for name, item in every.items() if item.init and not item.kw_only
            )
            new.__init__ = _first_init(new)
            new.__replace__ = replace
            if repr and "__repr__" not in cls.__dict__:
                new.__repr__ = _representation([n for n, item in every.items() if item.repr])
            if eq:
                values = _values([name for name, item in every.items() if item.compare])
                new.__eq__ = _comparison(values)
                new.__hash__ = _hash(values) if frozen else None
            return new

        return made

    def guarded(**options: bool) -> Callable[[type], type]:
        """As `dataclass`, for frozen classes with slots whose objects users of flowc get: nothing
        can be assigned to them, at a little more time to make one."""

        def made(cls: type) -> type:
            new = dataclass(**options)(cls)
            new.__setattr__ = _refuse
            new.__delattr__ = _refuse
            new.__setstate__ = _restore
            return new

        return made

    def _refuse(self: object, name: str, value: object = None) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change attribute {name!r}")

    def _restore(self: object, state: tuple[None, Mapping[str, object]]) -> None:
        """Fill a copy or what was pickled."""
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    def _field(cls: type, name: str, kw_only: bool) -> Field:
        """The field of an annotated name; the class loses what stands for it."""
        given = cls.__dict__.get(name, MISSING)
        found = given if isinstance(given, Field) else Field(given, MISSING)
        found.name, found.kw_only = name, kw_only
        if given is not MISSING:
            delattr(cls, name)
        return found

    def _slotted(cls: type, names: Sequence[str]) -> type:
        """The same class with slots, which it can only get when it is made."""
        namespace = dict(cls.__dict__)
        namespace.pop("__dict__", None)
        namespace.pop("__weakref__", None)
        namespace["__slots__"] = tuple(names)
        namespace["__qualname__"] = cls.__qualname__
        return type(cls)(cls.__name__, cls.__bases__, namespace)

    def _first_init(cls: type) -> Callable[..., None]:
        """An `__init__` that puts the compiled one into its place."""

        def __init__(self: object, *args: Any, **named: Any) -> None:
            cls.__init__ = _compiled_init(cls)
            cls.__init__(self, *args, **named)

        return __init__

    def _compiled_init(cls: type) -> Callable[..., None]:
        """The `__init__` of a class, with one assignment for each field."""
        known: dict[str, Any] = {"_missing": MISSING, "_set": object.__setattr__}
        assign = " self.{0} = {1}\n"
        if cls.__setattr__ is not object.__setattr__:
            assign = " _set(self, {0!r}, {1})\n"
        parameters: dict[bool, list[str]] = {False: [], True: []}
        lines = []
        for item in fields(cls):
            parameter, value = _parameter(item, known)
            if item.init:
                parameters[item.kw_only].append(parameter)
            elif value == item.name:
                continue  # the class gives it its value
            lines.append(assign.format(item.name, value))
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()\n")
        star = ["*"] if parameters[True] else []
        head = ", ".join(["self", *parameters[False], *star, *parameters[True]])
        exec(f"def __init__({head}):\n{''.join(lines) or ' pass'}", known)
        known["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
        return known["__init__"]

    def _parameter(item: Field, known: dict[str, Any]) -> tuple[str, str]:
        """The parameter of a field, and the expression for its value; what they need goes into
        `known`."""
        name = item.name
        if item.default is not MISSING:
            known[f"_default_{name}"] = item.default
            return f"{name}=_default_{name}", name if item.init else f"_default_{name}"
        if item.default_factory is MISSING:
            return name, name
        known[f"_make_{name}"] = item.default_factory
        made = f"_make_{name}()"
        value = f"{made} if {name} is _missing else {name}" if item.init else made
        return f"{name}=_missing", value

    class _StandardFields:
        """The fields as :mod:`dataclasses` knows them, made when it asks for them."""

        def __get__(self, record: object, cls: type) -> Mapping[str, Any]:
            import dataclasses

            def standard(item: Field) -> Any:
                options = {"init": item.init, "repr": item.repr, "compare": item.compare}
                if item.default is not MISSING:
                    is_mutable = item.default.__class__.__hash__ is None  # dataclasses refuse it
                    name = "default_factory" if is_mutable else "default"
                    options[name] = (lambda: item.default) if is_mutable else item.default
                if item.default_factory is not MISSING:
                    options["default_factory"] = item.default_factory
                return dataclasses.field(**options)

            items = [(item.name, Any, standard(item)) for item in fields(cls)]
            twin = dataclasses.make_dataclass(cls.__name__, items, kw_only=True)
            cls.__dataclass_fields__ = twin.__dataclass_fields__
            return cls.__dataclass_fields__

    def _values(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
        """A function that gives the values of the attributes as a tuple."""
        if len(names) > 1:
            return attrgetter(*names)
        getters = [attrgetter(name) for name in names]
        return lambda self: tuple([get(self) for get in getters])

    def _comparison(values: Callable[[object], tuple[Any, ...]]) -> Callable[..., Any]:
        def __eq__(self: object, other: object) -> Any:
            if other.__class__ is self.__class__:
                return values(self) == values(other)
            return NotImplemented

        return __eq__

    def _hash(values: Callable[[object], tuple[Any, ...]]) -> Callable[..., int]:
        def __hash__(self: object) -> int:
            return hash(values(self))

        return __hash__

    def _representation(names: Sequence[str]) -> Callable[..., str]:
        @recursive_repr()
        def __repr__(self: object) -> str:
            shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{self.__class__.__qualname__}({shown})"

        return __repr__
