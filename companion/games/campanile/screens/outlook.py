"""The outlook: turns left, the pile, the styles unseen, and the flags if scored now."""

from fractions import Fraction

from PIL import Image

from companion.games.campanile.input.outlook import Outlook, OutlookPage
from companion.games.campanile.rules.foresight import PileForecast, TurnForecast
from companion.games.campanile.screens.pieces import draw_card
from companion.input.context import Hints
from companion.screens import drawing
from companion.screens.box_pages import hidden
from companion.screens.drawing import HIGH, THIN, WIDE, write
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, width, wrap
from companion.screens.guide import standings
from companion.screens.view import View

PAGE_TOP = 12
"""The row below a page's title."""
TURNS_BOTTOM = 31
"""The row below the turns left."""
GAP = 6
LINE_PITCH = 11
"""Rows from one line to the next."""
RULE_Y = 35
"""The row between the turns left and the pile."""
PILE_Y, PILE_PITCH = 41, 12
"""The row of the first line about the pile, and rows from there to the next."""
ROW_PITCH = 17
"""The most rows for a player."""
COLUMN_WIDTH = 25
"""Columns for each style."""


def draw_outlook(image: Image.Image, view: View, entry: Outlook) -> None:
    """Draw the page shown."""
    if entry.open:
        standings(image, view, entry.standings, gains=True)
        return
    PAGES[entry.page](image, view, entry)


def _draw_title(image: Image.Image, view: View, entry: Outlook, title: str, most: int = 1) -> None:
    """The page's title, in ``most`` lines at most, and its number."""
    number = view.words.say("table_check.page", page=entry.at + 1, pages=len(entry.pages))
    write(image, WIDE, 3, number, SMALL, anchor="r")
    room = WIDE - width(number, SMALL) - 4
    face = drawing.largest(title, room, TEXT, SMALL)
    lines = drawing.at_most(most, wrap(title, face, room), face, room) if most > 1 else [title]
    for place, line in enumerate(lines):
        write(image, 0, 2 + place * LINE_PITCH, line, face, room)


def _draw_turn(image: Image.Image, view: View, entry: Outlook) -> None:
    """How many turns the player has left, in words, and what is known of the pile."""
    table, forecast = view.table, entry.forecast
    own = forecast.own[table.seat]
    _draw_title(image, view, entry, table.player.name)
    label = view.words.say("outlook.turns", turns=own.most)
    beside = GAP + max(width(word, TEXT) for word in label.split())
    turns = _turns_in_words(view, own.fewest, own.most)
    face = drawing.largest(turns, WIDE - beside, LARGE, THIN, FIGURES)
    end = write(image, 0, TURNS_BOTTOM - face.capital, turns, face, WIDE - beside) + GAP
    lines = drawing.at_most(2, wrap(label, TEXT, WIDE - end), TEXT, WIDE - end)
    y = TURNS_BOTTOM - TEXT.capital - LINE_PITCH * (len(lines) - 1)
    drawing.write_lines(image, end, y, lines, TEXT, LINE_PITCH)
    drawing.rule(image, RULE_Y)
    for place, line in enumerate(_pile_lines(view, forecast)):
        face = drawing.largest(line, WIDE, TEXT, SMALL)
        write(image, 0, PILE_Y + place * PILE_PITCH, line, face, WIDE)


def _turns_in_words(view: View, fewest: int, most: int) -> str:
    """`3`, `3 or 4`, `3 to 5`."""
    if fewest == most:
        return str(most)
    key = "outlook.two" if most == fewest + 1 else "outlook.range"
    return view.words.say(key, fewest=fewest, most=most)


def _pile_lines(view: View, forecast: TurnForecast) -> list[str]:
    """Finito, then Intermezzo or the cards left; in 1996 the turns left in the game."""
    deck = forecast.deck
    if deck is None:
        return [_game_length(view, forecast)]
    finito = say_finito(view, deck)
    if not finito:
        finito = view.words.say("outlook.no-finito", cards=deck.before_finito + 1)
    left = view.words.say("outlook.pile", cards=deck.left)
    return [finito, say_intermezzo(view, deck) or left]


