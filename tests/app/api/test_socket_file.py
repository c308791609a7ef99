"""The socket's file: made, replaced where a dead process left it, removed."""

import errno
import os
import socket
import stat
from pathlib import Path

import pytest

from companion.app.api.table_socket import SocketFile, is_listening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "campanile-companion" / "table.socket"


def test_the_file_is_open_to_the_group_alone_whatever_the_mask(path: Path) -> None:
    mask = os.umask(0o077)
    try:
        file = SocketFile(path)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    file.close()
    assert not path.exists()


def test_a_folder_that_exists_stays_as_it_is(path: Path) -> None:
    path.parent.mkdir(mode=0o755)
    SocketFile(path).close()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755


def test_what_a_dead_process_left_is_replaced(path: Path) -> None:
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    file = SocketFile(path)
    assert is_listening(path)
    file.close()


def test_a_socket_in_use_is_left_alone(path: Path) -> None:
    file = SocketFile(path)
    with pytest.raises(OSError, match="Address already in use") as caught:
        SocketFile(path)
    assert (caught.value.errno, caught.value.filename) == (errno.EADDRINUSE, str(path))
    assert is_listening(path)
    file.close()


def test_another_file_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("mine")
    with pytest.raises(OSError, match="Address already in use"):
        SocketFile(path)
    assert path.read_text() == "mine"


def test_another_process_s_file_is_not_removed(path: Path) -> None:
    file = SocketFile(path)
    path.unlink()
    other = SocketFile(path)
    file.close()
    assert is_listening(path)
    other.close()


def test_a_path_that_is_too_long_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 100) / "table.socket"
    with pytest.raises(OSError, match="File name too long") as caught:
        SocketFile(path)
    assert caught.value.errno == errno.ENAMETOOLONG


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileExistsError, match=r"/file'$"):
        SocketFile(tmp_path / "file" / "table.socket")
