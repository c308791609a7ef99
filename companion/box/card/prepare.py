"""Puts a card together: which files the boot partition gets, and in which order.

Among them the pictures that `systemd/first-boot` shows before anything is installed, each as
`devices.splash_file` describes it. Another file lists the panels that there may be: `first-boot`
finds out which one answers, and writes its bus into the third line of a picture.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.box.card import cloud_init, first_run
from companion.box.card.bundle import SUMS, Bundle
from companion.box.card.cloud_init import BEGIN, Login, Wifi, append_block
from companion.box.card.errors import CardError
from companion.box.card.folder import CardFolder
from companion.box.card.signature import SUFFIX
from companion.box.config import SettingValue
from companion.box.config.sample import sample_text
from companion.box.config.table import ADDRESSES, format_value
from companion.box.devices.boards import BOARDS, Controller, I2c
from companion.box.devices.buses import statuses_of
from companion.box.devices.frames import CONTRAST
from companion.box.devices.splash_file import bus_line, splash_text
from companion.core.interfaces import Frame

CONTROLLERS = (Controller.SH1106, Controller.SSD1306)
NOWHERE = "/dev/null/settings"
"""In place of a settings file that would be older or newer than the picture."""


def _picture_files(frames: Mapping[str, Frame]) -> dict[str, bytes]:
    """The files by their name in our folder: each picture for each controller, and the panels."""
    pictures = {
        f"pictures/{name}.{controller}": splash_text(
            Path(NOWHERE),
            BOARDS["bonnet"]._replace(controller=controller),
            frame,
            rotated=False,
            contrast=CONTRAST,
        ).encode("ascii")
        for name, frame in frames.items()
        for controller in CONTROLLERS
    }
    return {**pictures, "pictures/panels": "".join(f"{each}\n" for each in _panels()).encode()}


def _panels() -> Iterator[str]:
    """Controller and bus of each panel, in the order in which `first-boot` tries them."""
    for address in ADDRESSES:
        bus = bus_line(I2c(address=address))
        for controller in CONTROLLERS:
            yield " ".join([controller, bus, *map(str, statuses_of(controller))])
        yield f"{Controller.SSD1306} {bus}"  # with a status byte that nobody knows
    hat = BOARDS["waveshare-hat"]
    yield f"{hat.controller} {bus_line(hat.bus)}"


BOOT_CONFIG = "config.txt"
BUSES_BEGIN = f"{BEGIN} (put here by its installer, which also takes it away)"
BUSES = "[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtparam=spi=on\n"
"""The installer's own block: it finds it there, and its uninstaller removes it."""
SETTINGS = "companion.toml"
UNSIGNED = "unsigned"
"""With this file the first start takes bundles that nobody has signed. It counts for that only."""
_OTHERS = ("System Volume Information",)
"""What Windows writes on every card."""


class CardRequest(NamedTuple):
    """What a card is to have: bundles, a settings file, and what the maker wants beside them."""

    bundles: Sequence[Bundle]
    settings: str
    frames: Mapping[str, Frame]
    """The pictures of the first start, by name."""
    host_name: str | None = None
    wifi: Wifi | None = None
    login: Login | None = None


def check_card(path: Path, request: CardRequest) -> None:
    """Refuse a folder that `prepare_card` would refuse whatever the bundles; raises CardError."""
    folder = CardFolder(path)
    _trigger_files(folder, request)
    folder.read(BOOT_CONFIG)


def prepare_card(path: Path, request: CardRequest, *, replace: bool = False) -> None:
    """Write onto the boot partition mounted at ``path``; raises CardError, with nothing written.

    What starts the installation is written last. An earlier preparation that differs is refused,
    or with ``replace`` written anew.
    """
    folder = CardFolder(path)
    files = _companion_files(request)
    around = _trigger_files(folder, request)
    boot_config = folder.read(BOOT_CONFIG)
    if boot_config is not None and BUSES_BEGIN not in boot_config:
        around = {BOOT_CONFIG: append_block(boot_config, BUSES, BUSES_BEGIN), **around}
    folder.check(files, around, replace=replace)
    folder.write(files, around)


def _companion_files(request: CardRequest) -> dict[str, bytes]:
    """The files of our folder by name; the last one lists the sums of the others."""
    files: dict[str, bytes] = {}
    for bundle in request.bundles:
        if bundle.file in files:
            raise CardError("twice", architecture=bundle.architecture)
        files |= {bundle.file: bundle.data, **bundle.parts}
        if bundle.signature is not None:
            files[f"{bundle.file}{SUFFIX}"] = bundle.signature
        else:
            files[UNSIGNED] = b"whoever has prepared this card has chosen it\n"
    files |= _picture_files(request.frames)
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    # The maker may edit the settings, so they have no sum.
    return {SETTINGS: request.settings.encode(), **files, SUMS: "".join(sums).encode()}


def settings_text(settings: Mapping[str, SettingValue], board_files: Mapping[str, str]) -> str:
    """The sample of the settings file, with these settings set in it; see `load_config`."""
    text = sample_text(board_files)
    for name, value in settings.items():
        line = f"{name} = {format_value(name, value)}"
        # Neither a board's name nor a language has a backslash.
        text = re.sub(rf"^# {name} = .*$", line, text, count=1, flags=re.M)
    return text


def _trigger_files(folder: CardFolder, request: CardRequest) -> dict[str, str]:
    """What makes the first start run ours, the trigger itself last."""
    user_data, meta_data, command_line = map(
        folder.read, (cloud_init.USER_DATA, cloud_init.META_DATA, first_run.COMMAND_LINE)
    )
    if user_data is None and meta_data is None and command_line is not None:
        return _first_run_files(folder, command_line, request)
    if user_data is None and meta_data is None and not folder.is_empty(_OTHERS):
        raise CardError("no-boot-partition", folder=folder.path)
    network = folder.read(cloud_init.NETWORK) or ""
    files = {
        cloud_init.META_DATA: meta_data or cloud_init.META_DATA_TEXT,
        cloud_init.NETWORK: cloud_init.add_network(network, request.wifi),
        cloud_init.USER_DATA: cloud_init.add_user_data(
            user_data or "", request.host_name, request.login
        ),
    }
    return {name: text for name, text in files.items() if text}


def _first_run_files(folder: CardFolder, command_line: str, request: CardRequest) -> dict[str, str]:
    name = first_run.find_script(command_line)
    script = folder.read(name) if name else None
    if name and script is None:
        raise CardError("no-script", file=name)
    customisation = request.host_name, request.wifi, request.login
    return {
        name or first_run.SCRIPT: first_run.add_script(script, *customisation),
        first_run.COMMAND_LINE: first_run.add_run(command_line, request.wifi),
    }
