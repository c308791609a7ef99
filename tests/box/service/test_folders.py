"""Where games are saved; where the socket is, the tests of the protocol say."""

from pathlib import Path

import pytest

from companion.box.service.folders import state_folder


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"STATE_DIRECTORY": "/var/lib/a:/b", "XDG_STATE_HOME": "/x"}, "/var/lib/a"),
        ({"STATE_DIRECTORY": "", "XDG_STATE_HOME": "/x"}, "/x/campanile-companion"),
        ({"XDG_STATE_HOME": "x", "HOME": "/h"}, "/h/.local/state/campanile-companion"),
        ({"HOME": "/h"}, "/h/.local/state/campanile-companion"),
    ],
)
def test_the_state_folder(environ: dict[str, str], folder: str) -> None:
    assert state_folder(environ) == Path(folder)
