"""The plugins of both Campaniles: the edition of 2009 and that of 1996.

Their history shows floors, a scoring's chips, and the points of each marker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.core.game_history import GameHistory, Heights
from companion.core.story import GameStory
from companion.games.campanile.input import INPUT
from companion.games.campanile.playout import play_out
from companion.games.campanile.rules.flags import CampanileScoring, compare_flags
from companion.games.campanile.rules.game1996 import Campanile1996
from companion.games.campanile.rules.game2009 import Campanile2009
from companion.games.campanile.rules.snapshot import take_campanile_snapshot
from companion.games.campanile.rules.story import assess_campanile
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH
from companion.games.campanile.screens import SCREENS
from companion.games.campanile.tell import tell_changed_flags, tell_event
from companion.games.campanile.words import WORDS
from companion.games.plugin import GamePlugin


def _measure_floors(table: CampanileTable) -> Heights:
    return {style.value: table.towers[style].floors for style in table.row}


def _share_markers(
    scoring: CampanileScoring, table: CampanileTable
) -> tuple[Mapping[int, float], ...]:
    seats = range(len(table.players))
    return tuple(_points_by_marker(scoring, table, seat) for seat in seats)


def _points_by_marker(
    scoring: CampanileScoring, table: CampanileTable, seat: int
) -> Mapping[int, float]:
    """The player's points by marker value: a row's chips, in proportion to its markers."""
    points: dict[int, float] = {}
    for award in scoring.awards:
        chips = sum(chip for winner, chip in award.chips if winner == seat)
        row = table.towers[award.style].row_of(seat)
        markers = row.markers if row is not None else []
        for marker in markers:
            points[marker] = points.get(marker, 0) + chips * marker / sum(markers)
    return points


def _list_markers(table: CampanileTable, seat: int) -> Sequence[int]:
    rows = [table.towers[style].row_of(seat) for style in table.row]
    return [marker for row in rows if row is not None for marker in row.markers]


HISTORY = GameHistory(
    grows="floors",
    of_players=False,
    measure=_measure_floors,
    share_markers=_share_markers,
    count_markers=_list_markers,
    marker_values=tuple(MARKERS_EACH),
    changes=lambda old, new: compare_flags(old.scorings, new.scorings),
)


RECORDS = Path(__file__).with_name("records")
CHANCES = Path(__file__).with_name("chances")
STORY = GameStory(
    assess=assess_campanile, tell_changes=tell_changed_flags, model=CHANCES / "campanile-1996.json"
)


CAMPANILE_2009 = GamePlugin(
    rules=Campanile2009,
    tell=tell_event,
    title="Campanile",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    history=HISTORY,
    story=replace(STORY, model=CHANCES / "campanile-2009.json", play_out=play_out),
    record=RECORDS / "campanile-2009.game",
    snapshot=take_campanile_snapshot,
)
CAMPANILE_1996 = replace(
    CAMPANILE_2009,
    rules=Campanile1996,
    title="Campanile 1996",
    full_title="Campanile",
    story=STORY,
    record=RECORDS / "campanile-1996.game",
)
