"""The words for a chip that changes hands when an old answer is amended."""

from companion.games.campanile.rules.changes import ChipHolder, FlagChanged
from companion.screens.view import View


def describe_change(view: View, change: FlagChanged) -> str:
    """Which chip of which scoring goes from whom to whom."""
    before, after = (_holder(view, each) for each in (change.before, change.after))
    say = view.words.say
    return say("amend.flag", chip=change.chip, scoring=change.scoring, before=before, after=after)


def _holder(view: View, holder: ChipHolder | None) -> str:
    if holder is None:
        return view.words.say("amend.not-held")
    players = view.table.players
    seat = holder.seat
    name = players[seat].name if seat is not None else view.words.say("amend.nobody")
    return view.words.say("amend.holder", player=name, style=holder.style)
