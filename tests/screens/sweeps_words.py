"""Pictures of sentences in their bands: why something is refused or doubted, and what was said.

What a sentence is filled with is the longest that it can be filled with in its language.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PIL import Image

from companion.core.conversation import CommonReason, Reason
from companion.core.corrections import CorrectionReason
from companion.core.seating import SeatingReason
from companion.games.bologna.rules.board import BoardReason
from companion.games.bologna.rules.cards import CardReason
from companion.games.bologna.rules.table import BolognaReason
from companion.games.campanile.rules.table import CampanileReason
from companion.games.campanile.rules.table1996 import BetReason
from companion.games.campanile.rules.towers import STYLES
from companion.games.capitol.rules.reasons import CapitolReason
from companion.input.entry import PanelKeyReason
from companion.screens import drawing, menus
from companion.screens import fonts as fonts
from companion.screens.fonts import SMALL
from companion.text import Words
from companion.text.action_text import CORRECT, in_words
from companion.text.en import WORDS
from companion.text.words import KINDS
from tests.screens.fitting import Picture, Pictures, staged
from tests.text.forms import corrections

# Why something is refused -------------------------------------------------------------------------

PLAYER = "Maximiliane"
SHARED: Mapping[str, object] = {"player": PLAYER, "name": PLAYER, "choices": ("1", "2", "3")}
OF_CAMPANILE: Mapping[str, object] = {
    **SHARED,
    "style": STYLES,
    "known_styles": [STYLES] * 3,
    "colour": ("red", "yellow", "green", "black", "white"),
    "card": ("intermezzo", "finito"),
    "variant": ("move-markers", "higher-chips", "extended-tower", "extended-only"),
    "marker": 3,
    "chip": 6,
    "most": 12,
    "floors": 3,
    "cards": 45,
    "fewest": 12,
}
SPECIALS = (*(f"plague-{n}" for n in range(2, 9)), *(f"fire-{n}" for n in range(2, 9)))
OF_BOLOGNA: Mapping[str, object] = {
    **SHARED,
    "field": "8-8",
    "card": SPECIALS,
    "cards": [SPECIALS] * 2,
    "known_cards": [SPECIALS] * 3,
    "special": ("plague", "fire"),
    "stones": 30,
    "most": 4,
    "left": 68,
    "nth": 2,
}
OF_CAPITOL: Mapping[str, object] = {
    **SHARED,
    "prefecture": "Campus Marti",
    "hue": ("light-blue", "purple", "pink"),
    "kind": ("roof", "floor", "permit"),
    "shape": ("round", "square"),
    "shapes": ["round", "square"],
    "heights": ("10", "11"),
    "height": 11,
    "low": 10,
    "high": 11,
    "most": 272,
    "least": 12,
    "bid": 272,
}
REASONS: Sequence[tuple[Sequence[type[Reason]], Mapping[str, object]]] = (
    (
        (CommonReason, SeatingReason, CampanileReason, BetReason, CorrectionReason, PanelKeyReason),
        OF_CAMPANILE,
    ),
    ((BoardReason, BolognaReason, CardReason), OF_BOLOGNA),
    ((CapitolReason,), OF_CAPITOL),
)
IN_RECORDS_ONLY = {
    *(
        CommonReason.NOT_ASKED,
        CommonReason.LIST_LENGTH,
        CommonReason.GAME_OVER,
        CommonReason.UNKNOWN_CORRECTION,
    ),
    *(CorrectionReason.FORM, CorrectionReason.LEADING_ZERO, CorrectionReason.NO_SUCH_PLAYER),
    *(CapitolReason.BOARD_FORM, CapitolReason.BOARD_COLOUR),
}
"""What can't be said at the device: told by the command line, which has room."""
DOUBTED = {
    *(
        CampanileReason.HAND_KNOWN,
        CampanileReason.STYLE_USED_UP,
        CampanileReason.ONLY_SCORING_CARDS,
    ),
    *(CampanileReason.FINITO_EARLY, CampanileReason.FINITO_FIRST, CampanileReason.INTERMEZZO_EARLY),
    *(*CardReason, BolognaReason.NO_PLAGUE, BolognaReason.CAN_ACT),
    *(CapitolReason.BOARD_UNUSUAL, CapitolReason.HAND_EMPTY_OF, CapitolReason.BID_BEYOND_HAND),
    *(CapitolReason.DISCARDS_BEYOND_HAND, CapitolReason.STACK_GONE),
}
"""What may be so: told over the two ways on."""


