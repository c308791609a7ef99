"""Every kind of screen, staged at tables that were really played: views by name."""

from dataclasses import replace

from companion.core.conversation import Answer, Grade, Objection, build_objection
from companion.core.events import tell_winner
from companion.core.game_table import decide_by_points
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games import start_session
from companion.games.campanile.input import TiePage, TowerPage
from companion.games.campanile.rules.tie_breaks import BY_CHIPS
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide, Page, RankingPage, Winner
from companion.ui.input.people import NamePicker, SeatPicker
from companion.ui.screens import View
from tests.buttons import DOWN, LEFT, OK, RIGHT, UP
from tests.entries import view_of
from tests.games.campanile.rules import staging
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, Stage, asked, page, staged

ROW = ("red", "blue", "brown", "yellow", "beige")


# The turn ------------------------------------------------------------------------------------


@staged
def tower_late(cast: Cast) -> View:
    return cast.before(cast.asked("three-players", "tower", 30), RIGHT, UP)


@staged
def tower_possible(cast: Cast) -> View:
    return cast.before(cast.asked("three-players", "tower", 30), UP)


@staged
def tower_refused(cast: Cast) -> View:
    view = tower_late(cast)
    spent = build_objection("marker-spent", player=cast.names[0], marker=3)
    return view._replace(entry=replace(view.entry, refused=spent))


@staged
def tower_barred(cast: Cast) -> View:
    view = tower_late(cast)
    assert view.session is not None
    assert view.session.question is not None
    view.session.question.find_objection = _hand_known
    return view


def _hand_known(answer: Answer) -> Objection | None:
    if answer.value not in ("red", "brown"):
        return None
    known = ("blue", "blue", "yellow")
    return build_objection(
        "hand-known",
        Grade.COUNT,
        player="Albert",
        style=answer.word,
        known_styles=known,
    )


@staged
def tower_highest(cast: Cast) -> View:
    floors = {"red": 36, "blue": 35, "brown": 0, "yellow": 17, "beige": 1}
    return cast.before(staging.stage(cast.names[:2], ROW, floors, {}), LEFT)


@staged
def tower_accented(cast: Cast) -> View:
    names = [cast.names[0], cast.names[1].replace("Birgit", "Élodie")]
    return cast.before(staging.stage(names, ROW, dict.fromkeys(ROW, 9), {}))


@staged
def marker_among_five(cast: Cast) -> View:
    session = staging.stage(cast.names, ROW, dict.fromkeys(ROW, 9), _crowd(cast), show="red")
    staging.say(session, "tower brown floors 1")
    view = cast.before(session)
    while view.entry.choice.value != "red":  # type: ignore[attr-defined]  # a ChoicePicker it is
        step = view.entry.press(RIGHT)
        assert isinstance(step, Entry)
        view = view._replace(entry=step)
    return view


def _crowd(cast: Cast) -> dict[str, list[tuple[str, list[int]]]]:
    return {"red": [(name, [2]) for name in cast.names[:4]] + [(cast.names[4], [2, 2])]}


@staged
def take_without_marker(cast: Cast) -> View:
    session = cast.replay("three-players")
    skipped = [
        at
        for at, (asked, before) in enumerate(zip(session.asked[1:], session.asked, strict=False), 1)
        if asked and before and (before.key, asked.key) == ("floors", "take")
    ]
    session.undo(len(session.answers) - skipped[-1])
    return cast.before(session)


@staged
def show(cast: Cast) -> View:
    return cast.before(cast.asked("three-players", "show", 3))


@staged
def show_others(cast: Cast) -> View:
    view = show(cast)
    choices = view.entry.choices  # type: ignore[attr-defined]  # a CardPicker it is
    other = replace(view.entry, at=len(choices) - 1).press(OK)  # type: ignore[call-arg]  # so too
    assert isinstance(other, Entry)
    return view._replace(entry=other)


STAGES |= {
    "tower-first": asked("three-players", "tower", 1),
    "tower-mirrored": asked("five-players", "tower", 25, LEFT, DOWN, mirrored=True),
    "tower-one-axis": asked("four-players", "tower", 20, axes=1),
    "floors-one-axis": asked("four-players", "tower", 20, OK, axes=1),
    "marker-none": asked("three-players", "marker", 8, said=Answer("marker", "none")),
    "marker-where": asked("three-players", "marker", 20, said=Answer("marker", "brown")),
    "marker-empty": asked("three-players", "marker", 8, said=Answer("marker", "red")),
    "move-from": asked("two-players-between-move-and-to", "marker", -1, LEFT),
    "move-to": lambda cast: cast.before(cast.replay("two-players-between-move-and-to")),
    "take": asked("three-players", "take", 5, RIGHT),
    "show-intermezzo": asked("three-players", "show", 22),
    "show-finito": asked("three-players", "show", -1, RIGHT, RIGHT, RIGHT),
}

# Setting up ----------------------------------------------------------------------------------


def _seat(cast: Cast, *presses: Press, axes: int = 2) -> View:
    session = start_session("campanile-2009")
    people = ((cast.names[0], "yellow"), (cast.names[1], "red"))
    return cast.before(session, *presses, axes=axes, people=people)


