"""What was said before, in words: taken back, done again, chosen to be said anew, and its price."""

from collections.abc import Sequence

from PIL import Image

from companion.entry.mending import Changed, Deed, NoLonger, StrokePicker, Told, Turn, TurnPicker
from companion.games.changes import Change, FlagChanged, Holder
from companion.screens import drawing
from companion.screens.drawing import HIGH, WIDE, write
from companion.screens.lettering import ELLIPSIS, SMALL, TEXT, wrap
from companion.screens.menus import band, has_room, listing, page
from companion.screens.view import View
from companion.text.deeds import in_words

PITCH = 9
FEET = ("amend.keep", "amend.drop")
TOP, BOTTOM = 12, HIGH - 14
"""Between these rows stand the lines that tell what has changed."""


def told(image: Image.Image, view: View, what: Told) -> None:
    """That a deed is taken back, or done again, in a band; so many of its answers as have room."""
    who, pairs = what.deed
    fewer = range(len(pairs) - 1, 0, -1)
    deeds = [in_words(view.words, who, pairs)]
    deeds += [in_words(view.words, who, pairs[:kept]) + ELLIPSIS for kept in fewer]
    bands = [view.words.say(f"told.{what.how}", deed=deed) for deed in deeds]
    band(image, next(filter(has_room, bands), bands[-1]))


def turn_picker(image: Image.Image, view: View, entry: TurnPicker) -> None:
    """The turns by their first words, one of them pointed at."""
    labels = [_turn(view, turn) for turn in entry.turns]
    listing(image, view.words.say("amend.turns"), labels, entry.at)


def stroke_picker(image: Image.Image, view: View, entry: StrokePicker) -> None:
    """What was said in a turn, one of it pointed at."""
    labels = [_words(view, stroke.deed) for stroke in entry.turn.strokes]
    number = entry.turn.number
    title = view.words.say("amend.turn" if number else "amend.setup", number=number)
    listing(image, title, labels, entry.at)


def no_longer(image: Image.Image, view: View, entry: NoLonger) -> None:
    """What no longer fits, and why; it is asked anew."""
    words = view.words
    if entry.deed is None:
        page(image, view, words.say("amend.asked-now"), ("foot.on",))
        return
    why = words.why(entry.why, entry.key) if entry.why is not None else words.say("amend.another")
    sentence = words.say("amend.no-longer", deed=_words(view, entry.deed), why=why)
    page(image, view, sentence, ("foot.on",))


def changed(image: Image.Image, view: View, entry: Changed) -> None:
    """Points and flags that change, what is left out, and the two ways on."""
    words = view.words
    write(image, 0, 2, words.say("amend.changes"), TEXT, WIDE)
    told = [_change(view, each) for each in entry.changes]
    told += [words.say("amend.left-out", deed=_words(view, deed)) for deed in entry.left_out]
    shown = told[entry.first :] or [words.say("amend.nothing")]
    lines = [line for each in shown for line in wrap(each, SMALL, WIDE - 9)]
    fit = (BOTTOM - TOP) // PITCH
    drawing.write_lines(image, 0, TOP + 2, lines[:fit], SMALL, PITCH)
    if entry.first > 0:
        drawing.sign(image, WIDE - 7, TOP + 2, drawing.UP)
    if len(lines) > fit and entry.first < len(told) - 1:
        drawing.sign(image, WIDE - 7, BOTTOM - 6, drawing.DOWN)
    drawing.rule(image, BOTTOM)
    keep, drop = (words.say(foot) for foot in FEET)
    write(image, 0, BOTTOM + 4, keep, SMALL, WIDE // 2)
    write(image, WIDE, BOTTOM + 4, drop, SMALL, WIDE // 2, anchor="r")


def _words(view: View, deed: Deed) -> str:
    return in_words(view.words, *deed)


def _turn(view: View, turn: Turn) -> str:
    if not turn.number:
        return view.words.say("amend.setup")
    deed = _words(view, turn.strokes[0].deed)
    return view.words.say("amend.a-turn", number=turn.number, deed=deed)


def _change(view: View, change: Change) -> str:
    if not isinstance(change, FlagChanged):
        name = view.table.players[change.seat].name
        values = {"before": change.before, "after": change.after}
        return view.words.say("amend.points", player=name, **values)
    holders: Sequence[Holder | None] = (change.before, change.after)
    before, after = (_holder(view, each) for each in holders)
    say = view.words.say
    return say("amend.flag", chip=change.chip, card=change.scoring, before=before, after=after)


def _holder(view: View, holder: Holder | None) -> str:
    if holder is None:
        return view.words.say("amend.not-held")
    players = view.table.players
    seat = holder.seat
    name = players[seat].name if seat is not None else view.words.say("amend.nobody")
    return view.words.say("amend.holder", player=name, style=holder.style)
