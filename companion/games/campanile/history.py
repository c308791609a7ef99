"""What the history knows of a Campanile: floors, the chips of a scoring, and what markers brought."""

from collections.abc import Mapping, Sequence

from companion.core.game_history import Gain, GameHistory, Heights
from companion.games.campanile.rules.changes import compare_flags
from companion.games.campanile.rules.flags import CampanileScoring
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH


def _floors(table: CampanileTable) -> Heights:
    return {style.value: table.towers[style].floors for style in table.row}


def _gain(scoring: CampanileScoring, table: CampanileTable) -> Gain:
    seats = range(len(table.players))
    points = tuple(sum(scoring.chips_of(seat)) for seat in seats)
    markers = tuple(_by_marker(scoring, table, seat) for seat in seats)
    return Gain(scoring.name, None, points, markers)


def _by_marker(scoring: CampanileScoring, table: CampanileTable, seat: int) -> Mapping[int, float]:
    brought: dict[int, float] = {}
    for award in scoring.awards:
        chips = sum(chip for winner, chip in award.chips if winner == seat)
        row = table.towers[award.style].row_of(seat)
        markers = row.markers if row is not None else []
        for marker in markers:
            brought[marker] = brought.get(marker, 0) + chips * marker / sum(markers)
    return brought


def _markers(table: CampanileTable, seat: int) -> Sequence[int]:
    rows = [table.towers[style].row_of(seat) for style in table.row]
    return [marker for row in rows if row is not None for marker in row.markers]


HISTORY = GameHistory(
    grows="floors",
    of_players=False,
    measure=_floors,
    gain=_gain,
    count_markers=_markers,
    marker_values=tuple(MARKERS_EACH),
    changes=compare_flags,
)
