"""A turn of Bologna: the board at the left, which stays, and beside it what is asked."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from PIL import Image

from companion.games.bologna.input.board import SIGNS, BoardPicker, Stage
from companion.games.bologna.input.cards import Choice, Pad
from companion.games.bologna.rules.board import HIGHEST, BoardField
from companion.games.bologna.rules.cards import FIRE, PLAGUE, CardPair
from companion.games.bologna.rules.events import KindCollected, StonesBurnt, TowerSecured
from companion.games.bologna.rules.table import BUILD, BolognaTable
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import (
    Tower,
    Towers,
    as_it_stands,
    draw_board,
    draw_plague,
    draw_tower,
    grounds,
)
from companion.screens import drawing
from companion.screens.drawing import LIT, SAFE_HEIGHT, SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import FIGURES, SMALL, TEXT, wrap_text
from companion.screens.view import View

ASIDE = 68
"""The column where the board ends."""
ROOM = SAFE_WIDTH - ASIDE
STOCK = 12
"""The row of the player's stock."""
TELLS = 28
"""The row of what is pointed at."""
CARD = 14
"""Columns of an open card."""
CELL = 14
"""Columns of a cell of a pad; it has a row less."""
PAD = 11
"""The row where a pad begins."""
MIDDLE = (ASIDE + SAFE_WIDTH) // 2
ROOF = ["...##...", "..####..", ".######."]


