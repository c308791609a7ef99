"""Reads a TOML file and the command line into a Config, or raises ConfigError with the line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.box.config.settings import (
    BoardChoice,
    Config,
    ConfigError,
    ConfigFault,
    EffectiveSetting,
    MqttSettings,
    SettingValue,
    Source,
)
from companion.box.config.table import (
    AUTO,
    COLOURS,
    ROLES,
    SETTINGS,
    choose_board,
    look_for_screen,
    settings_by_name,
)
from companion.box.config.toml_settings import SettingsText
from companion.box.devices.boards import Board, I2c, Spi
from companion.box.service import folders
from companion.core.interfaces import Press

if TYPE_CHECKING:
    from companion.box.devices.buses import FindScreen

NAME = "companion.toml"
SYSTEM = Path("/etc", folders.NAME, NAME)
"""The file for the whole machine, read if the user has none."""
NOTHING: Mapping[str, Any] = MappingProxyType({})

_DIRECTIONS = ("up", "down", "left", "right")
_HAT_ID = (0, 1)
_BUS_PINS: Mapping[tuple[object, object], Iterable[int]] = {
    ("i2c", 1): (2, 3),
    ("spi", 0): range(7, 12),
    ("spi", 1): range(16, 22),
}
_PLAIN = {
    setting.name: field
    for setting in SETTINGS
    if (field := setting.name.rpartition(".")[2].replace("-", "_"))
    in set(Config._fields) - {"board", "led"}
}
"""The settings whose value a field of Config has as it is, and the field's name."""
_MQTT = {f"mqtt.{each.replace('_', '-')}": each for each in MqttSettings._fields}
"""The settings of [mqtt], and the fields of `MqttSettings`."""
_MQTT_FILES = ("ca", "password_file")
_DEFAULTS: Mapping[str, SettingValue] = {
    "board": AUTO,
    **{name: getattr(Config(), field) for name, field in _PLAIN.items()},
    **dict.fromkeys(_MQTT, ""),
    **{
        name: value
        for name, field in _MQTT.items()
        if (value := getattr(MqttSettings(), field)) is not None
    },
}


def config_paths(environ: Mapping[str, str]) -> Iterator[Path]:
    """Where settings are looked for; only the first file that exists is read."""
    home = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not home.is_absolute():  # XDG: a relative path is to be ignored
        home = Path(environ.get("HOME") or os.path.expanduser("~"), ".config")
    yield home / folders.NAME / NAME
    yield SYSTEM


def load_config(
    file: Path | None,
    environ: Mapping[str, str],
    command: Mapping[str, SettingValue] = NOTHING,
    board_files: Mapping[str, str] = NOTHING,
    find_screen: FindScreen | None = None,
) -> Config:
    """Read ``file``, or else the first of `config_paths` that exists, if any.

    ``command`` holds the settings of the command line, by name. They override the file's, and a
    board named there comes with its own buttons: [pins] is not used. ``board_files`` maps each
    setting that names a board's file to the game it is for. ``find_screen`` looks for the screen if
    the board is to be found by it; without it a board is assumed. Raises ConfigError, and with
    ``find_screen`` DeviceMissingError.
    """
    for path in [file] if file else config_paths(environ):
        try:
            data = path.read_bytes()
        except OSError as error:
            if file or not isinstance(error, FileNotFoundError | NotADirectoryError):
                values = {"problem": error.strerror or str(error)}
                raise ConfigError(path, None, "", ConfigFault.UNREADABLE, values) from error
        else:
            return read_config(data, path, command, board_files, find_screen)
    return read_config(b"", None, command, board_files, find_screen)


def read_config(
    data: bytes,
    path: Path | None,
    command: Mapping[str, SettingValue] = NOTHING,
    board_files: Mapping[str, str] = NOTHING,
    find_screen: FindScreen | None = None,
) -> Config:
    """Make settings of the bytes of a TOML file; all the rest is as in `load_config`."""
    return _ConfigReader(data, path, command, board_files, find_screen).config()


