"""The setup of both Campaniles: players, colours, and the row of towers."""

from companion.core.conversation import Answer, Conversation, Objection, Question, build_objection
from companion.core.seating import ask_players
from companion.games.campanile.rules.player import CampanilePlayer
from companion.games.campanile.rules.table import CampanileReason, CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES, Style

FEWEST, MOST = 2, 5
COLOURS = tuple(Answer("colour", colour) for colour in ("blue", "yellow", "red", "black", "white"))
ROW_OPTIONS = tuple(Answer("row", style) for style in STYLES)


def ask_campanile_players(table: CampanileTable) -> Conversation:
    """Ask for the two to five players of a Campanile, clockwise from the starter."""

    def new_player(name: str) -> CampanilePlayer:
        return CampanilePlayer(name, stock=dict(MARKERS_EACH))

    yield from ask_players(table.players, new_player, COLOURS, FEWEST, MOST)


def ask_row(table: CampanileTable) -> Conversation:
    """Ask for the row of towers, nearest the open cards first (2009 rulebook, Preparation 1)."""

    def each_once(answer: Answer) -> Objection | None:
        *before, last = answer.value if isinstance(answer.value, tuple) else (answer.word,)
        return build_objection(CampanileReason.TOWER_TWICE, style=last) if last in before else None

    answer = yield Question("row", None, ROW_OPTIONS, each_once, items=len(STYLES))
    table.row = parse_styles(answer)


def parse_styles(answer: Answer) -> tuple[Style, ...]:
    """Return the styles of a list answer."""
    return tuple(map(Style, answer.value)) if isinstance(answer.value, tuple) else ()
