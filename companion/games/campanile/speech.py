"""What is said aloud of the pages of a scoring in both Campaniles."""

from collections.abc import Mapping

from companion.games.campanile.award_text import spare_reason, tie_reason, tower_reason
from companion.games.campanile.input.pages import (
    Announcement,
    AwardPage,
    Refill,
    TiePage,
    TowerPage,
)
from companion.games.plugin import SpokenPage
from companion.games.spoken import names_in
from companion.screens.view import View


def _announcement(view: View, page: Announcement) -> list[str]:
    return [view.words.say(f"say.flags.{page.scoring.name}")]


def _tower(view: View, page: TowerPage) -> list[str]:
    award, words = page.award, view.words
    reason = tower_reason(words, award)
    return [words.say(f"say.tower.{award.rank}", style=award.style), *([reason] if reason else [])]


def _award(view: View, page: AwardPage) -> list[str]:
    """Who takes which chip; who takes none is only seen."""
    award, words, names = page.award, view.words, names_in(view)
    taken = [
        words.say(
            "say.award", player=names[place.seat], influence=place.influence, points=place.chip
        )
        for place in award.places
        if place.chip is not None
    ]
    spare = spare_reason(words, award)
    return [*taken, *([spare] if spare else [])]


def _tie(view: View, page: TiePage) -> list[str]:
    return [tie_reason(view.words, page.level, names_in(view))]


def _refill(view: View, _page: Refill) -> list[str]:
    return [view.words.say("guide.refill")]


SPEECH: Mapping[type, SpokenPage] = {
    Announcement: _announcement,
    TowerPage: _tower,
    AwardPage: _award,
    TiePage: _tie,
    Refill: _refill,
}
