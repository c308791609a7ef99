"""What keeps a card from being prepared."""


class CardError(Exception):
    """A card can't be prepared: the key of the message below ``card.``, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = f"card.{key}"
        self.values = values
