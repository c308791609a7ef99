"""The loop: one queue of what happens, one place where it is answered, drawn and sounded.

Callbacks, keys and signals only post; everything else is done here, in one thread, in turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty

from companion.app.announcer import announcement
from companion.app.host import Host
from companion.devices.burn_in import PanelState
from companion.devices.buttons import Debouncer
from companion.devices.picture import Picture
from companion.interfaces import (
    DARK,
    Chime,
    Clock,
    Edge,
    Frame,
    Inbox,
    InboxItem,
    Lamp,
    Lamps,
    Light,
    PanelStatus,
    Press,
    Signal,
    Tune,
    Voice,
)
from companion.screens import render
from companion.screens.lamps import panel_lamps, turn_light
from companion.screens.view import View
from companion.service.notify import SystemdNotifier

log = logging.getLogger(__name__)

SCORINGS = (Tune.SCORING, Tune.GAME_OVER)


class App:
    """The companion at work: buttons' edges in; pictures, tunes, light and voice out."""

    def __init__(
        self,
        host: Host,
        picture: Picture,
        chime: Chime,
        light: Light,
        tower_panel: Lamps,
        voice: Voice,
        clock: Clock,
        inbox: Inbox,
        redraw: Callable[[], None] = lambda: None,
        service: SystemdNotifier | None = None,
        last_look: Callable[[], object] = lambda: None,
    ) -> None:
        """Join the parts; ``last_look`` waits at the end while the last picture is read."""
        self.host = host
        self.picture = picture
        self._chime = chime
        self._light = light
        self._tower_panel = tower_panel
        self._voice = voice
        self._clock = clock
        self._inbox = inbox
        self._redraw = redraw
        self._service = service or SystemdNotifier({})
        self._last_look = last_look
        self._buttons = Debouncer()
        self._chime_again: float | None = None
        self._light_again: float | None = None
        self._voice_again: float | None = None
        self._drawn: View | None = None
        """The view that the frame and the lamps follow from; None before the first."""
        self._frame: Frame = b""
        self._lamps: tuple[Lamp, ...] = ()
        self._shining: tuple[Lamp, ...] = ()
        """The lamps as they were sent last; none while the picture rests."""
        self._announced = host.view
        self._lost = False

    def run(self) -> None:
        """Go on until QUIT is posted."""
        self.draw()
        while self.step():
            pass
        self._service.stopping()
        self.host.show_farewell()
        self.picture.burn_in.wake(self._clock())
        self.draw()
        self._last_look()

    def step(self) -> bool:
        """Wait for the next event or deadline and answer it; False when it was QUIT."""
        events = self._posted(wait=True)
        if not self._survives(lambda: self.handle(events)):
            self._survives(self.draw)
        return Signal.QUIT not in events

    def _survives(self, action: Callable[[], None]) -> bool:
        """Do it; a fault of ours in it must not end the evening, and this is the place for that."""
        try:
            action()
        except Exception:
            log.exception("a fault of our own")
            self.host.recover()
            return False
        return True

    def pump(self) -> None:
        """Answer all that has been posted and is due, without waiting."""
        self.handle(self._posted(wait=False))

    def handle(self, events: Sequence[InboxItem]) -> None:
        """Answer these events and what has become due by now."""
        now, rested = self._clock(), self._resting
        if Signal.REDRAW in events:
            self.picture.forget_shown()
            self._redraw()
        # All edges first: what a held button says depends on whether it was let go meanwhile.
        heard = [each for event in events for each in self._heard(event, now)]
        for each in (*heard, *self._buttons.tick(now)):
            if isinstance(each, PanelStatus):
                self._tell(each, now)
            elif self.picture.burn_in.counts(each):
                self._answer(each, now)
        self.host.count_games()
        self.host.report_stuck(self._buttons.ignored)
        self.draw()
        pressed = any(isinstance(event, Edge | Press) for event in events)
        self._announce(woken=pressed and rested and not self._resting, now=now)
        self._sound_and_light(now)
        self._service.tick(now)  # last: a loop that does nothing but fail gives no sign of life

    def _heard(self, event: InboxItem, now: float) -> list[Press | PanelStatus]:
        """What an event has pressed, or tells of the tower panel."""
        if isinstance(event, Edge):
            self.picture.burn_in.add_edge(event)
            return [*self._buttons.add_edge(event)]
        if isinstance(event, Press):
            return [event] if self.picture.burn_in.add_key(event, now) else []
        return [event] if isinstance(event, PanelStatus) else []

    def _tell(self, news: PanelStatus, now: float) -> None:
        self.picture.burn_in.wake(now)
        self.host.report_tower_panel(news)
        if news is PanelStatus.LOST:
            self._chime.play(Tune.LOST, now)

    def _answer(self, press: Press, now: float) -> None:
        tune = self.host.press(press)
        if tune is not None:
            self._chime.play(tune, now)
        if tune in SCORINGS:
            self._light.flash(now)

    def draw(self) -> None:
        """Bring picture and lamps to how things stand; the chime says when the picture is lost."""
        now, view = self._clock(), self.host.view
        if view != self._drawn:
            self._frame, self._lamps = render(view).tobytes(), panel_lamps(view)
            self._drawn = view
        self.picture.show(self._frame, now)  # an unchanged one too: it may be due again
        shining = (DARK,) if self._resting else self._lamps
        if shining != self._shining:
            self._tower_panel.show(shining)
            self._shining = shining
        if self.picture.lost and not self._lost:
            self._chime.play(Tune.LOST, now)
        self._lost = self.picture.lost
        # Ready also without a panel: the table hears that it is lost, and it may come later.
        self._service.ready()

    def _announce(self, *, woken: bool, now: float) -> None:
        """Say what the picture that has just been drawn is worth saying."""
        before, self._announced = self._announced, self.host.view
        if self._voice.muted or (before == self._announced and not woken):
            return
        said = announcement(before, self._announced, woken=woken)
        if said:
            self._voice.say(said, self._announced.words.language, now)
        elif said is not None:
            self._voice.stop()

    def _sound_and_light(self, now: float) -> None:
        self._chime_again = self._chime.tick(now)
        self._light.set_dimmed(self._resting, now)
        self._light.show_turn(turn_light(self.host.view), now)
        self._light_again = self._light.tick(now)
        self._voice_again = self._voice.tick(now)

    @property
    def _resting(self) -> bool:
        return self.picture.burn_in.state is not PanelState.BRIGHT

    def _posted(self, *, wait: bool) -> list[InboxItem]:
        """Everything in the inbox, after waiting for the first or for the next deadline."""
        events: list[InboxItem] = []
        deadline = self._deadline()
        timeout = None if deadline is None else max(0.0, deadline - self._clock())
        with suppress(Empty):
            if wait:
                events.append(self._inbox.get(timeout=timeout))
            while True:
                events.append(self._inbox.get_nowait())
        return events

    def _deadline(self) -> float | None:
        times = (
            self._buttons.deadline(),
            self._chime_again,
            self._light_again,
            self._voice_again,
            self.picture.deadline(),
            self._service.deadline(),
            self._clock() if self.host.is_counting else None,
        )
        return min((at for at in times if at is not None), default=None)
