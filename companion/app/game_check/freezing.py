"""A table as a value: whether code has changed it, and whether two tables are equal."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

PLAIN = (str, int, float, bool, bytes, complex, type(None), Path, range)
BY_NAME = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)


def freeze(value: Any) -> object:
    """Everything that hangs on a value, as nested tuples; equal for equal states."""
    return _freeze(value, set())


def _freeze(value: Any, within: set[int]) -> object:
    if isinstance(value, Enum):
        return type(value).__qualname__, value.name
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, BY_NAME):
        return value.__name__
    if id(value) in within:
        return "…"
    within = within | {id(value)}
    return (type(value).__qualname__, *_list_parts(value, within))


def _list_parts(value: Any, within: set[int]) -> list[object]:
    if isinstance(value, Mapping):
        return [(_freeze(key, within), _freeze(each, within)) for key, each in value.items()]
    if isinstance(value, tuple | list):
        return [_freeze(each, within) for each in value]
    if isinstance(value, set | frozenset):
        return sorted((_freeze(each, within) for each in value), key=repr)
    if isinstance(value, types.MethodType):
        return [value.__func__.__qualname__, _freeze(value.__self__, within)]
    if isinstance(value, partial):
        return [_freeze(each, within) for each in (value.func, value.args, value.keywords)]
    return [(name, _freeze(each, within)) for name, each in _attributes(value).items()]


def _attributes(value: Any) -> dict[str, Any]:
    slots = [
        name
        for kind in type(value).__mro__
        for name in _as_tuple(vars(kind).get("__slots__", ()))
        if name not in ("__dict__", "__weakref__")
    ]
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**found, **getattr(value, "__dict__", {})}


def _as_tuple(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)
