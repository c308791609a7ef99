"""The settings of a TOML text: each by its name, with the line and the name that the text has.

Late: `tomllib` and `toml_lines`, where there is a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.box.config.settings import ConfigError, ConfigFault, SettingValue
from companion.box.config.table import (
    ROLES,
    TABLES,
    Setting,
    WrongValueError,
    closest,
    closest_setting,
    format_value,
)

if TYPE_CHECKING:
    from companion.core.toml_lines import TomlKey

_HEADER = r"\s*\[([^\[\]]+)\]\s*(?:#.*)?\r?"
_BARE_WORD = r"""\s*([\w.-]+)\s*=\s*([^\s"'#\[\]{}]+)\s*(?:#.*)?\r?"""
"""A setting without quotes: its key and the word."""


class SettingsText:
    """Parses the bytes of a file, ``path``; raises ConfigError where they are no settings."""

    def __init__(self, data: bytes, path: Path | None, settings: Mapping[str, Setting]) -> None:
        self._path = path
        self._settings = settings
        self._former = {old: row.name for row in settings.values() for old in row.former}
        self._spelt: dict[str, str] = {}
        """The settings by their names, each as the text spells it."""
        self._text = self._decode(data)
        self.values = dict(self._flatten(self._parse()))

    def _decode(self, data: bytes) -> str:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise ConfigError(self._path, line, "", ConfigFault.NOT_TEXT, {}) from error

    def _parse(self) -> dict[str, Any]:
        if not self._text:
            return {}
        try:
            return _read_toml(self._text)
        except ValueError as error:
            # tomllib gives the line in its message only, or says that the text ended too early.
            place = r"(.*) \(at (?:line (\d+), column \d+|end of document)\)"
            match = re.fullmatch(place, str(error))
            problem, line = match.groups() if match else (str(error), None)
            number = int(line or len(self._text.rstrip().split("\n")))
            self._check_bare_word(number)
            values = {"problem": problem}
            raise ConfigError(self._path, number, "", ConfigFault.SYNTAX, values) from error

    def _check_bare_word(self, number: int) -> None:
        """Say what is wrong with a line of text that is not TOML, if it only lacks its quotes."""
        *above, last = self._text.split("\n")[:number]
        headers = (match for line in reversed(above) if (match := re.match(_HEADER, line)))
        table = next((f"{match[1]}." for match in headers), "")
        setting = re.fullmatch(_BARE_WORD, last)
        if setting is None or _is_toml(last):
            return
        spelt = f"{table}{setting[1]}"
        name = self._former.get(spelt, spelt)
        if name not in self._settings:
            return
        key, word = setting.groups()
        try:
            value = self._settings[name].parse(word)
        except WrongValueError as wrong:
            fault, values, close = wrong.fault, wrong.values, wrong.close
        else:
            quoted = f"{key} = {format_value(name, value)}"
            fault, values, close = ConfigFault.NOT_QUOTED, {"setting": quoted}, ""
        raise ConfigError(self._path, number, spelt, fault, values, close)

    def _flatten(
        self, table: Mapping[str, Any], above: TomlKey = ()
    ) -> Iterator[tuple[str, SettingValue]]:
        for last, raw in table.items():
            key = (*above, last)
            spelt = _dotted_key(key)
            name = self._former.get(spelt, spelt)
            if self._is_table(spelt) and isinstance(raw, dict):
                yield from self._flatten(raw, key)
            elif name in self._settings:
                self._note_spelling(name, spelt)
                yield name, self._parse_value(name, raw)
            else:
                raise self._unknown(key)

    def _is_table(self, name: str) -> bool:
        return name in TABLES or any(former.startswith(f"{name}.") for former in self._former)

    def _note_spelling(self, name: str, spelt: str) -> None:
        """Note how the file spells a setting; raises ConfigError if it has it by two names."""
        other = self._spelt.setdefault(name, spelt)
        if other != spelt:
            values = {"other": other, "line": self._line_of(other)}
            line = self._line_of(spelt)
            raise ConfigError(self._path, line, spelt, ConfigFault.NAMED_TWICE, values)

    def _parse_value(self, name: str, raw: object) -> SettingValue:
        try:
            return self._settings[name].parse(raw)
        except WrongValueError as wrong:
            raise self.error(name, wrong.fault, wrong.close, **wrong.values) from wrong

    def _unknown(self, key: TomlKey) -> ConfigError:
        name, line = _dotted_key(key), self._lines.get(key)
        if name in TABLES:
            return self.error(name, ConfigFault.NOT_A_TABLE, table=name)
        if key[0] == "pins":
            fault, close = ConfigFault.UNKNOWN_ROLE, closest(key[-1], ROLES)
        else:
            fault, close = ConfigFault.UNKNOWN_KEY, closest_setting(name, self._settings)
        return ConfigError(self._path, line, name, fault, {"options": ROLES}, close)

    @cached_property
    def _lines(self) -> dict[TomlKey, int]:
        from companion.core.toml_lines import find_key_lines

        return find_key_lines(self._text)

    def former_name(self, name: str) -> str:
        """The former name by which the text has a setting; "" if it has the one of today."""
        return spelt if (spelt := self._spelt[name]) != name else ""

    def line(self, name: str) -> int | None:
        """The line of a setting or a table; None if it is not in the file."""
        return self._line_of(self._spelt.get(name, name))

    def _line_of(self, spelt: str) -> int | None:
        return self._lines.get(tuple(spelt.split(".")))

    def error(
        self, name: str, fault: ConfigFault, close: str = "", **values: object
    ) -> ConfigError:
        """What is wrong with a setting or a table, by the name that the text has."""
        spelt = self._spelt.get(name, name)
        return ConfigError(self._path, self._line_of(spelt), spelt, fault, values, close)


def _is_toml(line: str) -> bool:
    try:
        _read_toml(line)
    except ValueError:
        return False
    return True


def _read_toml(text: str) -> dict[str, Any]:
    """Read TOML; raises TOMLDecodeError, a ValueError."""
    import tomllib

    return tomllib.loads(text)


def _dotted_key(key: TomlKey) -> str:
    """A key as a file spells it, with quotes around a part that is no bare word."""
    return ".".join(p if re.fullmatch(r"[A-Za-z0-9_-]+", p) else f'"{p}"' for p in key)
