"""The loop: one queue of what happens, one place where it is answered, drawn and sounded.

Callbacks, keys and signals only post; everything else is done here, in one thread, in turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty

from companion.devices.buttons import Debouncer
from companion.host import Host
from companion.ports import Chime, Clock, Display, Edge, Event, Frame, Inbox, Signal
from companion.screens import render
from companion.service.notify import Service

log = logging.getLogger(__name__)

PANEL_AGAIN = 2.0
"""Seconds until a panel that did not answer is tried again."""


class App:
    """The companion at work: buttons' edges in; pictures and tunes out."""

    def __init__(
        self,
        host: Host,
        display: Display,
        chime: Chime,
        clock: Clock,
        inbox: Inbox,
        redraw: Callable[[], None] = lambda: None,
        service: Service | None = None,
    ) -> None:
        self.host = host
        self._display = display
        self._chime = chime
        self._clock = clock
        self._inbox = inbox
        self._redraw = redraw
        self._service = service or Service({})
        self._buttons = Debouncer()
        self._shown: Frame | None = None
        self._panel_again: float | None = None
        self._chime_again: float | None = None

    def run(self) -> None:
        """Go on until QUIT is posted."""
        self.draw()
        while self.step():
            pass
        self._service.stopping()

    def step(self) -> bool:
        """Wait for the next event or deadline and answer it; False when it was QUIT."""
        events = self._posted(wait=True)
        if not self._survives(lambda: self.handle(events)):
            self._survives(self.draw)
        return Signal.QUIT not in events

    def _survives(self, deed: Callable[[], None]) -> bool:
        """Do it; a fault of ours in it must not end the evening, and this is the place for that."""
        try:
            deed()
        except Exception:
            log.exception("a fault of our own")
            self.host.recover()
            return False
        return True

    def pump(self) -> None:
        """Answer all that has been posted and is due, without waiting."""
        self.handle(self._posted(wait=False))

    def handle(self, events: Sequence[Event]) -> None:
        """Answer these events and what has become due by now."""
        now = self._clock()
        if Signal.REDRAW in events:
            self._shown = None
            self._redraw()
        # All edges first: what a held button says depends on whether it was let go meanwhile.
        edges = [event for event in events if isinstance(event, Edge)]
        presses = [press for edge in edges for press in self._buttons.edge(edge)]
        for press in (*presses, *self._buttons.tick(now)):
            self._chime.play(self.host.press(press), now)
        self._chime_again = self._chime.tick(now)
        if self._panel_again is None or now >= self._panel_again:
            self.draw()
        self._service.tick(now)  # last: a loop that does nothing but fail gives no sign of life

    def _posted(self, *, wait: bool) -> list[Event]:
        """Everything in the inbox, after waiting for the first or for the next deadline."""
        events: list[Event] = []
        deadline = self._deadline()
        timeout = None if deadline is None else max(0.0, deadline - self._clock())
        with suppress(Empty):
            if wait:
                events.append(self._inbox.get(timeout=timeout))
            while True:
                events.append(self._inbox.get_nowait())
        return events

    def draw(self) -> None:
        """Show the picture of how things stand, if it is not shown already."""
        frame = render(self.host.view).tobytes()
        if frame == self._shown:
            return
        try:
            self._display.show(frame)
        except OSError as error:
            log.warning("the panel does not answer: %s", error)
            self._shown, self._panel_again = None, self._clock() + PANEL_AGAIN
        else:
            self._shown, self._panel_again = frame, None
            self._service.ready()

    def _deadline(self) -> float | None:
        service = self._service.deadline()
        times = (self._buttons.deadline(), self._chime_again, self._panel_again, service)
        return min((at for at in times if at is not None), default=None)
