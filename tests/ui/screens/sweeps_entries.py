"""Pictures of what no stage has: every item of every menu, every notice, every rank and page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product

from PIL import Image

from companion.app.box import Preference
from companion.core.conversation import Answer, Question
from companion.core.events import Ranked, tell_scoring, tell_winner, word
from companion.core.game_table import DecidedBy, Outcome
from companion.core.guard import GameFault
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.games import BUILT_IN, title_of, words_in
from companion.games.campanile.input import TowerPage
from companion.games.campanile.input.cards import CardPicker
from companion.games.campanile.outlook import tell_turns
from companion.games.campanile.rules.flags import Award, ChipHolder, FlagChanged, FlagPlace
from companion.games.campanile.rules.tie_breaks import BY_CHIPS
from companion.games.campanile.tell import tell_award
from companion.games.capitol.input.board import FIELDS, PrefectureForm
from companion.games.capitol.rules.auction import AuctionDecision
from companion.games.capitol.rules.majority import MajorityDecision as DecidedThere
from companion.games.capitol.tell import tell_auction, tell_majority
from companion.text import Words
from companion.ui.input.amendment import AmendmentPreview, ConflictNotice, StrokePicker, TurnPicker
from companion.ui.input.box_pages import About, Legend
from companion.ui.input.entry import Entry
from companion.ui.input.field_pages import begin_table_check
from companion.ui.input.guide import EventPage, Guide, Page, RankingPage, Winner
from companion.ui.input.history import GamePicker, GameStatus, KnownPlayer, PersonPicker
from companion.ui.input.menu import ListMenu, NewSign, Notice, Phrase, ReplayRefusal, menu_of
from companion.ui.input.outlook import FactPage, Outlook
from companion.ui.input.people import KEYS, SPELL, NamePicker, SeatPicker
from companion.ui.input.story import StoryPages
from companion.ui.input.table_check import CheckPage, FieldEditor, TableCheck
from companion.ui.screens import View
from companion.ui.screens.box_pages import list_signs
from companion.ui.screens.doctor import draw_doctor_page
from companion.ui.screens.first_boot import FAILURES, draw_failure, draw_step
from tests.entries import view_of
from tests.text.every import HOUSES, every_key
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES, staged
from tests.ui.screens.fitting import Picture, Pictures, of_view
from tests.ui.screens.stages_story import STORIES, list_screens, list_stories

NOTED: Mapping[str, str | int] = {
    "player": "Franziska",
    "name": "games-20261120-1931.sqlite",
    "device": "SEM HCT Keyboard",
    "number": 123,
    "why": "not permitted",
    "button": "previous",
    "megabytes": 3,
    "game": "Türme von Bologna",
    "problem": "input.pages[award]: KeyError: 'place' (pages.py:114)",
    "failed": "10.11.12",
    "running": "10.11.11",
}

REFUSED = ReplayRefusal(
    "capitol", GameFault("capitol", "rules", "KeyError: 'place' (rules.py:114)")
)


def notices() -> Pictures:
    for key in (each.key for each in every_key() if each.key.startswith("notice.")):
        name = key.removeprefix("notice.")
        yield key, of_view(view_of(Notice(key=name, values=NOTED), None, words_in()))
    for name in ("unplayable", "unshowable"):
        notice = Notice(key=name, values=NOTED, because=REFUSED)
        yield f"because-{name}", of_view(view_of(notice, None, words_in()))
    for key in (each.key for each in every_key() if each.key.startswith("button.")):
        values = {"button": key.removeprefix("button.")}
        yield f"{key}-stuck", of_view(view_of(Notice(key="stuck", values=values), None, words_in()))


def every_menu() -> Pictures:
    yield from _menu("home", "home", ["again", "new", "story", "result"], {})
    for game, key in product(BUILT_IN, ("turn", "round", "setup")):
        phrase = Phrase(f"home.{key}", {"game": title_of(game), "number": 45}, ("Albert",))
        home = replace(menu_of("home", ["resume"]), phrases={"resume": phrase})
        yield f"home-{game}-{key}", of_view(view_of(home, None, words_in()))
    yield from _menu("box", "box", _family("box"), {})
    yield from _menu("saved-game", "saved-game", _family("saved-game"), {})
    yield from _menu("finished-game", "finished-game", _family("finished-game"), {})
    for game in HOUSES:
        for name in ("variant", "variant-more"):
            items = [*_family(name), *_family(name, game)]
            yield from _menu(f"{name}-{game}", name, items, {}, game)
    titles = {game: title_of(game) for game in BUILT_IN}
    for at, game in enumerate(titles):
        menu = replace(menu_of("game", [*titles], at), labels=titles)
        yield f"game-{game}", of_view(view_of(menu, None, words_in()))
    for at in range(max(len(each.values) for each in Preference)):
        values: dict[str, str | int] = {
            each: each.values[at % len(each.values)] for each in Preference
        }
        yield from _menu(f"settings-{at}", "settings", list(values), values)
    for each in (each for each in every_key() if each.key.startswith("menu.")):
        title = each.key.removeprefix("menu.")
        if not title.startswith("of-"):
            view = view_of(menu_of(title, (1, 2)), None, words_in())
            yield each.name, of_view(view, each.game)
    odd = menu_of("odd", ("",))
    yield "menu-nothing", of_view(view_of(odd, None, words_in()))
    yield "text-new", of_view(view_of(replace(odd, items=(SPELL,)), None, words_in()))
    yield "menu-of-a-list", of_view(staged("tower-late")._replace(entry=_list_menu()))


def _family(prefix: str, game: str = "") -> list[str]:
    """What comes behind a key's first word, where it is this one, in a game or in none."""
    keys = (each.key for each in every_key() if each.game == game)
    return [key.removeprefix(f"{prefix}.") for key in keys if key.startswith(f"{prefix}.")]


