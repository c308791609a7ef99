"""Every variant can be read before it is chosen, on the box and in `docs/playing.md`."""

from pathlib import Path

import pytest

from companion.core.conversation import Answer
from companion.games import BUILT_IN, find_rules, title_of, words_in
from companion.ui.screens.menus import note_of

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_page_and_the_box_say_the_same_of_each_variant(game: str) -> None:
    words, title = words_in().of(game), title_of(game)
    rows = [
        f"| {title} | {words.named('variant', each)} | {note_of(words, Answer('variant', each))} |"
        for each in find_rules(game).variants
    ]
    text = PLAYING.read_text("utf-8")
    lines = text.splitlines()
    assert [row for row in rows if row not in lines] == []
    assert text.count(f"\n| {title} |") == len(rows)
