"""The whole firmware in the real MicroPython interpreter, on a simulated Pico, step by step."""

import re
import struct
import tomllib
from collections.abc import Callable, Iterator
from io import RawIOBase

import pytest

from firmware import pins
from tests.firmware.pico import ROOT, Pico, PicoError, PluggedPico
from tests.panel.messages import decode_frames, encode_frame, host_heartbeat, host_hello

pytestmark = pytest.mark.usefixtures("interpreter")
HOST = 77
DARK = ((0, 0, 0),) * 10


@pytest.fixture
def met(pico: Pico) -> Pico:
    """A Pico that has met a companion; the greetings are taken from the wire."""
    meet(pico)
    return pico


def meet(pico: Pico, host: int = HOST) -> None:
    pico.feed(b"\n" + encode_frame(host_hello(host)))
    pico.advance(50)
    assert [host_in(body) for body in decode_frames(pico.take()) if body[:1] == b"H"][-1] == host


def host_in(hello: bytes) -> int:
    return int(struct.unpack_from(">I", hello, 2)[0])


def boot_in(hello: bytes) -> int:
    return int(struct.unpack_from(">I", hello, 6)[0])


def events(pico: Pico) -> list[tuple[int, int]]:
    """The key events that are on the wire, each with its number, once."""
    found: dict[int, int] = {}
    for body in decode_frames(pico.take()):
        if body[:1] == b"K":
            _, first = struct.unpack_from(">II", body, 1)
            found |= {first + n: event for n, event in enumerate(body[9:])}
    return sorted(found.items())


def pressed(pico: Pico) -> list[int]:
    """The keys that went down, and as negative numbers the keys that went up, counted from 1."""
    return [(event & 127) + 1 if event & 128 else -event - 1 for _, event in events(pico)]


def acknowledge(pico: Pico) -> None:
    """Take note of all keys that are on the wire."""
    for body in decode_frames(pico.take()):
        if body[:1] == b"K":
            boot, first = struct.unpack_from(">II", body, 1)
            pico.feed(encode_frame(b"A" + struct.pack(">II", boot, first + len(body) - 9)))


def light(pico: Pico, *lamps: tuple[int, int, int, int]) -> None:
    pico.feed(encode_frame(b"L" + b"".join(map(bytes, lamps))))
    pico.advance(50)


def test_it_says_hello_with_the_projects_version(pico: Pico) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    pico.advance(50)
    sent = pico.take()
    assert sent[:1] == b"\n"
    (hello,) = decode_frames(sent)
    assert (hello[:2], host_in(hello), hello[14:16]) == (b"H\x01", 0, b"\x10\x0a")
    assert hello[16:].decode() == f"panel {version}"


@pytest.mark.parametrize("key", range(16))
def test_every_key_of_the_matrix_comes_over_the_wire(met: Pico, key: int) -> None:
    met.tap(key)
    assert pressed(met) == [key + 1, -key - 1]


def test_sixteen_keys_at_once(met: Pico) -> None:
    met.press(*range(16), bounce=4)
    met.advance(40)
    assert pressed(met) == [key + 1 for key in range(16)]


def test_without_diodes_the_interpreter_sees_ghosts_too() -> None:
    with Pico(diodes=False) as pico:
        meet(pico)
        pico.press(0, 1, 4)
        pico.advance(40)
        assert pressed(pico) == [1, 2, 5, 6]


def test_lamps_shine_as_told(met: Pico) -> None:
    light(met, (10, 20, 30, 0), (40, 50, 60, 2))
    assert met.lamps[0] == (10, 20, 30)
    assert set(met.lamps[2:]) == {(0, 0, 0)}
    blinks = set()
    for _ in range(20):
        met.advance(100)
        blinks.add(met.lamps[1])
    assert blinks == {(0, 0, 0), (40, 50, 60)}


