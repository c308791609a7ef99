"""Every facet of a plugin has its guard: what it is, what it gives, what stands in for it."""

from dataclasses import fields

import pytest

from companion.core.game_history import GameHistory
from companion.core.story import GameStory
from companion.games import BUILT_IN, load_plugin
from companion.games.fallbacks import FALLBACKS
from companion.games.guard import FACETS, judge_plugin
from companion.games.plugin import GamePlugin
from companion.ui.input.context import GameInput
from companion.ui.screens.view import GameScreens


def test_no_facet_is_forgotten() -> None:
    every = {each.name for each in fields(GamePlugin)}
    every |= {f"input.{each.name}" for each in fields(GameInput)}
    every |= {f"screens.{each}" for each in GameScreens._fields}
    every |= {f"history.{each.name}" for each in fields(GameHistory)}
    every |= {f"story.{each.name}" for each in fields(GameStory)}
    assert set(FACETS) == every
    assert {part for part, facet in FACETS.items() if facet.check} == set(FALLBACKS)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_games_are_judged_as_well(name: str) -> None:
    assert judge_plugin(load_plugin(name)) == []
