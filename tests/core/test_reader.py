"""The record's reader: all it understands, and one clear fault for all it does not."""

import pytest

from companion.core.record import BadRecord, decode_record, write_record
from companion.core.session import Session
from companion.games import read_record

SETUP = """game campanile-2009
player Albert  colour blue
player Birgit  colour red
row brown,red,blue,yellow,beige
open red,brown,brown
"""
TURN = "tower brown  floors 3  marker brown  take red  show blue\n"
SECOND = "tower red  floors 1  marker none  take blue  show beige\n"
END = "tower yellow  floors 2  marker brown  take beige  show finito\n"
THREE = SETUP.replace("row ", "player Cleo  colour white\nrow ")


def fault(text: str) -> tuple[int, str, str, str]:
    """Line, key, value and reason of what is wrong with the record."""
    with pytest.raises(BadRecord) as bad:
        read_record(text)
    found = bad.value
    return found.line, found.key, found.word, str(found.objection.reason)


def names(session: Session) -> list[str]:
    return [player["name"] for player in session.result["players"]]


# What is understood ---------------------------------------------------------------------------


def test_a_record_tells_a_game() -> None:
    session = read_record(SETUP + TURN)
    assert names(session) == ["Albert", "Birgit"]
    assert session.result["display"] == ["brown", "brown", "blue"]
    assert session.result["pile"] == 22
    assert session.result["towers"][0] == {
        "style": "brown",
        "floors": 3,
        "influence": [{"player": "Albert", "value": 3, "markers": [3]}],
    }


@pytest.mark.parametrize(
    "text",
    [
        SETUP.replace("\n", "\r\n") + TURN.replace("\n", "\r\n"),
        SETUP.replace("\n", " ") + TURN,
        SETUP.replace(" ", "\n") + TURN.replace("  ", "\n\n\t"),
        "\n\n  # a game\n" + SETUP.replace("\n", "  # and so on\n") + TURN,
        SETUP + TURN.rstrip(),
        SETUP.replace("Albert", '"Albert"')
        .replace("red,brown", '"red,brown')
        .replace("brown\n", 'brown"\n')
        + TURN,
    ],
    ids=["CRLF", "one line", "a word a line", "comments", "no last line end", "needless quotes"],
)
def test_the_same_game_may_be_laid_out_in_many_ways(text: str) -> None:
    assert read_record(text).result == read_record(SETUP + TURN).result


def test_a_byte_order_mark_is_passed_over() -> None:
    assert (
        read_record(decode_record(b"\xef\xbb\xbf" + (SETUP + TURN).encode())).result
        == read_record(SETUP + TURN).result
    )


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ('"Anna Maria"', "Anna Maria"),
        ("Jörg", "Jörg"),
        ("#", None),
        ('"#1"', "#1"),
        ("A#1", "A#1"),
        ('"A # b"', "A # b"),
        ('" "', " "),
        ("Ω", "Ω"),
        ("123456789012", "123456789012"),
        ("none", "none"),
        ("O'Neill", "O'Neill"),
    ],
)
def test_a_name_is_read_as_it_stands(word: str, name: str | None) -> None:
    text = SETUP.replace("Albert", word)
    if name is None:
        assert fault(text)[3] == "not-asked"
    else:
        assert names(read_record(text))[0] == name
        assert names(read_record(write_record(read_record(text)))) == [name, "Birgit"]


def test_a_comment_begins_only_where_a_word_begins() -> None:
    text = SETUP.replace("Albert", "A#lbert").replace("colour red", "colour red #what a colour")
    assert names(read_record(text)) == ["A#lbert", "Birgit"]


def test_escapes_in_quotes_are_undone_before_the_game_judges() -> None:
    assert fault(SETUP.replace("Albert", r'"Al\"bert"')) == (2, "player", 'Al"bert', "name-signs")
    assert fault(SETUP.replace("Albert", r'"Al\\bert"')) == (2, "player", "Al\\bert", "name-signs")


def test_a_marker_left_out_is_none() -> None:
    without = (TURN + SECOND).replace("marker none", "")
    assert read_record(SETUP + without).result == read_record(SETUP + TURN + SECOND).result
    assert "marker none" in write_record(read_record(SETUP + without))


def test_a_move_not_made_may_be_left_out_too() -> None:
    moving = SETUP.replace("open", "variant move-markers\nopen")
    session = read_record(moving + "tower brown floors 2 take red show blue\n")
    assert session.result["towers"][0]["floors"] == 2


def test_a_record_may_stop_at_any_word_after_a_pair() -> None:
    pairs = (SETUP + TURN).split()
    for end in range(2, len(pairs) + 1, 2):
        assert read_record(" ".join(pairs[:end])).result["state"] == "playing"


def test_a_finished_game_says_so() -> None:
    session = read_record(SETUP + TURN + SECOND + END)
    assert session.result["state"] == "finished"
    assert session.question is None