def _menu(
    name: str,
    title: str,
    items: Sequence[str],
    values: Mapping[str, str | int],
    game: str = "",
) -> Pictures:
    """A menu of all these items, each pointed at once."""
    for at, item in enumerate(items):
        view = view_of(menu_of(title, items, at, values), None, words_in())
        yield f"{name}-{item}", of_view(view, game)


def _list_menu() -> ListMenu:
    options = tuple(Answer("colour", number) for number in range(1, 5))
    question = Question("colour", 1, options, lambda _answer: None, items=4)
    return ListMenu(title="colour", items=options, question=question)


# What no stage has --------------------------------------------------------------------------------


def setting_up() -> Pictures:
    view = staged("seat")
    assert isinstance(view.entry, SeatPicker)
    question = replace(view.entry.question, seat=1)
    for colour in _family("colour"):
        names = {colour: ("Albert",)}
        seat = replace(view.entry, question=question, colours=(colour,), names=names)
        yield f"seat-{colour}", of_view(view._replace(entry=seat))
    yield "seat-new-name", of_view(view._replace(entry=replace(seat, name_at=1)))
    view = staged("name")
    assert isinstance(view.entry, NamePicker)
    for at, key in enumerate(KEYS):
        if len(key) > 1:
            yield f"name-{key}", of_view(view._replace(entry=replace(view.entry, at=at)))
    view = staged("capitol-prefecture")
    assert isinstance(view.entry, PrefectureForm)
    for at, name in enumerate(FIELDS):
        yield f"prefecture-{name}", of_view(view._replace(entry=replace(view.entry, field=at)))
    view = staged("about")
    assert isinstance(view.entry, About)
    changes = {"aside": {"health": "aside"}}
    for choice in ("set", "assumed"):
        changes[choice] = {"choice": choice, "board": "waveshare-hat"}
    for name, change in changes.items():
        page = replace(view.entry, values={**view.entry.values, **change})
        yield f"about-{name}", of_view(view._replace(entry=page))
    cast = Cast()
    at_the_row = cast.asked("1996-two-players", "row", 1)
    yield "piles-swap", of_view(cast.before(at_the_row, Press.OK, Press.OK, Press.OK, Press.LEFT))


SCORINGS = ("first", "second", "final")


def scoring() -> Pictures:
    """Every rank, alone and among others as high; a flag that nobody gets; every way to win."""
    for stage in ("flag-lowest", "piles-flag"):
        view = staged(stage)
        for rank in range(1, 6):
            for others in range(5 if rank == 1 else 1):
                told = tell_award(_award(view, rank, others))
                page = TowerPage(told, told.reasons)
                yield f"{stage}-{rank}-{others}", of_view(_on(view, page))
        nobody = RankingPage(tell_award(_award(view, 1, 0)._replace(places=())))
        yield f"{stage}-nobody", of_view(_on(view, nobody))
    view = staged("show")
    assert isinstance(view.entry, CardPicker)
    other = len(view.entry.choices) - 1
    yield "show-other", of_view(view._replace(entry=replace(view.entry, at=other)))
    view = staged("bologna-scoring-first")
    begun = view.entry.page.event.source  # type: ignore[attr-defined]  # a guide's page it is
    for name in SCORINGS:
        told, *_ = tell_scoring(name, (), view.table.players, source=replace(begun, name=name))
        yield f"scoring-{name}", of_view(_on(view, EventPage(told)))
    won = staged("winner-by-a-chip")
    standings = tuple(Ranked(seat, 123, 0) for seat in range(5))
    for by in (*DecidedBy, BY_CHIPS.decided_by):
        winners = (0, 1) if by in (DecidedBy.SHARED, DecidedBy.SHARED_POINTS) else (0,)
        told = tell_winner(Outcome(winners, by, (0, 1), 6, 4), won.table.players)
        yield f"winner-{by}", of_view(_on(won, Winner(replace(told, ranking=standings))))


