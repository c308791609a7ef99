"""What a page of the guided scoring says aloud: the same data as the picture, told for the ear.

Each page is a few phrases; the voice makes a pause after each.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.entry.bologna.pages import ScoringPage, TallyPage
from companion.entry.campanile.pages import Announcement, AwardPage, Refill, TowerPage
from companion.entry.capitol.pages import AuctionPage, DuePage, PrefecturePage
from companion.entry.guide import Page, Standing, Standings, Winner
from companion.games.bologna.scoring import FINAL, Tally
from companion.games.outcome import BY_CHIPS, DecidedBy
from companion.screens.view import View
from companion.text import Words
from companion.text.capitol import HEARD, auction_reason, place_reason

Phrases = list[str]


def aloud(page: Page, view: View) -> str:
    """The page in sentences; "" for one that has nothing to be heard."""
    phrases = PAGES[type(page)](view, page) if type(page) in PAGES else []
    return " ".join(f"{phrase}." for phrase in phrases)


def _names(view: View) -> Sequence[str]:
    return [player.name for player in view.table.players]


def _counted(words: Words, key: str, number: int, **values: object) -> str:
    """The sentence for one or for many; never asked for none."""
    return words.say(f"{key}.one" if number == 1 else f"{key}.many", **values)


def _gets(words: Words, player: str, points: int) -> str:
    if points < 0:
        return _counted(words, "say.loses", -points, player=player, points=-points)
    if not points:
        return words.say("say.gets.none", player=player)
    return _counted(words, "say.gets", points, player=player, points=points)


# Both Campaniles -----------------------------------------------------------------------------


def _announcement(view: View, page: Announcement) -> Phrases:
    return [view.words.say(f"say.flags.{page.scoring.name}")]


def _tower(view: View, page: TowerPage) -> Phrases:
    award, words = page.award, view.words
    phrases = [words.say(f"say.tower.{award.rank}", style=award.style)]
    if award.tower_level_with:
        level = words.listed(words.say(f"style.{style}") for style in award.tower_level_with)
        phrases.append(words.say("say.tower-level", towers=level))
    return phrases


def _award(view: View, page: AwardPage) -> Phrases:
    """Who takes which chip, and why of those who are level; who takes none is only seen."""
    award, words, names = page.award, view.words, _names(view)
    if not award.places:
        return [words.say("say.nobody")]
    phrases = [
        _counted(
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


def _refill(view: View, _page: Refill) -> Phrases:
    return [view.words.say("say.refill")]


# Every game ----------------------------------------------------------------------------------


def _standings(view: View, page: Standings) -> Phrases:
    words, names = view.words, _names(view)

    def told(each: Standing) -> str:
        key = "say.standing" if each.points >= 0 else "say.standing.below-zero"
        return words.say(key, player=names[each.seat], points=abs(each.points))

    return [words.say("say.standings", standings=words.listed(map(told, page.standings)))]


def _winner(view: View, page: Winner) -> Phrases:
    words, outcome, players = view.words, page.outcome, view.table.players
    named = words.listed(players[seat].name for seat in outcome.winners)
    points = players[outcome.winners[0]].points
    if outcome.decided_by is DecidedBy.POINTS:
        return [_counted(words, "say.winner", points, players=named, points=points)]
    chips = outcome.decided_by in BY_CHIPS
    best = [players[seat].highest_chip if chips else 0 for seat in outcome.level_on_points]
    chip = max(best)
    values = {
        "players": named,
        "rivals": words.listed(players[seat].name for seat in outcome.level_on_points),
        "points": points,
        "chip": chip,
        "other": max((each for each in best if each < chip), default=chip),
    }
    return [words.say(f"say.winner.{outcome.decided_by}", **values)]


# Die Türme von Bologna -----------------------------------------------------------------------


def _scoring(view: View, page: ScoringPage) -> Phrases:
    return [view.words.say(f"say.scoring.{page.scoring.name}")]


def _tally(view: View, page: TallyPage) -> Phrases:
    words, tally = view.words, page.tally
    gets = _gets(words, _names(view)[tally.seat], tally.points)
    reasons = _final_reasons(words, tally) if page.scoring == FINAL else []
    if not reasons:
        towers = len(tally.towers)
        one_or_many = _counted(words, "say.towers", towers, towers=towers)
        reasons = [one_or_many if towers else words.say("say.towers.none")]
    return [words.say("say.tally", gets=gets, reasons=words.listed(reasons))]


def _final_reasons(words: Words, tally: Tally) -> Phrases:
    parts = (
        ("say.for-towers", tally.tower_points),
        ("say.for-collection", tally.extra),
        ("say.for-unbuilt", tally.unbuilt),
    )
    return [words.say(key, points=points) for key, points in parts if points]


# Capitol -------------------------------------------------------------------------------------


def _auction(view: View, page: AuctionPage) -> Phrases:
    building = view.words.say(f"building.{page.auction.building}")
    return [building, auction_reason(view.words, page.auction, _names(view), HEARD)]


def _prefecture(view: View, page: PrefecturePage) -> Phrases:
    words, names, majority = view.words, _names(view), page.majority
    gains = words.listed(_gets(words, names[seat], points) for seat, points in majority.points)
    told = words.say("say.prefecture", prefecture=majority.prefecture, gains=gains)
    return [told, place_reason(words, majority, names, HEARD)]


def _due(view: View, page: DuePage) -> Phrases:
    words, names = view.words, _names(view)
    each = [
        words.say(
            "say.draws-up-to" if due.may else "say.draws",
            player=names[due.seat],
            least=due.must,
            most=due.most,
        )
        for due in page.allowances
    ]
    return [words.say("say.due", cards=words.listed(each))]


PAGES: Mapping[type, Callable[[View, Any], Phrases]] = {
    Announcement: _announcement,
    TowerPage: _tower,
    AwardPage: _award,
    Refill: _refill,
    Standings: _standings,
    Winner: _winner,
    ScoringPage: _scoring,
    TallyPage: _tally,
    AuctionPage: _auction,
    PrefecturePage: _prefecture,
    DuePage: _due,
}
