"""The pictures of a turn in Bologna: the board with what is pointed at beside it, and the cards."""

from collections import Counter
from collections.abc import Mapping, Sequence

from PIL import Image

from companion.games.bologna.input.board import OTHER_ACTIONS, BoardPicker, CursorMode
from companion.games.bologna.rules.board import BASILICA, HIGHEST, BoardField
from companion.games.bologna.rules.cards import FIRE, PLAGUE, CardPair
from companion.games.bologna.rules.state import KindCollected, StonesBurnt, TowerSecured
from companion.games.bologna.rules.table import BUILD, BolognaTable
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import (
    DrawnTower,
    DrawnTowers,
    assign_shapes,
    draw_board,
    draw_shape,
    tower_of,
)
from companion.games.bologna.sign_rows import ACTIONS, CATHEDRAL, KIND_SIGNS, ROOF
from companion.ui.input.choice import ChoicePicker
from companion.ui.screens import drawing, menus, table_pieces
from companion.ui.screens.choice import draw_pad
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    LINE_PITCH,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import (
    FIGURES,
    LARGE,
    MEDIUM,
    SMALL,
    TEXT,
    Font,
    double_size,
    text_width,
)
from companion.ui.screens.view import EntryScreen, View

ASIDE_X = 68
"""The column where the board ends."""
ASIDE_WIDTH = SAFE_WIDTH - ASIDE_X
ASIDE_MIDDLE = (ASIDE_X + SAFE_WIDTH) // 2
ASIDE_TOP = 18
"""The row under the title, below a dark row of the board, where a notice may begin."""
NEEDED_WIDTH, NEEDED_HEIGHT, NEEDED_PITCH = 15, 14, 17
"""Columns and rows of a card that the field pointed at takes, and columns from card to card."""
POINTED_Y, POINTED_SIZE = 34, 12
"""The row of the tower pointed at, and its columns and rows."""
HEIGHTS_Y = 32
"""The row of the heights of a line."""
STOP_Y = 43
KIND_X, KIND_FOOT_X = 90, 112
"""The columns of the kind of an empty field, and of a field with a tower."""
FOOT_Y = 49
"""The row of the tower's height, or of the chosen action."""
STOCK_X, STOCK_PITCH = 104, 10
LOSSES_Y, LOSS_PITCH = 18, 12
"""The row of the first of many losses, and rows from one to the next."""
CARD_WIDTH, CARD_PITCH = 29, 32
CARDS_Y = (BODY_TOP + 1, BODY_TOP + 32)
"""The rows where large cards begin and end."""
NEWS_Y = 49


