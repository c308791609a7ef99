"""What can be foreseen: turns to go, the pile, the styles unseen, and how the flags would fall."""

from fractions import Fraction

from PIL import Image

from companion.games.campanile.input.outlook import Outlook, Shows
from companion.games.campanile.rules.foresight import PileForecast, TurnForecast
from companion.games.campanile.screens.pieces import draw_card
from companion.input.context import Hints
from companion.screens import drawing
from companion.screens.box_pages import draw_closed_eye
from companion.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, THIN, text_width, wrap_text
from companion.screens.guide import draw_standings
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
        draw_standings(image, view, entry.standings, gains=True)
        return
    PAGES[entry.page](image, view, entry)


def _title(image: Image.Image, view: View, entry: Outlook, title: str, most: int = 1) -> None:
    """What the page tells, in so many lines at most, and which page it is."""
    number = view.words.say("table_check.page", page=entry.at + 1, pages=len(entry.pages))
    draw_text(image, SAFE_WIDTH, 3, number, SMALL, anchor="r")
    room = SAFE_WIDTH - text_width(number, SMALL) - 4
    font = drawing.largest_font(title, room, TEXT, SMALL)
    lines = (
        drawing.limit_lines(most, wrap_text(title, font, room), font, room) if most > 1 else [title]
    )
    for place, line in enumerate(lines):
        draw_text(image, 0, 2 + place * ABOVE, line, font, room)


def _turn(image: Image.Image, view: View, entry: Outlook) -> None:
    """How many turns the player has yet, in words, and what is known of the pile."""
    table, foresight = view.table, entry.foresight
    own = foresight.own[table.seat]
    _title(image, view, entry, table.player.name)
    label = view.words.say("outlook.turns", turns=own.most)
    beside = GAP + max(text_width(word, TEXT) for word in label.split())
    turns = _in_words(view, own.fewest, own.most)
    font = drawing.largest_font(turns, SAFE_WIDTH - beside, LARGE, THIN, FIGURES)
    end = draw_text(image, 0, FLOOR - font.capital, turns, font, SAFE_WIDTH - beside) + GAP
    lines = drawing.limit_lines(2, wrap_text(label, TEXT, SAFE_WIDTH - end), TEXT, SAFE_WIDTH - end)
    y = FLOOR - TEXT.capital - ABOVE * (len(lines) - 1)
    drawing.draw_lines(image, end, y, lines, TEXT, ABOVE)
    drawing.draw_rule(image, RULE)
    for place, line in enumerate(_ahead(view, foresight)):
        font = drawing.largest_font(line, SAFE_WIDTH, TEXT, SMALL)
        draw_text(image, 0, PILE + place * LINE, line, font, SAFE_WIDTH)


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
    pitch = min((SAFE_HEIGHT - TOP) // len(own), ROW)
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    fonts = (TEXT, SMALL) if pitch >= TEXT.height else (SMALL,)
    averages = [_average(view, each.average) for each in own]
    beside = max(text_width(each, SMALL) for each in averages)
    right = SAFE_WIDTH - beside - GAP * bool(beside)
    for place in range(len(own)):
        seat = (table.seat + place) % len(own)
        middle = TOP + place * pitch + pitch // 2
        draw_text(image, SAFE_WIDTH, middle - 3, averages[seat], SMALL, anchor="r")
        span = _span(own[seat].fewest, own[seat].most)
        draw_text(image, right, middle - figures.capital // 2, span, figures, anchor="r")
        room = right - text_width(span, figures) - 4
        name = table.players[seat].name
        font = drawing.largest_font(name, room, *fonts)
        draw_text(image, 0, middle - font.capital // 2, name, font, room)


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
        draw_text(image, middle, TOP + 4, str(unseen[style]), FIGURES, anchor="m")
        draw_card(image, (middle - 9, TOP + 19, middle + 9, TOP + 37), style)
        short = view.words.say(f"short.{style}")
        draw_text(image, middle, TOP + 41, short, SMALL, COLUMN - 2, anchor="m")


def _flags(image: Image.Image, view: View, entry: Outlook) -> None:
    _title(image, view, entry, view.words.say("outlook.flags", card=entry.scoring), 2)
    draw_closed_eye(image, view)


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
