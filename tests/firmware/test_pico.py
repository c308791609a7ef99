"""The whole firmware in the real MicroPython interpreter, on a simulated Pico."""

import struct
import tomllib
from collections.abc import Callable, Iterator
from io import RawIOBase

import pytest

from firmware import pins
from tests.box.panel.messages import decode_frames, encode_frame, host_heartbeat, host_hello
from tests.firmware.pico import FIRMWARE, ROOT, Pico, PicoError, PluggedPico

pytestmark = pytest.mark.usefixtures("interpreter")
USB_PRODUCT = "Campanile Panel"
HOST = 77
DARK = ((0, 0, 0),) * 10


@pytest.fixture
def connected(pico: Pico) -> Pico:
    connect(pico)
    return pico


def connect(pico: Pico, host: int = HOST) -> None:
    pico.feed(b"\n" + encode_frame(host_hello(host)))
    pico.advance(50)
    assert [host_in(body) for body in decode_frames(pico.take()) if body[:1] == b"H"][-1] == host


def host_in(hello: bytes) -> int:
    return int(struct.unpack_from(">I", hello, 2)[0])


def boot_in(hello: bytes) -> int:
    return int(struct.unpack_from(">I", hello, 6)[0])


def take_events(pico: Pico) -> list[tuple[int, int]]:
    """Acknowledge the key events that were sent; return each once, with its number."""
    found: dict[int, int] = {}
    for body in decode_frames(pico.take()):
        if body[:1] == b"K":
            boot, first = struct.unpack_from(">II", body, 1)
            found |= dict(enumerate(body[9:], first))
            pico.feed(encode_frame(b"A" + struct.pack(">II", boot, first + len(body) - 9)))
    return sorted(found.items())


def sent_keys(pico: Pico) -> list[int]:
    """The keys that went down, counted from 1, and those that went up as negative numbers."""
    return [(event & 127) + 1 if event & 128 else -event - 1 for _, event in take_events(pico)]


def set_lamps(pico: Pico, *lamps: tuple[int, int, int, int]) -> None:
    pico.feed(encode_frame(b"L" + b"".join(map(bytes, lamps))))
    pico.advance(50)


def test_the_hello_has_the_projects_version(pico: Pico) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    pico.advance(50)
    sent = pico.take()
    assert sent[:1] == b"\n"
    (hello,) = decode_frames(sent)
    assert (hello[:2], host_in(hello), hello[14:16]) == (b"H\x01", 0, b"\x10\x0a")
    assert hello[16:].decode() == f"panel {version}"


def test_every_key_of_the_matrix_is_sent(connected: Pico) -> None:
    for key in range(16):
        connected.tap(key)
        assert sent_keys(connected) == [key + 1, -key - 1]
        connected.advance(10)  # the acknowledgement arrives


def test_lamps_show_the_companions_states(connected: Pico) -> None:
    set_lamps(connected, (10, 20, 30, 0), (40, 50, 60, 2))
    assert connected.lamps[0] == (10, 20, 30)
    assert set(connected.lamps[2:]) == {(0, 0, 0)}
    blinks = set()
    for _ in range(20):
        connected.advance(100)
        blinks.add(connected.lamps[1])
    assert blinks == {(0, 0, 0), (40, 50, 60)}


@pytest.mark.soak
def test_unchanged_lamps_are_written_again(connected: Pico) -> None:
    """Otherwise a glitch on their wire would stay."""
    set_lamps(connected, (1, 2, 3, 0))
    before = connected.state.written
    for _ in range(3):
        connected.feed(encode_frame(host_heartbeat(HOST)))
        connected.advance(1000)
    assert 3 <= connected.state.written - before <= 5


