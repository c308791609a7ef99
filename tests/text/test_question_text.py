"""What was said, in words: a phrase for whatever any game asks, and none of it a bare key."""

import re
from collections.abc import Collection, Mapping, Sequence

import pytest

from companion.core.conversation import CORRECTION_KEY, Answer, is_correction
from companion.core.languages import LANGUAGES, SOURCE
from companion.core.snapshot import Count
from companion.games import find_words, load_plugin, read_record, start_session, words_in
from companion.games.bologna.rules.corrections import CORRECTIONS as OF_BOLOGNA
from companion.games.campanile.rules.corrections import CORRECTIONS as OF_CAMPANILE
from companion.games.capitol.rules.corrections import CORRECTIONS as OF_CAPITOL
from companion.text import Words
from companion.text.question_text import (
    Pair,
    describe_action,
    describe_actions,
    describe_correction,
    describe_value,
    name_item,
)
from companion.text.snapshot_text import word_part
from companion.text.words import GameWords
from companion.ui.input.amendment import action_of
from tests import depth
from tests.games.random_tables import random_game
from tests.shipped import read_file
from tests.store.history import STORED, played
from tests.text.forms import BOTH, corrections

WORDS = words_in()
LIGHT = """
game campanile-2009
player Ada  colour red
player Bo  colour blue
row red,blue,beige,brown,yellow
variant light
tower red  floors 2  marker none
tower blue  floors 1  marker none
"""


class Phrased(Words):
    """Words that have a phrase for all that is told."""

    def say(self, key: str, **values: object) -> str:
        assert key != "did.other", values
        return super().say(key, **values)


def phrased(game: str) -> Words:
    """The words of a game, all of whose answers must have a phrase."""
    return Phrased(SOURCE, find_words).of(game)


def say(game: str, who: str, *pairs: tuple[str, str]) -> str:
    return describe_action(WORDS.of(game), who, pairs)


@pytest.mark.parametrize(
    ("kinds", "sentences"),
    [
        ({"phase": ("time",)}, {"time.night": "Night", "value.night": "value"}),
        ({"correct phase": ("time",)}, {"time.night": "Night", "phase.night": "option"}),
        ({}, {"value.night": "Night", "phase.night": "option"}),
        ({}, {"phase.night": "Night"}),
    ],
)
def test_what_a_field_is_corrected_to_is_worded_as_its_answers_are(
    kinds: Mapping[str, tuple[str, ...]], sentences: Mapping[str, str]
) -> None:
    its = GameWords(sentences=sentences, answer_kinds=kinds)
    words = Words(SOURCE, lambda _name: its).of("nim")
    assert describe_correction(words, "phase", "", "night") == "Night"


@pytest.mark.parametrize("kind", ["light, moving", "1996", "Bologna", "Capitol"])
def test_every_stroke_of_a_game_has_its_phrase(kind: str) -> None:
    session = random_game(kind, 5, 250)
    strokes = load_plugin(session.name).input.strokes
    begins = [at for at, asked in enumerate(session.asked) if asked.key not in strokes]
    for at, end in zip(begins, [*begins[1:], len(session.answers)], strict=True):
        answers = session.answers[at:end]
        if any(map(is_correction, answers)):
            continue
        action = action_of(session.asked[at:end], answers, session.table.players)
        assert describe_action(phrased(session.name), *action)


def test_phrases() -> None:
    assert say("campanile-2009", "Birgit", ("marker", "red")) == "Birgit: marker under red"
    assert say("campanile-2009", "Birgit", ("marker", "none")) == "Birgit: no marker"
    built = ("tower", "yellow"), ("floors", "3")
    assert say("campanile-2009", "Birgit", *built) == "Birgit: yellow tower +3"
    assert say("campanile-2009", "Jo", ("show", "intermezzo")) == "Jo: turns up Intermezzo"
    seat = ("player", "red"), ("colour", "blue")
    assert say("campanile-2009", "", *seat) == "red, Blue"
    floors = ("correct floors", "brown:7")
    assert say("campanile-2009", "", floors) == "corrected floors: brown 7"


def test_answers_that_go_together_are_told_together_and_the_others_one_by_one() -> None:
    turn = ("tower", "red"), ("floors", "2"), ("marker", "blue"), ("take", "brown")
    assert say("campanile-2009", "", *turn) == "red tower +2, marker under blue, takes brown"
    moved = ("move", "red"), ("to", "blue"), ("show", "finito")
    assert say("campanile-2009", "", *moved) == "marker from red to blue, turns up Finito"
    auction = ("Livia", ("bid", "12")), ("Marcus", ("bid", "0")), ("", ("place", "Aventin"))
    assert describe_actions(WORDS.of("capitol"), auction) == (
        "Livia: bids 12, Marcus: bids nothing, puts it in Aventin"
    )
    assert say("capitol", "Livia", ("discards", "1,0,2")) == (
        "Livia: discards roof 1, floor 0, permit 2"
    )


def test_who_sits_down_is_nobodys_deed() -> None:
    session = start_session("campanile-2009")
    for pair in ("player", "red"), ("colour", "blue"):
        session.answer_pair(*pair)
    action = action_of(session.asked, session.answers, session.table.players)
    assert action == ("", (("player", "red"), ("colour", "blue")))


def test_what_has_no_phrase_is_told_as_a_record_has_it() -> None:
    assert say("nim", "Jo", ("matches", "3")) == "Jo: matches: 3"
    assert say("nim", "", ("matches", "3")) == "matches: 3"