def test_lamps_are_told_again_what_they_know(met: Pico) -> None:
    """A glitch on their wire must not stay."""
    light(met, (1, 2, 3, 0))
    before = met.state.written
    for _ in range(10):
        met.feed(encode_frame(host_heartbeat(HOST)))
        met.advance(1000)
    assert 10 <= met.state.written - before <= 12


def test_the_signs_are_those_of_the_wire(pico: Pico) -> None:
    def colours(ms: int) -> set[tuple[int, int, int]]:
        found = set()
        for _ in range(ms // 50):
            pico.advance(50)
            found |= {lamp for lamp in pico.lamps if any(lamp)}
        return found

    assert colours(3000) == {(0, 0, 48)}
    meet(pico)
    assert colours(2000) == set()
    pico.advance(1000)
    assert colours(2500) == {(48, 0, 0)}
    pico.feed(encode_frame(b"H\x02what"))
    assert colours(1500) == {(48, 0, 48)}
    meet(pico)
    for _ in range(33):
        pico.tap(5, 10)
    assert colours(500) == {(48, 24, 0)}


def test_no_byte_interrupts_it(met: Pico) -> None:
    met.feed(bytes(range(256)) * 8 + b"\x03\x03\x04\x01\x02\r\n")
    met.advance(500)
    assert met.state.running
    met.tap(3)
    assert pressed(met) == [4, -4]


def test_without_the_first_line_a_byte_would(pico: Pico) -> None:
    """So that the test above can fail."""
    main = (ROOT / "firmware/main.py").read_text("utf-8")
    with Pico(files={"main.py": re.sub(r"kbd_intr\(-1\).*", "", main)}) as other:
        other.feed(b"\x03")
        assert not other.state.running
    assert pico.state.running


def test_half_frames_and_two_in_one(met: Pico) -> None:
    frame = encode_frame(b"L" + b"\x07\x08\x09\x00")
    met.feed(frame[:9])
    met.advance(700)
    met.feed(frame[9:] + encode_frame(host_heartbeat(HOST)) + frame[:5])
    met.advance(50)
    assert met.lamps[0] == (7, 8, 9)


def test_a_host_that_does_not_read_stops_nothing() -> None:
    with Pico() as pico:
        meet(pico)
        pico.set_reading(False)
        for key in (*range(16), *range(10)):
            pico.tap(key, 20)
        pico.feed(encode_frame(host_heartbeat(HOST)))
        pico.advance(2000)
        state = pico.state
        assert state.running
        assert (state.stalled, state.starts) == (0, ("power",))
        pico.set_reading(True)
        found = []
        for _ in range(20):
            pico.advance(100)
            sent = pico.take()
            for body in decode_frames(sent):
                if body[:1] == b"K":
                    boot, first = struct.unpack_from(">II", body, 1)
                    found += [(first + n, e) for n, e in enumerate(body[9:])]
                    pico.feed(encode_frame(b"A" + struct.pack(">II", boot, first + len(body) - 9)))
        order = [event for _, event in sorted(set(found))]
        assert order == [e for k in (*range(16), *range(10)) for e in (k | 128, k)]


def test_the_watchdog_starts_it_anew_when_it_hangs(met: Pico) -> None:
    met.stall(1900)
    met.advance(3000)
    assert len(met.state.starts) == 1
    met.stall(2100)
    met.advance(3000)
    state = met.state
    assert state.starts == ("power", "watchdog")
    assert state.running
    meet(met)


def test_every_start_draws_another_boot(pico: Pico) -> None:
    boots = set()
    for _ in range(4):
        pico.advance(50)
        boots |= {boot_in(body) for body in decode_frames(pico.take())}
        pico.power_cycle()
    assert len(boots) == 4
    assert all(0 < boot < 2**30 for boot in boots)


@pytest.mark.parametrize("after", [1, 2, 11, 44])
def test_the_cable_is_pulled_in_the_middle_of_a_frame(met: Pico, after: int) -> None:
    met.press(4)
    met.power_cycle(after)
    met.advance(2000)
    assert met.state.starts == ("power", "power")
    sent = met.take()
    assert b"\n" in sent
    assert decode_frames(b"\n".join(sent.split(b"\n")[1:]))[-1][:1] == b"H"
    meet(met)
    met.release(4)  # it was down all the time: what went down before the meeting never did
    met.tap(5)
    assert pressed(met) == [6, -6]


def test_a_release_request_leaves_the_port_to_the_prompt_once(met: Pico) -> None:
    met.feed(encode_frame(b"Y" + struct.pack(">I", HOST)))
    met.advance(100)
    state = met.state
    assert (state.running, state.starts) == (False, ("power", "software"))
    assert "release" not in met.files
    met.advance(10_000)
    assert met.state.starts == ("power", "software"), "no watchdog may bite the prompt"
    met.power_cycle()
    assert met.state.running
    meet(met)


def test_a_release_request_survives_a_pulled_cable(pico: Pico) -> None:
    """The file stands, and no firmware ran: the next start obeys it, the one after runs."""
    with Pico(files={"release": ""}) as other:
        assert not other.state.running
        other.power_cycle()
        assert other.state.running
    assert pico.state.running


def test_first_and_last_key_held_leave_the_firmware_out(pico: Pico) -> None:
    pico.press(0, 15)
    pico.power_cycle()
    assert not pico.state.running
    pico.release(0)
    pico.power_cycle()
    assert pico.state.running
    assert 1 << pins.KEYS.index("tower 1") | 1 << pins.KEYS.index("menu") == pins.PROMPT_KEYS


@pytest.fixture
def old() -> Iterator[Pico]:
    """A Pico whose milliseconds begin again five seconds after its start."""
    with Pico(ticks_from=2**30 - 5_000) as pico:
        yield pico


def test_twelve_days_after_its_start(old: Pico) -> None:
    meet(old)
    for key in range(16):
        old.feed(encode_frame(host_heartbeat(HOST)))
        old.tap(key, 300)
        assert pressed(old) == [key + 1, -key - 1]
        old.feed(encode_frame(b"L" + bytes([key + 1, 0, 0, 0])))
        old.tap(key, 30)
        acknowledge(old)
        old.advance(30)
        old.take()
        assert old.lamps[0] == (key + 1, 0, 0)
    assert old.state.ms > 8_000


def test_a_fault_of_the_firmware_is_not_passed_over() -> None:
    wrong = (ROOT / "firmware/panel.py").read_text("utf-8").replace("sys.stdin.buffer", "nothing")
    with Pico(files={"panel.py": wrong}) as pico:
        pico.feed(b"x")
        with pytest.raises(PicoError, match="NameError"):
            pico.advance(10)


def test_at_a_port_in_real_time() -> None:
    """A press comes out of the port, lamps come in; pulled and plugged in, it says hello anew."""
    with PluggedPico() as pico:
        with open(pico.port, "r+b", buffering=0) as port:
            port.write(b"\n" + encode_frame(host_hello(HOST)))
            until(port, lambda body: body[:1] == b"H" and host_in(body) == HOST)
            pico.tap(6)
            until(port, lambda body: body[:1] == b"K" and body[9:] == b"\x86\x06")
            port.write(encode_frame(b"L" + b"\x09\x08\x07\x00"))
            until(port, lambda _: pico.lamps[0] == (9, 8, 7))
        assert pico.state.starts == ("power",)
        pico.unplug()
        assert not pico.port.exists()
        with pytest.raises(PicoError, match="unplugged"):
            pico.tap(6)
        pico.plug()
        with open(pico.port, "rb", buffering=0) as port:
            until(port, lambda body: body[:1] == b"H" and host_in(body) == 0)


def until(port: RawIOBase, found: Callable[[bytes], bool]) -> None:
    """Read on until a frame is the one."""
    while not any(map(found, decode_frames(port.readline()))):
        pass
