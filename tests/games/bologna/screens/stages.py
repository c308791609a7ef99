"""The screens of Die Türme von Bologna, staged at tables that were really played."""

from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games import start_session
from companion.ui.input.context import InputContext
from companion.ui.screens import View
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP
from tests.entries import entry_for, view_of
from tests.games.bologna.rules.staging import MAP, PLAYERS
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, Stage, held

GAME = "bologna-towers"
RECORD = "bologna-three-players-share-the-win"
COLOURS = ("red", "white", "black", "green")
STACKS = {
    "3-3": "RBR", "3-4": "BB", "3-5": "GRGG", "4-3": "B", "4-4": "BRBBB", "4-6": "RRRRRR",
    "5-3": "GG", "5-6": "RBGRB", "5-7": "G", "6-4": "BGGBB", "6-6": "R", "7-2": "GRRRR",
    "7-5": "RGRR", "7-6": "BBR", "7-7": "GBGBGB", "8-5": "R", "8-8": "BR",
}  # fmt: skip
ROOFS = {"4-6": "R", "7-7": "B", "6-4": "B", "3-5": "G"}


def laid_out(cast: Cast, players: int = 3, *variants: str, kinds: str = "") -> Session:
    """A game just set up by the cast."""
    session = setting_up(cast, players, *variants)
    session.answer_pair("kinds", kinds)
    if "light" not in variants:
        session.answer_pair("open", "5,6,plague-2,fire-8")
    return session


def setting_up(cast: Cast, players: int = 3, *variants: str) -> Session:
    """A game up to the question for the map."""
    session = start_session(GAME)
    for name, colour in zip(cast.names[:players], COLOURS, strict=False):
        session.answer_pair("player", name)
        session.answer_pair("colour", colour)
    if players < len(COLOURS):
        session.answer(Answer("player", ""))
    for variant in (*variants, ""):
        session.answer_pair("variant", variant)
    return session


def built(cast: Cast, players: int = 3, *variants: str, kinds: str = MAP) -> Session:
    """A board with towers on it."""
    session = laid_out(cast, players, *variants, kinds=kinds)
    names = dict(zip(PLAYERS, cast.names, strict=False))
    for field, letters in STACKS.items():
        if players == 4 and field in ("4-3", "7-6", "8-5", "5-3"):
            letters = letters.replace(letters[-1], "Y")
        stones = "+".join(names[letter] for letter in letters)
        session.answer_pair("correct stack", f"{field}:{stones}")
    for field, letter in ROOFS.items():
        session.answer_pair("correct roof", f"{field}:{names[letter]}")
    return session


def plagued(cast: Cast) -> Session:
    session = built(cast)
    session.answer_pair("correct plague", "3-3:4-4")
    return session


def after(session: Session, text: str) -> Session:
    """Some pairs later."""
    words = text.split()
    for key, word in zip(words[::2], words[1::2], strict=True):
        session.answer_pair(key, word)
    return session


def take_two(cast: Cast) -> View:
    session = built(cast)
    session.answer_pair("correct stack", "7-5:none")
    session.answer_pair("correct stack", "7-2:none")
    return cast.before(after(session, "build 2-3 to 2-3"), RIGHT)


TO_THE_CARDS = "build 2-8 to 2-8 secure none take 5,6"


def showing(*presses: Press, also: str = "", axes: int = 2) -> Stage:
    """Which card is turned up: the first one, or the second behind ``also``."""
    return lambda cast: cast.before(after(built(cast), TO_THE_CARDS + also), *presses, axes=axes)


def fire_of_four(cast: Cast) -> View:
    """A fire that burns a stone of everybody."""
    session = built(cast, 4)
    for field, name in zip(("7-3", "7-4", "8-3", "8-4"), cast.names, strict=False):
        session.answer_pair("correct stack", f"{field}:{name}")
    return cast.before(session, OK, DOWN, said=Answer("fire", "7-3"))


def pile_empty(cast: Cast) -> View:
    session = laid_out(cast, 3, "light", "end-at-empty-pile")
    session.answer_pair("correct pile", "2")
    return cast.before(after(session, "pass yes show ordinary"))


def tally_none(cast: Cast) -> View:
    session = built(cast)
    for field, letters in STACKS.items():
        if letters.endswith("B"):
            session.answer_pair("correct stack", f"{field}:none")
    return cast.page(after(session, f"{TO_THE_CARDS} show scoring"), 1)


def open_four(cast: Cast) -> View:
    session = setting_up(cast)
    session.answer_pair("kinds", "")
    return cast.before(session, OK, RIGHT, RIGHT, OK, OK, DOWN)


def variant_more(cast: Cast, *presses: Press) -> View:
    """Two variants are chosen already."""
    session = setting_up(cast)
    session.undo()
    return cast.before(after(session, "variant cards-96 variant secure-built"), *presses)


def map_offered(cast: Cast) -> View:
    session = setting_up(cast)
    assert session.question is not None
    context = InputContext(board=(Answer("kinds", MAP),))
    return view_of(entry_for(session, context), session, cast.words)


_INTO_THE_MAP = (DOWN, OK, OK, *[RIGHT, OK] * 3, *[UP, LEFT, OK] * 5, *[DOWN, OK] * 2)


def _scored(cast: Cast) -> Session:
    return after(built(cast), f"{TO_THE_CARDS} show scoring")


