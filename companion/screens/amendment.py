"""What was said before, in words: taken back, done again, chosen to be said anew, and its price."""

from PIL import Image

from companion.core.changes import Change, PointsChanged
from companion.input.amendment import (
    Action,
    AmendableTurn,
    AmendmentPreview,
    ConflictNotice,
    StrokePicker,
    TurnPicker,
    UndoNotice,
)
from companion.screens import drawing
from companion.screens.drawing import HIGH, WIDE, write
from companion.screens.fonts import ELLIPSIS, SMALL, TEXT, wrap
from companion.screens.menus import band, has_room, listing, page
from companion.screens.view import View
from companion.text.action_text import describe_action

PITCH = 9
FEET = ("amend.keep", "amend.drop")
TOP, BOTTOM = 12, HIGH - 14
"""Between these rows stand the lines that tell what has changed."""


def undo_notice(image: Image.Image, view: View, notice: UndoNotice) -> None:
    """Draw what was undone or redone in a band, with as many of its answers as have room."""
    who, pairs = notice.action
    fewer = range(len(pairs) - 1, 0, -1)
    actions = [describe_action(view.words, who, pairs)]
    actions += [describe_action(view.words, who, pairs[:kept]) + ELLIPSIS for kept in fewer]
    bands = [view.words.say(f"told.{notice.how}", action=action) for action in actions]
    band(image, next(filter(has_room, bands), bands[-1]))


def turn_picker(image: Image.Image, view: View, entry: TurnPicker) -> None:
    """The turns by their first words, one of them pointed at."""
    labels = [_turn(view, turn) for turn in entry.turns]
    listing(image, view.words.say("amend.turns"), labels, entry.at)


def stroke_picker(image: Image.Image, view: View, entry: StrokePicker) -> None:
    """What was said in a turn, one of it pointed at."""
    labels = [_words(view, stroke.action) for stroke in entry.turn.strokes]
    number = entry.turn.number
    title = view.words.say("amend.turn" if number else "amend.setup", number=number)
    listing(image, title, labels, entry.at)


def conflict_notice(image: Image.Image, view: View, entry: ConflictNotice) -> None:
    """What no longer fits, and why; it is asked anew."""
    words = view.words
    if entry.action is None:
        page(image, view, words.say("amend.asked-now"), ("foot.on",))
        return
    why = words.why(entry.why, entry.key) if entry.why is not None else words.say("amend.another")
    sentence = words.say("amend.no-longer", action=_words(view, entry.action), why=why)
    page(image, view, sentence, ("foot.on",))


def changed(image: Image.Image, view: View, entry: AmendmentPreview) -> None:
    """Points and flags that change, what is left out, and the two ways on."""
    words = view.words
    write(image, 0, 2, words.say("amend.changes"), TEXT, WIDE)
    told = [_change(view, each) for each in entry.changes]
    told += [words.say("amend.left-out", action=_words(view, action)) for action in entry.left_out]
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


def _words(view: View, action: Action) -> str:
    return describe_action(view.words, *action)


def _turn(view: View, turn: AmendableTurn) -> str:
    if not turn.number:
        return view.words.say("amend.setup")
    action = _words(view, turn.strokes[0].action)
    return view.words.say("amend.a-turn", number=turn.number, action=action)


def _change(view: View, change: Change) -> str:
    if isinstance(change, PointsChanged):
        name = view.table.players[change.seat].name
        values = {"before": change.before, "after": change.after}
        return view.words.say("amend.points", player=name, **values)
    assert view.screens.describe_change is not None, "the game tells of changes it has words for"
    return view.screens.describe_change(view, change)
