"""Self-played games as the table tells them, and other hidden cards that would tell the same."""

from random import Random

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import start_session
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO
from tests.tools.story.self_play import SelfPlayer, SelfPlayWorld

Hidden = tuple[list[list[int]], list[int]]
"""The hands as they were dealt, and the pile behind the display; its top card is the last."""


class ToldGame:
    """A game as it is told, and the hidden cards that it began with."""

    def __init__(
        self, players: int, seed: int, *, moving: bool = False, other_after: int | None = None
    ) -> None:
        """After so many turns, all choose at random, and not as they would have."""
        kinds = Random(seed).choices(list(SelfPlayer), k=players)
        world = SelfPlayWorld(kinds, seed, moving=moving)
        self.hidden: Hidden = world.dealt
        self.answers: list[Answer] = []
        turns = 0
        for answer in world.play():
            self.answers.append(answer)
            turns += answer.key == "tower"
            if turns == other_after:
                world.kinds = [SelfPlayer.RANDOM] * players
                world.rng.seed(seed + 1)
        self.cards = (*world.row, INTERMEZZO, FINITO)
        self.turns = sum(answer.key == "tower" for answer in self.answers)

    def tell(self, turns: int) -> list[Answer]:
        """The answers of the setup and of so many turns."""
        towers = [at for at, answer in enumerate(self.answers) if answer.key == "tower"]
        return self.answers[: (*towers, len(self.answers))[turns]]

    def find_left(self, hidden: Hidden, answers: list[Answer]) -> Hidden | None:
        """Where hidden cards are after these answers; None where they don't tell the same."""
        hands, pile = [hand[:] for hand in hidden[0]], hidden[1][:]
        seat = 0
        for key, value in answers:
            card = self.cards.index(value) if value in self.cards else None
            if key == "tower":
                if card not in hands[seat]:
                    return None
                hands[seat].remove(card)
            elif key == "take":
                assert card is not None
                hands[seat].append(card)
            elif key == "show":
                if pile.pop() != card:
                    return None
                seat = (seat + (value not in (INTERMEZZO, FINITO))) % len(hands)
        return hands, pile

    def swap(self, turns: int, rng: Random) -> Hidden:
        """Swap hidden cards with each other, as often as the same is told by so many turns."""
        answers = self.tell(turns)
        hands, pile = [hand[:] for hand in self.hidden[0]], self.hidden[1][:]
        places = [(hand, at) for hand in (*hands, pile) for at in range(len(hand))]
        for _ in range(30):
            (one, here), (other, there) = rng.choice(places), rng.choice(places)
            is_scoring = one[here] >= 5 or other[there] >= 5
            one[here], other[there] = other[there], one[here]
            if is_scoring or self.find_left((hands, pile), answers) is None:
                one[here], other[there] = other[there], one[here]
        return hands, pile


def session_of(answers: list[Answer]) -> Session:
    session = start_session("campanile-2009")
    session.replay(answers)
    return session