def draw_board_picker(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """Draw the board as it would be, and beside it what that takes."""
    table = view.table
    zone = entry.block if entry.action == PLAGUE and entry.block else table.board.plague
    draw_board(image, table, entry.area, _predict_towers(table, entry), plague=zone)
    if entry.end is None or entry.sign is not None or entry.action == BUILD:
        draw_aside_title(image, table.player.name)
    if entry.sign is not None:
        _draw_actions(image, view, entry.sign)
    elif entry.end is None:
        _draw_pointed_at(image, view, entry)
    elif entry.action == BUILD:
        _draw_line(image, view, entry)
    else:
        _draw_losses(image, view, entry)


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


def draw_aside_title(image: Image.Image, title: str) -> None:
    """Draw who is asked, or what, in the header's row beside the board."""
    drawing.draw_header(image, title, left=ASIDE_X, room=ASIDE_WIDTH)


def draw_needed_cards(image: Image.Image, *numbers: int) -> None:
    """Draw the cards of a field, its row and its column; one that is open is dotted."""
    for place in range(2):
        x = ASIDE_X + place * NEEDED_PITCH
        box = (x, ASIDE_TOP, x + NEEDED_WIDTH, ASIDE_TOP + NEEDED_HEIGHT)
        if place < len(numbers):
            signs.draw_card(image, box, str(numbers[place]), chosen=True)
        else:
            table_pieces.draw_card(image, box, dotted=True)


def draw_foot(image: Image.Image, text: str, *, chosen: bool) -> None:
    """Draw the last line or two beside the board; what is chosen in a filled bar."""
    room = ASIDE_WIDTH - 4
    lines = drawing.balance_lines(text, MEDIUM, room)[:2]
    top = SAFE_HEIGHT - 1 - len(lines) * LINE_PITCH
    box = (ASIDE_X, top, SAFE_WIDTH, SAFE_HEIGHT)
    if chosen:
        drawing.draw_bar(image, box)
    else:
        table_pieces.draw_card(image, box)
    drawing.draw_lines(
        image, ASIDE_MIDDLE, top + 2, lines, MEDIUM, LINE_PITCH, anchor="m", lit=not chosen
    )


def _draw_actions(image: Image.Image, view: View, chosen: str) -> None:
    for number, action in enumerate(OTHER_ACTIONS):
        y = BODY_TOP + number * menus.ROW_HEIGHT
        box = (ASIDE_X - 2, y, SAFE_WIDTH, y + menus.ROW_HEIGHT)
        if action == chosen:
            drawing.draw_bar(image, box)
        word = view.words.say(f"action.{action}")
        draw_text(image, ASIDE_X, y + 2, word, MEDIUM, ASIDE_WIDTH - 2, lit=action != chosen)


def _draw_pointed_at(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """Draw the cards that a field takes, and what stands there; on a whole row only the first."""
    table, at = entry.table, entry.at
    is_row = entry.mode is CursorMode.ROW
    draw_needed_cards(image, *([at.row] if is_row else [at.row, at.column]))
    _draw_stock(image, table)
    thought, name = view.thinking_time_of(table.seat), table.player.name
    if text_width(name, TEXT) + text_width(thought, SMALL) + drawing.HEADER_GAP <= ASIDE_WIDTH:
        draw_text(image, SAFE_WIDTH, drawing.SMALL_HEADER_Y, thought, SMALL, anchor="r")
    tower = None if is_row else tower_of(table.board.stacks[at])
    kind = None if is_row else table.kinds.get(at)
    if tower is not None:
        shape = assign_shapes(table.players)[tower.owner]
        draw_shape(image, ASIDE_X, POINTED_Y, POINTED_SIZE, shape, roofed=tower.roofed)
        x, owner = ASIDE_X + POINTED_SIZE + 3, table.players[tower.owner].name
        drawing.draw_in_middle(image, x, POINTED_Y, owner, SAFE_WIDTH - x, MEDIUM, TEXT)
    if at == BASILICA and not is_row:
        drawing.draw_sign(image, ASIDE_X, POINTED_Y - 2, double_size(CATHEDRAL))
    if kind is not None:
        x, y = (KIND_X, POINTED_Y) if tower is None else (KIND_FOOT_X, FOOT_Y)
        drawing.draw_sign(image, x, y, double_size(KIND_SIGNS[kind]))
    if entry.action != BUILD:
        draw_foot(image, view.words.say(f"action.{entry.action}"), chosen=True)
    elif tower is not None:
        height = view.words.say("tower.height", height=tower.height)
        room = (ASIDE_WIDTH if kind is None else KIND_FOOT_X - ASIDE_X) - 2
        drawing.draw_in_middle(image, ASIDE_X, FOOT_Y, height, room, MEDIUM, TEXT)
    else:
        for number, action in enumerate(OTHER_ACTIONS):
            x = ASIDE_X + number * (ASIDE_WIDTH - 14) // (len(OTHER_ACTIONS) - 1)
            drawing.draw_sign(image, x, FOOT_Y, double_size(ACTIONS[action]))


def _draw_stock(image: Image.Image, table: BolognaTable) -> None:
    shape = assign_shapes(table.players)[table.seat]
    draw_shape(image, STOCK_X, ASIDE_TOP, 8, shape)
    draw_text(image, SAFE_WIDTH, ASIDE_TOP, str(table.player.stones), TEXT, anchor="r")
    y = ASIDE_TOP + STOCK_PITCH
    drawing.draw_sign(image, STOCK_X, y + 2, ROOF)
    draw_text(image, SAFE_WIDTH, y, str(table.player.roofs), TEXT, anchor="r")


def _draw_line(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """Draw how many stones are laid, how high their towers get, and what ends the line."""
    shape = assign_shapes(entry.table.players)[entry.table.seat]
    draw_shape(image, ASIDE_X, ASIDE_TOP, POINTED_SIZE, shape)
    count = f"+{len(entry.area)}"
    draw_text(image, ASIDE_X + POINTED_SIZE + 4, ASIDE_TOP, count, FIGURES)
    x = ASIDE_X
    for at in sorted(entry.area):
        height = min(entry.table.board.stacks[at].height + 1, HIGHEST)
        x = draw_text(image, x, HEIGHTS_Y, str(height), TEXT) + 7
    stop = entry.line.stop
    if stop is not None and entry.end == entry.line.fields[-1] and entry.end != entry.at:
        word = view.words.say(f"stop.{stop.reason}")
        draw_aside_paragraph(image, STOP_Y, word)


def draw_aside_paragraph(image: Image.Image, y: int, text: str) -> None:
    """Draw a text beside the board, as large as it fits."""
    lines = drawing.fit_paragraph(text, SAFE_HEIGHT - y, ASIDE_WIDTH, drawing.balance_lines)
    drawing.draw_lines(image, ASIDE_X, y, *lines)


def _draw_losses(image: Image.Image, view: View, entry: BoardPicker) -> None:
    """Draw the action, and what a plague covers or a fire takes from whom."""
    word = view.words.say(f"action.{entry.action}")
    table = entry.table
    stacks = [table.board.stacks[at] for at in entry.block]
    burnt = Counter(stack.stones[-1] for stack in stacks if stack.stones and stack.roof is None)
    if entry.action == FIRE and len(burnt) > 2:
        _draw_many_losses(image, view, word, burnt)
        return
    draw_aside_title(image, table.player.name)
    box = (ASIDE_X - 2, BODY_TOP, SAFE_WIDTH, BODY_TOP + menus.ROW_HEIGHT)
    drawing.draw_boxed_text(image, box, word, MEDIUM, chosen=True)
    if entry.action == PLAGUE:
        stones = sum(stack.height for stack in stacks)
        draw_aside_paragraph(image, POINTED_Y - 1, view.words.say("plague.takes", stones=stones))
        return
    for place, (seat, count) in enumerate(burnt.items()):
        _draw_loss(image, view, POINTED_Y + place * LINE_PITCH, seat, count, MEDIUM)


def _draw_many_losses(image: Image.Image, view: View, word: str, burnt: Mapping[int, int]) -> None:
    """Draw whom a fire costs how many stones; its bar takes the header's place to make room."""
    box = (ASIDE_X - 2, 0, SAFE_WIDTH, menus.ROW_HEIGHT - 1)
    drawing.draw_boxed_text(image, box, word, MEDIUM, chosen=True)
    for place, (seat, count) in enumerate(burnt.items()):
        _draw_loss(image, view, LOSSES_Y + place * LOSS_PITCH, seat, count, TEXT)


def _draw_loss(image: Image.Image, view: View, y: int, seat: int, count: int, font: Font) -> None:
    loss = f"-{count}"
    draw_text(image, SAFE_WIDTH, y, loss, font, anchor="r")
    room = ASIDE_WIDTH - text_width(loss, font) - 3
    draw_text(image, ASIDE_X, y, view.table.players[seat].name, font, room)


# A few choices -------------------------------------------------------------------------------


def draw_player_header(image: Image.Image, view: View, key: str) -> None:
    """Draw the name of the player, and what they do, as the header."""
    drawing.draw_header(image, view.table.player.name, verb=view.words.say(f"ask.{key}"))


def _draw_take(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    draw_player_header(image, view, "take")
    left = Counter(entry.choice.value if isinstance(entry.choice.value, tuple) else ())
    display = view.table.display
    for number in reversed(range(len(display))):  # of equal ones the last
        face = display[number]
        x = LEFT + number * CARD_PITCH
        box = (x, CARDS_Y[0], x + CARD_WIDTH, CARDS_Y[1])
        signs.draw_card(image, box, face, LARGE, chosen=left[face] > 0)
        left[face] -= 1
    _draw_news(image, view)


def _draw_pair(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    draw_player_header(image, view, "with")
    for number, face in enumerate(CardPair(entry.choice.word).cards):
        x = LEFT + (number + 1) * CARD_PITCH
        box = (x, CARDS_Y[0], x + CARD_WIDTH, CARDS_Y[1])
        signs.draw_card(image, box, face, LARGE, chosen=True)
    _draw_arrows(image, entry, LEFT, sum(CARDS_Y) // 2)
    _draw_news(image, view)


def _draw_kind(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    draw_player_header(image, view, "kind")
    right = draw_pad(image, LEFT, entry.pad, entry.choice.word, KIND_SIGNS)
    word = view.words.say(f"kind.{entry.choice.word}")
    font = drawing.largest_font(word, SAFE_WIDTH - right - 4, MEDIUM, SMALL)
    middle = (right + SAFE_WIDTH) // 2
    draw_text(image, middle, FOOT_Y, word, font, anchor="m")
    rows = double_size(double_size(KIND_SIGNS[entry.choice.word]))
    drawing.draw_sign(image, middle - len(rows[0]) // 2, BODY_TOP + 2, rows)


def _draw_roof(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw the board with the tower that gets or loses a roof, and the roofs in stock."""
    table, at = view.table, entry.choice.value
    draw_board(image, table, (BoardField(str(at)),) if at in table.board.stacks else ())
    draw_aside_title(image, table.player.name)
    rows = double_size(ROOF)
    drawing.draw_sign(image, ASIDE_MIDDLE - len(rows[0]) - 1, BODY_TOP + 4, rows)
    draw_text(image, ASIDE_MIDDLE + 3, BODY_TOP, str(table.player.roofs), FIGURES)
    where = "none" if at == "none" else entry.question.key
    draw_aside_paragraph(image, POINTED_Y, view.words.say(f"roof.{where}"))
    _draw_arrows(image, entry, ASIDE_X, BODY_TOP + 6)


def _draw_list(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    key = entry.question.key
    rows = [menus.ListRow(view.words.say(f"{key}.{choice.word}")) for choice in entry.choices]
    asked = view.words.say(f"ask.{key}")
    if key == "pile":
        menus.draw_list(image, asked, rows, entry.at)
        return
    news, _ = _find_news(view)
    menus.draw_list(image, view.table.player.name, rows, entry.at, verb=news or asked)


CHOICES: Mapping[str, EntryScreen] = {
    "take": _draw_take,
    "with": _draw_pair,
    "kind": _draw_kind,
    "secure": _draw_roof,
    "from": _draw_roof,
    "show": _draw_list,
    "pile": _draw_list,
}


def _draw_news(image: Image.Image, view: View) -> None:
    """Draw what the last answer has brought, below the cards."""
    news, rows = _find_news(view)
    if news:
        drawing.draw_sign(image, LEFT, NEWS_Y - 1, double_size(rows))
        x = LEFT + 2 * len(rows[0]) + 4
        draw_text(image, x, NEWS_Y, news, MEDIUM, SAFE_WIDTH - x)


def _find_news(view: View) -> tuple[str, Sequence[str]]:
    events = view.session.events if view.session is not None else []
    for event in events:
        if isinstance(event, KindCollected):
            return view.words.say(f"kind.{event.kind}"), KIND_SIGNS[event.kind]
        if isinstance(event, TowerSecured):
            return view.words.say("news.roof"), ROOF
        if isinstance(event, StonesBurnt) and event.stones:
            return view.words.say("news.burnt", stones=len(event.stones)), ACTIONS[FIRE]
    return "", ()


def _draw_arrows(image: Image.Image, entry: ChoicePicker, left: int, middle: int) -> None:
    if len(entry.choices) > 1:
        drawing.draw_sign(image, left, middle - 3, drawing.ARROW_LEFT)
        drawing.draw_sign(image, SAFE_WIDTH - 4, middle - 3, drawing.ARROW_RIGHT)
