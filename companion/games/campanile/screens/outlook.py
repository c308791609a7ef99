"""What can be foreseen: turns to go, the pile, the styles unseen, and how the flags would fall."""

from fractions import Fraction

from PIL import Image

from companion.games.campanile.input.outlook import Outlook, Shows
from companion.games.campanile.rules.foresight import PileForecast, TurnForecast
from companion.games.campanile.screens.pieces import draw_card
from companion.input.context import Hints
from companion.screens import drawing
from companion.screens.box_pages import hidden
from companion.screens.drawing import HIGH, THIN, WIDE, write
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, width, wrap
from companion.screens.guide import standings
from companion.screens.view import View

TOP = 12
"""The row below a page's title."""
FLOOR = 31
"""The row on which the turns to go stand."""
GAP = 6
ABOVE = 11
"""Rows from one line of what they are called to the next."""
RULE = 35
"""The row between the turns to go and the pile."""
PILE, LINE = 41, 12
"""The row of the first line about the pile, and from there to the next."""
ROW = 17
"""Rows for a player, where there are few."""
COLUMN = 25
"""Columns for a style."""


def outlook(image: Image.Image, view: View, entry: Outlook) -> None:
    """The page shown, its number beside its title."""
    if entry.open:
        standings(image, view, entry.standings, gains=True)
        return
    PAGES[entry.page](image, view, entry)


def _title(image: Image.Image, view: View, entry: Outlook, title: str, most: int = 1) -> None:
    """What the page tells, in so many lines at most, and which page it is."""
    number = view.words.say("table_check.page", page=entry.at + 1, pages=len(entry.pages))
    write(image, WIDE, 3, number, SMALL, anchor="r")
    room = WIDE - width(number, SMALL) - 4
    face = drawing.largest(title, room, TEXT, SMALL)
    lines = drawing.at_most(most, wrap(title, face, room), face, room) if most > 1 else [title]
    for place, line in enumerate(lines):
        write(image, 0, 2 + place * ABOVE, line, face, room)


def _turn(image: Image.Image, view: View, entry: Outlook) -> None:
    """How many turns the player has yet, in words, and what is known of the pile."""
    table, foresight = view.table, entry.foresight
    own = foresight.own[table.seat]
    _title(image, view, entry, table.player.name)
    label = view.words.say("outlook.turns", turns=own.most)
    beside = GAP + max(width(word, TEXT) for word in label.split())
    turns = _in_words(view, own.fewest, own.most)
    face = drawing.largest(turns, WIDE - beside, LARGE, THIN, FIGURES)
    end = write(image, 0, FLOOR - face.capital, turns, face, WIDE - beside) + GAP
    lines = drawing.at_most(2, wrap(label, TEXT, WIDE - end), TEXT, WIDE - end)
    y = FLOOR - TEXT.capital - ABOVE * (len(lines) - 1)
    drawing.write_lines(image, end, y, lines, TEXT, ABOVE)
    drawing.rule(image, RULE)
    for place, line in enumerate(_ahead(view, foresight)):
        face = drawing.largest(line, WIDE, TEXT, SMALL)
        write(image, 0, PILE + place * LINE, line, face, WIDE)


def _in_words(view: View, fewest: int, most: int) -> str:
    """`3`, `3 or 4`, `3 to 5`."""
    if fewest == most:
        return str(most)
    key = "outlook.two" if most == fewest + 1 else "outlook.range"
    return view.words.say(key, fewest=fewest, most=most)


def _ahead(view: View, foresight: TurnForecast) -> list[str]:
    """Finito, and Intermezzo while it may come, or else the cards left; of three piles the end."""
    deck = foresight.deck
    if deck is None:
        return [_whole_game(view, foresight)]
    finito = finito_note(view, deck)
    if not finito:
        finito = view.words.say("outlook.no-finito", cards=deck.before_finito + 1)
    left = view.words.say("outlook.pile", cards=deck.left)
    return [finito, intermezzo_note(view, deck) or left]


