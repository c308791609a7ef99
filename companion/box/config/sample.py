"""Writes the sample: a file that explains every setting and, commented out, changes none."""

from collections.abc import Iterator, Mapping
from textwrap import wrap

from companion.box.config.reader import read_config
from companion.box.config.table import TABLES, format_value, settings_by_name

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
    rows = settings_by_name(board_files)
    shown = {
        each.name: format_value(each.name, each.value) for each in read_config(b"", None).effective
    }
    shown = {name: text for name, text in shown.items() if not name.startswith("pins.")}
    shown |= {n: format_value(n, row.example) for n, row in rows.items() if row.example is not None}
    table = ""
    for name, row in rows.items():
        above, _, key = name.rpartition(".")
        if name not in shown:
            continue
        if above != table:
            table = above
            yield from ("", *_comment(TABLES[table]), f"# [{table}]")
        setting = f"# {key} = {shown[name]}"
        if table:
            yield f"{setting:<26} # {row.comment}" if row.comment else setting
        else:
            yield from ("", *_comment(row.comment), setting)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, _WIDTH, break_on_hyphens=False)]
