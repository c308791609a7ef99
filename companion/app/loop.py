"""The loop: takes events from one queue, and draws, sounds and speaks what follows from them.

Callbacks, keys and signals only post; everything else is done here, in one thread.
Late: `announcer`, with the first thing to say; `table_service`, once somebody may come in.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty
from typing import TYPE_CHECKING

from companion.app import notices
from companion.app.host import Host
from companion.app.press_guard import PressGuard
from companion.box.devices.debouncer import Debouncer
from companion.box.devices.picture import PanelState
from companion.box.panel.keypad import KeypadStatus
from companion.box.service.notify import SystemdNotifier
from companion.core.interfaces import (
    DARK,
    Clock,
    Edge,
    Frame,
    Inbox,
    InboxItem,
    KeyPress,
    Lamp,
    Letter,
    PanelStatus,
    Press,
    Signal,
    TableRequest,
    Tune,
)
from companion.ui.screens import render
from companion.ui.screens.lamps import panel_lamps, turn_light
from companion.ui.screens.view import View

if TYPE_CHECKING:
    from companion.app.box import Devices
    from companion.app.table_service import TableService
    from companion.box.devices.terminal import TerminalScreen

log = logging.getLogger(__name__)

DirectEvent = PanelStatus | Letter | TableRequest
"""Events that are handled as they come; of edges and keys presses are made."""
SCORINGS = (Tune.SCORING, Tune.GAME_OVER)


class App:
    """The companion running: events in; pictures, tunes, lamps, light and voice out."""

    def __init__(
        self,
        host: Host,
        devices: Devices,
        clock: Clock,
        inbox: Inbox,
        service: SystemdNotifier | None = None,
        terminal: TerminalScreen | None = None,
    ) -> None:
        self.host = host
        self.picture = devices.picture
        self._chime = devices.chime
        self._light = devices.light
        self._tower_panel = devices.tower_panel
        self._voice = devices.voice
        self._keypads = devices.keypads
        self._door = host.door
        self._clock = clock
        self._inbox = inbox
        self._service = service or SystemdNotifier({})
        self._terminal = terminal
        self._buttons = Debouncer(devices.buttons.look)
        self._guard = PressGuard(host.entry)
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
        self._table: TableService | None = None
        """Serves the table's socket while it is open."""
        self._stuck: frozenset[Press] = frozenset()
        self._lost = False
        self.show_last: Callable[[Callable[[], None]], object] = lambda draw: draw()
        """How the last picture is drawn: maybe so that it can be read before the end."""

    def run(self) -> None:
        """Run until QUIT is posted."""
        self.draw()
        self._keypads.start()  # behind the first picture
        while self.step():
            pass
        self._service.stopping()
        self.host.lay_notice(notices.farewell_notice)
        self._tower_panel.show(panel_lamps(self.host.view))
        self.show_last(self._draw_last)

    def _draw_last(self) -> None:
        """Draw the last picture, and nothing else: this may be done in a thread of its own."""
        now = self._clock()
        self.picture.burn_in.wake(now)
        self.picture.show(render(self.host.view).tobytes(), now)

    def step(self) -> bool:
        """Wait for the next event or deadline and handle it; returns False for QUIT."""
        events, now = self._take_posted(wait=True)
        if not self._run_guarded(lambda: self.handle(events, now)):
            self._run_guarded(self._show)
        return Signal.QUIT not in events

    def _run_guarded(self, action: Callable[[], None]) -> bool:
        """Run an action; log a fault of our own in it and recover. Returns whether it succeeded."""
        try:
            action()
        except Exception:  # the one place where a fault must not end the evening
            log.exception("unexpected error; back to the last committed answer")
            self.host.recover()
            self._door.close_after_fault(self._clock())  # no request waits for its reply for ever
            return False
        return True

    def pump(self) -> None:
        """Handle all that has been posted and is due, without waiting."""
        self.handle(*self._take_posted(wait=False))

    def handle(self, events: Sequence[InboxItem], now: float) -> None:
        """Handle these events, all that were posted by ``now``, and what is due by then."""
        rested = self._resting
        if Signal.REDRAW in events:
            self.picture.forget_shown()
        if self._terminal is not None:
            if Signal.REDRAW in events:
                self._terminal.redraw()
            for _ in range(events.count(Signal.HELP)):
                self._terminal.toggle_help()
        if Signal.TABLE_WANTED in events and self._table is not None:
            self._table.forget_published()
        # All edges first: the press of a held button depends on whether it was released meanwhile.
        received = [each for event in events for each in self._receive(event, now)]
        for each, at in (*received, *((press, now) for press in self._buttons.tick(now))):
            self._handle_one(each, at, now)
        self._report_stuck(self._buttons.ignored | self._keypads.stuck)
        self._report_keypads(now)
        self._serve_table(now)
        self.host.renew(now)  # after it: a code may have been used
        self._show()
        pressed = any(isinstance(event, Edge | KeyPress) for event in events)
        self._speak(woken=pressed and rested and not self._resting, now=now)
        self._sound_and_light(now)
        self._publish_state()
        if self.host.tell_faults():  # in what is said or sent
            self._draw()
        self.host.play_out_ends()  # after all that somebody waits for
        self._service.tick(now)  # last: a loop that does nothing but fail gives no sign of life

    def _handle_one(self, each: Press | DirectEvent, at: float, now: float) -> None:
        match each:
            case PanelStatus():
                self._report_tower_panel(each, now)
            case Letter():
                self._type(each, now)
            case TableRequest():
                self._handle_request(each, now)
            case Press() if self.picture.burn_in.counts(each):
                self._press(each, at, now)
                self._service.tick(self._clock())  # each press may take as long as a commit

    def _receive(self, event: InboxItem, now: float) -> list[tuple[Press | DirectEvent, float]]:
        """Take note of an event; returns what is to be handled now, with the time of each."""
        if isinstance(event, Edge):
            self.picture.burn_in.add_edge(event)
            return [(press, event.at) for press in self._buttons.add_edge(event)]
        if isinstance(event, KeyPress):
            return [(event.press, event.at)] if self.picture.burn_in.add_key(*event) else []
        return [(event, now)] if isinstance(event, DirectEvent) else []

    def _report_stuck(self, buttons: frozenset[Press]) -> None:
        """Show a notice for each button that got stuck since the last call."""
        if buttons != self._stuck:
            fresh, self._stuck = buttons - self._stuck, buttons
            self.host.lay_notice(partial(notices.add_stuck_notices, fresh))

    def _report_tower_panel(self, news: PanelStatus, now: float) -> None:
        self.picture.burn_in.wake(now)
        self.host.lay_notice(partial(notices.replace_panel_notice, news))
        if news is PanelStatus.LOST:
            self._chime.play(Tune.LOST, now)

    def _report_keypads(self, now: float) -> None:
        for news in self._keypads.take_news():
            self.picture.burn_in.wake(now)
            self.host.lay_notice(partial(notices.replace_keypad_notice, news))
            if news.status is KeypadStatus.LOST:
                self._chime.play(Tune.LOST, now)

    def _press(self, press: Press, at: float, now: float) -> None:
        before = self.host.entry
        if self._keypads.is_there():
            press = self.host.read_key(press)
        if not self._guard.counts(press, before, at):
            return
        tune = self.host.press(press)
        self._guard.note_press(press, before, self.host.entry)
        self._play(tune, now)

    def _handle_request(self, request: TableRequest, now: float) -> None:
        """Handle what a program at the table's socket asks; what counts wakes the picture."""
        table = self._open_table
        if table is None:
            return
        tune = table.handle(request, now)
        if tune is not None:
            self.picture.burn_in.wake(now)
        self._play(tune, now)

    def _play(self, tune: Tune | None, now: float) -> None:
        if tune is not None:
            self._chime.play(tune, now)
        if tune in SCORINGS:
            self._light.flash(now)

    def _show(self) -> None:
        """Draw, and note since when the question can be read."""
        try:
            self.draw()
        finally:  # a question that can't be drawn can still be answered
            self._guard.note_shown(self.host.entry, self._clock())

    def _type(self, letter: Letter, now: float) -> None:
        """Add a letter to a name: it needs no reading, and may be followed at once by OK."""
        self.picture.burn_in.wake(now)
        before = self.host.entry
        self._chime.play(self.host.type_letter(letter.text), now)
        self._guard.note_press(Press.OK, before, self.host.entry)

    def draw(self) -> None:
        """Show the current picture and lamps, and what has failed in a game until then."""
        self.host.tell_faults()
        self._draw()
        if self.host.tell_faults():  # in this picture
            self._draw()

    def _draw(self) -> None:
        """Show the current picture and lamps; the chime signals a lost picture."""
        now, view = self._clock(), self.host.view
        changed = view != self._drawn
        if changed:
            self._frame = render(view).tobytes()
        self.picture.show(self._frame, now)  # an unchanged one too: it may be due again
        if changed:  # the lamps come after the picture, which is waited for
            self._lamps, self._drawn = panel_lamps(view), view
        shining = (DARK,) if self._resting else self._lamps
        if shining != self._shining:
            self._tower_panel.show(shining)
            self._shining = shining
        if self.picture.lost and not self._lost:
            self._chime.play(Tune.LOST, now)
        self._lost = self.picture.lost
        if self.picture.lost:  # the chime signals it, and the screen may come later
            self._service.wait(now)
        else:
            self._service.ready()

    def _speak(self, *, woken: bool, now: float) -> None:
        before, self._announced = self._announced, self.host.view
        if self._voice.muted or (before == self._announced and not woken):
            return
        from companion.app.announcer import announcement

        sentence = announcement(before, self._announced, woken=woken)
        if sentence:
            self._voice.say(sentence, self._announced.words.language, now)
        elif sentence is not None:
            self._voice.stop()

    @property
    def _open_table(self) -> TableService | None:
        """What serves the table's socket; None if that was closed since, or is another one."""
        table = self._table
        return table if table is not None and table.socket is self._door.socket else None

    def _serve_table(self, now: float) -> None:
        self._door.tick(now)
        self._table = self._open_table
        if self._table is None and (socket := self._door.socket) is not None:
            from companion.app.table_service import TableService

            self._table = TableService(self.host, self._door, socket)
        if self._table is not None:
            self._table.tick(now)

    def _publish_state(self) -> None:
        """Send the state; a fault in it closes the table's socket, and the game goes on."""
        table = self._open_table
        if table is None:
            return
        try:
            table.publish(self._frame, resting=self._resting)
        except Exception:  # as in `_run_guarded`: nothing at the box depends on it
            log.exception("the table's socket is closed after an unexpected error")
            self._door.close_after_fault(self._clock())

    def _sound_and_light(self, now: float) -> None:
        self._chime_again = self._chime.tick(now)
        self._light.set_dimmed(self._resting, now)
        self._light.show_turn(turn_light(self.host.view), now)
        self._light_again = self._light.tick(now)
        self._voice_again = self._voice.tick(now)

    @property
    def _resting(self) -> bool:
        return self.picture.burn_in.state is not PanelState.BRIGHT

    def _take_posted(self, *, wait: bool) -> tuple[list[InboxItem], float]:
        """Wait for an event or the next deadline; returns all that was posted by then, and when."""
        events: list[InboxItem] = []
        deadline = self._deadline()
        timeout = None if deadline is None else max(0.0, deadline - self._clock())
        with suppress(Empty):
            events += [self._inbox.get(timeout=timeout)] if wait else []
        now = self._clock()  # before the rest: no edge that was posted by then is left
        with suppress(Empty):
            while True:
                events.append(self._inbox.get_nowait())
        return events, now

    def _deadline(self) -> float | None:
        now, renewed_every = self._clock(), self.host.entry.renewed_every
        times = (
            self._buttons.deadline(),
            self._chime_again,
            self._light_again,
            self._voice_again,
            self.picture.deadline(),
            self._service.deadline(),
            now + renewed_every if renewed_every is not None else None,
            self._door.deadline(),
            self._table.deadline(now) if self._table is not None else None,
        )
        return min((at for at in times if at is not None), default=None)