def scoring_of_capitol() -> Pictures:
    """A prefecture and an auction for whatever can decide them."""
    view = staged("capitol-scored-shared")
    majority = view.entry.page.event.source  # type: ignore[attr-defined]  # a guide's page it is
    first, second, third = majority.places
    for by in DecidedThere:
        rank = 1 if by is DecidedThere.SHARED else 2
        two = (first, second._replace(rank=rank))
        for places in (two, (*two, third._replace(rank=2))):
            judged = majority._replace(places=places, decided_by=by)
            yield (
                f"majority-{by}-{len(places)}",
                of_view(_on(view, EventPage(tell_majority(judged)))),
            )
    view = staged("capitol-auction-score")
    auction = view.entry.page.event.source  # type: ignore[attr-defined]  # so too
    for won_by in AuctionDecision:
        for has_site in (True, False):
            is_won = won_by in (AuctionDecision.BID, AuctionDecision.SCORE)
            winner = auction.winner if is_won else None
            held = replace(auction, winner=winner, won_by=won_by, has_site=has_site)
            yield f"auction-{won_by}-{has_site}", of_view(_on(view, EventPage(tell_auction(held))))


def _on(view: View, page: Page) -> View:
    return view._replace(entry=Guide(pages=(page,)))


def _award(view: View, rank: int, others: int) -> Award:
    row = view.table.row_from_left(view.mirrored)
    return Award(row[0], 9, rank, row[1 : 1 + others], (6, 4), (FlagPlace(0, 3, 6),))


def outlooks() -> Pictures:
    """As many turns to go as there may be, from one to a range of large numbers."""
    view = staged("outlook-turn-first")
    assert isinstance(view.entry, Outlook)
    (page, *rest) = view.entry.pages
    assert isinstance(page, FactPage)
    for fewest, most in ((1, 1), (1, 2), (9, 10), (10, 16)):
        label = word("outlook.turns", turns=most)
        first = page._replace(figure=tell_turns(fewest, most), label=label)
        entry = replace(view.entry, pages=(first, *rest))
        yield f"outlook-{fewest}-{most}", of_view(view._replace(entry=entry))


def histories() -> Pictures:
    """Saved games however they stand, and somebody who has played once."""
    view = staged("history-games")
    assert isinstance(view.entry, GamePicker)
    for what in _family("status"):
        stands = GameStatus(what, ("Franziska",), 45)
        yield f"stands-{what}", of_view(view._replace(entry=replace(view.entry, stands=stands)))
    view = staged("history-players")
    assert isinstance(view.entry, PersonPicker)
    once = replace(view.entry, people=(KnownPlayer("Franziska", 1),), at=0)
    yield "history-once", of_view(view._replace(entry=once))


UNNAMED = frozenset(
    ("thin", "intermezzo", "finito", "other", "average", "stock", "sites", "columns", "collected")
)
"""The signs that the games explain where they first appear."""


def signs() -> Pictures:
    """Each sign that the box explains, in its menu, and over the screen where it appears first."""
    for stage in ("tower-late", "piles-marker", "bologna-board-late", "capitol-turn-late"):
        view = staged(stage)
        for at, key in enumerate(list_signs(view)):
            legend = Legend(below=view.entry, at=at)
            yield f"sign-{stage}-{key}", of_view(view._replace(entry=legend))
        for key in UNNAMED & view.screens.legend.keys():
            yield f"new-sign-{stage}-{key}", of_view(view._replace(new_sign=NewSign(key)))


def with_feet() -> Pictures:
    """Each page of the guide where it says what OK and BACK do."""
    for name in STAGES:
        view = staged(name)
        if isinstance(view.entry, Guide):
            yield f"{name}-feet", of_view(view._replace(shows_feet=True))