def board_picker(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """The board as it would be, and beside it what that takes."""
    table: BolognaTable = view.table
    draw_board(image, table, entry.area, _outcome(table, entry))
    if entry.action == PLAGUE:
        draw_plague(image, entry.block)
    draw_name(image, table)
    _stock(image, table)
    if entry.end is not None:
        _reach(image, view, entry)
        return
    _place(image, view, entry)
    _actions(image, entry)
    _open_cards(image, table)


def _outcome(table: BolognaTable, entry: BoardPicker) -> Towers:
    """What the stroke would make of the fields that it touches."""
    stacks, player = table.board.stacks, table.player
    if entry.end is None or entry.action == PLAGUE:
        return {}
    if entry.action == FIRE:
        return {at: _burnt(table, at) for at in entry.area}
    roofs, found = player.roofs, dict[BoardField, Tower | None]()
    for at in entry.area:
        height = stacks[at].height + 1
        roofed = height >= HIGHEST and roofs > 0
        roofs -= roofed
        found[at] = Tower(table.seat, min(height, HIGHEST), roofed)
    return found


def _burnt(table: BolognaTable, at: BoardField) -> Tower | None:
    stack = table.board.stacks[at]
    if stack.roof is not None or not stack.stones:
        return as_it_stands(stack)
    *left, _ = stack.stones
    return Tower(left[-1], len(left), roofed=False) if left else None


# Beside the board ----------------------------------------------------------------------------


def draw_name(image: Image.Image, table: BolognaTable) -> None:
    """Whose turn it is, in the first line beside the board."""
    draw_title(image, table.player.name)


def draw_title(image: Image.Image, word: str) -> None:
    """What is asked, or who, in the first line beside the board, as large as it has room."""
    font = drawing.largest_font(word, ROOM, TEXT, SMALL)
    draw_first_line(image, ASIDE, word, font, ROOM)


def _stock(image: Image.Image, table: BolognaTable) -> None:
    """How the player's towers are told, the stones left and the roofs left."""
    ground = grounds(table.players)[table.seat]
    y = STOCK + 2
    drawing.draw_outline(image, (ASIDE, y - 2, ASIDE + 12, y + 10), dotted=True)
    draw_tower(image, ASIDE + 2, y, ground)
    draw_text(image, ASIDE + 16, STOCK, str(table.player.stones), FIGURES)
    drawing.draw_sign(image, SAFE_WIDTH - 15, y + 2, ROOF)
    draw_text(image, SAFE_WIDTH, STOCK + 2, str(table.player.roofs), TEXT, anchor="r")


def _place(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """The cards that the field asks for, or what the sign means."""
    if entry.sign is not None:
        word = view.words.say(f"action.{entry.sign}")
        font = drawing.largest_font(word, ROOM, TEXT, SMALL)
        draw_text(image, ASIDE, TELLS, word, font, ROOM)
        return
    x = ASIDE
    if entry.action != BUILD:
        drawing.draw_sign(image, x, TELLS, signs.ACTIONS[entry.action])
        x += 10
    row = str(entry.at.row)
    x = draw_text(image, x, TELLS, row, TEXT) + 3
    if entry.stage is Stage.ROW:
        return
    x = draw_text(image, x, TELLS, "+", TEXT) + 3
    x = draw_text(image, x, TELLS, str(entry.at.column), TEXT) + 6
    kind = entry.table.kinds.get(entry.at)
    if kind is not None:
        drawing.draw_sign(image, x, TELLS, signs.KINDS[kind])


def _actions(image: Image.Image, entry: BoardPicker) -> None:
    """The signs of what a turn may do besides building; that which is done is lit."""
    for number, what in enumerate(SIGNS):
        x, y = ASIDE + 2 + number * 20, 40
        if what == entry.action:
            image.paste(LIT, (x - 1, y - 1, x + 8, y + 8))
        drawing.draw_sign(image, x, y, signs.ACTIONS[what], lit=what != entry.action)
        if what == entry.sign:
            drawing.draw_outline(image, (x - 3, y - 3, x + 10, y + 10))


def _open_cards(image: Image.Image, table: BolognaTable) -> None:
    for number, face in enumerate(table.display):
        x = ASIDE + number * (CARD + 1)
        signs.card(image, (x, SAFE_HEIGHT - 11, x + CARD, SAFE_HEIGHT), face)


def _reach(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """How many stones the line lays, and what stops it; or what the block burns."""
    if entry.action != BUILD:
        drawing.draw_sign(image, ASIDE, TELLS, signs.doubled(signs.ACTIONS[entry.action]))
        lines = _of_the_block(view, entry)
    else:
        count = len(entry.area)
        draw_text(image, ASIDE, TELLS, f"+{count}", FIGURES)
        stop = entry.line.stop
        is_longest = entry.end == entry.line.fields[-1] and entry.end != entry.at
        lines = []
        if stop is not None and is_longest:
            lines = wrap_text(view.words.say(f"stop.{stop.reason}"), SMALL, ROOM)
    drawing.draw_lines(image, ASIDE, 45, drawing.limit_lines(2, lines, SMALL, ROOM), SMALL, 9)


def _of_the_block(view: View, entry: BoardPicker) -> list[str]:
    """Whose stones burn; of the plague, how many towers it takes."""
    stacks, players = entry.table.board.stacks, entry.table.players
    if entry.action == PLAGUE:
        stones = sum(stacks[at].height for at in entry.block)
        return wrap_text(view.words.say("plague.takes", stones=stones), SMALL, ROOM)
    burnt = Counter(
        stack.stones[-1]
        for at in entry.block
        if (stack := stacks[at]).stones and stack.roof is None
    )
    room = ROOM - 12
    return [
        f"{drawing.cut_text(players[seat].name, SMALL, room)} -{count}"
        for seat, count in burnt.items()
    ]


# A few choices -------------------------------------------------------------------------------


def choice(image: Image.Image, view: View, entry: Choice) -> None:
    """Beside the board one of a few answers, each question with a picture of its own."""
    table: BolognaTable = view.table
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
        draw_name(image, table)
    ASKS[entry.question.key](image, view, entry)


def _take(image: Image.Image, view: View, entry: Choice) -> None:
    """The four open cards, the two that are taken lit."""
    _does(image, view, entry)
    left = Counter(entry.choice.value if isinstance(entry.choice.value, tuple) else ())
    chosen = []
    for number in reversed(range(len(view.table.display))):  # of equal ones the last
        face = view.table.display[number]
        if left[face]:
            left[face] -= 1
            chosen.append(number)
    for number, face in enumerate(view.table.display):
        row, column = divmod(number, 2)
        x, y = ASIDE + column * 30, 25 + row * 20
        signs.card(image, (x, y, x + 28, y + 18), face, lit=number in chosen, large=True)


def _with(image: Image.Image, view: View, entry: Choice) -> None:
    """The two cards that may have been played."""
    _does(image, view, entry)
    for number, face in enumerate(CardPair(entry.choice.word).cards):
        x = ASIDE + number * 30
        signs.card(image, (x, 25, x + 28, 43), face, lit=True, large=True)
    _turns(image, entry, 50)


def _kind(image: Image.Image, view: View, entry: Choice) -> None:
    """The kind of the field that was built from, among all."""
    assert entry.pad is not None
    for x, y, kind in places(entry.pad):
        rows = signs.KINDS.get(kind, signs.NO_KIND)
        drawing.draw_sign(image, x + (CELL - len(rows[0])) // 2 + 1, y + 3, rows)
        if kind == entry.choice.word:
            drawing.draw_outline(image, (x, y, x + CELL, y + CELL - 1))
    word = view.words.say(f"kind.{entry.choice.word}")
    draw_text(image, ASIDE, 52, word, drawing.largest_font(word, ROOM, TEXT, SMALL), ROOM)


def places(pad: Pad) -> Iterator[tuple[int, int, str]]:
    """The left top of each cell of a pad beside the board, and its word."""
    for row, words in enumerate(pad):
        for column, word in enumerate(words):
            if word is not None:
                yield ASIDE + column * (CELL + 1), PAD + row * (CELL - 1), word


def _roof(image: Image.Image, view: View, entry: Choice) -> None:
    """Which tower gets a roof, or gives one."""
    _stock(image, view.table)
    where = "none" if entry.choice.value == "none" else entry.question.key
    _word(image, view.words.say(f"roof.{where}"), TELLS)
    _turns(image, entry, 54)


def _words(image: Image.Image, view: View, entry: Choice) -> None:
    """Any other answer, in words."""
    _does(image, view, entry)
    _word(image, view.words.say(f"{entry.question.key}.{entry.choice.word}"), TELLS)
    _turns(image, entry, 54)


ASKS: Mapping[str, Callable[[Image.Image, View, Choice], None]] = {
    "take": _take,
    "with": _with,
    "kind": _kind,
    "secure": _roof,
    "from": _roof,
    "show": _words,
    "pile": _words,
}


def _does(image: Image.Image, view: View, entry: Choice) -> None:
    """What the player does; or what has just happened, where it matters."""
    news, rows = _news(view)
    if rows:
        drawing.draw_sign(image, ASIDE, 12, rows)
    left = ASIDE + (len(rows[0]) + 3 if rows else 0)
    word = news or view.words.say(f"ask.{entry.question.key}")
    draw_text(image, left, 12, word, SMALL, SAFE_WIDTH - left)


def _news(view: View) -> tuple[str, signs.Rows]:
    """What the last answer brought, with its sign: a new kind, a roof, stones that burnt."""
    events = view.session.events if view.session is not None else []
    for event in events:
        if isinstance(event, KindCollected):
            return view.words.say(f"kind.{event.kind}"), signs.KINDS[event.kind]
        if isinstance(event, TowerSecured):
            return view.words.say("news.roof"), ROOF
        if isinstance(event, StonesBurnt) and event.stones:
            return view.words.say("news.burnt", stones=len(event.stones)), signs.ACTIONS[FIRE]
    return "", ()


def _word(image: Image.Image, word: str, y: int) -> None:
    font, lines = TEXT, drawing.balance_lines(word, TEXT, ROOM)
    if len(lines) > 2:
        font, lines = SMALL, drawing.balance_lines(word, SMALL, ROOM)
    lines = drawing.limit_lines(2, lines, font, ROOM)
    drawing.draw_lines(image, MIDDLE, y, lines, font, 11, anchor="m")


def _turns(image: Image.Image, entry: Choice, y: int) -> None:
    """That there are other choices to both sides."""
    if len(entry.choices) > 1:
        drawing.draw_sign(image, ASIDE, y, drawing.ARROW_LEFT)
        drawing.draw_sign(image, SAFE_WIDTH - 4, y, drawing.ARROW_RIGHT)
