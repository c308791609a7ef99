"""The question whether a phone that has shown the code may press."""

from __future__ import annotations

from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Entry, Layer
from companion.ui.input.layers import without_layers
from companion.ui.input.menu import BoxConfirm


def ask_about_phone(entry: Entry, name: str) -> BoxConfirm:
    """The question about somebody's phone over an entry."""
    values = {"player": name}
    below = entry.hide()
    return BoxConfirm(key="phone", command=HostCommand.PAIR_PHONE, values=values, below=below)


def asks_about_phone(entry: Entry) -> bool:
    """Whether the question about a phone lies anywhere over the game."""
    return without_phone(entry) is not entry


def without_phone(entry: Entry) -> Entry:
    """The entry without the question about a phone."""
    return without_layers(entry, _is_about_phone)


def _is_about_phone(layer: Layer) -> bool:
    return isinstance(layer, BoxConfirm) and layer.command is HostCommand.PAIR_PHONE
