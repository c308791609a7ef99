"""What is said aloud of every page of every stored game, in every language; and of odd ones."""

import re
from collections.abc import Iterator

import pytest

from companion.app.announcer import describe_page_aloud
from companion.core.events import (
    AUCTION,
    AWARD,
    STANDINGS,
    EventKind,
    GameEvent,
    Ranked,
    tell_points,
    tell_winner,
)
from companion.core.game_table import DecidedBy, Outcome
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import load_plugin, start_session, words_in
from companion.games.bologna.rules.board import FIELDS
from companion.games.bologna.rules.scoring import FINAL, FIRST_SCORING, Tally
from companion.games.bologna.tell import tell_tally
from companion.games.campanile.input import Refill, TiePage, TowerPage
from companion.games.campanile.outlook import AllTurnsPage
from companion.games.campanile.rules.flags import FlagPlace
from companion.games.campanile.rules.tie_breaks import BY_CHIPS
from companion.games.campanile.tell import tell_award
from companion.games.capitol.rules.majority import DrawAllowance
from companion.games.capitol.tell import tell_cards_due
from companion.ui.input.guide import (
    EventPage,
    Guide,
    Page,
    RankingPage,
    ReasonPage,
    Standings,
    Winner,
)
from companion.ui.input.outlook import CountPage, FactPage
from companion.ui.screens.view import View
from tests.app.journeys import PLAYTHROUGHS, stored
from tests.entries import guide_for, view_of
from tests.shipped import read_file
from tests.text.test_words import award

RECORDS = sorted(PLAYTHROUGHS.glob("*.game"))
UNSPEAKABLE = re.compile(r"[{}+×–…/|<>_*=\n]")  # signs that a voice spells or leaves out
OF_CAMPANILE = {Refill, TiePage, TowerPage}
WRONG_NUMBER = re.compile(r"\b1 (points|towers)\b|\b([02-9]|\d\d+) (point|tower)\b")


def pages(record: Session) -> Iterator[tuple[Page, View]]:
    """Every page of a game as it opens, and the pages of the outlook that are told on a phone."""
    session = start_session(record.name)
    for answer in record.answers:
        session.answer(answer)
        guide = guide_for(session)
        for page in (*(guide.pages if guide else ()), *foreseen(session)):
            yield page, view_of(Guide(pages=(page,)), session, words_in().of(record.name))


def foreseen(session: Session) -> list[Page]:
    """The pages of the outlook."""
    plugin, table = load_plugin(session.name), session.table
    if plugin.input.forecast is None or not table.started or table.outcome is not None:
        return []
    return [page for page in plugin.input.forecast(table).pages if page is not None]


@pytest.mark.soak
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_every_game_can_be_heard(language: str) -> None:
    words, kinds = words_in(language), set()
    for file in RECORDS:
        record = read_file(file)
        names = [player.name for player in record.table.players]
        for page, view in pages(record):
            kinds.add(type(page))
            said = describe_page_aloud(
                page, view_of(view.entry, view.session, words.of(record.name))
            )
            for name in names:
                said = said.replace(name, "Emma")
            assert said.endswith(".")
            assert not UNSPEAKABLE.search(said), said
            assert not WRONG_NUMBER.search(said), said
    of_outlooks = {FactPage, CountPage, AllTurnsPage}
    assert kinds == of_outlooks | {EventPage, RankingPage, Standings, Winner} | OF_CAMPANILE


def told(page: Page, game: str = "four-players") -> str:
    """The page at the end of a stored game whose players are Ada, Ben, Cleo and Dan."""
    session = stored(game, "Ada", "Ben", "Cleo", "Dan")
    return describe_page_aloud(
        page, view_of(Guide(pages=(page,)), session, words_in().of(session.name))
    )


def test_one_point_is_no_plural_and_none_is_no_figure() -> None:
    def tally(*heights: int, unbuilt: int = 0, extra: int = 0) -> Tally:
        return Tally(0, tuple(zip(FIELDS, heights, strict=False)), unbuilt, extra)

    def first(*heights: int) -> str:
        return told(EventPage(tell_tally(FIRST_SCORING, tally(*heights))), BOLOGNA)

    def final(each: Tally) -> str:
        return told(EventPage(tell_tally(FINAL, each)), BOLOGNA)

    assert first() == "Ada gets nothing: no towers."
    assert first(1) == "Ada gets 1 point: 1 tower."
    assert first(2, 1) == "Ada gets 3 points: 2 towers."
    assert final(tally()) == "Ada gets nothing: no towers."
    assert final(tally(3, extra=5)) == "Ada gets 8 points: 3 for towers and 5 for the collection."
    unbuilt = "1 for towers and 2 less for stones not built"
    assert final(tally(1, unbuilt=2)) == f"Ada loses 1 point: {unbuilt}."
    assert final(tally(unbuilt=9)) == "Ada loses 9 points: 9 less for stones not built."