class _ConfigReader:
    """Reads one file: adds what the board brings, checks, builds a Config."""

    def __init__(
        self,
        data: bytes,
        path: Path | None,
        command: Mapping[str, SettingValue],
        board_files: Mapping[str, str],
        find_screen: FindScreen | None,
    ) -> None:
        self._path = path
        self._command = command
        self._board_files = board_files
        self._settings = settings_by_name(board_files)
        self._source = SettingsText(data, path, self._settings)
        self._file = dict(self._source.values)
        if "board" in command:
            self._file = {n: v for n, v in self._file.items() if not n.startswith("pins.")}
        self._given = {**self._file, **command}
        self._found = look_for_screen(self._given, find_screen)
        self._board, self._choice = choose_board(self._given, self._found)
        self._inherited = self._board_values()
        self._values = {**_DEFAULTS, **self._inherited, **self._given, **self._found_values()}

    def config(self) -> Config:
        self._check_bus()
        self._check_complete("pins", self._required_roles())
        self._check_complete("led", COLOURS)
        self._check_pins()
        plain: dict[str, Any] = {field: self._values[name] for name, field in _PLAIN.items()}
        return Config(
            **plain,
            board=self._wired_board(),
            board_choice=self._choice,
            found=self._found,
            led=tuple(pin for n in ("led", *_dotted("led", COLOURS)) for pin in self._pins(n)),
            mqtt=self._mqtt_settings(),
            board_files=dict(self._board_paths()),
            path=self._path,
            effective=tuple(self._effective()),
        )

    # What the board brings -----------------------------------------------------------------

    def _board_values(self) -> dict[str, SettingValue]:
        board = self._board
        usual = "i2c" if isinstance(board.bus, I2c) else "spi"
        name = self._given.get("oled.bus", usual)
        bus = board.bus if name == usual else I2c() if name == "i2c" else Spi()
        values: dict[str, SettingValue] = {
            "oled.controller": str(board.controller),
            "oled.bus": name,
        }
        for field, value in bus._asdict().items():
            values[f"oled.{field}"] = self._settings[f"oled.{field}"].parse(value)
        if not any(each.startswith("pins.") for each in self._file):
            for role in ROLES:
                if pins := tuple(p for p, press in board.pins.items() if press.value == role):
                    values[f"pins.{role}"] = pins
        if board.buzzer is not None:
            values["buzzer"] = (board.buzzer,)
        if board.led and not any(each.partition(".")[0] == "led" for each in self._file):
            values["led"] = board.led
        return values

    def _found_values(self) -> dict[str, SettingValue]:
        """The settings that the screen decides: the board, and its own if they are not given."""
        values: dict[str, SettingValue] = {}
        if self._found is not None:
            values["oled.address"] = self._found.address
            if self._found.controller:
                values["oled.controller"] = str(self._found.controller)
        values = {name: value for name, value in values.items() if name not in self._given}
        if self._choice is BoardChoice.FOUND:
            values["board"] = self._board.name
        return values

    # Checks --------------------------------------------------------------------------------

    def _check_bus(self) -> None:
        bus = str(self._values["oled.bus"])
        for name in self._file:
            if self._settings[name].only_on not in ("", bus):
                raise self._source.error(name, ConfigFault.NOT_FOR_BUS, bus=bus.upper())

    def _required_roles(self) -> tuple[str, ...]:
        directions = any(name in self._file for name in _dotted("pins", _DIRECTIONS))
        return (*(_DIRECTIONS if directions else ("previous", "next")), "ok", "back")

    def _check_complete(self, table: str, required: Iterable[str]) -> None:
        missing = tuple(name for name in _dotted(table, required) if name not in self._file)
        if missing and any(name.startswith(f"{table}.") for name in self._file):
            raise self._source.error(table, ConfigFault.MISSING, missing=missing)

    def _check_pins(self) -> None:
        """Refuse two uses of a pin; the error is at the file's setting, of two at the later."""
        bus, port = self._values["oled.bus"], self._values["oled.port"]
        reserved = _BUS_PINS.get((bus, port), ())
        names = [name for name in self._settings if self._pins(name)]
        names.sort(key=lambda name: self._source.line(name) or 0 if name in self._file else 0)
        uses: dict[int, str] = {}
        for name, pin in [(each, pin) for each in names for pin in self._pins(each)]:
            if pin in _HAT_ID:
                raise self._source.error(name, ConfigFault.PIN_OF_HAT, pin=pin)
            if pin in reserved:
                candidates = (name, "oled.port", "oled.bus")
                wrong = next((each for each in candidates if each in self._file), name)
                bus_name = f"{bus}{port}".upper()
                raise self._source.error(wrong, ConfigFault.PIN_OF_BUS, pin=pin, bus=bus_name)
            if pin in uses:
                raise self._used_twice(name, pin, uses[pin])
            uses[pin] = name

    def _used_twice(self, name: str, pin: int, other: str) -> ConfigError:
        if other in self._file:
            line = self._source.line(other)
            return self._source.error(name, ConfigFault.PIN_TWICE, pin=pin, other=other, line=line)
        return self._source.error(name, ConfigFault.PIN_TAKEN, pin=pin, other=other)

    # The result ----------------------------------------------------------------------------

    def _pins(self, name: str) -> tuple[int, ...]:
        value = self._values.get(name)
        return value if isinstance(value, tuple) else ()

    @property
    def _folder(self) -> Path:
        """Where relative paths start."""
        return self._path.parent if self._path else Path()

    def _mqtt_settings(self) -> MqttSettings:
        values: dict[str, Any] = {field: self._values[name] for name, field in _MQTT.items()}
        for field in _MQTT_FILES:
            values[field] = self._folder / values[field] if values[field] else None
        return MqttSettings(**values)

    def _board_paths(self) -> Iterator[tuple[str, Path]]:
        for name, game in self._board_files.items():
            if name in self._file:
                yield game, self._folder / str(self._file[name])

    def _wired_board(self) -> Board:
        values: Mapping[str, Any] = self._values
        bus: I2c | Spi
        if values["oled.bus"] == "i2c":
            bus = I2c(values["oled.port"], values["oled.address"])
        else:
            (dc,), (reset,) = self._pins("oled.dc"), self._pins("oled.reset")
            bus = Spi(values["oled.port"], values["oled.device"], dc, reset)
        pins = {pin: Press(role) for role in ROLES for pin in self._pins(f"pins.{role}")}
        return self._board._replace(
            pins=pins,
            labels=self._board.labels if pins == self._board.pins else {},
            controller=values["oled.controller"],
            bus=bus,
            buzzer=next(iter(self._pins("buzzer")), None),
        )

    def _effective(self) -> Iterator[EffectiveSetting]:
        sources = {
            **dict.fromkeys(self._inherited, Source.BOARD),
            **dict.fromkeys(self._file, Source.FILE),
            **dict.fromkeys(self._command, Source.COMMAND),
            **dict.fromkeys(self._found_values(), Source.FOUND),
        }
        for name in self._settings:
            if name in self._values:
                value, source = self._values[name], sources.get(name, Source.DEFAULT)
                if source is Source.FILE:
                    line, former = self._source.line(name), self._source.former_name(name)
                    yield EffectiveSetting(name, value, source, line, former)
                else:
                    yield EffectiveSetting(name, value, source)


def _dotted(table: str, names: Iterable[str]) -> list[str]:
    return [f"{table}.{name}" for name in names]
