"""The pictures of a turn in Bologna: always the board at the left, beside it what is asked."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from PIL import Image

from companion.games.bologna.input.board import SIGNS, BoardPicker
from companion.games.bologna.input.cards import AnswerPicker, Pad
from companion.games.bologna.input.cursor import CursorMode
from companion.games.bologna.rules.board import HIGHEST, BoardField
from companion.games.bologna.rules.cards import FIRE, PLAGUE, CardPair
from companion.games.bologna.rules.events import KindCollected, StonesBurnt, TowerSecured
from companion.games.bologna.rules.table import BUILD, BolognaTable
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import (
    DrawnTower,
    DrawnTowers,
    assign_grounds,
    draw_board,
    draw_plague,
    draw_tower,
    tower_of,
)
from companion.screens import drawing
from companion.screens.drawing import LIT, SAFE_HEIGHT, SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import FIGURES, SMALL, TEXT, Anchor, wrap_text
from companion.screens.view import View

ASIDE_X = 68
"""The column where the board ends."""
ASIDE_WIDTH = SAFE_WIDTH - ASIDE_X
STOCK_Y = 12
"""The row of the player's stock."""
POINTED_Y = 28
"""The row of what is pointed at."""
ACTIONS_Y, ACTION_PITCH = 40, 12
CARD_WIDTH = 14
"""Columns of an open card."""
CELL_WIDTH = 14
"""Columns of a cell of a pad; it has a row less."""
PAD_Y = 11
"""The row where a pad begins."""
ASIDE_MIDDLE = (ASIDE_X + SAFE_WIDTH) // 2
ROOF = ["...##...", "..####..", ".######."]


