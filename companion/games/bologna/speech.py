"""What is said aloud of the outlook in Bologna."""

from collections.abc import Mapping

from companion.games.bologna.rules.foresight import BolognaForecast, UnseenCards
from companion.games.plugin import SpokenPage
from companion.ui.screens.view import View


def _pile(view: View, page: BolognaForecast) -> list[str]:
    say, before = view.words.say, page.before_scoring
    sentences = [
        say("say.pile", cards=page.left),
        say("say.turns", turns=page.turns),
        say("say.scorings", scorings=page.scorings),
    ]
    if before is None:
        return sentences
    due = say("say.before-scoring", cards=before) if before else say("outlook.scoring-due")
    return [*sentences, due]


def _unseen(view: View, page: UnseenCards) -> list[str]:
    return [view.words.say("say.unseen", **page._asdict())]


SPEECH: Mapping[type, SpokenPage] = {
    BolognaForecast: _pile,
    UnseenCards: _unseen,
}
