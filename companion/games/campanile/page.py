"""The pictures of a Campanile's table on the phone page: towers, cards, flags."""

from companion.core.snapshot import Pieces, Pile, Places, TableSnapshot
from companion.games.campanile.card_picture import draw_cards
from companion.games.campanile.flag_picture import draw_flags
from companion.games.campanile.tower_picture import draw_towers
from companion.games.table_drawing import Layout, TableDrawing, TablePicture
from companion.text import Words

CARDS = ("open", "pile")


def draw_table(table: TableSnapshot, words: Words) -> TableDrawing:
    """Draw what lies on the table; cards only where they are tracked."""
    pictures = []
    cards = [part for part in table.parts if isinstance(part, (Pieces, Pile)) and part.key in CARDS]
    for part in table.parts:
        if not isinstance(part, Places):
            continue
        if part.key == "towers":
            drawn = draw_towers(part, table, words)
            pictures.append(TablePicture(("towers",), drawn, Layout.BROAD, tells_all=False))
        else:
            flags = draw_flags(part)
            pictures.append(TablePicture((part.key,), flags, Layout.SMALL))
    if cards and not any(_is_untracked(part) for part in cards):
        heading = words.say("web.cards")
        drawn = draw_cards(cards, words)
        pictures.append(TablePicture(CARDS, drawn, Layout.SMALL, heading))
    return TableDrawing(pictures)


def _is_untracked(part: Pieces | Pile) -> bool:
    return (part.pieces if isinstance(part, Pieces) else part.open) is None
