"""Stages of the phones at the box: their menu, the QR codes, and what is asked about a phone."""

from dataclasses import replace

from companion.ui.input.commands import DisconnectPhone, HostCommand
from companion.ui.input.menu import BoxConfirm, Menu, Notice, menu_of
from companion.ui.input.phone_picture import PhonePicture, WifiNetwork
from companion.ui.screens import View
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, staged

BELOW = menu_of("box", ("home", "phone"), 1)
PICTURE = PhonePicture(address="192.168.178.123", port=8080, code="K7M2QX4B", below=BELOW)
WIFI = WifiNetwork("Torre", "K7M2QX4B")
JOINING = replace(PICTURE, wifi=WIFI, joins=True)


def _menu(at: int, hotspot: str) -> Menu:
    items = ("show", "list", f"hotspot-{hotspot}", "off")
    return replace(menu_of("phone", items, at, {"phones": 16}), below=BELOW)


@staged
def phone_list(cast: Cast) -> View:
    names = {str(number): name for number, name in enumerate(cast.names)}
    return cast.host(replace(menu_of("phones", list(names), 1), labels=names, below=BELOW))


@staged
def phone_confirm(cast: Cast) -> View:
    values = {"player": cast.names[0]}
    return cast.host(
        BoxConfirm(key="phone", command=HostCommand.PAIR_PHONE, values=values, below=BELOW)
    )


@staged
def phone_disconnect(cast: Cast) -> View:
    command, values = DisconnectPhone(1, cast.names[0]), {"player": cast.names[0]}
    return cast.host(BoxConfirm(key="disconnect", command=command, values=values, below=BELOW))


STAGES |= {
    "phone-menu": lambda cast: cast.host(_menu(0, "on")),
    "phone-menu-middle": lambda cast: cast.host(_menu(2, "off")),
    "phone-menu-end": lambda cast: cast.host(_menu(3, "on")),
    "phone-open": lambda cast: cast.host(PICTURE),
    "phone-open-small": lambda cast: cast.host(replace(PICTURE, is_small=True)),
    "phone-open-longest": lambda cast: cast.host(
        replace(PICTURE, address="255.255.255.255", port=65535, code="WWWWWWWW")
    ),
    "phone-join": lambda cast: cast.host(JOINING),
    "phone-join-small": lambda cast: cast.host(replace(JOINING, is_small=True)),
    "phone-no-network": lambda cast: cast.host(replace(PICTURE, address="")),
    "notice-phone-paired": lambda cast: cast.host(
        Notice(key="phone-paired", values={"player": cast.names[0]})
    ),
    "notice-hotspot-refused": lambda cast: cast.host(
        Notice(key="hotspot-refused", values={"why": "Access denied"})
    ),
}
