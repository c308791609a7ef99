"""What is said aloud of Capitol's auctions, prefectures, draws and outlook."""

from collections.abc import Mapping

from companion.games.capitol.input.pages import AuctionPage, CardsDuePage, PrefecturePage
from companion.games.capitol.reason_text import auction_reason, place_reason
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.foresight import RoundForecast, StackForecast
from companion.games.capitol.rules.majority import Majority
from companion.games.plugin import SpokenPage
from companion.games.spoken import gets, names_in
from companion.text import Words
from companion.ui.screens.view import View


def _auction(view: View, page: AuctionPage) -> list[str]:
    building = view.words.say(f"building.{page.auction.building}")
    return [building, auction_reason(view.words, page.auction, names_in(view))]


def _prefecture(view: View, page: PrefecturePage) -> list[str]:
    words, names, majority = view.words, names_in(view), page.majority
    gains = words.listed(gets(words, names[seat], points) for seat, points in majority.points)
    scored = words.say("say.prefecture", prefecture=majority.prefecture, gains=gains)
    return [scored, place_reason(words, majority, names), *_list_buildings(words, majority)]


def _list_buildings(words: Words, majority: Majority) -> list[str]:
    """What the points come from besides the places."""
    built = []
    if majority.fountains:
        built.append(words.say("say.fountains", fountains=majority.fountains))
    if majority.temple:
        built.append(words.say("say.temple"))
    return [words.listed(built)] if built else []


def _due(view: View, page: CardsDuePage) -> list[str]:
    words, names = view.words, names_in(view)
    each = [
        words.say(
            "say.draws-up-to" if due.may else "say.draws",
            player=names[due.seat],
            least=due.must,
            most=due.most,
        )
        for due in page.allowances
    ]
    more = [
        words.say("say.draws-for", player=names[due.seat], places=words.listed(places))
        for due in page.allowances
        if (places := [where for where, _ in due.sources])
    ]
    return [words.say("say.due", cards=words.listed(each)), *more]


def _round(view: View, page: RoundForecast) -> list[str]:
    words, buildings = view.words, page.auctions
    said = words.listed(words.say(f"building.{each}") for each in buildings)
    key = "say.auctions" if buildings else "say.no-auctions"
    return [
        words.say("outlook.round", number=view.table.round, rounds=ROUNDS),
        words.say("say.to-come", scorings=page.scorings),
        words.say(key, auctions=len(buildings), buildings=said),
        words.say("say.blocks", blocks=page.blocks),
    ]


def _stacks(view: View, page: StackForecast) -> list[str]:
    words = view.words
    each = [
        words.say(
            "say.stack.discards" if page.discards[kind] else "say.stack",
            type=words.say(f"build.{kind}"),
            cards=stack,
            discards=page.discards[kind],
        )
        for kind, stack in page.stacks.items()
    ]
    return [words.say("say.stacks", cards=words.listed(each))]


SPEECH: Mapping[type, SpokenPage] = {
    AuctionPage: _auction,
    PrefecturePage: _prefecture,
    CardsDuePage: _due,
    RoundForecast: _round,
    StackForecast: _stacks,
}