def _whole_game(view: View, foresight: TurnForecast) -> str:
    turns = foresight.turns
    return view.words.say("outlook.game", turns=_span(turns[0], turns[-1]))


def _span(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest}–{most}"  # noqa: RUF001  # a dash it is


def _everybody(image: Image.Image, view: View, entry: Outlook) -> None:
    """Everybody in the order of play: turns to go from the fewest to the most, and on average."""
    table, own = view.table, entry.foresight.own
    _title(image, view, entry, _whole_game(view, entry.foresight))
    pitch = min((HIGH - TOP) // len(own), ROW)
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    faces = (TEXT, SMALL) if pitch >= TEXT.height else (SMALL,)
    averages = [_average(view, each.average) for each in own]
    beside = max(width(each, SMALL) for each in averages)
    right = WIDE - beside - GAP * bool(beside)
    for place in range(len(own)):
        seat = (table.seat + place) % len(own)
        middle = TOP + place * pitch + pitch // 2
        write(image, WIDE, middle - 3, averages[seat], SMALL, anchor="r")
        span = _span(own[seat].fewest, own[seat].most)
        write(image, right, middle - figures.capital // 2, span, figures, anchor="r")
        room = right - width(span, figures) - 4
        name = table.players[seat].name
        face = drawing.largest(name, room, *faces)
        write(image, 0, middle - face.capital // 2, name, face, room)


def _average(view: View, average: Fraction | None) -> str:
    """In tenths; nothing where no number is honest."""
    if average is None:
        return ""
    return view.words.say("outlook.average", average=view.words.tenths(average))


def _styles(image: Image.Image, view: View, entry: Outlook) -> None:
    """Each style as a card, with how many of it nobody has seen."""
    unseen = entry.foresight.unseen
    assert unseen is not None, "without them there is no such page"
    _title(image, view, entry, view.words.say("outlook.unseen"))
    for place, style in enumerate(view.table.row_from_left(view.mirrored)):
        middle = place * COLUMN + COLUMN // 2 + 1
        write(image, middle, TOP + 4, str(unseen[style]), FIGURES, anchor="m")
        draw_card(image, (middle - 9, TOP + 19, middle + 9, TOP + 37), style)
        short = view.words.say(f"short.{style}")
        write(image, middle, TOP + 41, short, SMALL, COLUMN - 2, anchor="m")


def _flags(image: Image.Image, view: View, entry: Outlook) -> None:
    _title(image, view, entry, view.words.say("outlook.flags", card=entry.scoring), 2)
    hidden(image, view)


PAGES = {
    Shows.TURN: _turn,
    Shows.EVERYBODY: _everybody,
    Shows.STYLES: _styles,
    Shows.FLAGS: _flags,
}


# In one line, also beside the towers -------------------------------------------------------


def pile_note(view: View, deck: PileForecast) -> str:
    """What is known of the scoring card that can come next; without hints only what is overdue."""
    return finito_note(view, deck) or intermezzo_note(view, deck)


def finito_note(view: View, deck: PileForecast) -> str:
    """Finito's chance, or that it must come; nothing before it can."""
    finito = deck.finito
    if not finito.possible or (view.hints is Hints.NONE and not finito.overdue):
        return ""
    if finito.chance is None or finito.chance == 1:
        return view.words.say("note.finito-now")
    chance, of = finito.chance.as_integer_ratio()
    return view.words.say("note.finito-chance", chance=chance, of=of)


def intermezzo_note(view: View, deck: PileForecast) -> str:
    """That Intermezzo may come, or is overdue; without a number, which would tell its depth."""
    intermezzo = deck.intermezzo
    if not intermezzo.possible or (view.hints is Hints.NONE and not intermezzo.overdue):
        return ""
    return view.words.say(f"note.intermezzo-{'overdue' if intermezzo.overdue else 'may-come'}")
