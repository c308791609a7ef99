"""Why Capitol refuses an answer or a correction; `words.py` has the sentences."""

from companion.core.conversation import Reason


class CapitolReason(Reason):
    """Reasons of Capitol."""

    # The board
    BOARD_FORM = "board-form"
    BOARD_COLOUR = "board-colour"
    BOARD_COLOUR_FULL = "board-colour-full"
    BOARD_SITES = "board-sites"
    BOARD_UNUSUAL = "board-unusual"
    # Building
    HAND_EMPTY_OF = "hand-empty-of"
    NO_OPEN_HOUSE = "no-open-house"
    NO_ROOF = "no-roof"
    NO_FINISHED_HOUSE = "no-finished-house"
    NOWHERE_FITS = "nowhere-fits"
    NO_SUCH_HOUSE = "no-such-house"
    NO_SMALL_SITE = "no-small-site"
    NO_LARGE_SITE = "no-large-site"
    NO_HOUSE_FITS = "no-house-fits"
    OTHER_SHAPE = "other-shape"
    THIRD_SHAPE = "third-shape"
    FIRST_HEIGHT = "first-height"
    HEIGHT = "height"
    # Auctions and drawing
    BID_BEYOND_HAND = "bid-beyond-hand"
    DISCARDS_SUM = "discards-sum"
    DISCARDS_BEYOND_HAND = "discards-beyond-hand"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_FEW_CARDS = "too-few-cards"
    STACK_GONE = "stack-gone"
    # Corrections
    NO_SUCH_PREFECTURE = "no-such-prefecture"
    NO_SUCH_ROUND = "no-such-round"
    NOT_SO_MANY = "not-so-many"
    TOO_TALL = "too-tall"
    HOUSE_TOO_TALL = "house-too-tall"
    BLOCKS_IN_ALL = "blocks-in-all"
    ROOFS_IN_ALL = "roofs-in-all"
    BUILDINGS_IN_ALL = "buildings-in-all"
    CARDS_IN_ALL = "cards-in-all"
    TOO_MANY_THERE = "too-many-there"
    ONLY_WHILE_BUILDING = "only-while-building"