def reasons() -> Pictures:
    for kinds, longest in REASONS:
        for reason in (each for kind in kinds for each in kind):
            if reason not in IN_RECORDS_ONLY:
                name = f"reason.{reason}"
                for key in (key for key in WORDS if key == name or key.startswith(f"{name}.")):
                    drawn = _doubt if reason in DOUBTED else _refusal
                    yield key, Picture(drawn(key, longest), is_covered=True)


def _refusal(key: str, longest: Mapping[str, object]) -> Callable[[Words], Image.Image]:
    def draw(words: Words) -> Image.Image:
        image = drawing.blank_image()
        menus.draw_band(image, words.say(key, **filled(words, longest)), "!")
        return image

    return draw


def _doubt(
    key: str, longest: Mapping[str, object], foot: str = "doubt.ok"
) -> Callable[[Words], Image.Image]:
    def draw(words: Words) -> Image.Image:
        image = drawing.blank_image()
        view = replace(staged("doubt"), words=words)
        menus.draw_page(image, view, words.say(key, **filled(words, longest)), (foot, "doubt.back"))
        return image

    return draw


def doubts() -> Pictures:
    for key in (key for key in WORDS if key.startswith("doubt.ok")):
        yield key, Picture(_doubt(f"reason.{CampanileReason.FINITO_EARLY}", {}, key))


def filled(words: Words, longest: Mapping[str, object]) -> dict[str, object]:
    """The values in the language: of words that may stand in a place, the widest one."""
    return {
        name: widest(words, KINDS[name], each) if name in KINDS else each
        for name, each in longest.items()
    }


def widest(words: Words, kind: str, which: object) -> object:
    """Of a tuple of keys the one whose word is widest; of a list, each by itself."""
    if isinstance(which, list):
        return tuple(str(widest(words, kind, each)) for each in which)
    if not isinstance(which, tuple):
        return which
    return max(which, key=lambda key: fonts.text_width(words.named(kind, key), SMALL))


# What was said ------------------------------------------------------------------------------------

SAID: Mapping[str, str] = {
    "player": PLAYER,
    "colour": "yellow",
    "row": ",".join(STYLES),
    "variant": "extended-tower",
    "open": "yellow,yellow,yellow",
    "floors": "3",
    "value": "6",
    "show": "intermezzo",
    "build": "8-8",
    "plague": "8-8",
    "fire": "8-8",
    "with": "plague-8+plague-7",
    "discard": "plague-8,plague-7",
    "kind": "craftsman",
    "secure": "8-8",
    "from": "8-8",
    **dict.fromkeys(("prefecture", "site", "place"), "Campus Marti"),
    "play": "permit",
    "blank": "permit",
    "blocks": "new,new",
    "roof": "11:square",
    "house": "11:square",
    "bid": "272",
    "discards": "2,12,12",
    "draw": "2,12,12",
}
"""Long words of a record by their keys; of all others the widest style."""
UNPHRASED = (*corrections(), ("dice", "3"))
"""Pairs that have no phrase of their own."""


def actions() -> Pictures:
    phrases = [key.removeprefix("did.") for key in WORDS if key.startswith("did.")]
    for phrase in (each for each in phrases if each not in ("of", "other", "correct")):
        keys, _, word = phrase.partition(".")
        yield f"did.{phrase}", Picture(_action([(key, word) for key in keys.split("+")]))
    for key, word in UNPHRASED:
        yield f"{key} {word}", Picture(_action([(key, word)]))
    for key in (key for key in WORDS if key.startswith("told.")):
        yield key, Picture(_action([("marker", "")], key))


def _action(pairs: Sequence[tuple[str, str]], how: str = "") -> Callable[[Words], Image.Image]:
    """A action undone or done again, whichever is wider."""

    def draw(words: Words) -> Image.Image:
        image = drawing.blank_image()
        said = [(key, word or SAID.get(key) or _widest_style(words)) for key, word in pairs]
        who = "" if pairs[0][0].startswith(CORRECT) else PLAYER
        action = in_words(words, who, said)
        wider = max(("told.undone", "told.redone"), key=lambda key: len(words.say(key, action="")))
        menus.draw_band(image, words.say(how or wider, action=action))
        return image

    return draw


def _widest_style(words: Words) -> str:
    return str(widest(words, "style", STYLES))
