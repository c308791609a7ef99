"""Messages name the command as it was called, so that what they say can be typed."""

import pytest

from companion.cli.program import describe_call


@pytest.mark.parametrize(
    ("called", "on_path", "typed"),
    [
        ("/usr/local/bin/companion", "/usr/local/bin/companion", "companion"),
        (".venv/bin/companion", "/usr/local/bin/companion", ".venv/bin/companion"),
        (".venv/bin/companion", None, ".venv/bin/companion"),
        ("/my games/companion", None, "'/my games/companion'"),
        ("/here/companion/__main__.py", None, "/bin/python3 -m companion"),
        ("-c", None, "companion"),
    ],
)
def test_the_command_is_named_as_it_was_called(
    called: str, on_path: str | None, typed: str
) -> None:
    assert describe_call(called, "/bin/python3", on_path) == typed
