"""Layers: notices and the box's menu are laid over an entry, and taken away again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from companion.core.interfaces import Press
from companion.ui.input.entry import Entry, Layer, Step
from companion.ui.input.menu import Notice


def laid_over(notice: Notice, entry: Entry) -> Notice:
    """The notice over an entry; points that are shown while OK is held are hidden first."""
    return replace(notice, below=entry.hide())


def without_layers(entry: Entry, gone: Callable[[Layer], bool]) -> Entry:
    """The entry without these layers, however many lie over them."""
    if not isinstance(entry, Layer) or entry.below is None:
        return entry
    below = without_layers(entry.below, gone)
    if gone(entry):
        return below
    return entry if below is entry.below else replace(entry, below=below)


def on_another(layer: Entry, entry: Entry) -> Entry:
    """The box's menu and its pages over another entry than before."""
    if layer is under_the_box(layer):
        return entry
    assert isinstance(layer, Layer), "only layers lie over an entry"
    assert layer.below is not None, "under_the_box found what is below"
    return replace(layer, below=on_another(layer.below, entry))


def under_the_box(entry: Entry) -> Entry:
    """The entry below the box's menu and its pages."""
    while isinstance(entry, Layer) and entry.of_the_box and entry.below is not None:
        entry = entry.below
    return entry


@dataclass(frozen=True, slots=True, kw_only=True)
class About(Layer):
    """Facts about the box: version, address, uptime in minutes, number of saved games."""

    values: Mapping[str, str | int] = field(hash=False)
    below: Entry

    def press(self, _press: Press) -> Step:
        return self.below
