"""What a conversation asks now, and what stands against an answer to it."""

from companion.core.conversation import Objection
from companion.core.session import Session


def asked(session: Session) -> str | None:
    """The key of the question, None when the game is over."""
    return session.question.key if session.question is not None else None


def allowed(session: Session) -> set[tuple[str, str]]:
    """The pairs that nothing stands against now."""
    assert session.question is not None
    return {(option.key, option.word) for option in session.question.legal_options()}


def objection(session: Session, key: str, word: str) -> Objection | None:
    """What stands against the pair now."""
    return session.judge(session.read_pair(key, word))


def refusal(session: Session, key: str, word: str) -> str | None:
    """Why the pair is objected to now, None where it is not."""
    found = objection(session, key, word)
    return found.reason if found is not None else None
