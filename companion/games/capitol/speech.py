"""What is said aloud of Capitol's auctions, prefectures and draws."""

from collections.abc import Mapping

from companion.games.capitol.input.pages import AuctionPage, CardsDuePage, PrefecturePage
from companion.games.capitol.reason_text import auction_reason, place_reason
from companion.games.plugin import SpokenPage
from companion.games.spoken import gets, names_in
from companion.screens.view import View


def _auction(view: View, page: AuctionPage) -> list[str]:
    building = view.words.say(f"building.{page.auction.building}")
    return [building, auction_reason(view.words, page.auction, names_in(view))]


def _prefecture(view: View, page: PrefecturePage) -> list[str]:
    words, names, majority = view.words, names_in(view), page.majority
    gains = words.listed(gets(words, names[seat], points) for seat, points in majority.points)
    scored = words.say("say.prefecture", prefecture=majority.prefecture, gains=gains)
    return [scored, place_reason(words, majority, names)]


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
    return [words.say("say.due", cards=words.listed(each))]


SPEECH: Mapping[type, SpokenPage] = {
    AuctionPage: _auction,
    PrefecturePage: _prefecture,
    CardsDuePage: _due,
}
