"""English: undo, redo, amendments and the table check."""

from companion.text.plural import Sentence

WORDS: dict[str, Sentence] = {
    "told.undone": "undone – {action}",
    "told.redone": "redone – {action}",
    "told.change-undone": "change undone – {action}",
    "told.change-redone": "change redone – {action}",
    "box.redo": "Redo a step",
    "box.amend": "Change an old answer",
    "amend.turns": "Change which turn?",
    "amend.turn": "Turn {number}: change what?",
    "amend.setup": "The setup",
    "amend.a-turn": "{number}. {action}",
    "amend.no-longer": "{action} – no longer fits: {why}",
    "amend.another": "it is another player's turn now",
    "amend.asked-now": "This was not asked before. Please answer now.",
    "amend.changes": "What this changes",
    "amend.nothing": "Nothing else changes.",
    "amend.player": "Player {number}: {before} → {after}",
    "amend.points": "{player}: {before} → {after}",
    "amend.left-out": "no longer asked – {action}",
    "amend.keep": "{ok}: make the change",
    "amend.drop": "{back}: cancel",
    "box.table_check": "Check the table",
}
