"""The outlook of Bologna: turns and scorings to come, and the cards that nobody has seen."""

from companion.core.events import word
from companion.games.bologna.rules.cards import FIRE, PLAGUE
from companion.games.bologna.rules.foresight import count_unseen, forecast_pile
from companion.games.bologna.rules.table import BolognaTable
from companion.games.bologna.sign_rows import ACTIONS
from companion.text.figures import format_range
from companion.ui.input.outlook import CountedPiece, CountPage, FactPage, GameForecast


def forecast_game(table: BolognaTable) -> GameForecast:
    """The outlook on a game under way."""
    tallies = table.scoring_now(table.next_scoring).tallies
    gained = [tally.points for tally in tallies]
    return GameForecast((_tell_pile(table), _tell_unseen(table)), table.next_scoring, gained)


def _tell_pile(table: BolognaTable) -> FactPage:
    """The most turns to the end, and when the next scoring comes."""
    left, turns, scorings, before = forecast_pile(table)
    lines = [word("outlook.scorings", scorings=scorings)]
    said = [
        word("say.pile", cards=left),
        word("say.turns", turns=turns),
        word("say.scorings", scorings=scorings),
    ]
    if before == 0:
        lines.append(word("outlook.scoring-due"))
        said.append(word("outlook.scoring-due"))
    elif before is not None:
        lines.append(word("outlook.before-scoring", cards=before))
        said.append(word("say.before-scoring", cards=before))
    return FactPage(
        title=word("outlook.pile", cards=left),
        figure=turns,
        label=word("outlook.turns-at-most", turns=turns),
        lines=tuple(lines),
        said=tuple(said),
    )


def _tell_unseen(table: BolognaTable) -> CountPage | None:
    """The cards that nobody has seen; how often each number occurs is unknown."""
    unseen = count_unseen(table)
    if unseen is None:
        return None
    specials = ((PLAGUE, unseen.plagues), (FIRE, unseen.fires))
    columns = [
        CountedPiece(str(count), ACTIONS[key], word(f"action.{key}")) for key, count in specials
    ]
    others = CountedPiece(str(unseen.numbers), format_range(2, 8), word("outlook.others"))
    said = word("say.unseen", **unseen._asdict())
    return CountPage(word("outlook.unseen"), (*columns, others), (said,))
