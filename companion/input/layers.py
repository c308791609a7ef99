"""Layers: notices and the box's menu are laid over an entry, and taken away again."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.input.box_pages import About, Peek
from companion.input.commands import HostCommand
from companion.input.entry import Entry
from companion.input.history import Overlay
from companion.input.menu import Confirm, Menu, Notice
from companion.input.people import NamePicker, SeatPicker

Layer = Menu | Notice | Confirm | Peek | About | Overlay


def laid_over(notice: Notice, entry: Entry) -> Notice:
    """The notice over an entry; points that are shown while OK is held are hidden first."""
    below = replace(entry, open=False) if isinstance(entry, Peek) else entry
    return replace(notice, below=below)


def without_notices(entry: Entry, gone: Callable[[Notice], bool]) -> Entry:
    """The entry without these notices, in whatever layer they are."""
    if not isinstance(entry, Layer) or entry.below is None:
        return entry
    below = without_notices(entry.below, gone)
    if isinstance(entry, Notice) and gone(entry):
        return below
    return entry if below is entry.below else replace(entry, below=below)


def reworded(entry: Entry, before: Mapping[str, str], now: Mapping[str, str]) -> Entry:
    """The entry in another language: the colours' names are the only words that entries hold."""
    if isinstance(entry, SeatPicker):
        return entry.reworded(before, now)
    if isinstance(entry, NamePicker) and isinstance(entry.seat, SeatPicker):
        return replace(entry, seat=entry.seat.reworded(before, now))
    if isinstance(entry, Layer) and entry.below is not None:
        return replace(entry, below=reworded(entry.below, before, now))
    return entry


def on_another(layer: Entry, entry: Entry) -> Entry:
    """The box's menu and its pages over another entry than before."""
    if layer is under_the_box(layer):
        return entry
    assert isinstance(layer, Layer), "only layers lie over an entry"
    assert layer.below is not None, "under_the_box found what is below"
    return replace(layer, below=on_another(layer.below, entry))


def under_the_box(entry: Entry) -> Entry:
    """The entry below the box's menu and its pages."""
    while True:
        match entry:
            case Menu(title="box" | "settings" | "history" | "saved-game", below=Entry() as below):
                entry = below
            case Peek(below=below) | About(below=below) | Overlay(below=below):
                entry = below
            case Confirm(command=HostCommand.POWER_OFF, below=below):
                entry = below
            case _:
                return entry
