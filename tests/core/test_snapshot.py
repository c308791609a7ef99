"""The table told once: as data and back, what may be published, what each part says."""

import json

from companion.core.snapshot import (
    Count,
    Piece,
    Pieces,
    Pile,
    Place,
    Places,
    PlayerSnapshot,
    Seats,
    Standing,
    TableSnapshot,
    decode_snapshot,
    encode_snapshot,
    publish,
)
from companion.games import words_in
from companion.text.snapshot_text import list_parts, word_snapshot

TABLE = TableSnapshot(
    (
        PlayerSnapshot(0, "Ann", "red", 7, (Pile("hand", 3, {"roof": 2, "floor": 1}),)),
        PlayerSnapshot(1, "Bob", "", 0, (), (Pieces("chips", (Piece(number=4),)),)),
    ),
    (
        Count("round", 2),
        Count("blocked", True),
        Seats("passed", (1, 0)),
        Pieces("shown", (Piece("fire", 3), None)),
        Pieces("hidden", None),
        Pile("pile", 12),
        Pile("stack", 0, number=2, open=()),
        Pile("stack", 4, number=3, open=None),
        Places(
            "board",
            (
                Place("2-2", 3, (Standing(1, 3, 1, (2, 1)),), 1, "alone", (Piece(seat=1),)),
                Place("2-3", holds=(Seats("roof", (0,)),)),
            ),
            columns=2,
        ),
    ),
    winners=(0,),
)


def test_a_snapshot_is_the_same_after_json() -> None:
    data = json.loads(json.dumps(encode_snapshot(TABLE)))
    assert decode_snapshot(data) == TABLE
    assert data["parts"][0] == {"part": "count", "key": "round", "value": 2}
    assert data["parts"][6]["left"] == 0, "nothing left is told"


def test_what_a_later_version_adds_is_left_out() -> None:
    data = encode_snapshot(TABLE)
    data["weather"] = "fine"
    assert decode_snapshot(data) == TABLE


def test_points_and_what_they_are_made_of_are_never_published() -> None:
    for won in (False, True):
        shown = publish(TABLE, counted=True, won=won)
        assert [(each.points, each.scored) for each in shown.players] == [(None, ())] * 2
        assert shown.winners == ((0,) if won else None)
        assert shown.parts == TABLE.parts


def test_an_uncounted_pile_tells_what_lies_open_on_it_alone() -> None:
    shown = publish(TABLE, counted=False, won=False)
    piles = [part for part in shown.parts if isinstance(part, Pile)]
    assert [(pile.left, pile.kinds) for pile in piles] == [(None, None)] * 3
    assert [pile.open for pile in piles] == [(), (), None]
    assert shown.players[0].holds == TABLE.players[0].holds, "a hand is no pile of the table"


def test_every_part_has_words() -> None:
    worded = word_snapshot(TABLE, words_in())
    assert list(list_parts(worded.parts, words_in())) == [
        "Round: 2",
        "Blocked",
        "Passed: Bob and Ann",
        "Shown: fire 3, none",
        "Hidden: unknown",
        "Cards left in the pile: 12",
        "Stack 2: 0",
        "Stack 3: unknown, 4 left",
    ]
    (hand,) = worded.players[0].holds
    assert (hand.label, hand.text) == ("Hand", "roof 2, floor 1")
    board = worded.parts[-1]
    assert isinstance(board, Places)
    assert board.places[0].standing[0].text == "1. Bob: 3 (2+1)"
    assert decode_snapshot(encode_snapshot(worded)) == worded