def test_cards_called_unknown_stand_wherever_they_were_said() -> None:
    text = SETUP + "correct cards unknown\n" + TURN.replace("take", "correct cards unknown take")
    session = read_record(text)
    assert session.result == read_record(SETUP + TURN).result
    assert read_record(write_record(session)).answers == session.answers


def test_a_correction_is_written_in_its_own_line() -> None:
    text = SETUP + "\n" + TURN + "correct cards unknown\n" + SECOND
    assert write_record(read_record(text)) == text


# What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, "", "", "no-game")),
        ("\n# nothing here\n", (1, "", "", "no-game")),
        ("player Albert\n", (1, "player", "Albert", "no-game")),
        ("\n\nrow a,b\n", (3, "row", "a,b", "no-game")),
        ("correct cards unknown\n", (1, "correct cards", "unknown", "no-game")),
        ("game\n", (1, "game", "", "no-value")),
        ("game chess\n", (1, "game", "chess", "unknown-game")),
        ("# x\ngame \n\n Campanile-2009", (4, "game", "Campanile-2009", "unknown-game")),
    ],
)
def test_a_record_begins_with_its_game(text: str, expected: tuple[int, str, str, str]) -> None:
    assert fault(text) == expected


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ("tower", (6, "tower", "", "no-value")),
        ("tower # red", (6, "tower", "", "no-value")),
        ("tower red floors 2 marker", (6, "marker", "", "no-value")),
        ("correct", (6, "correct", "", "no-value")),
        ("correct cards", (6, "correct cards", "", "no-value")),
    ],
)
def test_half_a_pair_is_no_pair(tail: str, expected: tuple[int, str, str, str]) -> None:
    assert fault(SETUP + tail) == expected


@pytest.mark.parametrize("word", ['"Anna', '"', '"Anna"Maria', '"An"na"', '"Anna\\"', '"Anna"#'])
def test_a_broken_quote_is_said_with_its_line(word: str) -> None:
    line, _, _, reason = fault(SETUP.replace("Birgit", word))
    assert (line, reason) == (3, "quote")


def test_a_broken_quote_is_said_with_the_key_it_stands_behind() -> None:
    assert fault(SETUP.replace("Birgit", '"Birgit'))[1] == "player"


def test_quotes_know_no_other_escape() -> None:
    assert fault(SETUP.replace("Birgit", '"Bir\\git"'))[0::3] == (3, "quote")


def test_a_quote_ends_in_its_own_line() -> None:
    line, _, _, reason = fault(SETUP.replace("Birgit", '"Bir\ngit"'))
    assert (line, reason) == (3, "quote")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ('""', "name-length"),
        ("1234567890123", "name-length"),
        ("A,B", "name-signs"),
        ("A:B", "name-signs"),
        ("A+B", "name-signs"),
        ('A"B', "name-signs"),
        ("A\\B", "name-signs"),
        ("A\0B", "name-signs"),
        ('"A\tB"', "name-signs"),
        ("A\x7fB", "name-signs"),
        ('"A\x85B"', "name-signs"),
        ("Birgit", "name-taken"),
    ],
)
def test_a_name_has_one_to_twelve_signs_none_of_the_records_own(name: str, reason: str) -> None:
    text = SETUP.replace("Albert", "Birgit").replace("Birgit  colour red", f"{name}  colour red")
    assert fault(text)[0::3] == (3, reason)
    assert fault(text)[1] == "player"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("colour red", "colour blue", (3, "colour", "blue", "colour-taken")),
        ("colour red", "colour pink", (3, "colour", "pink", "not-a-choice")),
        ("colour red", "row x", (3, "row", "x", "not-asked")),
        ("row brown,", "row red,", (4, "row", "red,red,blue,yellow,beige", "tower-twice")),
        ("row brown,", "row ", (4, "row", "red,blue,yellow,beige", "list-length")),
        ("beige\n", "beige,red\n", (4, "row", "brown,red,blue,yellow,beige,red", "list-length")),
        ("row brown", "row pink", (4, "row", "pink,red,blue,yellow,beige", "not-a-choice")),
        ("open red,", "open ", (5, "open", "brown,brown", "list-length")),
        ("open red,", "open red,,", (5, "open", "red,,brown,brown", "list-length")),
        ("open red", "open finito", (5, "open", "finito,brown,brown", "not-a-choice")),
        ("open red", "variant none open red", (5, "variant", "none", "not-a-choice")),
        ("open red", 'variant "" open red', (5, "variant", "", "not-a-choice")),
        ("open red", "variant light open red", (5, "open", "red,brown,brown", "not-asked")),
        ("row", 'player "" row', (4, "player", "", "name-length")),
        ("player Birgit", "game campanile-2009", (3, "game", "campanile-2009", "not-asked")),
        ("player Albert", "Player Albert", (2, "Player", "Albert", "not-asked")),
    ],
)
def test_a_setup_that_does_not_fit_is_refused(
    old: str, new: str, expected: tuple[int, str, str, str]
) -> None:
    assert fault(SETUP.replace(old, new, 1)) == expected


