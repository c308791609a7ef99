"""A table as a value: whether code has changed it, and whether two tables are equal."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

PLAIN_KINDS = (str, int, float, bool, bytes, complex, type(None), Path, range)
PLAIN_TYPES = frozenset(PLAIN_KINDS)
"""The same, to find without looking for their subclasses."""
BY_NAME = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)


def freeze(value: Any) -> object:
    """Everything that hangs on a value, as nested tuples; equal for equal states."""
    return _freeze(value, set())


def _freeze(value: Any, within: set[int]) -> object:
    kind = type(value)
    if kind in PLAIN_TYPES:
        return value
    if isinstance(value, Enum):
        return kind.__qualname__, value._name_
    if isinstance(value, PLAIN_KINDS):
        return value
    if isinstance(value, BY_NAME):
        return value.__name__
    if (known := id(value)) in within:
        return "…"
    within.add(known)
    frozen = (kind.__qualname__, *_list_parts(value, within))
    within.remove(known)
    return frozen


def _list_parts(value: Any, within: set[int]) -> list[object]:
    if isinstance(value, tuple | list):
        return [_freeze(each, within) for each in value]
    if isinstance(value, dict | Mapping):
        return [(_freeze(key, within), _freeze(each, within)) for key, each in value.items()]
    if isinstance(value, set | frozenset):
        return sorted((_freeze(each, within) for each in value), key=repr)
    if isinstance(value, types.MethodType):
        return [value.__func__.__qualname__, _freeze(value.__self__, within)]
    if isinstance(value, partial):
        return [_freeze(each, within) for each in (value.func, value.args, value.keywords)]
    kind: Any = type(value)
    slots = [(name, getattr(value, name)) for name in _slots(kind) if hasattr(value, name)]
    attributes = [*slots, *getattr(value, "__dict__", {}).items()]
    return [(name, _freeze(each, within)) for name, each in attributes]


@lru_cache(maxsize=256)
def _slots(kind: type) -> list[str]:
    """The slots of a class."""
    return [
        name
        for each in kind.__mro__
        for name in _as_tuple(vars(each).get("__slots__", ()))
        if name not in ("__dict__", "__weakref__")
    ]


def _as_tuple(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)
