"""The socket's file: where it is, who may open it, and what an earlier process left behind."""

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path

MODE = 0o666
"""Whoever reaches the file may open it: the kernel says who connects, and that decides.

A mode cannot name both the owner of the box and a group, and a service may not give a file away.
"""
FOLDER_MODE = 0o700
"""Of a folder that has to be made, as without a service; a service's folder is made by systemd."""
BACKLOG = 64


class SocketFile:
    """A Unix socket that listens at ``path``; raises OSError with the reason if it can't.

    What a process that has ended left there is replaced; a socket where somebody listens is not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.setblocking(False)
        try:
            self._bind()
        except OSError as error:
            self.listener.close()
            # Python's error for a path that is too long has a text only.
            number = error.errno or errno.ENAMETOOLONG
            text = error.strerror or os.strerror(number)
            raise OSError(number, text, error.filename or str(path)) from error
        self._inode = path.stat().st_ino

    def close(self) -> None:
        """Stop listening, and remove the file unless another process has put its own there."""
        self.listener.close()
        with suppress(OSError):
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()

    def _bind(self) -> None:
        self._path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if self._path.is_socket() and not is_listening(self._path):
            self._path.unlink()
        self.listener.bind(str(self._path))
        self.listener.listen(BACKLOG)
        self._path.chmod(MODE)


def is_listening(path: Path) -> bool:
    """Whether a process accepts connections there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.setblocking(False)
        try:
            client.connect(str(path))
        except BlockingIOError:  # its queue is full
            return True
        except OSError:
            return False
    return True
