"""English: what was said is taken back, done again or changed; the table is looked over."""

WORDS: dict[str, str] = {
    "told.undone": "undone – {action}",
    "told.redone": "done again – {action}",
    "told.change-undone": "change undone – {action}",
    "told.change-redone": "change done again – {action}",
    "box.redo": "Do it again",
    "box.amend": "Change an old answer",
    "amend.turns": "Change which turn?",
    "amend.turn": "Turn {number}: change what?",
    "amend.setup": "The setup",
    "amend.a-turn": "{number}. {action}",
    "amend.no-longer": "{action} – no longer fits: {why}",
    "amend.another": "it is another player's turn now",
    "amend.asked-now": "This was not asked before. Please say it now.",
    "amend.changes": "What this changes",
    "amend.nothing": "No points and no flags.",
    "amend.points": "{player}: {before} points, now {after}",
    "amend.left-out": "not asked any more – {action}",
    "amend.keep": "OK: keep it",
    "amend.drop": "BACK: leave it",
    "box.table_check": "Check the table",
}