def draw_board_picker(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """The board as it would be, and beside it what that takes."""
    table = view.table
    draw_board(image, table, entry.area, _predict_towers(table, entry))
    if entry.action == PLAGUE:
        draw_plague(image, entry.block)
    draw_title(image, table.player.name)
    _draw_stock(image, table)
    if entry.end is not None:
        _draw_reach(image, view, entry)
        return
    _draw_pointed_at(image, view, entry)
    _draw_actions(image, entry)
    thought = view.thinking_time_of(table.seat)
    draw_text(image, SAFE_WIDTH, ACTIONS_Y + 1, thought, SMALL, anchor="r")
    _draw_open_cards(image, table)


def _predict_towers(table: BolognaTable, entry: BoardPicker) -> DrawnTowers:
    stacks, player = table.board.stacks, table.player
    if entry.end is None or entry.action == PLAGUE:
        return {}
    if entry.action == FIRE:
        return {at: _burn_tower(table, at) for at in entry.area}
    roofs, found = player.roofs, dict[BoardField, DrawnTower | None]()
    for at in entry.area:
        height = stacks[at].height + 1
        roofed = height >= HIGHEST and roofs > 0
        roofs -= roofed
        found[at] = DrawnTower(table.seat, min(height, HIGHEST), roofed)
    return found


def _burn_tower(table: BolognaTable, at: BoardField) -> DrawnTower | None:
    stack = table.board.stacks[at]
    if stack.roof is not None or not stack.stones:
        return tower_of(stack)
    *left, _ = stack.stones
    return DrawnTower(left[-1], len(left), roofed=False) if left else None


# Beside the board ----------------------------------------------------------------------------


def draw_title(image: Image.Image, word: str) -> None:
    """What is asked, or who, in the first line beside the board, as large as it has room."""
    font = drawing.largest_font(word, ASIDE_WIDTH, TEXT, SMALL)
    draw_first_line(image, ASIDE_X, word, font, ASIDE_WIDTH)


def write_aside(image: Image.Image, x: int, y: int, word: str, *, anchor: Anchor = "l") -> None:
    """A word beside the board, as large as it has room."""
    font = drawing.largest_font(word, ASIDE_WIDTH, TEXT, SMALL)
    draw_text(image, x, y, word, font, ASIDE_WIDTH, anchor=anchor)


def _draw_stock(image: Image.Image, table: BolognaTable) -> None:
    ground = assign_grounds(table.players)[table.seat]
    y = STOCK_Y + 2
    drawing.draw_outline(image, (ASIDE_X, y - 2, ASIDE_X + 12, y + 10), dotted=True)
    draw_tower(image, ASIDE_X + 2, y, ground)
    draw_text(image, ASIDE_X + 16, STOCK_Y, str(table.player.stones), FIGURES)
    drawing.draw_sign(image, SAFE_WIDTH - 15, y + 2, ROOF)
    draw_text(image, SAFE_WIDTH, STOCK_Y + 2, str(table.player.roofs), TEXT, anchor="r")


def _draw_pointed_at(image: Image.Image, view: View, entry: BoardPicker) -> None:
    if entry.sign is not None:
        word = view.words.say(f"action.{entry.sign}")
        write_aside(image, ASIDE_X, POINTED_Y, word)
        return
    x = ASIDE_X
    if entry.action != BUILD:
        drawing.draw_sign(image, x, POINTED_Y, signs.ACTIONS[entry.action])
        x += 10
    row = str(entry.at.row)
    x = draw_text(image, x, POINTED_Y, row, TEXT) + 3
    if entry.mode is CursorMode.ROW:
        return
    x = draw_text(image, x, POINTED_Y, "+", TEXT) + 3
    x = draw_text(image, x, POINTED_Y, str(entry.at.column), TEXT) + 6
    kind = entry.table.kinds.get(entry.at)
    if kind is not None:
        drawing.draw_sign(image, x, POINTED_Y, signs.KINDS[kind])


def _draw_actions(image: Image.Image, entry: BoardPicker) -> None:
    for number, what in enumerate(SIGNS):
        x, y = ASIDE_X + 2 + number * ACTION_PITCH, ACTIONS_Y
        if what == entry.action:
            image.paste(LIT, (x - 1, y - 1, x + 8, y + 8))
        drawing.draw_sign(image, x, y, signs.ACTIONS[what], lit=what != entry.action)
        if what == entry.sign:
            drawing.draw_outline(image, (x - 3, y - 3, x + 10, y + 10))


def _draw_open_cards(image: Image.Image, table: BolognaTable) -> None:
    for number, face in enumerate(table.display):
        x = ASIDE_X + number * (CARD_WIDTH + 1)
        signs.draw_card(image, (x, SAFE_HEIGHT - 11, x + CARD_WIDTH, SAFE_HEIGHT), face)


def _draw_reach(image: Image.Image, view: View, entry: BoardPicker) -> None:
    if entry.action != BUILD:
        drawing.draw_sign(image, ASIDE_X, POINTED_Y, signs.double(signs.ACTIONS[entry.action]))
        lines = _list_losses(view, entry)
    else:
        count = len(entry.area)
        draw_text(image, ASIDE_X, POINTED_Y, f"+{count}", FIGURES)
        stop = entry.line.stop
        is_longest = entry.end == entry.line.fields[-1] and entry.end != entry.at
        lines = []
        if stop is not None and is_longest:
            lines = wrap_text(view.words.say(f"stop.{stop.reason}"), SMALL, ASIDE_WIDTH)
    drawing.draw_lines(
        image, ASIDE_X, 45, drawing.limit_lines(2, lines, SMALL, ASIDE_WIDTH), SMALL, 9
    )


def _list_losses(view: View, entry: BoardPicker) -> list[str]:
    stacks, players = entry.table.board.stacks, entry.table.players
    if entry.action == PLAGUE:
        stones = sum(stacks[at].height for at in entry.block)
        return wrap_text(view.words.say("plague.takes", stones=stones), SMALL, ASIDE_WIDTH)
    burnt = Counter(
        stack.stones[-1]
        for at in entry.block
        if (stack := stacks[at]).stones and stack.roof is None
    )
    room = ASIDE_WIDTH - 12
    return [
        f"{drawing.cut_text(players[seat].name, SMALL, room)} -{count}"
        for seat, count in burnt.items()
    ]


# A few choices -------------------------------------------------------------------------------


def draw_answer_picker(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    """One of a few answers beside the board; each question has a picture of its own."""
    table = view.table
    at = entry.choice.value
    area: Sequence[BoardField] = ()
    if entry.question.key in ("secure", "from") and at in table.board.stacks:
        area = (BoardField(str(at)),)
    elif entry.question.key == "kind" and table.action is not None:
        area = (table.action.at,)
    draw_board(image, table, area)
    if entry.question.key == "kind":
        draw_title(image, view.words.say("ask.kind"))
    else:
        draw_title(image, table.player.name)
    ANSWER_PICTURES[entry.question.key](image, view, entry)


def _draw_take(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    _draw_question(image, view, entry)
    left = Counter(entry.choice.value if isinstance(entry.choice.value, tuple) else ())
    chosen = []
    for number in reversed(range(len(view.table.display))):  # of equal ones the last
        face = view.table.display[number]
        if left[face]:
            left[face] -= 1
            chosen.append(number)
    for number, face in enumerate(view.table.display):
        row, column = divmod(number, 2)
        x, y = ASIDE_X + column * 30, 25 + row * 20
        signs.draw_card(image, (x, y, x + 28, y + 18), face, lit=number in chosen, large=True)


def _draw_pair(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    _draw_question(image, view, entry)
    for number, face in enumerate(CardPair(entry.choice.word).cards):
        x = ASIDE_X + number * 30
        signs.draw_card(image, (x, 25, x + 28, 43), face, lit=True, large=True)
    _draw_arrows(image, entry, 50)


def _draw_kind(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    assert entry.pad is not None
    for x, y, kind in list_cells(entry.pad):
        rows = signs.KINDS.get(kind, signs.NO_KIND)
        drawing.draw_sign(image, x + (CELL_WIDTH - len(rows[0])) // 2 + 1, y + 3, rows)
        if kind == entry.choice.word:
            drawing.draw_outline(image, (x, y, x + CELL_WIDTH, y + CELL_WIDTH - 1))
    word = view.words.say(f"kind.{entry.choice.word}")
    write_aside(image, ASIDE_X, 52, word)


def list_cells(pad: Pad) -> Iterator[tuple[int, int, str]]:
    """The column, the row and the word of each cell of a pad beside the board."""
    for row, words in enumerate(pad):
        for column, word in enumerate(words):
            if word is not None:
                yield ASIDE_X + column * (CELL_WIDTH + 1), PAD_Y + row * (CELL_WIDTH - 1), word


def _draw_roof(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    _draw_stock(image, view.table)
    where = "none" if entry.choice.value == "none" else entry.question.key
    _draw_word(image, view.words.say(f"roof.{where}"), POINTED_Y)
    _draw_arrows(image, entry, 54)


def _draw_other(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    _draw_question(image, view, entry)
    _draw_word(image, view.words.say(f"{entry.question.key}.{entry.choice.word}"), POINTED_Y)
    _draw_arrows(image, entry, 54)


ANSWER_PICTURES: Mapping[str, Callable[[Image.Image, View, AnswerPicker], None]] = {
    "take": _draw_take,
    "with": _draw_pair,
    "kind": _draw_kind,
    "secure": _draw_roof,
    "from": _draw_roof,
    "show": _draw_other,
    "pile": _draw_other,
}


def _draw_question(image: Image.Image, view: View, entry: AnswerPicker) -> None:
    news, rows = _find_news(view)
    if rows:
        drawing.draw_sign(image, ASIDE_X, 12, rows)
    left = ASIDE_X + (len(rows[0]) + 3 if rows else 0)
    word = news or view.words.say(f"ask.{entry.question.key}")
    draw_text(image, left, 12, word, SMALL, SAFE_WIDTH - left)


def _find_news(view: View) -> tuple[str, Sequence[str]]:
    events = view.session.events if view.session is not None else []
    for event in events:
        if isinstance(event, KindCollected):
            return view.words.say(f"kind.{event.kind}"), signs.KINDS[event.kind]
        if isinstance(event, TowerSecured):
            return view.words.say("news.roof"), ROOF
        if isinstance(event, StonesBurnt) and event.stones:
            return view.words.say("news.burnt", stones=len(event.stones)), signs.ACTIONS[FIRE]
    return "", ()


def _draw_word(image: Image.Image, word: str, y: int) -> None:
    font, lines = TEXT, drawing.balance_lines(word, TEXT, ASIDE_WIDTH)
    if len(lines) > 2:
        font, lines = SMALL, drawing.balance_lines(word, SMALL, ASIDE_WIDTH)
    lines = drawing.limit_lines(2, lines, font, ASIDE_WIDTH)
    drawing.draw_lines(image, ASIDE_MIDDLE, y, lines, font, 11, anchor="m")


def _draw_arrows(image: Image.Image, entry: AnswerPicker, y: int) -> None:
    if len(entry.choices) > 1:
        drawing.draw_sign(image, ASIDE_X, y, drawing.ARROW_LEFT)
        drawing.draw_sign(image, SAFE_WIDTH - 4, y, drawing.ARROW_RIGHT)
