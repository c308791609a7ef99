"""Whatever a file holds, the reader either tells a game or says what is wrong with the record."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.record import BadRecord, decode_record, write_record
from companion.core.session import Session
from companion.games import read_record
from tests import depth
from tests.games.campanile.rules.dealer import Custom, Dealer

KEYS = "game player colour row variant open tower floors marker move to take show correct cards"
VALUES = "campanile-2009 unknown none red blue 1 2 3 finito intermezzo move-markers light Anna"
ODD = ['"', '""', "#", '"Anna', '\\"', "red,blue,brown", "red,blue,beige,brown,yellow"]
WORDS = st.sampled_from([*KEYS.split(), *VALUES.split(), *ODD])
SETTINGS = settings(max_examples=depth.examples(150))


def record(custom: Custom, seed: int) -> list[str]:
    """The words of a true record."""
    words = ["game", "campanile-2009"]
    for step in Dealer(custom, Random(seed)).play():
        if step.pair[1]:
            key, word = step.pair
            words += [key, f'"{word}"']
    return words


RECORDS = [record(Custom(2, moving=True), 1), record(Custom(2), 2), record(Custom(3), 3)]


def reads_or_refuses(text: str) -> None:
    """Read the text: a game whose record reads back the same, or a `BadRecord`."""
    try:
        session = read_record(text)
    except BadRecord as bad:
        refused_at = bad.line
    else:
        reads_back_the_same(session)
        return
    assert 1 <= refused_at <= text.count("\n") + 1


def reads_back_the_same(session: Session) -> None:
    written = write_record(session)
    again = read_record(written)
    assert again.result == session.result
    assert write_record(again) == written


@SETTINGS
@given(st.text())
def test_any_text_reads_or_is_refused(text: str) -> None:
    reads_or_refuses(text)
    reads_or_refuses("game campanile-2009 player " + text)


@SETTINGS
@given(st.binary())
def test_any_bytes_decode_or_are_refused(data: bytes) -> None:
    for prefix in (b"", b"\xef\xbb\xbf", b"game campanile-2009\n"):
        try:
            text = decode_record(prefix + data)
        except BadRecord:
            continue
        reads_or_refuses(text)


@SETTINGS
@given(st.lists(WORDS, max_size=30))
def test_any_of_a_records_own_words_read_or_are_refused(words: list[str]) -> None:
    reads_or_refuses("game campanile-2009 " + " ".join(words))


@SETTINGS
@given(words=st.sampled_from(RECORDS), data=st.data())
def test_a_true_record_with_a_few_words_changed_reads_or_is_refused(
    words: list[str], data: st.DataObject
) -> None:
    changed = list(words)
    for _ in range(data.draw(st.integers(1, 4))):
        if not changed:
            break
        at = data.draw(st.integers(0, len(changed) - 1))
        other = data.draw(st.integers(0, len(changed) - 1))
        change = data.draw(st.sampled_from(["drop", "double", "swap", "replace", "cut"]))
        if change == "drop":
            del changed[at]
        elif change == "double":
            changed.insert(at, changed[at])
        elif change == "swap":
            changed[at], changed[other] = changed[other], changed[at]
        elif change == "replace":
            changed[at] = data.draw(WORDS)
        else:
            changed = changed[: max(at, 2)]
    reads_or_refuses("\n".join(changed))


@SETTINGS
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12))
def test_any_name_that_is_taken_is_written_so_that_it_reads_back(name: str) -> None:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    text = f'game campanile-2009 player "{quoted}" colour red'
    try:
        session = read_record(text)
    except BadRecord:
        return
    (player,) = read_record(write_record(session)).result["players"]
    assert player["name"] == name