BOLOGNA = "bologna-three-players-moved-roof"


def test_points_below_nothing_are_said_so() -> None:
    points = tell_points([Ranked(0, 3, 0), Ranked(1, 0, 0), Ranked(2, -4, 0)])
    page = Standings(GameEvent(kind=STANDINGS, said=(points,)))
    assert told(page, BOLOGNA) == "The points: Ada: 3, Ben: 0 and Cleo: minus 4."


def test_a_flag_is_told_with_ties_and_what_nobody_takes() -> None:
    level = (FlagPlace(1, 3, 4), FlagPlace(0, 3, 1), FlagPlace(2, 1, None))
    tied = award(*level, flag=(4, 1))
    assert (
        told(RankingPage(tell_award(tied)))
        == "Ben has influence 3 and gets 4 points. Ada has influence 3 and gets 1 point."
    )
    assert (
        told(ReasonPage(tell_award(tied), tell_award(tied).reasons[-1:]))
        == "Ben and Ada have 3 each: Ben is nearer the base."
    )
    alone = award(FlagPlace(0, 2, 5), flag=(5, 3, 1))
    assert (
        told(RankingPage(tell_award(alone)))
        == "Ada has influence 2 and gets 5 points. Nobody takes the 3 and 1."
    )
    assert told(RankingPage(tell_award(award()))) == "Nobody has a marker here."
    assert told(RankingPage(tell_award(award())), "1996-two-players") == "Nobody has a chip here."


def test_the_end_by_each_way_to_win() -> None:
    session = stored("four-players", "Ada", "Ben", "Cleo", "Dan")
    view = view_of(Guide(pages=("",)), session, words_in().of(session.name))
    chips = ([6, 3], [5, 4], [6, 3], [1])
    for seat, won in enumerate(chips):
        session.table.set_chips(seat, won)

    def end(
        winners: tuple[int, ...], by: str, level: tuple[int, ...], best: int = 0, other: int = 0
    ) -> str:
        outcome = Outcome(winners, by, level, best, other)
        return describe_page_aloud(Winner(tell_winner(outcome, session.table.players)), view)

    assert end((0,), DecidedBy.POINTS, (0,)) == "Ada wins with 9 points."
    assert end((3,), DecidedBy.POINTS, (3,)) == "Dan wins with 1 point."
    by_chip = "Ada wins: Ada and Ben have 9 points each, and chip 6 beats chip 5."
    assert end((0,), BY_CHIPS.decided_by, (0, 1), 6, 5) == by_chip
    shared = "Ada and Cleo share the win: 9 points and a highest chip of 6 each."
    assert end((0, 2), DecidedBy.SHARED, (0, 1, 2), 6, 5) == shared
    shared = "Ada and Ben share the win: 9 points each."
    assert end((0, 1), DecidedBy.SHARED_POINTS, (0, 1)) == shared


def test_cards_due() -> None:
    due = (DrawAllowance(1, 6, 2, ()), DrawAllowance(0, 6, 0, ()))
    page = EventPage(tell_cards_due(due))
    assert told(page, "capitol-two-players") == "Cards to draw: Ben: 6 to 8 and Ada: 6."
    more = (DrawAllowance(0, 6, 3, (("Via", 2), ("Forum", 1))),)
    said = "Cards to draw: Ada: 6 to 9. Ada: amphitheatre in Via and Forum."
    assert told(EventPage(tell_cards_due(more)), "capitol-two-players") == said


def test_capitols_reasons_are_heard_as_they_are_read() -> None:
    told_of: dict[EventKind, list[str]] = {AUCTION: [], AWARD: []}
    for page, view in pages(read_file(PLAYTHROUGHS / "capitol-three-players.game")):
        if isinstance(page, EventPage) and page.event.kind in told_of:
            told_of[page.event.kind].append(describe_page_aloud(page, view))
    auctions, prefectures = told_of.values()
    assert "Fountain. Nobody bids: it leaves the game." in auctions
    assert any("has fewer points" in said for said in auctions)
    assert any(said.endswith("nobody is second.") for said in prefectures)
    assert any(said.endswith(" 2 fountains.") for said in prefectures)
    assert any("the temple doubles the points." in said.lower() for said in prefectures)


def test_a_page_of_another_game_is_passed_over_in_silence() -> None:
    assert told("something") == ""