def _name(cast: Cast, text: str, at: int) -> View:
    view = _seat(cast)
    assert isinstance(view.entry, SeatPicker)
    return view._replace(entry=NamePicker(seat=view.entry, text=text, at=at))


@staged
def name(cast: Cast) -> View:
    return _name(cast, cast.names[2], 28)


STAGES |= {
    "seat": lambda cast: _seat(cast),
    "seat-one-axis": lambda cast: _seat(cast, OK, Press.NEXT, axes=1),
    "name-empty": lambda cast: _name(cast, "", 0),
    "name-finish": lambda cast: _name(cast, cast.names[1], 54),
    "row": asked("three-players", "row", 1, RIGHT, OK, OK),
    "row-mirrored": asked("three-players", "row", 1, OK, RIGHT, mirrored=True),
    "row-swap": asked("three-players", "row", 1, OK, OK, OK, LEFT),
    "open-cards": asked("three-players", "open", 1, RIGHT, OK, LEFT),
    "variant": asked("two-players-moving", "variant", 1, DOWN),
}

# Scoring -------------------------------------------------------------------------------------


def _finito(cast: Cast) -> Session:
    """All five at one tower, two of them level; three towers level; one tower without anybody."""
    floors = {"red": 9, "blue": 12, "brown": 9, "yellow": 9, "beige": 4}
    first, second, third, fourth, fifth = cast.names
    influence = {
        "red": [(first, [2]), (second, [2, 1]), (third, [2]), (fourth, [1]), (fifth, [2, 2])],
        "blue": [(second, [2]), (first, [2]), (third, [1])],
        "brown": [(fourth, [3])],
        "yellow": [(fifth, [1]), (fourth, [1]), (third, [1]), (second, [1])],
    }
    return staging.stage(cast.names, ROW, floors, influence, show="finito")


def _tie(cast: Cast, style: str, influence: list[int]) -> View:
    """A tie of so many players under the highest tower."""
    names = cast.names[: max(len(influence), 3)]
    floors = {**dict.fromkeys(ROW, 2), style: 30}
    rows = [(name, [value]) for name, value in zip(names, influence, strict=False)]
    session = staging.stage(names, ROW, floors, {style: rows}, show="finito")
    return cast.page_of(session, TiePage, -1)


def _won(cast: Cast, *chips: list[int]) -> View:
    session = _finito(cast)
    players = session.table.players
    for seat, its in zip(range(len(players)), (*chips, [], [], []), strict=False):
        session.table.set_chips(seat, its)
    page: Page = Winner(tell_winner(decide_by_points(players, BY_CHIPS), players))
    return view_of(Guide(pages=(page,)), session, cast.words)


STAGES |= {
    "intermezzo": page("three-players-at-intermezzo", 0),
    "finito": lambda cast: cast.page(_finito(cast), 0),
    "flag-lowest": lambda cast: cast.page_of(_finito(cast), TowerPage, 0),
    "award-nobody": lambda cast: cast.page_of(_finito(cast), RankingPage, 1),
    "flag-level": lambda cast: cast.page_of(_finito(cast), TowerPage, 2),
    "award-one": lambda cast: cast.page_of(_finito(cast), RankingPage, 3),
    "award-four-level": lambda cast: cast.page_of(_finito(cast), RankingPage, 2),
    "award-five": lambda cast: cast.page_of(_finito(cast), RankingPage, 4),
    "award-three": lambda cast: cast.page_of(_finito(cast), RankingPage, 5),
    "tie-four": lambda cast: cast.page_of(_finito(cast), TiePage, 0),
    "tie-among-five": lambda cast: cast.page_of(_finito(cast), TiePage, 1),
    "tie-two": lambda cast: cast.page_of(_finito(cast), TiePage, 2),
    "tie-three": lambda cast: _tie(cast, "yellow", [2, 2, 2]),
    "tie-five": lambda cast: _tie(cast, "yellow", [1, 1, 1, 1, 1]),
    "standings": page("three-players-at-intermezzo", -2),
    "standings-five": lambda cast: cast.page(_finito(cast), -2),
    "refill": page("three-players-at-intermezzo", -1),
    "light-refill": page("three-players-light-at-intermezzo", -1),
    "winner": lambda cast: cast.page(_finito(cast), -1),
    "winner-by-a-chip": lambda cast: _won(cast, [6, 4, 2], [5, 4, 3]),
    "winners-two": lambda cast: _won(cast, [6, 2], [6, 2]),
    "winners-three": lambda cast: _won(cast, [6, 2], [6, 2], [6, 2]),
}


def _with_feet(name: str) -> Stage:
    """The page of a table at which nobody has played often."""
    return lambda cast: STAGES[name](cast)._replace(shows_feet=True)


STAGES |= {
    f"feet-{name}": _with_feet(name)
    for name in (
        *("award-four-level", "award-three", "tie-two", "standings", "refill", "winner"),
        "bologna-tally-final",
    )
}
