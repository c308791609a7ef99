"""Draws undo and redo notices, and the screens on which an earlier answer is amended."""

from PIL import Image

from companion.core.changes import Change, PlayerChanged, PointsChanged
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
from companion.screens.drawing import BODY_TOP, LEFT, SAFE_WIDTH, TEXT_WIDTH
from companion.screens.fonts import ELLIPSIS, TEXT, wrap_text
from companion.screens.menus import ListRow, draw_feet, draw_list, draw_page, draw_panel, fits_panel
from companion.screens.view import View
from companion.text.action_text import describe_action

PITCH = 10
FEET = ("amend.keep", "amend.drop")


def draw_undo_notice(image: Image.Image, view: View, what: UndoNotice) -> None:
    """Draw which action was undone or redone, with as many of its answers as fit into a notice."""
    who, pairs = what.action
    fewer = range(len(pairs) - 1, 0, -1)
    actions = [describe_action(view.words, who, pairs)]
    actions += [describe_action(view.words, who, pairs[:kept]) + ELLIPSIS for kept in fewer]
    notices = [view.words.say(f"told.{what.how}", action=action) for action in actions]
    draw_panel(image, next(filter(fits_panel, notices), notices[-1]))


def draw_turn_picker(image: Image.Image, view: View, entry: TurnPicker) -> None:
    """Draw the list of turns, each by its first action."""
    labels = [_turn_in_words(view, turn) for turn in entry.turns]
    draw_list(image, view.words.say("amend.turns"), [ListRow(each) for each in labels], entry.at)


def draw_stroke_picker(image: Image.Image, view: View, entry: StrokePicker) -> None:
    """Draw the list of the actions in a turn."""
    labels = [_action_in_words(view, stroke.action) for stroke in entry.turn.strokes]
    number = entry.turn.number
    title = view.words.say("amend.turn" if number else "amend.setup", number=number)
    draw_list(image, title, [ListRow(each) for each in labels], entry.at)


def draw_conflict_notice(image: Image.Image, view: View, entry: ConflictNotice) -> None:
    """Draw which later answer no longer fits, and why; it is asked again."""
    words = view.words
    if entry.action is None:
        draw_page(image, view, words.say("amend.asked-now"), ("foot.on",))
        return
    why = words.why(entry.why, entry.key) if entry.why is not None else words.say("amend.another")
    sentence = words.say("amend.no-longer", action=_action_in_words(view, entry.action), why=why)
    draw_page(image, view, sentence, ("foot.on",))


def draw_amendment_preview(image: Image.Image, view: View, entry: AmendmentPreview) -> None:
    """Draw what an amendment changes and leaves out, and what OK and BACK do."""
    words = view.words
    drawing.draw_header(image, words.say("amend.changes"))
    changes = [_change_in_words(view, each) for each in entry.changes]
    changes += [
        words.say("amend.left-out", action=_action_in_words(view, action))
        for action in entry.left_out
    ]
    shown = changes[entry.first :] or [words.say("amend.nothing")]
    bottom = draw_feet(image, view, FEET)
    fit = (bottom - BODY_TOP) // PITCH
    lines, ends = [], [0]
    for each in shown:
        lines += wrap_text(each, TEXT, TEXT_WIDTH - 5)
        ends.append(len(lines))
    whole = max(end for end in ends if end <= fit) or fit
    drawing.draw_lines(image, LEFT, BODY_TOP, lines[:whole], TEXT, PITCH)
    if entry.first > 0:
        drawing.draw_sign(image, SAFE_WIDTH - 7, BODY_TOP, drawing.ARROW_UP)
    if len(lines) > whole and entry.first < len(changes) - 1:
        drawing.draw_sign(image, SAFE_WIDTH - 7, bottom - 6, drawing.ARROW_DOWN)


def _action_in_words(view: View, action: Action) -> str:
    return describe_action(view.words, *action)


def _turn_in_words(view: View, turn: AmendableTurn) -> str:
    if not turn.number:
        return view.words.say("amend.setup")
    action = _action_in_words(view, turn.strokes[0].action)
    return view.words.say("amend.a-turn", number=turn.number, action=action)


def _change_in_words(view: View, change: Change) -> str:
    if isinstance(change, PlayerChanged):
        return _player_change_in_words(view, change)
    if isinstance(change, PointsChanged):
        name = view.table.players[change.seat].name
        values = {"before": change.before, "after": change.after}
        return view.words.say("amend.points", player=name, **values)
    assert view.screens.describe_change is not None, "a game with other changes describes them"
    return view.screens.describe_change(view, change)


def _player_change_in_words(view: View, change: PlayerChanged) -> str:
    words, before, after = view.words, change.before, change.after
    if before.name != after.name:
        number = change.seat + 1
        return words.say("amend.player", number=number, before=before.name, after=after.name)
    colours = [words.named("colour", each.colour or "") for each in (before, after)]
    return words.say("amend.points", player=after.name, before=colours[0], after=colours[1])
