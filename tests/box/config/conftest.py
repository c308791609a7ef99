"""What the settings' tests share."""

import pytest

from companion.box.config import table


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """``mute`` as if it had been called ``hush`` once, and ``sound.off`` before that."""
    rows = [
        row._replace(former=("hush", "sound.off")) if row.name == "mute" else row
        for row in table.SETTINGS
    ]
    monkeypatch.setattr(table, "SETTINGS", tuple(rows))
