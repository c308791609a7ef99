"""From a TOML file and the command line to the settings, with the line of all that is refused."""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.config.kinds import (
    COLOURS,
    KINDS,
    ROLES,
    TABLES,
    Pins,
    WrongValueError,
    nearest,
    nearest_setting,
)
from companion.config.settings import (
    FOLDER,
    NAME,
    SYSTEM,
    Config,
    ConfigError,
    Fault,
    InForce,
    Source,
    Value,
)
from companion.core.toml_lines import Key, lines_of_keys
from companion.devices.boards import BOARDS, Board, I2c, Spi
from companion.interfaces import Press

_DEFAULTS = Config()
_DIRECTIONS = ("up", "down", "left", "right")
_ONLY_ON = {"i2c": ("oled.address",), "spi": ("oled.device", "oled.dc", "oled.reset")}
_HAT_ID = (0, 1)
_BUS_PINS: Mapping[tuple[object, object], Iterable[int]] = {
    ("i2c", 1): (2, 3),
    ("spi", 0): range(7, 12),
    ("spi", 1): range(16, 22),
}


def find(environ: Mapping[str, str]) -> Iterator[Path]:
    """Where settings are looked for; the first file that exists is the only one read."""
    home = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not home.is_absolute():  # XDG: a relative path is to be ignored
        home = Path(environ.get("HOME") or os.path.expanduser("~"), ".config")
    yield home / FOLDER / NAME
    yield SYSTEM


def load(
    file: Path | None, environ: Mapping[str, str], command: Mapping[str, Value] | None = None
) -> Config:
    """Read ``file``; without one the first that ``find`` yields and that exists, if any.

    ``command`` holds settings of the command line, by name. They go before the file's, and a
    board named there comes with its own buttons: [pins] is not used. Raises ConfigError.
    """
    for path in [file] if file else find(environ):
        try:
            return read(path.read_bytes(), path, command)
        except OSError as error:
            if file or not isinstance(error, FileNotFoundError | NotADirectoryError):
                problem = error.strerror or str(error)
                raise ConfigError(path, None, "", Fault.UNREADABLE, {"problem": problem}) from error
    return read(b"", None, command)


def read(data: bytes, path: Path | None, command: Mapping[str, Value] | None = None) -> Config:
    """Make settings of the bytes of a TOML file, as ``load`` does; raises ConfigError."""
    return _Reading(data, path, command or {}).config()


