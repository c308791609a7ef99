"""The table's socket over real Unix sockets, with a clock that only the test moves."""

import errno
import logging
import os
import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.api.connection import MAX_REPLIES_SIZE, MAX_WAITING, PATIENCE
from companion.app.api.table_socket import MAX_CLIENTS
from companion.core.interfaces import Signal, TableRequest
from companion.outlets.protocol import (
    MAX_LINE,
    GetMessage,
    Greeting,
    PhoneMessage,
    Topic,
    encode_message,
)
from tests.app.api.messages import MESSAGES
from tests.app.api.socket_rig import WANTED, SocketRig, state
from tests.app.api.table_client import TableClient

LARGE = 1 << 20
"""Bytes of a state that no socket's buffer takes at once."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "campanile-companion" / "table.socket"


@pytest.fixture
def rig(path: Path) -> Iterator[SocketRig]:
    rig = SocketRig(path)
    yield rig
    rig.close()


def shown(client: TableClient) -> int:
    number: int = client.receive()["state"]["number"]
    return number


def stall(rig: SocketRig) -> TableClient:
    """Join with somebody who takes the beginning of state 1 and nothing more."""
    client = rig.join("fr")
    rig.socket.publish({"fr": state(1, LARGE)})
    assert client.socket.recv(1, socket.MSG_PEEK)
    rig.forget_posts()
    return client


def test_a_greeting_asks_for_a_state_and_every_state_follows(rig: SocketRig) -> None:
    assert rig.socket.languages == frozenset()
    client = rig.connect()
    client.send(Greeting("de", 8080))
    assert rig.next_post() is WANTED
    assert rig.socket.languages == {"de"}
    assert rig.socket.web_port == 8080
    for number in (1, 2):
        rig.socket.publish({"de": state(number)})
        assert shown(client) == number
    assert rig.posts.empty()


def test_who_comes_later_is_shown_the_last_state_at_once(rig: SocketRig) -> None:
    first = rig.join("de")
    rig.socket.publish({"de": state(7)})
    assert shown(first) == 7
    rig.forget_posts()
    second = rig.connect()
    second.send(Greeting("de"))
    assert shown(second) == 7
    assert rig.posts.empty()


def test_each_is_shown_the_state_in_the_own_language(rig: SocketRig) -> None:
    german, own = rig.join("de"), rig.join("")
    assert rig.socket.languages == {"de", ""}
    rig.socket.publish({"de": state(1), "": state(2), "fr": state(3)})
    assert (shown(german), shown(own)) == (1, 2)


@pytest.mark.parametrize("late", [False, True])
def test_a_language_that_nobody_used_meanwhile_is_asked_for_anew(
    rig: SocketRig, late: bool
) -> None:
    other, german = rig.join("en"), rig.join("de")
    rig.socket.publish({"de": state(1), "en": state(1)})
    assert shown(german) == 1
    rig.forget_posts()
    german.close()
    assert rig.next_post() is WANTED
    assert rig.socket.languages == {"en"}
    if late:  # it was built before the loop knew
        rig.socket.publish({"de": state(1), "en": state(2)})
    rig.finish_round(other)
    again = rig.connect()
    again.send(Greeting("de"))
    assert rig.next_post() is WANTED
    rig.socket.publish({"de": state(3), "en": state(3)})
    assert shown(again) == 3


def test_a_second_greeting_replaces_the_first(rig: SocketRig) -> None:
    client, _other = rig.join("de", 80), rig.join("it", 8080)
    client.send(Greeting("it", 81))
    rig.finish_round(client)
    assert rig.socket.languages == {"it"}
    assert rig.socket.web_port == 81


def test_who_has_not_greeted_is_shown_nothing(rig: SocketRig) -> None:
    client, greeted = rig.connect(), rig.join("")
    rig.socket.publish({"": state(1)})
    assert shown(greeted) == 1
    client.send_bytes(b"\n")
    assert "error" in client.receive()


def test_the_port_is_that_of_who_greeted_last_and_is_still_there(rig: SocketRig) -> None:
    first, second, _without = rig.join("de", 8080), rig.join("de", 80), rig.join("de")
    assert rig.socket.web_port == 80
    rig.forget_posts()
    second.close()
    assert rig.next_post() is WANTED
    assert rig.socket.web_port == 8080
    first.close()
    assert rig.next_post() is WANTED
    assert rig.socket.web_port is None


def test_a_slow_reader_gets_the_rest_of_its_line_then_the_latest_state(rig: SocketRig) -> None:
    client = stall(rig)
    other = rig.join("de")
    for number in (2, 3, 4):
        rig.socket.publish({"fr": state(number), "de": state(number)})
        assert shown(other) == number, "nobody waits for a slow reader"
    assert [shown(client), shown(client)] == [1, 4]


def test_who_takes_nothing_for_ten_seconds_is_dropped(rig: SocketRig) -> None:
    client, other = stall(rig), rig.join("de")
    rig.forget_posts()
    rig.pass_time(PATIENCE - 0.1)
    rig.finish_round(other)
    assert rig.socket.languages == {"de", "fr"}
    rig.pass_time(0.1)
    assert rig.next_post() is WANTED
    assert rig.socket.languages == {"de"}
    taken = b""
    while data := client.socket.recv(1 << 16):
        taken += data
    assert 0 < len(taken) < LARGE


def test_who_takes_a_little_now_and_then_stays(rig: SocketRig) -> None:
    client, other = stall(rig), rig.join("de")
    for _ in range(3):
        rig.pass_time(PATIENCE - 0.1)
        assert len(client.socket.recv(1 << 17, socket.MSG_WAITALL)) == 1 << 17
        rig.finish_round(other)
        rig.finish_round(other)
    assert rig.socket.languages == {"de", "fr"}


def test_who_waits_for_nothing_stays_however_long(rig: SocketRig) -> None:
    client = rig.join("de")
    rig.socket.publish({"de": state(1)})
    assert shown(client) == 1
    rig.pass_time(100 * PATIENCE)
    rig.socket.publish({"de": state(2)})
    assert shown(client) == 2


def test_requests_are_posted_and_replied_to(rig: SocketRig) -> None:
    anna, bert = rig.join(), rig.join()
    anna.send(GetMessage(5, Topic.GAMES))
    client, message = rig.next_request()
    assert message == GetMessage(5, Topic.GAMES)
    bert.send(PhoneMessage(5, "x"))
    other, _ = rig.next_request()
    assert other != client
    rig.socket.reply(other, {"id": 5, "phone": {"name": "Bert"}})
    rig.socket.reply(client, {"id": 5, "games": []})
    assert anna.receive() == {"id": 5, "games": []}
    assert bert.receive() == {"id": 5, "phone": {"name": "Bert"}}


def test_a_reply_to_somebody_who_has_gone_is_no_error(rig: SocketRig) -> None:
    client, other = rig.join("de"), rig.join("en")
    client.send(GetMessage(5, Topic.GAMES))
    number, _ = rig.next_request()
    client.close()
    assert rig.next_post() is WANTED
    rig.socket.reply(number, {"id": 5, "games": []})
    rig.finish_round(other)


def test_a_request_before_the_greeting_is_refused(rig: SocketRig) -> None:
    client = rig.connect()
    client.send(GetMessage(5, Topic.GAMES))
    refused = client.receive()
    assert (refused["id"], refused["error"]["reason"]) == (5, "no-greeting")
    assert rig.posts.empty()


def test_a_line_may_come_in_pieces_and_several_in_one(rig: SocketRig) -> None:
    client = rig.join()
    lines = b"".join(encode_message(GetMessage(id, Topic.GAMES)) for id in range(3))  # noqa: A001 - the protocol's word
    client.send_bytes(lines[:5])
    rig.finish_round(rig.join())
    client.send_bytes(lines[5:].replace(b"\n", b"\r\n"))
    assert [rig.next_request()[1].id for _ in range(3)] == [0, 1, 2]


def test_each_of_many_bad_lines_gets_its_error(rig: SocketRig) -> None:
    client = rig.join()
    client.send_bytes(b"\n" * 1000)
    assert all(client.receive()["error"]["reason"] == "not-json" for _ in range(1000))
    client.send(GetMessage(5, Topic.GAMES))
    assert rig.next_request()[1] == GetMessage(5, Topic.GAMES)


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_that_is_too_long_ends_the_connection(rig: SocketRig, end: bytes) -> None:
    client = rig.join()
    request = encode_message(GetMessage(5, Topic.GAMES)).rstrip(b"\n")
    client.send_bytes(request.ljust(MAX_LINE - 1) + b"\n")
    assert rig.next_request()[1] == GetMessage(5, Topic.GAMES)
    client.send_bytes(request.ljust(MAX_LINE) + end)
    assert client.receive()["error"]["reason"] == "too-long"
    assert client.receive() is None


def test_who_leaves_many_requests_waiting_is_not_read_meanwhile(rig: SocketRig) -> None:
    client, other = rig.join("de"), rig.join("en")
    for number in range(MAX_WAITING + 8):  # more than is read at once
        client.send_bytes(encode_message(GetMessage(number, Topic.GAMES)).rjust(MAX_LINE // 2))
    requests = [rig.next_request() for _ in range(MAX_WAITING)]
    rig.finish_round(other)
    assert rig.posts.empty()
    for number, (sender, request) in enumerate(requests[:8]):
        rig.socket.reply(sender, {"id": request.id, "games": []})
        assert client.receive()["id"] == number
        assert rig.next_request()[1].id == MAX_WAITING + number


def test_who_takes_no_replies_is_not_read_and_then_dropped(rig: SocketRig) -> None:
    client = rig.join("de")
    rig.socket.publish({"de": state(1, LARGE)})
    rig.forget_posts()
    client.send(*(GetMessage(number, Topic.GAMES) for number in range(MAX_WAITING)))
    large = [{"padding": "x" * (MAX_REPLIES_SIZE // 2)}]
    for _ in range(MAX_WAITING):
        sender, request = rig.next_request()
        rig.socket.reply(sender, {"id": request.id, "games": large})
    assert rig.next_post() is WANTED
    assert rig.socket.languages == frozenset()


def test_the_fifty_first_is_told_and_refused(rig: SocketRig) -> None:
    clients = [rig.join("en") for _ in range(MAX_CLIENTS)]
    late = rig.connect()
    assert late.receive()["error"]["reason"] == "too-many"
    assert late.receive() is None
    clients[0].close()
    rig.finish_round(clients[1])
    rig.join("en")


def test_close_disconnects_everybody_and_removes_the_file(rig: SocketRig) -> None:
    client = rig.join()
    assert rig.path.is_socket()
    rig.socket.close()
    rig.socket.close()
    assert client.receive() is None
    assert not rig.path.exists()
    assert rig.socket.languages == frozenset()


def test_after_an_unexpected_error_it_starts_anew(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults = [ZeroDivisionError("once"), ZeroDivisionError("once")]

    def post(item: TableRequest | Signal) -> None:
        if isinstance(item, TableRequest):
            raise faults.pop()

    rig = SocketRig(path, post=post)
    while faults:
        client = rig.join("de")
        client.send(GetMessage(1, Topic.GAMES))
        assert client.receive() is None
        waiting = rig.connect()
        waiting.send_bytes(b"\n")
        rig.finish_round_alone()
        assert select.select([waiting.socket], [], [], 0) == ([], [], []), "it pauses"
        rig.pass_time(0.5)
        assert waiting.receive()["error"]["reason"] == "not-json"
    rig.join("de")
    rig.close()
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_where_accepting_fails_it_waits_and_tries_again(
    rig: SocketRig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = rig.join("de")
    tries = []

    def accept(_self: socket.socket) -> None:
        tries.append(errno.EMFILE)
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "accept", accept)
        late = rig.connect()
        late.send_bytes(b"\n")
        while not tries:
            rig.finish_round(client)
        rig.finish_round(client)
        assert len(tries) == 1
    rig.pass_time(0.5)
    assert late.receive()["error"]["reason"] == "not-json"
    assert caplog.messages == [
        "nobody can connect to the table's socket: [Errno 24] Too many open files"
    ]


# Readers ---------------------------------------------------------------------------------------


def test_while_phones_may_not_come_in_readers_may(rig: SocketRig) -> None:
    rig.socket.let_phones_in(allowed=False)
    reader = rig.join("en", reader=True)
    phone = rig.connect()
    phone.send(Greeting("de"))
    assert phone.receive()["error"]["reason"] == "closed"
    assert phone.receive() is None
    rig.finish_round(reader)
    assert rig.socket.languages == {"en"}
    rig.socket.let_phones_in(allowed=True)
    rig.join("de")
    assert rig.socket.languages == {"de", "en"}


def test_when_phones_may_not_stay_readers_do(rig: SocketRig) -> None:
    phone, reader, silent = rig.join("de"), rig.join("en", reader=True), rig.connect()
    rig.socket.publish({"de": state(1), "en": state(1)})
    assert (shown(phone), shown(reader)) == (1, 1)
    rig.socket.let_phones_in(allowed=False)
    assert phone.receive()["error"]["reason"] == "closed"
    assert phone.receive() is None
    silent.send(Greeting("it", reader=True))
    rig.socket.publish({"en": state(2)})
    assert shown(reader) == 2


def test_a_reader_neither_presses_nor_pairs_and_may_become_a_phone(rig: SocketRig) -> None:
    reader = rig.join("en", reader=True)
    rig.forget_posts()
    for message in MESSAGES:
        if isinstance(message, Greeting | GetMessage):
            continue
        reader.send(message)
        refused = reader.receive()
        assert (refused["id"], refused["error"]["reason"]) == (message.id, "reads-only")
    assert rig.posts.empty()
    reader.send(GetMessage(5, Topic.RESULTS))
    assert rig.next_request()[1] == GetMessage(5, Topic.RESULTS)
    reader.send(Greeting("en"), PhoneMessage(6, "x"))
    assert rig.next_request()[1] == PhoneMessage(6, "x")


def test_a_reader_that_greets_as_a_phone_goes_where_phones_may_not_be(rig: SocketRig) -> None:
    rig.socket.let_phones_in(allowed=False)
    reader = rig.join("en", reader=True)
    reader.send(Greeting("en"))
    assert reader.receive()["error"]["reason"] == "closed"
    assert reader.receive() is None
