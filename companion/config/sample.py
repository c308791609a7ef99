"""Writes the sample: a file that explains every setting and, commented out, changes none."""

from collections.abc import Iterator, Mapping
from textwrap import wrap

from companion.config.kinds import format_value
from companion.config.reader import read_config
from companion.config.table import TABLES, settings_by_name

_WIDTH = 98
_INTRODUCTION = """\
# The settings of the Campanile Companion. Each line that is commented out shows the default, or an
# example; remove the # and change the value. `companion config` prints the settings in effect.
#
# Only one file is read, the first of these that exists:
#   the file given by --config FILE
#   $XDG_CONFIG_HOME/campanile-companion/companion.toml   (default: ~/.config/...)
#   /etc/campanile-companion/companion.toml
# Options of the command line override the file. Pins are BCM numbers: GPIO17 is 17.
"""


def sample_text(board_files: Mapping[str, str]) -> str:
    """The sample with the given board files, as `load_config` takes them."""
    return _INTRODUCTION + "".join(f"{line}\n" for line in _lines(board_files))


def _lines(board_files: Mapping[str, str]) -> Iterator[str]:
    defaults = {each.name: each.toml for each in read_config(b"", None).effective}
    table = ""
    for row in settings_by_name(board_files).values():
        above, _, key = row.name.rpartition(".")
        value = (
            format_value(row.name, row.example)
            if row.example is not None
            else defaults.get(row.name)
        )
        if value is None or (above == "pins" and row.example is None):
            continue
        if above != table:
            table = above
            yield from ("", *_comment(TABLES[table]), f"# [{table}]")
        setting = f"# {key} = {value}"
        if table:
            yield f"{setting:<26} # {row.comment}" if row.comment else setting
        else:
            yield from ("", *_comment(row.comment), setting)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, _WIDTH, break_on_hyphens=False)]