def test_one_player_is_no_game() -> None:
    text = SETUP.replace("player Birgit  colour red\n", "")
    assert fault(text) == (3, "row", "brown,red,blue,yellow,beige", "not-asked")


def test_a_sixth_player_finds_no_seat() -> None:
    more = "player C colour black\nplayer D colour yellow\nplayer E colour white\n"
    assert len(names(read_record(SETUP.replace("\nrow", f"\n{more}row")))) == 5
    text = SETUP.replace("\nrow", f"\n{more}player F colour white\nrow")
    assert fault(text) == (7, "player", "F", "not-asked")


def test_a_variant_is_named_once_and_only_by_two() -> None:
    moving = "variant move-markers\n"
    twice = SETUP.replace("open", moving + moving + "open")
    assert fault(twice) == (6, "variant", "move-markers", "variant-twice")
    three = THREE.replace("open", moving + "open")
    assert fault(three) == (6, "variant", "move-markers", "variant-two-players")
    light = "variant light\n"
    twice = THREE.replace("open", light + light + "open")
    assert fault(twice)[1:] == ("variant", "light", "variant-twice")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("tower brown", "tower pink", (6, "tower", "pink", "not-a-choice")),
        ("floors 3", "floors 4", (6, "floors", "4", "not-a-choice")),
        ("floors 3", "floors 03", (6, "floors", "03", "not-a-choice")),
        ("marker brown", "marker beige", (6, "marker", "beige", "not-open")),
        ("marker brown", "marker pink", (6, "marker", "pink", "not-a-choice")),
        ("take red", "take beige", (6, "take", "beige", "not-open")),
        ("take red", "", (6, "show", "blue", "not-asked")),
        ("show blue", "show pink", (6, "show", "pink", "not-a-choice")),
        ("floors 3", "floors 3 floors 3", (6, "floors", "3", "not-asked")),
        ("floors 3", "\n\nfloors\n4", (9, "floors", "4", "not-a-choice")),
        ("floors 3", "steps 3", (6, "steps", "3", "not-asked")),
        ("show blue", "show blue show blue", (6, "show", "blue", "not-asked")),
        ("show blue", "show intermezzo show intermezzo", (6, "show", "intermezzo", "seen-before")),
    ],
)
def test_a_turn_that_does_not_fit_is_refused(
    old: str, new: str, expected: tuple[int, str, str, str]
) -> None:
    assert fault(SETUP + TURN.replace(old, new)) == expected


@pytest.mark.parametrize("marker", ["none", "brown"])
def test_a_marker_may_not_be_said_where_it_is_not_asked(marker: str) -> None:
    again = f"tower brown floors 3 marker {marker} take brown show red\n"
    found = fault(SETUP + TURN + SECOND + again)
    assert found == (8, "marker", marker, "not-asked")


@pytest.mark.parametrize("more", ["tower red", "show blue", "correct cards unknown", "game x"])
def test_after_finito_nothing_may_follow(more: str) -> None:
    line, _, _, reason = fault(SETUP + TURN + SECOND + END + more)
    assert (line, reason) == (9, "game-over")


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("correct cards", "known"),
        ("correct unknown", "cards"),
    ],
)
@pytest.mark.parametrize("start", [SETUP, "game campanile-2009\n"])
def test_an_unknown_correction_is_refused(start: str, key: str, word: str) -> None:
    line = start.count("\n") + 1
    assert fault(f"{start}{key} {word}\n") == (line, key, word, "unknown-correction")


@pytest.mark.parametrize("start", ["game campanile-2009\n", SETUP[: SETUP.index("open")]])
def test_during_the_setup_nothing_can_be_corrected_yet(start: str) -> None:
    line = start.count("\n") + 1
    found = fault(f"{start}correct floors brown:7\n")
    assert found == (line, "correct floors", "brown:7", "setup-first")


def test_a_count_that_proves_a_card_impossible_refuses_the_record_until_it_is_overruled() -> None:
    red = SETUP.replace("red,brown,brown", "red,red,red")
    five = "tower blue floors 1 marker none take red show red\n"
    text = red + five * 3 + "tower blue floors 1 take red\n"
    assert fault(text + "show red") == (10, "show", "red", "style-used-up")
    assert read_record(text + "correct cards unknown\nshow red").result["display"] == ["red"] * 3


@pytest.mark.parametrize("bad", [b"\xff", b"player \xc3", b"\xed\xa0\x80"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_that_is_not_utf_8_is_refused_with_the_line(mark: bytes, bad: bytes) -> None:
    with pytest.raises(BadRecord) as found:
        decode_record(mark + b"game campanile-2009\nplayer A\n" + bad + b"\nmore")
    assert (found.value.line, str(found.value.objection.reason)) == (3, "not-text")
