"""The outlook: turns left, the pile, the styles unseen, and the flags if scored now."""

from fractions import Fraction

from PIL import Image

from companion.games.campanile.input.outlook import Outlook, OutlookPage
from companion.games.campanile.rules.foresight import PileForecast, TurnForecast
from companion.games.campanile.screens.pieces import draw_card
from companion.input.context import Hints
from companion.screens import drawing
from companion.screens.box_pages import draw_closed_eye
from companion.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, THIN, text_width, wrap_text
from companion.screens.guide import draw_standings
from companion.screens.view import View

PAGE_TOP = 12
TURNS_BOTTOM = 31
GAP = 6
LINE_PITCH = 11
RULE_Y = 35
PILE_Y, PILE_PITCH = 41, 12
"""The row of the first line about the pile, and rows from there to the next."""
ROW_PITCH = 17
COLUMN_WIDTH = 25


def draw_outlook(image: Image.Image, view: View, entry: Outlook) -> None:
    """Draw the page shown."""
    if entry.open:
        draw_standings(image, view, entry.standings, gains=True)
        return
    PAGES[entry.page](image, view, entry)


def _draw_title(image: Image.Image, view: View, entry: Outlook, title: str, most: int = 1) -> None:
    number = view.words.say("table_check.page", page=entry.at + 1, pages=len(entry.pages))
    draw_text(image, SAFE_WIDTH, 3, number, SMALL, anchor="r")
    room = SAFE_WIDTH - text_width(number, SMALL) - 4
    font = drawing.largest_font(title, room, TEXT, SMALL)
    lines = (
        drawing.limit_lines(most, wrap_text(title, font, room), font, room) if most > 1 else [title]
    )
    for place, line in enumerate(lines):
        draw_text(image, 0, 2 + place * LINE_PITCH, line, font, room)


def _draw_turn(image: Image.Image, view: View, entry: Outlook) -> None:
    table, forecast = view.table, entry.forecast
    own = forecast.own[table.seat]
    _draw_title(image, view, entry, table.player.name)
    label = view.words.say("outlook.turns", turns=own.most)
    beside = GAP + max(text_width(word, TEXT) for word in label.split())
    turns = _turns_in_words(view, own.fewest, own.most)
    font = drawing.largest_font(turns, SAFE_WIDTH - beside, LARGE, THIN, FIGURES)
    end = draw_text(image, 0, TURNS_BOTTOM - font.capital, turns, font, SAFE_WIDTH - beside) + GAP
    lines = drawing.limit_lines(2, wrap_text(label, TEXT, SAFE_WIDTH - end), TEXT, SAFE_WIDTH - end)
    y = TURNS_BOTTOM - TEXT.capital - LINE_PITCH * (len(lines) - 1)
    drawing.draw_lines(image, end, y, lines, TEXT, LINE_PITCH)
    drawing.draw_rule(image, RULE_Y)
    for place, line in enumerate(_pile_lines(view, forecast)):
        font = drawing.largest_font(line, SAFE_WIDTH, TEXT, SMALL)
        draw_text(image, 0, PILE_Y + place * PILE_PITCH, line, font, SAFE_WIDTH)


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
    table, own = view.table, entry.forecast.own
    _draw_title(image, view, entry, _game_length(view, entry.forecast))
    pitch = min((SAFE_HEIGHT - PAGE_TOP) // len(own), ROW_PITCH)
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    faces = (TEXT, SMALL) if pitch >= TEXT.height else (SMALL,)
    averages = [_say_average(view, each.average) for each in own]
    beside = max(text_width(each, SMALL) for each in averages)
    right = SAFE_WIDTH - beside - GAP * bool(beside)
    for place in range(len(own)):
        seat = (table.seat + place) % len(own)
        middle = PAGE_TOP + place * pitch + pitch // 2
        draw_text(image, SAFE_WIDTH, middle - 3, averages[seat], SMALL, anchor="r")
        span = _format_range(own[seat].fewest, own[seat].most)
        draw_text(image, right, middle - figures.capital // 2, span, figures, anchor="r")
        room = right - text_width(span, figures) - 4
        name = table.players[seat].name
        font = drawing.largest_font(name, room, *faces)
        draw_text(image, 0, middle - font.capital // 2, name, font, room)


def _say_average(view: View, average: Fraction | None) -> str:
    """In tenths; nothing where the average is unknown."""
    if average is None:
        return ""
    return view.words.say("outlook.average", average=view.words.tenths(average))


def _draw_styles(image: Image.Image, view: View, entry: Outlook) -> None:
    unseen = entry.forecast.unseen
    assert unseen is not None, "without them there is no such page"
    _draw_title(image, view, entry, view.words.say("outlook.unseen"))
    for place, style in enumerate(view.table.row_from_left(view.mirrored)):
        middle = place * COLUMN_WIDTH + COLUMN_WIDTH // 2 + 1
        draw_text(image, middle, PAGE_TOP + 4, str(unseen[style]), FIGURES, anchor="m")
        draw_card(image, (middle - 9, PAGE_TOP + 19, middle + 9, PAGE_TOP + 37), style)
        short = view.words.say(f"short.{style}")
        draw_text(image, middle, PAGE_TOP + 41, short, SMALL, COLUMN_WIDTH - 2, anchor="m")


def _draw_flags(image: Image.Image, view: View, entry: Outlook) -> None:
    _draw_title(image, view, entry, view.words.say("outlook.flags", card=entry.scoring), 2)
    draw_closed_eye(image, view)


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
