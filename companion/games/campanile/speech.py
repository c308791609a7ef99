"""What is said aloud of the pages of a scoring in both Campaniles."""

from collections.abc import Mapping

from companion.games.campanile.input.pages import Announcement, AwardPage, Refill, TowerPage
from companion.games.plugin import SpokenPage
from companion.games.spoken import count, names_in
from companion.screens.view import View


def _announcement(view: View, page: Announcement) -> list[str]:
    return [view.words.say(f"say.flags.{page.scoring.name}")]


def _tower(view: View, page: TowerPage) -> list[str]:
    award, words = page.award, view.words
    phrases = [words.say(f"say.tower.{award.rank}", style=award.style)]
    if award.tower_level_with:
        level = words.listed(words.say(f"style.{style}") for style in award.tower_level_with)
        phrases.append(words.say("say.tower-level", towers=level))
    return phrases


def _award(view: View, page: AwardPage) -> list[str]:
    """Who takes which chip, and why of those who are level; who takes none is only seen."""
    award, words, names = page.award, view.words, names_in(view)
    if not award.places:
        return [words.say("say.nobody")]
    phrases = [
        count(
            words,
            "say.award",
            place.chip,
            player=names[place.seat],
            influence=place.influence,
            points=place.chip,
        )
        for place in award.places
        if place.chip is not None
    ]
    phrases += [
        words.say(
            "say.level",
            players=words.listed(names[place.seat] for place in level),
            influence=level[0].influence,
            first=names[level[0].seat],
        )
        for level in award.ties
    ]
    if award.unawarded:
        phrases.append(words.say("say.spare", chips=words.listed(map(str, award.unawarded))))
    return phrases


def _refill(view: View, _page: Refill) -> list[str]:
    return [view.words.say("say.refill")]


SPEECH: Mapping[type, SpokenPage] = {
    Announcement: _announcement,
    TowerPage: _tower,
    AwardPage: _award,
    Refill: _refill,
}
