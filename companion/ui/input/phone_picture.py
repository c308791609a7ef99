"""The picture that a phone reads: how to join the hotspot's Wi-Fi, or how to open the page.

And the question whether a phone that has shown the code may press.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.interfaces import Press
from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Entry, Layer, Step
from companion.ui.input.menu import BoxConfirm, without_layers


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


LOOK_EVERY = 2.0
"""Seconds from one look at the network and the code to the next."""
HTTP_PORT = 80
"""The port that an address need not name."""


class WifiNetwork(NamedTuple):
    """A Wi-Fi that a phone can join; whoever sees the picture may know its password."""

    name: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonePicture(Layer):
    """The QR code of the page, or of the Wi-Fi, with the same as text beside it."""

    address: str = ""
    """The machine's address in the network; "" without one."""
    port: int = HTTP_PORT
    code: str = ""
    """The code to pair with; a new one follows when it has been used or has expired."""
    wifi: WifiNetwork | None = None
    """The hotspot's Wi-Fi, while it is on."""
    joins: bool = False
    """Whether it shows how to join the Wi-Fi, not how to open the page."""
    is_small: bool = False
    """Whether the QR code is small, as some phones prefer it, and the text beside it large."""

    @property
    def renewed_every(self) -> float:
        return LOOK_EVERY

    @property
    def site(self) -> str:
        """The address, and the port unless browsers know it."""
        return self.address if self.port == HTTP_PORT else f"{self.address}:{self.port}"

    @property
    def text(self) -> str:
        """What the QR code says; an address in capitals, which take less room in it."""
        if self.joins and self.wifi is not None:
            return f"WIFI:T:WPA;S:{self.wifi.name};P:{self.wifi.password};;"
        return f"HTTP://{self.site}/{self.code}"

    def press(self, press: Press) -> Step:
        if press is Press.BACK and self.below is not None:
            return self.below
        if press is Press.OK:
            return replace(self, is_small=not self.is_small)
        if press is Press.RELEASED or self.wifi is None:
            return self
        return replace(self, joins=not self.joins)