def test_what_makes_room_for_an_answer_is_not_told_beside_it() -> None:
    session = start_session("campanile-2009")
    question = session.question
    assert question is not None
    answers = [Answer("correct cards", "unknown"), Answer("tower", "red")]
    assert action_of([question, question], answers, ()).pairs == (("tower", "red"),)
    assert action_of([question], answers[:1], ()).pairs == (("correct cards", "unknown"),)


def test_what_went_without_saying_is_not_told_and_what_came_by_itself_is_nobodys() -> None:
    session = read_record(LIGHT)
    actions = [
        action_of(session.asked[at:end], session.answers[at:end], session.table.players)
        for at, end in ((-4, None), (-4, -3), (-1, None))
    ]
    words = WORDS.of("campanile-2009")
    assert [describe_action(words, *action) for action in actions] == [
        "Bo: blue tower +1, no marker",
        "turns up an ordinary card",
        "Bo: no marker",
    ]
    session.answer_pair("show", "intermezzo")
    action = action_of(session.asked[-1:], session.answers[-1:], session.table.players)
    assert describe_action(words, *action) == "turns up Intermezzo"
    assert say("bologna-towers", "", ("show", "ordinary")) == "turns up two cards"


# No word of a record is told that has a word of its own -------------------------------------------

KINDS = (
    *("style", "card", "face", "colour", "kind", "variant"),
    *("shape", "hue", "building", "value"),
)


NAMED = ("player", "prefecture")
"""Keys whose values begin with a name."""


def left_over(words: Words, pairs: Sequence[Pair], said: str, names: Collection[str]) -> set[str]:
    """What is said as a record has it, though there is another word for it."""
    parts = {part for _, value in pairs for part in re.split("[:,+]", value)} - set(names)
    shown = {
        part: [words.named(kind, part) for kind in KINDS if words.has(f"{kind}.{part}")]
        for part in parts
    }
    for word in sorted((each for others in shown.values() for each in others), key=len)[::-1]:
        said = said.replace(word, "")
    return {
        part
        for part, others in shown.items()
        if others and not any(part in each for each in others)
        if re.search(rf"(?<![\w-]){re.escape(part)}(?![\w-])", said)
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_deed_of_a_stored_game_shows_a_word_of_the_record(language: str) -> None:
    found = set()
    for path in STORED[:: depth.at_depth(4, 1)]:
        play = played(read_file(path))
        words = words_in(language).of(play.game)
        names = {
            answer.word.split(":")[0] for answer in play.session.answers if answer.key in NAMED
        }
        for turn in play.turns:
            pairs = [pair for _, pair in play.tell_actions(turn).actions]
            together = [pair for pair in pairs if not pair[0].startswith(CORRECTION_KEY)]
            for each in (together, *([pair] for pair in pairs)):
                found |= left_over(words, each, describe_action(words, "", each), names)
    assert found == set()


FORMS = [*dict.fromkeys(corrections())]


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_correction_shows_a_word_of_the_record(language: str) -> None:
    names = ("Aventin", "Livia", "Marcus", "Lucia", "Irma", "Albert", "Birgit")
    for game, key, value in FORMS:
        words = words_in(language).of(game)
        said = describe_action(words, "", [(key, value)])
        assert left_over(words, [(key, value)], said, names) == set(), (game, key, value)
        about = key.removeprefix("correct ")
        assert any(words.has(f"{row}.{about}") for row in ("corrected", "field", "table")), key


def test_every_correction_of_every_game_is_among_these_forms() -> None:
    known = {
        *((game, each.key) for game in BOTH for each in OF_CAMPANILE),
        *(("bologna-towers", each.key) for each in OF_BOLOGNA),
        *(("capitol", each.key) for each in OF_CAPITOL),
    }
    assert {(game, key.removeprefix("correct ")) for game, key, _ in FORMS} == known


def test_words_of_a_record_that_stand_in_lists_and_sums() -> None:
    assert say("bologna-towers", "Jo", ("with", "plague-6+7")) == "Jo: plays plague 6 + 7"
    assert say("bologna-towers", "Jo", ("take", "plague-6,5")) == "Jo: takes plague 6, 5"
    assert say("capitol", "Jo", ("play", "floor"), ("blocks", "new,1")) == (
        "Jo: plays a floor (new house, 1)"
    )
    hand = ("correct hand", "roof:2,1,3")
    assert say("capitol", "", hand) == "corrected hand: roof roof 2, floor 1, permit 3"


def test_an_option_is_worded_by_the_kind_of_its_key_in_a_list_too() -> None:
    words = Words(
        find_game=lambda _: GameWords(
            sentences={"region.north": "North"}, answer_kinds={"king": ("region",)}
        )
    ).of("marches")
    assert name_item(words, "king", Answer("king", "north")) == "North"
    assert name_item(words, "king", Answer("king", "sea")) is None


def test_one_kind_words_a_value_an_answer_its_correction_and_a_part() -> None:
    sentences = {"region.north": "North", "king.moves": "The king goes to {king}"}
    its = GameWords(sentences=sentences, kinds={"king": "region"})
    words = Words(find_game=lambda _: its).of("marches")
    assert words.say("king.moves", king="north") == "The king goes to North"
    assert name_item(words, "king", Answer("king", "north")) == "North"
    assert describe_correction(words, "king", "", "north") == "North"
    assert word_part(Count("king", "north"), [], words).text == "North"


@pytest.mark.parametrize(
    ("word", "said"),
    [("Albert:3+2", "red Albert 3+2"), ("Player 3:2,Player 1:4", "red Player 3: 2, Player 1: 4")],
)
def test_no_number_stands_right_behind_that_of_a_name(word: str, said: str) -> None:
    assert describe_value(phrased("campanile-2009"), "correct influence", f"red:{word}") == said
