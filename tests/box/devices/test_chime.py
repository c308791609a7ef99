"""The chime on a mock PWM pin."""

import pytest

from companion.box.devices.chime import MID_TONE, OCTAVES, TUNES, GpiozeroChime
from companion.box.devices.keyboard import MockPins
from companion.core.interfaces import Tune

PIN = 12


def frequency(pins: MockPins) -> float | None:
    hertz: float | None = pins.pin(PIN).frequency  # type: ignore[attr-defined]  # a MockPWMPin
    return hertz


def play_to_the_end(
    pins: MockPins, chime: GpiozeroChime, tune: Tune
) -> list[tuple[float | None, float]]:
    """Play to the end, woken as the loop would be: (Hz, seconds) for each note."""
    now = 50.0
    chime.play(tune, now)
    notes = []
    while (then := chime.tick(now)) is not None:
        notes.append((frequency(pins), round(then - now, 6)))
        now = then
    assert frequency(pins) is None
    return notes


@pytest.mark.parametrize("tune", Tune)
def test_each_tune_sounds_for_its_written_time_and_ends_in_silence(
    pins: MockPins, tune: Tune
) -> None:
    chime = GpiozeroChime(PIN)
    notes = play_to_the_end(pins, chime, tune)
    assert [seconds for _, seconds in notes] == [seconds for _, seconds in TUNES[tune]]
    assert [hertz is None for hertz, _ in notes] == [note is None for note, _ in TUNES[tune]]


def test_each_tune_is_its_own_and_the_click_is_the_shortest() -> None:
    lengths = {tune: sum(seconds for _, seconds in notes) for tune, notes in TUNES.items()}
    assert set(TUNES) == set(Tune)
    assert len(set(TUNES.values())) == len(Tune)
    assert lengths[Tune.CLICK] <= 0.01
    assert max(lengths.values()) <= 2.5


def test_all_notes_lie_within_the_buzzer_and_others_are_refused(pins: MockPins) -> None:
    from gpiozero import TonalBuzzer  # type: ignore[import-untyped]  # gpiozero has no stubs

    assert pins
    with TonalBuzzer(PIN, mid_tone=MID_TONE, octaves=OCTAVES) as buzzer:
        for tune in TUNES.values():
            for note, _ in tune:
                buzzer.play(note)
        for beyond in ("G#3", "A#7"):
            with pytest.raises(ValueError, match="range"):
                buzzer.play(beyond)


def test_a_late_tick_drops_no_note(pins: MockPins) -> None:
    chime = GpiozeroChime(PIN)
    chime.play(Tune.REFUSAL, 0)
    assert chime.tick(9) == pytest.approx(9.03)
    assert frequency(pins) is None
    assert chime.tick(9.03) == pytest.approx(9.17)
    assert frequency(pins) == pytest.approx(493.88, abs=0.01)
    assert chime.tick(9.1) == pytest.approx(9.17)


def test_a_new_tune_takes_the_place_of_the_old(pins: MockPins) -> None:
    chime = GpiozeroChime(PIN)
    chime.play(Tune.GAME_OVER, 0)
    chime.play(Tune.CLICK, 0.1)
    assert frequency(pins) == pytest.approx(2093, abs=0.1)
    assert chime.tick(0.2) is None
    assert frequency(pins) is None


def test_without_click_a_click_is_not_heard_and_cuts_nothing_short(pins: MockPins) -> None:
    chime = GpiozeroChime(PIN, click=False)
    chime.play(Tune.CLICK, 0)
    assert frequency(pins) is None
    assert chime.tick(0) is None
    chime.play(Tune.SCORING, 1)
    sounding = frequency(pins)
    chime.play(Tune.CLICK, 1.05)
    assert frequency(pins) == sounding is not None
    assert chime.tick(1.05) == pytest.approx(1.16)


def test_muting_ends_what_sounds_at_once_and_for_good(pins: MockPins) -> None:
    chime = GpiozeroChime(PIN)
    chime.play(Tune.GAME_OVER, 0)
    chime.muted = True
    assert chime.muted
    assert frequency(pins) is None
    assert chime.tick(0.5) is None
    chime.muted = False
    assert chime.tick(1) is None
    assert frequency(pins) is None


def test_muted_nothing_is_played_and_unmuted_it_is_again(pins: MockPins) -> None:
    chime = GpiozeroChime(PIN)
    chime.muted = True
    for tune in Tune:
        chime.play(tune, 0)
        assert frequency(pins) is None
        assert chime.tick(0) is None
    chime.muted = False
    chime.play(Tune.LOST, 1)
    assert frequency(pins) == pytest.approx(880)


def test_closing_silences_and_gives_the_pin_back(pins: MockPins) -> None:
    chime = GpiozeroChime(PIN)
    chime.play(Tune.GAME_OVER, 0)
    chime.close()
    chime.close()
    assert frequency(pins) is None
    assert chime.tick(5) is None
    GpiozeroChime(PIN).close()
