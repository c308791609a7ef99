"""Capitol's screens, staged at its stored games and at prefectures that stand as wanted."""

from dataclasses import replace

from companion.core.conversation import Answer
from companion.core.events import CARDS_DUE
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide
from companion.ui.screens import View
from tests.buttons import DOWN, LEFT, NEXT, OK, RIGHT, UP
from tests.entries import entry_for, view_of
from tests.games.capitol.rules import staging
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, asked, held, page, staged

TWO, FOUR = "capitol-two-players", "capitol-four-players"


def _begun(cast: Cast, players: int = 2) -> Session:
    return staging.begun(*cast.names[:players])


# The board -----------------------------------------------------------------------------------


@staged
def capitol_prefecture_one_axis(cast: Cast) -> View:
    session = cast.asked(TWO, "prefecture", 6)
    return cast.before(session, OK, OK, OK, OK, NEXT, NEXT, axes=1)


def _offered(cast: Cast, *presses: Press) -> View:
    session = staging.seated(*cast.names[:2])
    board = tuple(Answer("prefecture", word) for word in staging.BOARD)
    entry: Entry = entry_for(session, InputContext(board=board))
    for press in presses:
        step = entry.press(press)
        assert isinstance(step, Entry)
        entry = step
    return view_of(entry, session, cast.words)


@staged
def capitol_board_of_a_file(cast: Cast) -> View:
    session = staging.seated(*cast.names[:2])
    board = tuple(Answer("prefecture", word) for word in staging.BOARD)
    return view_of(entry_for(session, InputContext(printed=board)), session, cast.words)


STAGES |= {
    "capitol-prefecture": lambda cast: cast.before(
        staging.seated(*cast.names[:2]), DOWN, RIGHT, DOWN
    ),
    "capitol-board-as-before": lambda cast: _offered(cast),
    "capitol-another-board": lambda cast: _offered(cast, RIGHT),
}

# A turn --------------------------------------------------------------------------------------


@staged
def capitol_turn_crowded(cast: Cast) -> View:
    session = _begun(cast)
    session.answer_pair("correct roofless", f"{cast.names[0]}:1+1+1+2+2+3+5+12")
    return cast.before(session)


@staged
def capitol_turn_uncounted(cast: Cast) -> View:
    session = _begun(cast)
    staging.say(session, "correct cards unknown")
    return cast.before(session)


@staged
def capitol_blocks_second(cast: Cast) -> View:
    session = _begun(cast)
    session.answer_pair("correct roofless", f"{cast.names[0]}:1+3")
    return cast.before(session, LEFT, LEFT, OK, OK)


@staged
def capitol_roof(cast: Cast) -> View:
    session = _begun(cast)
    session.answer_pair("correct roofless", f"{cast.names[0]}:1+3")
    return cast.before(session, LEFT, OK, DOWN)


STAGES |= {
    "capitol-turn-first": lambda cast: cast.before(_begun(cast)),
    "capitol-turn-late": asked(FOUR, "play", 40, LEFT),
    "capitol-turn-refused": lambda cast: cast.before(_begun(cast), LEFT, OK),
    "capitol-turn-blank": lambda cast: cast.before(_begun(cast), RIGHT, RIGHT, OK),
    "capitol-blocks-first": lambda cast: cast.before(_begun(cast), LEFT, LEFT, OK),
    "capitol-house": lambda cast: cast.before(_begun(cast), OK, OK),
}

# The prefectures -----------------------------------------------------------------------------


def _full(cast: Cast, players: int) -> Session:
    """A board on which much has been built, by all who play."""
    session = _begun(cast, players)
    names = cast.names[:players]
    board = [word.partition(":")[0] for word in staging.BOARD]
    stand: list[dict[str, list[int]]] = [
        {names[0]: [1, 2], names[1]: [2]},
        {names[-1]: [1, 1, 2, 3]},
        {name: [1] for name in names},
        {names[0]: [1, 2, 3, 4], names[-1]: [1]},
        {names[1]: [1]},
    ]
    shapes = ("round", "square", "round", "square", "round")
    # A player has five roofs of each shape; those used above are not on finished houses.
    session.answer_pair("correct finished", f"{names[0]}:round:1,square:1,round:2")
    session.answer_pair("correct finished", f"{names[-1]}:round:1,round:2")
    for where, houses, shape in zip(board, stand, shapes, strict=False):
        staging.houses(session, houses, where=where, shape=shape)
    session.answer_pair("correct fountains", f"{board[2]}:1")
    session.answer_pair("correct fountains", f"{board[3]}:1")
    session.answer_pair("correct buildings", f"{board[2]}:temple")
    session.answer_pair("correct buildings", f"{board[3]}:amphitheatre")
    return session


@staged
def capitol_site_refused(cast: Cast) -> View:
    view = cast.before(_full(cast, 2), OK)
    entry = replace(view.entry, at=3)  # type: ignore[call-arg]  # a ChoicePicker it is
    step = entry.press(OK)
    assert isinstance(step, Entry)
    return view._replace(entry=step)


STAGES |= {
    "capitol-site-empty": lambda cast: cast.before(_begun(cast), OK, UP),
    "capitol-site-full": lambda cast: cast.before(_full(cast, 4), OK),
    "capitol-look": lambda cast: cast.before(_full(cast, 3), LEFT, LEFT, LEFT, OK, RIGHT, RIGHT),
    "capitol-look-prefecture": lambda cast: cast.before(
        _full(cast, 3), LEFT, LEFT, LEFT, OK, RIGHT, RIGHT, OK
    ),
    "capitol-look-nobody": lambda cast: cast.before(_full(cast, 2), LEFT, LEFT, LEFT, OK, LEFT, OK),
    "capitol-place": asked(FOUR, "place", 6),
}

