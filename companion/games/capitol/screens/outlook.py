"""The outlook: scorings and auctions to come, and the cards that can be drawn."""

from collections.abc import Mapping

from PIL import Image

from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.foresight import RoundForecast, StackForecast
from companion.games.capitol.screens import signs
from companion.ui.screens.outlook import CountColumn, draw_columns, draw_fact, draw_title, enlarge
from companion.ui.screens.view import EntryScreen, View


def draw_round(image: Image.Image, view: View, page: RoundForecast) -> None:
    """The scorings to come, what is still auctioned in this round, and the blocks left."""
    say = view.words.say
    draw_title(image, say("outlook.round", number=view.table.round, rounds=ROUNDS))
    lines = [
        say("outlook.auctions", auctions=len(page.auctions)),
        say("outlook.blocks", blocks=page.blocks),
    ]
    draw_fact(image, str(page.scorings), say("outlook.to-come", scorings=page.scorings), lines)


def draw_stacks(image: Image.Image, view: View, page: StackForecast) -> None:
    """The cards on the stacks, with the discards that are turned over when they are gone."""
    draw_title(image, view.words.say("outlook.stacks"))
    columns = [
        CountColumn(
            f"{stack}+{page.discards[kind]}",
            enlarge(signs.CARDS[kind]),
            view.words.say(f"build.{kind}"),
        )
        for kind, stack in page.stacks.items()
    ]
    draw_columns(image, columns)


PAGES: Mapping[type, EntryScreen] = {RoundForecast: draw_round, StackForecast: draw_stacks}
