"""Compares a value with a type's annotations, field by field; says where it differs first.

A seat, wherever one stands, must be that of a player.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.core.guard import WrongResultError

Compare = Callable[[Any, "int | None"], "str | None"]
"""(value, number of players or None for any) → what differs, None for nothing."""
NOT = ", not "
ONE_SEAT = ("seat", "leader")
MANY_SEATS = ("seats", "winners")


def require_shape(value: Any, hint: Any, what: str, seats: int | None = None) -> None:
    """Raise WrongResultError unless the value is as annotated; ``seats`` is how many play."""
    problem = comparer_of(hint)(value, seats)
    if problem is not None:
        raise WrongResultError(f"{what}{problem}")


@cache
def comparer_of(hint: Any) -> Compare:
    """What compares a value with an annotation."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any or hint is object or isinstance(hint, TypeVar):
        return lambda _value, _seats: None
    if origin in (Union, types.UnionType):
        return _any_of(tuple(map(comparer_of, arguments)))
    if origin is tuple:
        return _tuple_of(arguments)
    if origin is None:
        return _compare_fields(hint) if _has_fields(hint) else _kind(hint)
    if origin is Callable:
        return _kind(Callable)
    if issubclass(origin, Mapping):
        return _mapping_of(*arguments)
    if issubclass(origin, type):
        return _kind(type)
    return _collection_of(origin, comparer_of(arguments[0]))


def _has_fields(hint: Any) -> bool:
    return hasattr(hint, "_fields") or is_dataclass(hint)


def _kind(hint: Any) -> Compare:
    kind: Any = {float: (float, int), Callable: Callable, None: type(None)}.get(hint, hint)
    name = getattr(hint, "__name__", str(hint))

    def compare(value: Any, _seats: int | None) -> str | None:
        return None if isinstance(value, kind) else f" is {type(value).__name__}{NOT}{name}"

    return compare


def _any_of(compares: tuple[Compare, ...]) -> Compare:
    def compare(value: Any, seats: int | None) -> str | None:
        problems: list[str] = []
        for each in compares:
            if (problem := each(value, seats)) is None:
                return None
            problems.append(problem)
        # what differs within is worth more than that it is another type
        within = [each for each in problems if each[0] != " "]
        return within[-1] if within else problems[0] + "".join(map(_tell_other, problems[1:]))

    return compare


def _tell_other(problem: str) -> str:
    """What else the value may be."""
    other = problem.partition(NOT)[2]
    return f" or {other}" if other else ""


def _tuple_of(arguments: tuple[Any, ...]) -> Compare:
    if arguments[1:] == (...,):
        return _collection_of(tuple, comparer_of(arguments[0]))
    compares = tuple(map(comparer_of, arguments))

    def compare(value: Any, seats: int | None) -> str | None:
        if not isinstance(value, tuple) or len(value) != len(compares):
            return f" is not a tuple of {len(compares)}"
        for at, (each, item) in enumerate(zip(compares, value, strict=True)):
            if (problem := each(item, seats)) is not None:
                return f"[{at}]{problem}"
        return None

    return compare


def _collection_of(kind: type[Collection[Any]], item: Compare) -> Compare:
    def compare(value: Any, seats: int | None) -> str | None:
        if not isinstance(value, kind) or isinstance(value, str):
            return f" is {type(value).__name__}{NOT}{kind.__name__}"
        for at, each in enumerate(value):
            if (problem := item(each, seats)) is not None:
                if hasattr(value, "_fields"):  # one thing, which is a tuple by itself
                    return f" is {type(value).__name__}{NOT}{kind.__name__}"
                key = getattr(each, "key", at)
                return f"[{key!r:.40}]{problem}"
        return None

    return compare


def _mapping_of(key: Any, item: Any) -> Compare:
    compare_key, compare_item = comparer_of(key), comparer_of(item)

    def compare(value: Any, seats: int | None) -> str | None:
        if not isinstance(value, Mapping):
            return f" is {type(value).__name__}, not Mapping"
        for its, each in value.items():
            if (problem := compare_key(its, seats)) is not None:
                return f": the key {its!r:.40}{problem}"
            if (problem := compare_item(each, seats)) is not None:
                return f"[{its!r:.40}]{problem}"
        return None

    return compare


def _compare_fields(kind: Any) -> Compare:
    fields: list[tuple[str, Compare, Any]] = []  # filled when needed: types name each other
    defaults = getattr(kind, "_field_defaults", {})

    def compare(value: Any, seats: int | None) -> str | None:
        if not isinstance(value, kind):
            return f" is {type(value).__name__}{NOT}{kind.__name__}"
        if not fields:
            for name, its in get_type_hints(kind).items():
                fields.append((name, _field(name, its), defaults.get(name, defaults)))
        for name, compare_field, default in fields:
            its = getattr(value, name)
            if its is not default and (problem := compare_field(its, seats)) is not None:
                return f".{name}{problem}"
        return None

    return compare


def _field(name: str, hint: Any) -> Compare:
    compare = comparer_of(hint)
    if name not in (*ONE_SEAT, *MANY_SEATS):
        return compare

    def compare_seats(value: Any, seats: int | None) -> str | None:
        if value is None or seats is None or (problem := compare(value, seats)) is not None:
            return compare(value, seats)
        wrong = [at for at in ((value,) if name in ONE_SEAT else value) if not 0 <= at < seats]
        return f" is {wrong[0]}, but there are {seats} players" if wrong else problem

    return compare_seats
