"""Draws undo and redo notices, and the screens on which an earlier answer is amended."""

from collections.abc import Mapping

from PIL import Image

from companion.core.game_history import Change, PlayerChanged, PointsChanged
from companion.text.question_text import describe_action
from companion.ui.input.amendment import (
    Action,
    AmendableTurn,
    AmendmentPreview,
    ConflictNotice,
    StrokePicker,
    TurnPicker,
    UndoNotice,
)
from companion.ui.screens import drawing
from companion.ui.screens.drawing import BODY_TOP, LEFT, SAFE_WIDTH, TEXT_WIDTH
from companion.ui.screens.fonts import ELLIPSIS, TEXT, wrap_text
from companion.ui.screens.menus import SCROLLBAR_WIDTH, ListRow, draw_feet, draw_list, draw_page
from companion.ui.screens.panels import draw_panel, fits_panel
from companion.ui.screens.view import EntryScreen, View

PITCHES = (12, 10)
"""Rows from one line of the changes to the next: the first with which all fit, or else
`LEAST_LINES`."""
LEAST_LINES = 3
BAR_GAP = 4
"""Columns from the lines to the scrollbar, at least."""
FEET = ("amend.keep", "amend.drop")


def draw_undo_notice(image: Image.Image, view: View, what: UndoNotice) -> None:
    """Draw which action was undone or redone, with as many of its answers as fit into a notice."""
    who, pairs = what.action
    fewer = range(len(pairs) - 1, 0, -1)
    actions = [describe_action(view.words, who, pairs)]
    actions += [describe_action(view.words, who, pairs[:kept]) + ELLIPSIS for kept in fewer]
    notices = [view.words.say(f"undo.{what.how}", action=action) for action in actions]
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
    drawing.draw_header(image, words.say("amend.preview"))
    changes = [_change_in_words(view, each) for each in entry.changes]
    changes += [
        words.say("amend.left-out", action=_action_in_words(view, action))
        for action in entry.left_out
    ]
    lines, ends = [], [0]
    for each in (_replacement_in_words(view, entry), *(changes or [words.say("amend.nothing")])):
        lines += wrap_text(each, TEXT, TEXT_WIDTH - SCROLLBAR_WIDTH - BAR_GAP)
        ends.append(len(lines))
    bottom = draw_feet(image, view, FEET)
    room = bottom - BODY_TOP
    wanted = (len(lines), LEAST_LINES)
    pitch = next(each for many in wanted for each in PITCHES if each * many <= room)
    first, fit = ends[entry.first], room // pitch
    shown = max(end - first for end in ends if end - first <= fit) or fit
    drawing.draw_lines(image, LEFT, BODY_TOP, lines[first : first + shown], TEXT, pitch)
    if shown < len(lines):
        bar = (SAFE_WIDTH - SCROLLBAR_WIDTH, BODY_TOP, SAFE_WIDTH, bottom - 2)
        drawing.draw_scrollbar(image, bar, first, shown, len(lines))


def _replacement_in_words(view: View, entry: AmendmentPreview) -> str:
    """Return the old action and the new one: "Birgit: marker under red → marker under blue"."""
    who, pairs = entry.replacement
    after = describe_action(view.words, "" if who == entry.replaced.who else who, pairs)
    return f"{_action_in_words(view, entry.replaced)} → {after}"


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
    describe = view.screens.describe_change
    return str(change) if describe is None else describe(view, change)


def _player_change_in_words(view: View, change: PlayerChanged) -> str:
    words, before, after = view.words, change.before, change.after
    if before.name != after.name:
        number = change.seat + 1
        return words.say("amend.player", number=number, before=before.name, after=after.name)
    colours = [words.named("colour", each.colour or "") for each in (before, after)]
    return words.say("amend.points", player=after.name, before=colours[0], after=colours[1])


SCREENS: Mapping[type, EntryScreen] = {
    TurnPicker: draw_turn_picker,
    StrokePicker: draw_stroke_picker,
    ConflictNotice: draw_conflict_notice,
    AmendmentPreview: draw_amendment_preview,
    UndoNotice: draw_undo_notice,
}
