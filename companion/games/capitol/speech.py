"""What is said aloud of Capitol's outlook."""

from collections.abc import Mapping

from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.foresight import RoundForecast, StackForecast
from companion.games.plugin import SpokenPage
from companion.ui.screens.view import View


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
    RoundForecast: _round,
    StackForecast: _stacks,
}
