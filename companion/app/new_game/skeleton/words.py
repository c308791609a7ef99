"""The English of Skeleton, by key; its translations are in `catalogues/`.

`python -m companion.text.catalogues companion.app.new_game.skeleton.words` brings them up to date.
"""

from pathlib import Path

from companion.text.words import GameWords

WORDS = GameWords(
    sentences={
        "menu.throw": "Which throw?",
        "did.throw": "throws {throw}",
    },
    catalogues=Path(__file__).with_name("catalogues"),
)
