"""*Phone* in the box's menu: on and off, the pictures that a phone reads, who is paired, hotspot.

Loaded when somebody chooses it.
"""

from __future__ import annotations

import os
from dataclasses import replace

from companion.app.box import Box
from companion.box.service import hotspot
from companion.box.service.busctl import SystemRefused
from companion.box.service.machine import WEB_PORT, find_address
from companion.ui.input.commands import DisconnectPhone, HostCommand
from companion.ui.input.entry import Command, Entry, Layer
from companion.ui.input.menu import BoxConfirm, Menu, Notice, menu_of
from companion.ui.input.phone_picture import HTTP_PORT, PhonePicture, WifiNetwork


class PhoneMenu:
    """The menu and its pages; each raises JournalError if what it changes can't be kept."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._door = box.door

    def open(self, below: Entry) -> Entry:
        """Switch *Phone* on and show the picture; if it is on, its menu."""
        if self._door.is_on:
            return self._menu(below)
        self._door.switch(on=True)
        return self.show_picture(below)

    def show_picture(self, below: Entry) -> PhonePicture:
        """How to open the page, and how to join the Wi-Fi where it is on; see `renew_picture`."""
        return PhonePicture(below=below, wifi=_find_wifi() if hotspot.is_on() else None)

    def renew_picture(self, picture: PhonePicture, now: float) -> PhonePicture:
        """The picture as it is by now; one whose code was used or has expired gets a new one."""
        phones, code, port = self._door.phones, picture.code, self._door.web_port
        phones.tick(now)
        if phones.request is None and not (code and phones.code_ends_at()):
            code = phones.make_code(now)
        if port is None:  # not connected yet: the service's starts at the first visitor
            port = HTTP_PORT if "RUNTIME_DIRECTORY" in os.environ else WEB_PORT
        new = replace(picture, address=find_address(), port=port, code=code)
        return picture if new == picture else new

    def switch_off(self, menu: Entry) -> Entry:
        """Let nobody in any more, and return to the box's menu."""
        self._door.switch(on=False)
        self._door.phones.decline()
        return _below(menu)

    def list_phones(self, below: Entry) -> Menu:
        """The paired phones; OK on one asks whether to disconnect it."""
        names = {str(each.number): each.name for each in self._door.phones.listed}
        items = {number: DisconnectPhone(int(number), name) for number, name in names.items()}
        return replace(menu_of("phones", items), labels=names, below=below)

    def disconnect_phone(self, command: DisconnectPhone, entry: Entry) -> Entry:
        """Ask whether to disconnect a phone, and then do it."""
        if not isinstance(entry, BoxConfirm):
            values = {"player": command.name}
            return BoxConfirm(key="disconnect", command=command, values=values, below=entry)
        self._door.disconnect_phone(command.number)
        menu = self._menu(_below(_below(_below(entry))), "list")
        return self.list_phones(menu) if self._door.phones.listed else menu

    def toggle_hotspot(self, menu: Entry) -> Entry:
        """Switch the hotspot on and show how to join it, or off."""
        is_wanted = not hotspot.is_on()
        try:
            hotspot.switch(on=is_wanted)
        except SystemRefused as refused:
            return Notice(key="hotspot-refused", values={"why": str(refused)}, below=menu)
        item = "hotspot-on" if is_wanted else "hotspot-off"
        items = self._menu(_below(menu), item, is_hotspot_on=is_wanted)
        if not is_wanted:
            return items
        return PhonePicture(below=items, wifi=_find_wifi(), joins=True)

    def _menu(self, below: Entry, on: str = "", *, is_hotspot_on: bool | None = None) -> Menu:
        """The menu; the cursor stands ``on`` an item."""
        phones = self._door.phones.listed
        items: dict[str, Command] = {"show": HostCommand.SHOW_PHONE_PICTURE}
        if phones:
            items["list"] = HostCommand.LIST_PHONES
        if hotspot.is_available():
            is_on = hotspot.is_on() if is_hotspot_on is None else is_hotspot_on
            items["hotspot-on" if is_on else "hotspot-off"] = HostCommand.TOGGLE_HOTSPOT
        items["off"] = HostCommand.SWITCH_PHONE_OFF
        at = [*items].index(on) if on in items else 0
        return replace(menu_of("phone", items, at, {"phones": len(phones)}), below=below)


def _find_wifi() -> WifiNetwork | None:
    found = hotspot.read_credentials()
    return WifiNetwork(*found) if found is not None else None


def _below(entry: Entry) -> Entry:
    assert isinstance(entry, Layer), "it lies over the box's menu"
    assert entry.below is not None, "as above"
    return entry.below