@pytest.mark.soak
def test_the_signals_follow_the_state_of_the_connection(pico: Pico) -> None:
    def colours(ms: int) -> set[tuple[int, int, int]]:
        found = set()
        for _ in range(ms // 50):
            pico.advance(50)
            found |= {lamp for lamp in pico.lamps if any(lamp)}
        return found

    assert colours(3000) == {(0, 0, 48)}
    connect(pico)
    assert colours(2000) == set()
    pico.advance(1000)
    assert colours(2500) == {(48, 0, 0)}
    pico.feed(encode_frame(b"H\x02what"))
    assert colours(1500) == {(48, 0, 48)}
    connect(pico)
    for _ in range(33):
        pico.tap(5)
    assert colours(500) == {(48, 24, 0)}


@pytest.mark.soak
def test_no_byte_interrupts_it(connected: Pico) -> None:
    connected.feed(bytes(range(256)) * 8 + b"\x03\x03\x04\x01\x02\r\n")
    connected.advance(500)
    assert connected.state.running
    connected.tap(3)
    assert sent_keys(connected) == [4, -4]


@pytest.mark.soak
def test_a_host_that_does_not_read_blocks_nothing() -> None:
    with Pico() as pico:
        connect(pico)
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
            found += take_events(pico)
        order = [event for _, event in sorted(set(found))]
        assert order == [e for k in (*range(16), *range(10)) for e in (k | 128, k)]


def test_the_watchdog_restarts_it_when_it_hangs(connected: Pico) -> None:
    connected.stall(1900)
    connected.advance(3000)
    assert len(connected.state.starts) == 1
    connected.stall(2100)
    connected.advance(3000)
    state = connected.state
    assert state.starts == ("power", "watchdog")
    assert state.running
    connect(connected)


@pytest.mark.soak
def test_every_start_has_another_boot(pico: Pico) -> None:
    boots = set()
    for _ in range(4):
        pico.advance(50)
        boots |= {boot_in(body) for body in decode_frames(pico.take())}
        pico.power_cycle()
    assert len(boots) == 4
    assert all(0 < boot < 2**30 for boot in boots)


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("after", [1, 2, 11, 44])
def test_the_cable_is_pulled_in_the_middle_of_a_frame(connected: Pico, after: int) -> None:
    connected.press(4)
    connected.power_cycle(after)
    connected.advance(2000)
    assert connected.state.starts == ("power", "power")
    sent = connected.take()
    assert b"\n" in sent
    assert decode_frames(b"\n".join(sent.split(b"\n")[1:]))[-1][:1] == b"H"
    connect(connected)
    connected.release(4)  # its press came before the connection and is not held
    connected.tap(5)
    assert sent_keys(connected) == [6, -6]


def test_a_release_request_leaves_the_port_to_the_prompt_once(connected: Pico) -> None:
    connected.feed(encode_frame(b"Y" + struct.pack(">I", HOST)))
    connected.advance(100)
    state = connected.state
    assert (state.running, state.starts) == (False, ("power", "software"))
    assert "release" not in connected.files
    connected.advance(10_000)
    assert connected.state.starts == ("power", "software"), "no watchdog may reset the prompt"
    connected.power_cycle()
    assert connected.state.running
    connect(connected)


def test_it_is_named_on_usb_while_it_runs_and_not_at_the_prompt(pico: Pico) -> None:
    """At the prompt a soft reset of mpremote would take the port of a renamed device away."""
    assert pico.usb_product == USB_PRODUCT
    pico.feed(encode_frame(b"Y" + struct.pack(">I", HOST)))
    pico.advance(100)
    assert pico.usb_product == "Board in FS mode"
    pico.power_cycle()
    assert pico.usb_product == USB_PRODUCT


def boot_after(lines: str) -> dict[str, str]:
    """A `boot.py` that begins with these lines."""
    return {"boot.py": f"{lines}\n{(FIRMWARE / 'boot.py').read_text('utf-8')}"}


@pytest.mark.parametrize(
    "lines",
    [
        "import machine\ndel machine.USBDevice",  # MicroPython before 1.23
        "import sys\nsys.implementation = 'RP9999'",
        "import machine\nmachine.USBDevice.config = None",  # a call that fails
        "import time\ntime.sleep_ms(1000)",  # as after a soft reset
    ],
)
def test_a_panel_that_cannot_be_named_runs(lines: str) -> None:
    with Pico(files=boot_after(lines)) as pico:
        pico.advance(1100)
        assert pico.usb_product == "Board in FS mode"
        connect(pico)


def test_a_panic_at_its_name_leaves_a_panel_that_works() -> None:
    """The watchdog ends it, and the next start keeps MicroPython's name; power tries again."""
    with Pico(files=boot_after("import machine\nmachine.board.refuses_names = True")) as pico:
        for attempt in (1, 2):
            pico.advance(3000)
            assert pico.state.starts == ("power", "watchdog") * attempt
            assert pico.usb_product == "Board in FS mode"
            connect(pico)
            pico.power_cycle()


@pytest.mark.parametrize(("ran_ms", "product"), [(4000, "Board in FS mode"), (6000, USB_PRODUCT)])
def test_the_watchdog_takes_no_name_away_that_was_proven(
    pico: Pico, ran_ms: int, product: str
) -> None:
    pico.advance(ran_ms)
    pico.stall(3000)
    pico.advance(3000)
    assert pico.state.starts == ("power", "watchdog")
    assert pico.usb_product == product


def test_a_release_at_once_costs_no_name(pico: Pico) -> None:
    pico.feed(encode_frame(b"Y" + struct.pack(">I", HOST)))
    pico.advance(100)
    assert pico.usb_product == "Board in FS mode"
    pico.run("import machine\nmachine.reset()")
    assert pico.usb_product == USB_PRODUCT


def test_half_a_set_of_files_starts_no_watchdog(pico: Pico) -> None:
    """`make flash` deletes main.py first: what a pulled cable leaves must reach the prompt."""
    pico.run("import os\nos.remove('main.py')")
    pico.power_cycle()
    pico.advance(10_000)
    assert (pico.state.running, pico.state.starts) == (False, ("power", "power"))
    assert pico.usb_product == "Board in FS mode"


@pytest.mark.soak
def test_a_release_request_survives_a_pulled_cable(pico: Pico) -> None:
    """The file exists at a start without firmware; the start after it runs."""
    with Pico(files={"release": ""}) as other:
        assert not other.state.running
        other.power_cycle()
        assert other.state.running
    assert pico.state.running


def test_the_first_and_the_last_key_held_keep_the_firmware_from_starting(pico: Pico) -> None:
    pico.press(0, 15)
    pico.power_cycle()
    assert not pico.state.running
    pico.release(0)
    pico.power_cycle()
    assert pico.state.running
    assert 1 << pins.KEYS.index("tower 1") | 1 << pins.KEYS.index("menu") == pins.PROMPT_KEYS


@pytest.fixture
def wrapping_pico() -> Iterator[Pico]:
    """A Pico whose milliseconds wrap one second after its start."""
    with Pico(ticks_from=2**30 - 1_000) as pico:
        yield pico


@pytest.mark.soak
def test_keys_and_lamps_work_while_the_ticks_wrap(wrapping_pico: Pico) -> None:
    pico = wrapping_pico
    connect(pico)
    for key in range(5):
        pico.feed(encode_frame(host_heartbeat(HOST)))
        pico.tap(key, 300)
        assert sent_keys(pico) == [key + 1, -key - 1]
        pico.feed(encode_frame(b"L" + bytes([key + 1, 0, 0, 0])))
        pico.tap(key, 30)
        take_events(pico)
        pico.advance(30)
        pico.take()
        assert pico.lamps[0] == (key + 1, 0, 0)
    assert pico.state.ms > 1_500


def test_at_a_port_in_real_time() -> None:
    """A press is sent and lamps are received; after unplugging it sends a new hello."""
    with PluggedPico() as pico:
        with open(pico.port, "r+b", buffering=0) as port:
            port.write(b"\n" + encode_frame(host_hello(HOST)))
            read_until(port, lambda body: body[:1] == b"H" and host_in(body) == HOST)
            pico.tap(6)
            read_until(port, lambda body: body[:1] == b"K" and body[9:] == b"\x86\x06")
            port.write(encode_frame(b"L" + b"\x09\x08\x07\x00"))
            read_until(port, lambda _: pico.lamps[0] == (9, 8, 7))
        assert pico.state.starts == ("power",)
        pico.unplug()
        assert not pico.port.exists()
        with pytest.raises(PicoError, match="unplugged"):
            pico.tap(6)
        pico.plug()
        with open(pico.port, "rb", buffering=0) as port:
            read_until(port, lambda body: body[:1] == b"H" and host_in(body) == 0)


def read_until(port: RawIOBase, is_expected: Callable[[bytes], bool]) -> None:
    while not any(map(is_expected, decode_frames(port.readline()))):
        pass
