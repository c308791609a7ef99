"""Board files of any game: what can't be read or parsed, and the line of each fault."""

from pathlib import Path

import pytest

from companion.core.board_file import BoardFile, BoardFileError, BoardFileReason, load_board_file
from companion.core.conversation import Answer


def read(text: str) -> tuple[Answer, ...]:
    """The reader of a game whose board has a name and an area."""
    file = BoardFile(text)
    file.check_keys(file.table, ("name", "area"))
    file.check_keys(file.table.get("area", {}), ("width",), "area")
    return (Answer("board", file.table["name"]),)


@pytest.mark.parametrize(
    ("text", "line", "key", "reason"),
    [
        ("name = ", 1, "", BoardFileReason.SYNTAX),
        ('\nname = """\nm', 3, "", BoardFileReason.SYNTAX),
        ('name = "m"\n\nmane = 1', 3, "mane", BoardFileReason.UNKNOWN_KEY),
        ("[area]\nwidth = 1\nheight = 2", 3, "area.height", BoardFileReason.UNKNOWN_KEY),
    ],
)
def test_a_fault_is_found_in_its_line(
    text: str, line: int, key: str, reason: BoardFileReason
) -> None:
    with pytest.raises(BoardFileError) as wrong:
        read(text)
    error = wrong.value
    assert (error.line, error.key, error.objection.reason) == (line, key, reason)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(b'\xef\xbb\xbfname = "m"\n')
    assert load_board_file("toy", file, read) == (Answer("board", "m"),)


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (None, None, BoardFileReason.UNREADABLE),
        (b"\n\xff", 2, BoardFileReason.NOT_TEXT),
        (b"name = ", 1, BoardFileReason.SYNTAX),
    ],
)
def test_an_error_names_the_file_and_its_game(
    data: bytes | None, line: int | None, reason: BoardFileReason, tmp_path: Path
) -> None:
    file = tmp_path / "board.toml"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(BoardFileError) as wrong:
        load_board_file("toy", file, read)
    error = wrong.value
    assert (error.game, error.path) == ("toy", file)
    assert (error.line, error.objection.reason) == (line, reason)
