"""`companion demo NAME --watch`: a game is shown again, with its new code, when a file changes."""

from pathlib import Path

import pytest

from companion.app.demo import film
from companion.cli import main

ROOT = Path(__file__).parents[3]


@pytest.mark.soak
def test_a_change_shows_the_game_again(
    site: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    rules, sleeps = site / "nim_game" / "rules.py", list[float]()

    def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        if len(sleeps) == 3:
            raise KeyboardInterrupt
        if len(sleeps) == 2:
            rules.write_text(rules.read_text("utf-8").replace("STONES = 10", "STONES = 11"))

    monkeypatch.setattr(film, "sleep", sleep)
    monkeypatch.setenv("PYTHONPATH", f"{site}:{ROOT}")
    assert main(["demo", "nim", "--watch"]) == 130
    out, err = capfd.readouterr()
    assert out.count(f"Watching {site / 'nim_game'}; Ctrl-C ends.\n") == 2
    assert ("Stones left: 0" in out, "Stones left: 1" in out) == (True, True)
    assert err == ""


@pytest.mark.usefixtures("site")
def test_only_a_game_is_watched(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "evening.game", "--watch"]) == 1
    assert capfd.readouterr().err.startswith("there is no game evening.game; the games: ")
