"""What is said aloud of the pages of a scoring and of the outlook in Bologna."""

from collections.abc import Mapping

from companion.games.bologna.input.pages import ScoringPage, TallyPage
from companion.games.bologna.rules.foresight import BolognaForecast, UnseenCards
from companion.games.bologna.rules.scoring import FINAL, Tally
from companion.games.plugin import SpokenPage
from companion.games.spoken import gets, names_in
from companion.text import Words
from companion.ui.screens.view import View


def _scoring(view: View, page: ScoringPage) -> list[str]:
    return [view.words.say(f"say.scoring.{page.scoring.name}")]


def _tally(view: View, page: TallyPage) -> list[str]:
    words, tally = view.words, page.tally
    gain = gets(words, names_in(view)[tally.seat], tally.points)
    reasons = _final_reasons(words, tally) if page.scoring == FINAL else []
    if not reasons:
        towers = len(tally.towers)
        reasons = [words.say("say.towers" if towers else "say.no-towers", towers=towers)]
    return [words.say("say.tally", gets=gain, reasons=words.listed(reasons))]


def _final_reasons(words: Words, tally: Tally) -> list[str]:
    parts = (
        ("say.for-towers", tally.tower_points),
        ("say.for-collection", tally.extra),
        ("say.for-unbuilt", tally.unbuilt),
    )
    return [words.say(key, points=points) for key, points in parts if points]


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
    ScoringPage: _scoring,
    TallyPage: _tally,
    BolognaForecast: _pile,
    UnseenCards: _unseen,
}