# Auctions and cards --------------------------------------------------------------------------


@staged
def capitol_bid_four(cast: Cast) -> View:
    session = _full(cast, 4)
    staging.all_pass(session)
    staging.say(session, "bid 12 bid 0")
    return cast.before(session, RIGHT, RIGHT, UP)


def _without_large_sites(cast: Cast) -> Session:
    board = [word.replace(":1:", ":0:") for word in staging.BOARD]
    session = staging.begun(*cast.names[:2], board=board)
    staging.all_pass(session)
    staging.no_bids(session, 2)
    return session


@staged
def capitol_hand_doubted(cast: Cast) -> View:
    session = _begun(cast)
    session.answer_pair("correct hand", f"{cast.names[0]}:1,0,1")
    return cast.before(session, LEFT, LEFT, OK, OK, OK)


@staged
def capitol_stack_doubted(cast: Cast) -> View:
    session = _begun(cast)
    staging.to_scoring(session)
    session.answer_pair("correct hand", f"{cast.names[1]}:11,2,4")
    return cast.before(session, UP, UP, UP, OK)


@staged
def capitol_draw_up_to(cast: Cast) -> View:
    session = _full(cast, 2)
    staging.to_scoring(session)
    return cast.before(session)


STAGES |= {
    "capitol-bid-first": asked(TWO, "bid", 1, UP, UP),
    "capitol-bid-one-axis": asked(TWO, "bid", 1, axes=1),
    "capitol-bid-ones": asked(TWO, "bid", 1, NEXT, OK, NEXT, axes=1),
    "capitol-bid-without-site": lambda cast: cast.before(_without_large_sites(cast)),
    "capitol-discards": asked(FOUR, "discards", 1, RIGHT, UP),
    "capitol-draw": asked(FOUR, "draw", 1, UP),
    "capitol-draw-one-axis": asked(FOUR, "draw", 2, NEXT, OK, axes=1),
}

# The outlook ---------------------------------------------------------------------------------

STAGES |= {
    "capitol-outlook-round": lambda cast: cast.outlook(_begun(cast)),
    "capitol-outlook-round-last": lambda cast: cast.outlook(cast.asked(FOUR, "bid", -1)),
    "capitol-outlook-stacks": lambda cast: cast.outlook(_begun(cast), 1),
    "capitol-outlook-stacks-late": lambda cast: cast.outlook(cast.asked(FOUR, "play", -1), 1),
    "capitol-outlook-points": lambda cast: cast.outlook(_begun(cast), -1),
    "capitol-outlook-points-held": lambda cast: held(cast.outlook(_full(cast, 4), -1)),
}

# Pages ---------------------------------------------------------------------------------------


def _scored(cast: Cast, number: int, players: int = 4) -> View:
    session = _full(cast, players)
    staging.all_pass(session)
    staging.no_bids(session)
    return cast.page(session, number)


@staged
def capitol_auction_score(cast: Cast) -> View:
    session = _full(cast, 4)
    session.answer_pair("correct points", f"{cast.names[1]}:3")
    staging.all_pass(session)
    staging.say(session, "bid 9 bid 9 bid 0 bid 4")
    return cast.page(session, 0)


@staged
def capitol_auction_level(cast: Cast) -> View:
    session = _full(cast, 3)
    staging.all_pass(session)
    staging.say(session, "bid 9 bid 9 bid 9")
    return cast.page(session, 0)


@staged
def capitol_auction_without_site(cast: Cast) -> View:
    session = _without_large_sites(cast)
    staging.say(session, "bid 3 bid 7")
    return cast.page(session, 0)


@staged
def capitol_scored_tallest(cast: Cast) -> View:
    session = _begun(cast, 3)
    names = cast.names
    stand = {names[0]: [1, 2], names[1]: [3], names[2]: [1]}
    staging.houses(session, stand)
    staging.all_pass(session)
    staging.no_bids(session)
    return cast.page(session, 1)


@staged
def capitol_scored_shared(cast: Cast) -> View:
    session = _begun(cast, 3)
    names = cast.names
    staging.houses(session, {names[0]: [1, 3], names[1]: [1, 3], names[2]: [2, 2]})
    staging.all_pass(session)
    staging.no_bids(session)
    return cast.page(session, 1)


@staged
def capitol_cards_due(cast: Cast) -> View:
    view = _scored(cast, -1)
    assert isinstance(view.entry, Guide)
    assert view.entry.event is not None
    assert view.entry.event.kind is CARDS_DUE
    return view


def _two_amphitheatres(cast: Cast, *sites: str) -> View:
    session = _begun(cast, 3)
    for where in sites:
        staging.houses(session, {name: [1] for name in cast.names[:3]}, where=where)
        session.answer_pair("correct buildings", f"{where}:amphitheatre")
    staging.all_pass(session)
    staging.no_bids(session, 2)  # both amphitheatres stand already
    return cast.page(session, -1)


STAGES |= {
    "capitol-auction-nobody": lambda cast: _scored(cast, 0),
    "capitol-scored-blocks": lambda cast: _scored(cast, 1, 3),
    "capitol-scored-alone": lambda cast: _scored(cast, 2, 3),
    "capitol-scored-four-level": lambda cast: _scored(cast, 3),
    "capitol-standings": lambda cast: _scored(cast, -2),
    "capitol-cards-due-twice": lambda cast: _two_amphitheatres(cast, staging.HERE, "Marsfeld"),
    "capitol-winner": page(TWO, -1),
}