def stories() -> Pictures:
    """Each screen of how some games went, as a box of any language divides it."""
    for name in STORIES:
        for at in range(max(len(_screens(name, each)) for each in LANGUAGES)):
            yield f"story-of-{name}-{at}", Picture(partial(_draw_screen, name, at))


@cache
def _screens(name: str, language: str) -> list[StoryPages]:
    return list_screens(list_stories(Cast())[name], words_in(language))


def _draw_screen(name: str, at: int, words: Words) -> Image.Image:
    screens = _screens(name, words.language)
    entry = screens[min(at, len(screens) - 1)]
    return of_view(Cast().host(entry)).draw(words)


def mending() -> Pictures:
    view, turns, changes = (staged(f"amend-{each}") for each in ("strokes", "turns", "changes"))
    strokes, picker, changed = view.entry, turns.entry, changes.entry
    assert isinstance(strokes, StrokePicker)
    assert isinstance(picker, TurnPicker)
    assert isinstance(changed, AmendmentPreview)
    yield "amend-setup", of_view(view._replace(entry=replace(strokes, turn=picker.turns[0], at=0)))
    yield "amend-of-setup", of_view(staged("row")._replace(amending=0))
    yield "amend-turn-0", of_view(view._replace(entry=replace(picker, at=0)))
    another = ConflictNotice(
        action=picker.turns[1].strokes[0].action, why=None, key="marker", below=picker
    )
    yield "amend-another", of_view(view._replace(entry=another))
    held = FlagChanged("intermezzo", 4, ChipHolder(None, "red"), None)
    for at, change in enumerate((*changed.changes, held)):
        one = replace(changed, changes=(change,), left_out=(), first=1)
        yield f"amend-change-{at}", of_view(changes._replace(entry=one))
    left_out = replace(changed, changes=(), first=1)
    yield "amend-left-out", of_view(changes._replace(entry=left_out))
    nothing = replace(left_out, left_out=())
    yield "amend-nothing", of_view(changes._replace(entry=nothing))
    seated = replace(staged("amend-changes-players").entry, first=1)  # type: ignore[call-arg]  # a preview it is
    yield "amend-players", of_view(changes._replace(entry=seated))


NO_ROWS = (CheckPage("table"),)
"""The only page of a game whose fields are all of the table."""


def table_checks() -> Pictures:
    """Every row of a table check pointed at, and every editor with its choices."""
    stages = ("tower-late", "piles-tower-late", "light-first", "bologna-board-late")
    for stage in (*stages, "capitol-turn-late"):
        view = staged(stage)
        check = begin_table_check(view.session.game, view.entry)  # type: ignore[union-attr]  # of a game
        assert isinstance(check, TableCheck)
        yield f"{stage}-any", of_view(view._replace(entry=replace(check, pages=NO_ROWS, page_at=0)))
        for page_at, page in enumerate(check.pages):
            yield f"{stage}-{page_at}", of_view(view._replace(entry=check.turn_to(page_at)))
            places = [(None, page), *enumerate(page.places[:1])]
            for place, its in places:
                on = check._show(TableCheck, page_at=page_at, place=place)
                for at in range(1, len(its.rows) + 1):
                    name = f"{stage}-{page_at}-{place}-{at}"
                    yield from _checked(name, view, replace(on, at=at))


def _checked(name: str, view: View, entry: TableCheck) -> Pictures:
    yield name, of_view(view._replace(entry=entry))
    opened = entry.press(Press.OK)
    for item in range(12 if isinstance(opened, FieldEditor) else 0):
        assert isinstance(opened, Entry)
        yield f"{name}-{item}", of_view(view._replace(entry=opened))
        opened = opened.press(Press.DOWN)


def doctor() -> Pictures:
    """All that the self-test asks, with the longest name of a button."""
    for key in (each.key for each in every_key() if each.key.startswith("doctor.ask.")):
        yield key, Picture(_asked(key))


def first_boot() -> Pictures:
    """What the first start of a prepared card shows."""
    yield "first-boot-step", Picture(partial(draw_step, 1))
    for reason in FAILURES:
        yield f"first-boot-{reason}", Picture(partial(draw_failure, reason))


def _asked(key: str) -> Callable[[Words], Image.Image]:
    def draw(words: Words) -> Image.Image:
        buttons = [words.say(f"button.{name}") for name in _family("button")]
        request = words.say(key, button=max(buttons, key=len), pin=22, label="Enter")
        return draw_doctor_page([("ok", "Python: 3.13.5")], request, words)

    return draw