def scoring_second(cast: Cast) -> View:
    session = built(cast)
    session.answer_pair("correct scorings", "1")
    return cast.page(after(session, f"{TO_THE_CARDS} show scoring"), 0)


def _with_pile(cast: Cast, left: int) -> Session:
    session = laid_out(cast)
    session.answer_pair("correct pile", str(left))
    return session


def _ended(cast: Cast) -> Session:
    session = built(cast)
    name = cast.names[0]
    session.answer_pair("correct collected", f"{name}:merchant+citizen+craftsman+farmer")
    return after(session, f"{TO_THE_CARDS} show none")


def board(at: str, *presses: Press, axes: int = 2) -> Stage:
    """The board with its towers, some presses after that field was undone."""
    return lambda cast: cast.before(built(cast), *presses, axes=axes, said=Answer("build", at))


TABLE: dict[str, Stage] = {
    "board-first": lambda cast: cast.before(laid_out(cast)),
    "board-late": lambda cast: cast.before(plagued(cast), said=Answer("build", "5-6")),
    "board-four": lambda cast: cast.before(built(cast, 4), said=Answer("build", "4-4")),
    "board-row": lambda cast: cast.before(built(cast), NEXT, axes=1),
    "board-column": lambda cast: cast.before(built(cast), NEXT, OK, NEXT, NEXT, axes=1),
    # A line that a roof stops.
    "board-line": board("5-3", OK, RIGHT),
    "board-line-of-four": board("2-5", OK, LEFT),
    "board-line-refused": board("2-5", OK, UP),
    "board-sixth-stone": board("5-7", OK, LEFT),
    "board-roofed-refused": board("4-6", OK),
    "board-sign": board("4-5", *[PREVIOUS] * 5, axes=1),
    "board-plague": lambda cast: cast.before(
        built(cast), LEFT, LEFT, LEFT, LEFT, LEFT, LEFT, OK, OK, UP, LEFT
    ),
    "board-fire": lambda cast: cast.before(built(cast), *[LEFT] * 5, OK, LEFT, OK),
    "board-fire-of-four": fire_of_four,
    "board-light": lambda cast: cast.before(built(cast, 3, "light")),
    "pair": lambda cast: cast.before(after(built(cast), "fire 4-5 to 3-6"), RIGHT),
    "kind": lambda cast: cast.before(after(built(cast, kinds=""), "build 3-6 to 3-8"), LEFT),
    "secure": lambda cast: cast.before(after(built(cast), "build 2-8 to 2-8"), RIGHT),
    "take-two": take_two,
    "show-two": showing(DOWN, RIGHT),
    "show-row": showing(*[PREVIOUS] * 5, also=" show 3", axes=1),
    "show-special": showing(LEFT, LEFT, OK, DOWN),
    "discard-second": lambda cast: cast.before(after(built(cast), "pass yes"), RIGHT, OK, DOWN),
    "tally-none": tally_none,
    "show-scoring": showing(DOWN, RIGHT, RIGHT),
    "show-lightly": lambda cast: cast.before(
        after(built(cast, 3, "light"), "build 2-8 to 2-8 secure none"), RIGHT
    ),
    "pile": pile_empty,
    "open-four": open_four,
    "variant-more": variant_more,
    "variant-chosen": lambda cast: variant_more(cast, UP),
    "map-offered": map_offered,
    "map-entered": lambda cast: cast.before(setting_up(cast), *_INTO_THE_MAP, RIGHT),
    "map-field": lambda cast: cast.before(setting_up(cast), *_INTO_THE_MAP, BACK, UP, LEFT),
    "map-row": lambda cast: cast.before(setting_up(cast), NEXT, OK, NEXT, NEXT, axes=1),
    "map-done": lambda cast: cast.before(setting_up(cast), *_INTO_THE_MAP, BACK, *[RIGHT] * 4),
    "scoring-first": lambda cast: cast.page(_scored(cast), 0),
    "scoring-second": scoring_second,
    "scoring-four": lambda cast: cast.page(
        after(built(cast, 4), f"{TO_THE_CARDS} show scoring"), 0
    ),
    "tally": lambda cast: cast.page(_scored(cast), -2),
    "tally-final": lambda cast: cast.page(_ended(cast), 3),
    "standings-towers": lambda cast: cast.page(_ended(cast), -2),
    "outlook-pile-first": lambda cast: cast.outlook(laid_out(cast)),
    "outlook-pile-late": lambda cast: cast.outlook(cast.asked(RECORD, "build", -1)),
    "outlook-pile-due": lambda cast: cast.outlook(_with_pile(cast, 53)),
    "outlook-pile-last-turn": lambda cast: cast.outlook(_with_pile(cast, 2)),
    "outlook-unseen-first": lambda cast: cast.outlook(laid_out(cast), 1),
    "outlook-unseen-late": lambda cast: cast.outlook(cast.asked(RECORD, "build", -1), 1),
    "outlook-points": lambda cast: cast.outlook(laid_out(cast), -1),
    "outlook-points-final": lambda cast: cast.outlook(cast.asked(RECORD, "build", -1), -1),
    "outlook-points-held": lambda cast: held(cast.outlook(built(cast, 4), -1)),
    "winner-towers": lambda cast: cast.page(_ended(cast), -1),
}
STAGES.update({f"bologna-{name}": stage for name, stage in TABLE.items()})
