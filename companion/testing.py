"""For the tests of a game: the checks of `companion check-game` in pytest.

from companion.testing import check_game

def test_the_game_is_sound() -> None:
    assert check_game("nim", games=50).lines == []
"""

from companion.app.game_check.checking import CheckReport, check_game

__all__ = ["CheckReport", "check_game"]