def _game_length(view: View, forecast: TurnForecast) -> str:
    turns = forecast.turns
    return view.words.say("outlook.game", turns=_format_range(turns[0], turns[-1]))


def _format_range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest}–{most}"  # noqa: RUF001  # a dash it is


def _draw_everybody(image: Image.Image, view: View, entry: Outlook) -> None:
    """Everybody in the order of play: the fewest and the most turns left, and the average."""
    table, own = view.table, entry.forecast.own
    _draw_title(image, view, entry, _game_length(view, entry.forecast))
    pitch = min((HIGH - PAGE_TOP) // len(own), ROW_PITCH)
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    faces = (TEXT, SMALL) if pitch >= TEXT.height else (SMALL,)
    averages = [_say_average(view, each.average) for each in own]
    beside = max(width(each, SMALL) for each in averages)
    right = WIDE - beside - GAP * bool(beside)
    for place in range(len(own)):
        seat = (table.seat + place) % len(own)
        middle = PAGE_TOP + place * pitch + pitch // 2
        write(image, WIDE, middle - 3, averages[seat], SMALL, anchor="r")
        span = _format_range(own[seat].fewest, own[seat].most)
        write(image, right, middle - figures.capital // 2, span, figures, anchor="r")
        room = right - width(span, figures) - 4
        name = table.players[seat].name
        face = drawing.largest(name, room, *faces)
        write(image, 0, middle - face.capital // 2, name, face, room)


def _say_average(view: View, average: Fraction | None) -> str:
    """In tenths; nothing where the average is unknown."""
    if average is None:
        return ""
    return view.words.say("outlook.average", average=view.words.tenths(average))


def _draw_styles(image: Image.Image, view: View, entry: Outlook) -> None:
    """Each style as a card, with how many of its cards nobody has seen."""
    unseen = entry.forecast.unseen
    assert unseen is not None, "without them there is no such page"
    _draw_title(image, view, entry, view.words.say("outlook.unseen"))
    for place, style in enumerate(view.table.row_from_left(view.mirrored)):
        middle = place * COLUMN_WIDTH + COLUMN_WIDTH // 2 + 1
        write(image, middle, PAGE_TOP + 4, str(unseen[style]), FIGURES, anchor="m")
        draw_card(image, (middle - 9, PAGE_TOP + 19, middle + 9, PAGE_TOP + 37), style)
        short = view.words.say(f"short.{style}")
        write(image, middle, PAGE_TOP + 41, short, SMALL, COLUMN_WIDTH - 2, anchor="m")


def _draw_flags(image: Image.Image, view: View, entry: Outlook) -> None:
    _draw_title(image, view, entry, view.words.say("outlook.flags", card=entry.scoring), 2)
    hidden(image, view)


PAGES = {
    OutlookPage.TURN: _draw_turn,
    OutlookPage.EVERYBODY: _draw_everybody,
    OutlookPage.STYLES: _draw_styles,
    OutlookPage.FLAGS: _draw_flags,
}


# One line, also beside the towers ----------------------------------------------------------


def say_pile_note(view: View, deck: PileForecast) -> str:
    """What is known of the next scoring card; without hints only that it is overdue."""
    return say_finito(view, deck) or say_intermezzo(view, deck)


def say_finito(view: View, deck: PileForecast) -> str:
    """Finito's chance, or that it must come; nothing before it can."""
    finito = deck.finito
    if not finito.possible or (view.hints is Hints.NONE and not finito.overdue):
        return ""
    if finito.chance is None or finito.chance == 1:
        return view.words.say("note.finito-now")
    chance, of = finito.chance.as_integer_ratio()
    return view.words.say("note.finito-chance", chance=chance, of=of)


def say_intermezzo(view: View, deck: PileForecast) -> str:
    """That Intermezzo may come, or is overdue; no number, as it would reveal its depth."""
    intermezzo = deck.intermezzo
    if not intermezzo.possible or (view.hints is Hints.NONE and not intermezzo.overdue):
        return ""
    return view.words.say(f"note.intermezzo-{'overdue' if intermezzo.overdue else 'may-come'}")
