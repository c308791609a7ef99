"""An answer to whatever is asked, as random games with corrections need it."""

from random import Random

from companion.core.conversation import Answer, Question


def any_answer(question: Question, rng: Random) -> Answer | None:
    """An answer that nothing stands against; a list is found item by item. None where none is."""
    if question.items == 1:
        legal = question.legal_options()
        return rng.choice(legal) if legal else None
    ways: list[tuple[str, ...]] = [()]
    words = [option.word for option in question.options]
    for _ in range(question.items):
        longer = [(*way, word) for way in ways for word in words]
        ways = [way for way in longer if question.objection(Answer(question.key, way)) is None]
        ways = rng.sample(ways, min(len(ways), 3))
    return Answer(question.key, rng.choice(ways)) if ways else None
