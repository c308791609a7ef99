"""Pictures of sentences in their bands: why something is refused or doubted, and what was said.

What a sentence is filled with is the longest that it can be filled with in its language.
"""

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from companion.core.conversation import CORRECTION_KEY, CommonReason
from companion.core.corrections import CorrectionReason
from companion.core.game_base import SeatingReason
from companion.games.campanile.rules.towers import STYLES
from companion.text import Words
from companion.text.question_text import describe_action
from companion.ui.input.entry import PanelKeyReason
from companion.ui.screens import drawing, fonts, menus, panels
from companion.ui.screens.fonts import SMALL
from tests.text.every import HOUSES, Key, every_key
from tests.text.forms import corrections
from tests.ui.screens.every import staged
from tests.ui.screens.fitting import Picture, Pictures

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
    "placed": 30,
    "most": 4,
    "left": 68,
    "nth": 2,
}
OF_CAPITOL: Mapping[str, object] = {
    **SHARED,
    "prefecture": "Campus Marti",
    "hue": ("light-blue", "purple", "pink"),
    "kind": ("roof", "floor", "permit"),
    "building": ("fountain", "temple", "amphitheatre"),
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
LONGEST = {
    "": OF_CAMPANILE,
    "campanile-2009": OF_CAMPANILE,
    "bologna-towers": OF_BOLOGNA,
    "capitol": OF_CAPITOL,
}
OF_ANY_GAME = {*CommonReason, *SeatingReason, *CorrectionReason, *PanelKeyReason}
IN_RECORDS_ONLY = {
    *(
        CommonReason.NOT_ASKED,
        CommonReason.LIST_LENGTH,
        CommonReason.GAME_OVER,
        CommonReason.GAME_FAULT,  # said at the device, too, as far as there is room
        CommonReason.NOT_INSTALLED,
        CommonReason.UNKNOWN_CORRECTION,
    ),
    *(CorrectionReason.FORM, CorrectionReason.LEADING_ZERO, CorrectionReason.NO_SUCH_PLAYER),
    *("board-form", "board-colour"),
    *("stones-in-all", "tower-roofs-in-all", "no-block"),
}
"""What can't be said at the device: told by the command line, which has room."""
DOUBTED = {
    *("hand-known", "style-used-up", "only-scoring-cards"),
    *("finito-early", "finito-first", "intermezzo-early"),
    *("cards-not-held", "specials-seen", "scoring-seen", "scoring-early"),
    *("pile-not-empty", "pile-too-small", "no-plague", "can-act"),
    *("board-unusual", "hand-empty-of", "bid-beyond-hand"),
    *("discards-beyond-hand", "stack-gone"),
}
"""What may be so: told over the two ways on."""


def reasons() -> Pictures:
    for each in every_key():
        kind, _, rest = each.key.partition(".")
        reason, _, _ = rest.partition(".")
        is_said = reason in OF_ANY_GAME or (each.game and not is_of_a_map(reason))
        if kind == "reason" and is_said and reason not in IN_RECORDS_ONLY:
            drawn = _doubt if reason in DOUBTED else _refusal
            yield each.name, Picture(drawn(each), is_covered=True)


def is_of_a_map(reason: str) -> bool:
    """Whether it is told of a file, or of a map written in a record."""
    return reason.startswith("map-")


def _refusal(of: Key) -> Callable[[Words], Image.Image]:
    def draw(words: Words) -> Image.Image:
        image, words = drawing.blank_image(), words.of(of.game)
        panels.draw_panel(image, words.say(of.key, **filled(words, LONGEST[of.game])), refused=True)
        return image

    return draw


def _doubt(of: Key, foot: str = "doubt.ok") -> Callable[[Words], Image.Image]:
    def draw(words: Words) -> Image.Image:
        image, words = drawing.blank_image(), words.of(of.game)
        view = staged("doubt")._replace(words=words)
        sentence = words.say(of.key, **filled(words, LONGEST[of.game]))
        menus.draw_page(image, view, sentence, (foot, "doubt.back"))
        return image

    return draw


def doubts() -> Pictures:
    reasons = {
        "": Key("campanile-2009", "reason.finito-early"),
        "capitol": Key("capitol", "reason.hand-empty-of"),
    }
    for each in (each for each in every_key() if each.key.startswith("doubt.ok")):
        yield each.name, Picture(_doubt(reasons[each.game], each.key))


def filled(words: Words, longest: Mapping[str, object]) -> dict[str, object]:
    """The values in the language: of words that may stand in a place, the widest one."""
    kinds = words.kinds
    return {
        name: widest(words, kinds[name], each) if name in kinds else each
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
UNPHRASED = ("dice", "3")
"""A pair that has no phrase of its own."""


def actions() -> Pictures:
    for each in (each for each in every_key() if each.key.startswith("did.")):
        keys, _, word = each.key.removeprefix("did.").partition(".")
        if keys not in ("of", "other", "correct"):
            pairs = [(key, word) for key in keys.split("+")]
            for game in [each.game] if each.game else HOUSES:
                yield f"{each.name} {game}", Picture(_action(game, pairs))
    yield "unphrased", Picture(_action("", [UNPHRASED]))
    for game, key, word in corrections():
        yield f"{game} {key} {word}", Picture(_action(game, [(key, word)]))
    for each in (each for each in every_key() if each.key.startswith("undo.")):
        yield each.name, Picture(_action("campanile-2009", [("marker", "")], each.key))


def _action(
    game: str, pairs: Sequence[tuple[str, str]], how: str = ""
) -> Callable[[Words], Image.Image]:
    """An action undone or done again, whichever is wider."""

    def draw(words: Words) -> Image.Image:
        image, words = drawing.blank_image(), words.of(game)
        said = [(key, word or SAID.get(key) or _wide_style(words, key)) for key, word in pairs]
        who = "" if pairs[0][0].startswith(CORRECTION_KEY) else PLAYER
        action = describe_action(words, who, said)
        wider = max(("undo.undone", "undo.redone"), key=lambda key: len(words.say(key, action="")))
        panels.draw_panel(image, words.say(how or wider, action=action))
        return image

    return draw


def _wide_style(words: Words, key: str) -> str:
    """The widest style; the next widest for where a marker moves to: that is another tower."""
    first = str(widest(words, "style", STYLES))
    if key != "to":
        return first
    return str(widest(words, "style", tuple(style for style in STYLES if style != first)))