class _Reading:
    """One reading of one file: all settings in one flat table, then judged, then put together."""

    def __init__(self, data: bytes, path: Path | None, command: Mapping[str, Value]) -> None:
        self._path = path
        self._command = command
        self._text = self._decoded(data)
        self._file = dict(self._checked(self._parsed()))
        if "board" in command:
            self._file = {n: v for n, v in self._file.items() if not n.startswith("pins.")}
        self._said = {**self._file, **command}
        self._board = BOARDS[str(self._said.get("board", _DEFAULTS.board.name))]
        self._inherited = self._of_board()
        self._all = {**_defaults(), **self._inherited, **self._said}

    def config(self) -> Config:
        self._check_bus()
        self._check_complete("pins", self._roles_needed())
        self._check_complete("led", COLOURS)
        self._check_pins()
        given = self._all
        return Config(
            board=self._wired(),
            rotate=int(given["oled.rotate"]),  # type: ignore[arg-type]  # its kind is a number
            contrast=int(given["oled.contrast"]),  # type: ignore[arg-type]  # its kind is a number
            led=tuple(p for n in ("led", *_dotted("led", COLOURS)) for p in self._pins(n)),
            mute=bool(given["mute"]),
            click=bool(given["click"]),
            voice=bool(given["voice"]),
            tower_panel=str(given["tower-panel"]),
            language=str(given["language"]),
            hints=str(given["hints"]),
            thinking_time=bool(given["thinking-time"]),
            bologna_map=self._path_of("bologna-map"),
            capitol_board=self._path_of("capitol-board"),
            path=self._path,
            in_force=tuple(self._in_force()),
        )

    # From text to a flat table -------------------------------------------------------------

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise ConfigError(self._path, line, "", Fault.NOT_TEXT, {}) from error

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            # tomllib tells the line in its message only, or that the text ended too early
            said = re.fullmatch(
                r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error)
            )
            problem, line = said.groups() if said else (str(error), None)
            last = len(self._text.rstrip().split("\n"))
            values = {"problem": problem}
            raise ConfigError(self._path, int(line or last), "", Fault.SYNTAX, values) from error

    def _checked(self, table: Mapping[str, Any], above: Key = ()) -> Iterator[tuple[str, Value]]:
        for last, raw in table.items():
            key = (*above, last)
            name = _written(key)
            if name in TABLES and isinstance(raw, dict):
                yield from self._checked(raw, key)
            elif name in KINDS:
                yield name, self._value(name, raw)
            else:
                raise self._unknown(key)

    def _value(self, name: str, raw: object) -> Value:
        try:
            return KINDS[name].read(raw)
        except WrongValueError as wrong:
            raise self._error(name, wrong.fault, wrong.close, **wrong.values) from wrong

    def _unknown(self, key: Key) -> ConfigError:
        name, line = _written(key), self._lines.get(key)
        if name in TABLES:
            return self._error(name, Fault.NOT_A_TABLE, table=name)
        if key[0] == "pins":
            role = nearest(key[-1], ROLES)
            close, fault, values = role, Fault.UNKNOWN_ROLE, {"options": ROLES}
        else:
            close, fault, values = nearest_setting(name), Fault.UNKNOWN_KEY, {}
        return ConfigError(self._path, line, name, fault, values, close)

    @cached_property
    def _lines(self) -> dict[Key, int]:
        return lines_of_keys(self._text)

    def _line(self, name: str) -> int | None:
        """The file's line of a setting or a table; None where the file does not say it."""
        return self._lines.get(tuple(name.split(".")))

    def _error(self, name: str, fault: Fault, close: str = "", **values: object) -> ConfigError:
        return ConfigError(self._path, self._line(name), name, fault, values, close)

    # What the board brings along -----------------------------------------------------------

    def _of_board(self) -> dict[str, Value]:
        board = self._board
        wanted = self._said.get("oled.bus")
        buses = (board.bus, I2c(), Spi())
        bus = next(_of_bus(bus) for bus in buses if wanted in (None, _of_bus(bus)["oled.bus"]))
        pins: dict[str, tuple[int, ...]] = {}
        if not any(name.startswith("pins.") for name in self._file):
            for pin, press in board.pins.items():
                name = f"pins.{press.value}"
                pins[name] = (*pins.get(name, ()), pin)
        buzzer = {} if board.buzzer is None else {"buzzer": (board.buzzer,)}
        own_led = any(name == "led" or name.startswith("led.") for name in self._file)
        led = {"led": board.led} if board.led and not own_led else {}
        return {"oled.controller": str(board.controller), **bus, **pins, **buzzer, **led}

    # Judging -------------------------------------------------------------------------------

    def _check_bus(self) -> None:
        bus = self._all["oled.bus"]
        for other, names in _ONLY_ON.items():
            for name in names:
                if other != bus and name in self._file:
                    raise self._error(name, Fault.NOT_FOR_BUS, bus=str(bus).upper())

    def _roles_needed(self) -> tuple[str, ...]:
        directions = any(f"pins.{each}" in self._file for each in _DIRECTIONS)
        return (*(_DIRECTIONS if directions else ("previous", "next")), "ok", "back")

    def _check_complete(self, table: str, needed: Iterable[str]) -> None:
        """A table that is begun has to say all that it is needed for."""
        if any(name.startswith(f"{table}.") for name in self._file):
            missing = [name for name in _dotted(table, needed) if name not in self._file]
            if missing:
                raise self._error(table, Fault.MISSING, missing=tuple(missing))

    def _check_pins(self) -> None:
        """One pin, one use. Blamed is what the file says, and of two such the later line."""
        bus, port = self._all["oled.bus"], self._all["oled.port"]
        reserved = _BUS_PINS.get((bus, port), ())
        names = [name for name, kind in KINDS.items() if isinstance(kind, Pins)]
        names.sort(key=lambda name: self._line(name) or 0 if name in self._file else 0)
        uses: dict[int, str] = {}
        for name, pin in [(each, pin) for each in names for pin in self._pins(each)]:
            if pin in _HAT_ID:
                raise self._error(name, Fault.PIN_OF_HAT, pin=pin)
            if pin in reserved:
                blame = (name, "oled.port", "oled.bus")
                blamed = next((each for each in blame if each in self._file), name)
                raise self._error(blamed, Fault.PIN_OF_BUS, pin=pin, bus=f"{bus}{port}".upper())
            if pin in uses:
                raise self._used_twice(name, pin, uses[pin])
            uses[pin] = name

    def _used_twice(self, name: str, pin: int, other: str) -> ConfigError:
        if other in self._file:
            line = self._line(other)
            return self._error(name, Fault.PIN_TWICE, pin=pin, other=other, line=line)
        return self._error(name, Fault.PIN_TAKEN, pin=pin, other=other)

    # Putting together ----------------------------------------------------------------------

    def _pins(self, name: str) -> tuple[int, ...]:
        pins = self._all.get(name, ())
        assert isinstance(pins, tuple)
        return pins

    def _path_of(self, name: str) -> Path | None:
        """The file that a setting names; what is not absolute lies beside the settings."""
        value = self._all.get(name)
        if value is None:
            return None
        return (self._path.parent if self._path else Path()) / str(value)

    def _wired(self) -> Board:
        pins = {pin: Press(r) for r in ROLES for pin in self._pins(f"pins.{r}")}
        given: Mapping[str, Any] = self._all
        bus: I2c | Spi
        if given["oled.bus"] == "i2c":
            bus = I2c(given["oled.port"], given["oled.address"])
        else:
            (dc,), (reset,) = self._pins("oled.dc"), self._pins("oled.reset")
            bus = Spi(given["oled.port"], given["oled.device"], dc, reset)
        return replace(
            self._board,
            pins=pins,
            controller=given["oled.controller"],
            bus=bus,
            buzzer=next(iter(self._pins("buzzer")), None),
        )

    def _in_force(self) -> Iterator[InForce]:
        for name in KINDS:
            if name not in self._all:
                continue
            value = self._all[name]
            if name in self._command:
                yield InForce(name, value, Source.COMMAND)
            elif name in self._file:
                yield InForce(name, value, Source.FILE, self._line(name))
            else:
                source = Source.BOARD if name in self._inherited else Source.DEFAULT
                yield InForce(name, value, source)


def _defaults() -> dict[str, Value]:
    own = _DEFAULTS
    return {
        "board": own.board.name,
        "language": own.language,
        "hints": own.hints,
        "thinking-time": own.thinking_time,
        "mute": own.mute,
        "click": own.click,
        "voice": own.voice,
        "tower-panel": own.tower_panel,
        "oled.rotate": own.rotate,
        "oled.contrast": own.contrast,
    }


def _of_bus(bus: I2c | Spi) -> dict[str, Value]:
    if isinstance(bus, I2c):
        return {"oled.bus": "i2c", "oled.port": bus.port, "oled.address": bus.address}
    return {
        "oled.bus": "spi",
        "oled.port": bus.port,
        "oled.device": bus.device,
        "oled.dc": (bus.dc,),
        "oled.reset": (bus.reset,),
    }


def _dotted(table: str, names: Iterable[str]) -> list[str]:
    return [f"{table}.{name}" for name in names]


def _written(key: Key) -> str:
    """A key as a file would write it, with quotes where a part is no bare word."""
    return ".".join(p if re.fullmatch(r"[A-Za-z0-9_-]+", p) else f'"{p}"' for p in key)
