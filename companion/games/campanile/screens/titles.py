"""How a tower or a card is called where it stands alone on a screen."""

from companion.text import Words


def card_title(words: Words, name: str) -> str:
    """The word for a style or a scoring card, with a capital."""
    kind = "title" if words.has(f"title.{name}") else "card"
    return words.say(f"{kind}.{name}")
