"""The menus before a game: resume, as last time, which game, how many players."""

from dataclasses import replace
from pathlib import Path

from companion.entry.menu import Menu, Notice, menu_of
from companion.games import GAMES
from companion.games.flags import Outcome
from companion.session.session import Session
from companion.shelf import Shelf

USUAL_PLAYERS = 3
OF_A_GAME = "-of-a-game"
"""What home's items end with where games of more than one kind are kept: they name theirs."""


def first_notice(aside: Path | None, shelf: Shelf) -> Notice | None:
    """What must be known before anything else: a journal set aside, a game that can't go on."""
    if aside is not None:
        return Notice(None, "aside", {"name": aside.name})
    if shelf.unplayable is not None:
        return Notice(None, "unplayable", {"number": shelf.unplayable})
    return None


def home_menu(shelf: Shelf) -> Menu:
    """The first menu: resume, as last time, a new game."""
    latest, again = shelf.latest, shelf.last_setup
    named = OF_A_GAME if len(shelf.kinds) > 1 else ""
    items = ["new"] if again is None else [f"again{named}", "new"]
    values: dict[str, str | int] = {}
    if latest is not None:
        item, values = _where_it_stands(latest.session)
        items.insert(len(items) if item == "result" else 0, f"{item}{named}")
        values["latest"] = latest.session.name
    if again is not None:
        values["again"] = again.game
        values["players"] = ", ".join(again.players)
    return menu_of("home", items, values=values)


def _where_it_stands(session: Session) -> tuple[str, dict[str, str | int]]:
    """The item for the latest game: resume it, or see its result."""
    table = session.table
    if any(isinstance(event, Outcome) for event in session.events):
        return "result", {}
    if not table.under_way:
        return "resume-setup", {}
    what, number = table.progress
    item = "resume" if what == "turn" else f"resume-{what}"
    return item, {"number": number, "player": table.player.name}


def game_menu(shelf: Shelf, game: str = "") -> Menu:
    """The games; the cursor stands on this one, or on the one played last."""
    games = list(GAMES)
    game = game or next(iter(shelf.last_setups), games[0])
    return menu_of("game", games, at=games.index(game))


def count_menu(shelf: Shelf, game: str, count: int | None = None) -> Menu:
    """How many play; the cursor stands on this number, or on that of last time."""
    seats = GAMES[game].seats
    again = shelf.last_setups.get(game)
    wanted = count or (len(again.players) if again is not None else USUAL_PLAYERS)
    menu = menu_of("players", seats, at=seats.index(wanted) if wanted in seats else 0)
    return replace(menu, below=game_menu(shelf, game))
