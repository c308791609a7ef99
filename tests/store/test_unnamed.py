"""Names of unnamed players: shown in any language, stored so that the answers fit together."""

import re
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.conversation import PART, is_correction
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import replay_session, words_in
from companion.games.unnamed import COLOUR, is_unnamed, name_seats
from companion.store.unnamed import UnnamedPlayers
from companion.text.en import WORDS as ENGLISH
from tests import depth
from tests.shipped import read_file
from tests.store.history import STORED

TRANSLATORS = {language: UnnamedPlayers(words_in(language)) for language in LANGUAGES}
COLOURS = [key.removeprefix(COLOUR) for key in ENGLISH if key.startswith(COLOUR)]
WORDS = {
    language: {colour: words_in(language).named("colour", colour) for colour in COLOURS}
    for language in LANGUAGES
}
LANGUAGE = st.sampled_from([*LANGUAGES])
Pairs = list[tuple[str, str]]


def shown(language: str, game: str, pairs: Pairs) -> Pairs:
    lines = [(key, word, 0, 0) for key, word in pairs]
    return [line[:2] for line in TRANSLATORS[language].to_shown(game, lines)]


def stored(language: str, game: str, pairs: Pairs, live: Pairs) -> Pairs:
    return [*TRANSLATORS[language].to_stored(game, pairs, lambda: live)]


def called(record: Session, names: Sequence[str]) -> Pairs:
    """The answers of a game whose players have other names, in corrections too."""
    others = dict(zip((player.name for player in record.table.players), names, strict=True))
    return [
        (each.key, re.sub(PART, lambda part: others.get(part[0], part[0]), each.word))
        if each.key == "player" or is_correction(each)
        else (each.key, each.word)
        for each in record.answers
    ]


@settings(max_examples=depth.examples(60))
@given(data=st.data(), path=st.sampled_from(STORED))
def test_any_stored_game_can_be_shown_and_played_on_in_any_language(
    data: st.DataObject, path: Path
) -> None:
    """Whatever language each name was stored in, and wherever the language is changed."""
    record = read_file(path)
    game, language = record.name, data.draw(LANGUAGE)
    names = [
        WORDS[data.draw(LANGUAGE)][player.colour] if data.draw(st.booleans()) else player.name
        for player in record.table.players
    ]
    pairs = called(record, names)
    seen = shown(language, game, pairs)
    session = replay_session(game, seen)
    assert [player.points for player in session.table.players] == [
        player.points for player in record.table.players
    ]
    at_seats = name_seats(words_in(language), len(names))
    for player, name, at_seat in zip(session.table.players, names, at_seats, strict=True):
        assert player.name == (at_seat if is_unnamed(name, game) else name)
    cut = data.draw(st.integers(0, len(pairs)))
    again = [*pairs[:cut], *stored(language, game, seen[cut:], pairs[:cut])]
    replay_session(game, again)
    assert shown(language, game, again) == seen


def test_all_words_of_all_colours_are_no_names() -> None:
    for words in WORDS.values():
        assert all(is_unnamed(word, "capitol") for word in words.values())
    assert not is_unnamed("Ada", "capitol")


def test_a_word_that_another_player_goes_by_is_not_stored_twice() -> None:
    """An older version has stored "Green" for yellow; now somebody unnamed plays green."""
    live = [("player", "Green"), ("colour", "yellow")]
    assert shown("de", "capitol", live) == [("player", "Spieler 1"), ("colour", "yellow")]
    fresh = [("player", "Spieler 2"), ("colour", "green"), ("correct player", "Spieler 1")]
    new = stored("de", "capitol", fresh, live)
    assert new == [("player", "Grün"), ("colour", "green"), ("correct player", "Green")]
    assert shown("de", "capitol", [*live, *new]) == [*shown("de", "capitol", live), *fresh]


def test_a_player_whose_colour_is_changed_keeps_the_stored_name() -> None:
    live = [("player", "Weiß")]
    fresh = [("colour", "white"), ("correct player", "Player 1")]
    assert stored("en", "capitol", fresh, live) == [fresh[0], ("correct player", "Weiß")]


def test_who_is_called_by_the_number_of_another_seat_keeps_it() -> None:
    """As in a record that was written by hand; nobody gets a name that another player has."""
    live = [("player", "Player 2"), ("colour", "red"), ("player", "Player 1"), ("colour", "white")]
    fresh = [("player", "Blue"), ("colour", "blue"), ("correct player", "Player 2")]
    assert shown("en", "capitol", [*live, *fresh]) == [*live, ("player", "Player 3"), *fresh[1:]]
    assert shown("de", "capitol", live)[::2] == [("player", "Spieler 2"), ("player", "Spieler 1")]
    assert shown("en", "capitol", [*live[:2], ("player", "White")])[2] == ("player", "Player 1")
    new = stored("de", "capitol", [("correct player", "Spieler 2")], live)
    assert new == [("correct player", "Player 2")]
