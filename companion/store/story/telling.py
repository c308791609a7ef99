"""Computes the story of a saved game from its answers, and says why where there is none."""

from __future__ import annotations

from dataclasses import replace

from companion.core import guard
from companion.core.chances import BadModelError, load_model
from companion.core.events import GameEvent, Wording, word
from companion.core.story import GameStory, Story, StoryMark
from companion.games import load_plugin
from companion.store.history.play import Play, PlayedTurn
from companion.store.story.curve import UNKNOWN, AssessedTurn, add_ends, assess_turns
from companion.store.story.estimates import ENDS, EndStore
from companion.store.story.facts import tell_facts
from companion.store.story.moments import MomentFinder


def tell_story_of(play: Play, ends: EndStore | None = None) -> Story | None:
    """The story of a finished game; None where it has none, as `tell_why_none` says.

    Without ``ends`` none are told, nor where half of the turns or more are not known well
    enough to play them out. While some are pending, moments are facts alone.
    """
    facet = load_plugin(play.game).story
    if facet is None or play.outcome is None or len(play.players) == 1:
        return None
    turns = _assess(play, facet)
    if len(turns) < 2:
        return None
    if ends is None or facet.play_out is None:
        return _tell(play, facet, turns)
    known = ends.read([each.key for each in turns[:-1]])
    ended = add_ends(turns, known)
    if len(known) == len(turns) - 1:
        enough = sum(each != UNKNOWN for each in known.values()) > len(known) / 2
        return _tell(play, facet, ended if enough else turns)
    pending, curve = (len(known), len(turns) - 1), tuple(each.chances for each in ended)
    return _tell(play, facet, turns)._replace(pending=pending, turns=curve)


def tell_why_none(play: Play, *, told: bool = True) -> Wording:
    """Why a saved game has no story; ``told`` is whether its end has been read."""
    if play.outcome is None or not told:
        return word("story.none.unread")
    if load_plugin(play.game).story is None:
        return word("story.none.game")
    return word("story.none.failed")


def _assess(play: Play, facet: GameStory) -> list[AssessedTurn]:
    try:
        return assess_turns(play.game, play.turns, facet, load_model(facet.model).estimate)
    except BadModelError as error:
        guard.report(guard.GameFault(play.game, "story.model", error))
    except guard.GameFault as fault:
        guard.report(fault)
    return []


def _tell(play: Play, facet: GameStory, turns: list[AssessedTurn]) -> Story:
    assert play.outcome is not None, "only a finished game has a story"
    marks = tuple(
        StoryMark(turn.number, gain.name, gain.number) for turn in play.turns for gain in turn.gains
    )

    def tell_done(turn: PlayedTurn) -> GameEvent:
        done = play.tell_actions(turn, corrected=False)
        return replace(done, seat=turn.seat if turn.own else None, turn=turn.number)

    finder = MomentFinder(turns, facet.tell_changes, tell_done)
    return Story(
        game=play.game,
        names=tuple(play.players),
        colours=tuple(player.colour or "" for player in play.table.players),
        winners=play.outcome.winners,
        turns=tuple(each.chances for each in turns),
        marks=marks,
        moments=finder.find_moments(),
        best=tuple(map(finder.find_best, range(len(play.players)))),
        said=tuple(tell_facts(turns, play.outcome.winners)),
        ends=ENDS if finder.has_ends else 0,
    )
