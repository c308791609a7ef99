"""Serves the table's socket: the state out at every change; presses, pairing, saved games in.

A phone's press is judged by the entry that is open, as a key of the tower panel is, and only if
the phone has seen what is open. Saved games are looked through a little at a time. Events go out as
far as the box has shown them.
Late: `events`, with the first game; `history`, once somebody asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.app.api.open_entry_text import can_undo, kind_in
from companion.app.api.phones import PhoneReason
from companion.app.api.state import StateSource, TableStates
from companion.app.api.table_socket import TableSocket
from companion.app.game_faults import refusal_notice
from companion.app.host import Host
from companion.app.table_door import TableDoor
from companion.core import guard
from companion.core.conversation import Objection, Refused, build_objection
from companion.core.guard import GameFault
from companion.core.interfaces import HEIGHT, WIDTH, Frame, TableRequest, Tune
from companion.outlets.protocol import (
    LONGEST_LINE,
    AnswerMessage,
    GetMessage,
    LeaveMessage,
    PairMessage,
    PhoneMessage,
    PressMessage,
    Topic,
    UndoMessage,
    encode_line,
    game_id,
)
from companion.store.journal import JournalError
from companion.text import Words
from companion.ui.input.entry import Entry, PanelKeyReason, Step
from companion.ui.input.guide import NO_PAGE, Winner, guide_under
from companion.ui.input.phone_picture import (
    PhonePicture,
    ask_about_phone,
    asks_about_phone,
    without_phone,
)
from companion.ui.input.remote import OpenKind, answer_remotely, press_remotely, question_of
from companion.ui.screens.view import View

if TYPE_CHECKING:
    from companion.app.api.events import EventLog
    from companion.app.api.history import GamesSource
    from companion.app.api.phones import Phone
    from companion.app.current_game import CurrentGame
    from companion.core.conversation import Answer


class TableEvents:
    """Follows the open game; once none is open, the last one stays as it was.

    ``revision`` grows when there is something else to tell.
    """

    def __init__(self) -> None:
        self.revision = 0
        self.game: CurrentGame | None = None
        """The game that is open, or was open last."""
        self._answers: Sequence[Answer] = ()
        self._shown = NO_PAGE
        """The last page that the box has shown of what the last answer caused."""
        self._log: EventLog | None = None
        self._events: list[Any] = []

    def follow(self, game: CurrentGame | None, view: View) -> None:
        """Take over the game as it is now, and which page the view shows."""
        before = self.game, self._answers, self._shown_to_all
        if game is not None and game is not self.game:
            self.game, self._answers, self._shown, self._log = game, (), NO_PAGE, None
        if self.game is None:
            return
        if self._answers != (answers := tuple(self.game.session.answers)):
            self._answers, self._shown = answers, NO_PAGE
        guide = guide_under(view.entry)
        if guide is not None and game is not None:
            self._shown = max(self._shown, guide.furthest)
        if before != (self.game, self._answers, self._shown_to_all):
            events = self._list(view.words)
            self.revision += events != self._events
            self._events = events

    def describe(self, words: Words) -> dict[str, Any]:
        """How many answers were given, and the events, in these words."""
        return {"answers": len(self._answers), "list": self._list(words) if self.game else []}

    @property
    def _shown_to_all(self) -> int | None:
        """The last page that was shown; None once all were."""
        return None if self.game is not None and self.game.is_read else self._shown

    def _list(self, words: Words) -> list[Any]:
        assert self.game is not None, "events belong to a game"
        if self._log is None:
            from companion.app.api.events import EventLog

            self._log = EventLog(self.game.session.name)
        self._log.follow(self._answers)
        return self._log.list_events(words, self._shown_to_all)


ActionMessage = AnswerMessage | PressMessage | UndoMessage


NUMBERS = 1 << 30
"""What is open is numbered from a random number below this."""
OLDEST = 5.0
"""Seconds after which a press does not count any more: its page has given it up."""
DARK_FRAME = bytes(WIDTH * HEIGHT // 8)
"""Sent in place of the pictures that pair a phone or tell the hotspot's password."""


class _Work(NamedTuple):
    """A request that is answered a little at a time: None as long as there is more to do."""

    client: int
    id: int
    parts: Iterator[dict[str, Any] | None]


class TableService:
    """Serves the ``socket`` that the ``door`` has opened; each request gets one reply."""

    def __init__(self, host: Host, door: TableDoor, socket: TableSocket) -> None:
        self.socket = socket
        self._host = host
        self._door = door
        self._phones = door.phones
        self._states = TableStates(door.find_words, door.box, SystemRandom().randrange(NUMBERS))
        self._events = TableEvents()
        self._published: StateSource | None = None
        self._work: deque[_Work] = deque()
        """None until a saved game is asked for."""
        self._waiting: TableRequest | None = None
        """The request of a phone that waits for OK at the box."""

    def deadline(self, now: float) -> float | None:
        """When `tick` is needed next: at once while a request is worked on."""
        return now if self._work else self._phones.deadline()

    def tick(self, now: float) -> None:
        """Answer what can be answered now; this may change what is shown at the box."""
        self._phones.tick(now)
        self._settle_pairing()
        if (vanished := self._phones.vanished(now)) is not None:
            with suppress(JournalError):  # then it stays, and can be disconnected at the box
                self._door.disconnect_phone(vanished.number)
        if self._work:
            self._work_a_little()

    def forget_published(self) -> None:
        """Send the state next time though it is unchanged: somebody may not have it."""
        self._published = None

    def publish(self, frame: Frame, *, resting: bool) -> None:
        """Send the state if it has changed; ``frame`` is the picture at the box."""
        if not (languages := self.socket.languages):
            return
        view, game = self._host.view, self._host.game
        name = view.session.name if view.session is not None else ""
        follow, limit = self._events.follow, guard.REPLAY_LIMIT  # it is made of several parts
        guard.attempt(name, "events", _do_without, follow, game, view, limit=limit)
        source = StateSource(
            view,
            languages,
            DARK_FRAME if isinstance(view.entry, PhonePicture) else frame,
            resting,
            self._phones.revision,
            game.number if game is not None else 0,
            self._events.revision,
        )
        if source != self._published:
            try:
                lines = guard.run(name, "state", self._encode, source, limit=limit)
            except GameFault as fault:
                guard.report(fault)
                lines = self._encode_without_game(source, fault)
            self.socket.publish(lines)
            self._published = source

    def _encode(self, source: StateSource) -> Mapping[str, bytes]:
        """The line of the state in each language."""
        described = self._states.describe(source).items()
        lines = {language: encode_line({"state": state}) for language, state in described}
        if (longest := max(map(len, lines.values()))) > LONGEST_LINE:
            raise guard.WrongResultError(f"{longest} bytes, more than {LONGEST_LINE}")
        return lines

    def _encode_without_game(self, source: StateSource, fault: GameFault) -> Mapping[str, bytes]:
        """The state where something of the game can't be told: a notice of its fault."""
        view, notice = source.view, refusal_notice(fault, source.view.words)
        return self._encode(source._replace(view=view._replace(entry=notice, session=None)))

    def _work_a_little(self) -> None:
        work = self._work[0]
        if (payload := next(work.parts)) is not None:
            self._work.popleft()
            self.socket.reply(work.client, {"id": work.id, **payload})

    def handle(self, request: TableRequest, now: float) -> Tune | None:
        """Do what is asked; returns the tune of what counted, None for nothing."""
        match request.message:
            case GetMessage(message_id, Topic.EVENTS):
                self._list_events(request, message_id)
            case GetMessage() as wanted:
                self._look_up(request, wanted)
            case PhoneMessage() as message:
                self._name_phone(request, message)
            case LeaveMessage() as message:
                self._disconnect_phone(request, message)
            case PairMessage() as message:
                return self._ask_to_pair(request, message, now)
            case AnswerMessage() | PressMessage() | UndoMessage() as action:
                return self._act(request, action, now)
        return None

    # Saved games -----------------------------------------------------------------------------

    @cached_property
    def _saved(self) -> GamesSource:
        from companion.app.api.history import open_source

        door, host = self._door, self._host
        return open_source(door.journal, host.words, door.box, host.want_ends)

    def _look_up(self, request: TableRequest, wanted: GetMessage) -> None:
        words, (shown, untold) = self._words_for(request), self._find_over()
        source = self._saved._replace(words=words, shown=shown, untold=untold)
        parts = source.answer(wanted.what, wanted.number)
        self._work.append(_Work(request.client, wanted.id, parts))

    def _find_over(self) -> tuple[int | None, int | None]:
        """The number of the open game if it is over: its winner was shown; or has not been yet."""
        game = self._host.game
        if game is None or game.session.question is not None:
            return None, None
        guide = guide_under(self._host.entry)
        is_shown = guide is not None and isinstance(guide.pages[guide.furthest], Winner)
        return (game.number, None) if game.is_read or is_shown else (None, game.number)

    def _list_events(self, request: TableRequest, message_id: int) -> None:
        game = self._host.game or self._events.game
        found = {"game": game_id(self._door.box, game.number) if game is not None else None}
        name = game.session.name if game is not None else ""
        words, limit = self._words_for(request), guard.REPLAY_LIMIT
        found |= guard.attempt(
            name, "events", _tell_none, self._describe_events, words, limit=limit
        )
        self.socket.reply(request.client, {"id": message_id, "events": found})

    def _describe_events(self, words: Words) -> dict[str, Any]:
        self._events.follow(self._host.game, self._host.view)
        return self._events.describe(words)

    # Presses ---------------------------------------------------------------------------------

    def _act(self, request: TableRequest, action: ActionMessage, now: float) -> Tune | None:
        """Do what a phone asks, unless it is refused; the reply says whether it has happened."""
        judged = self._judge(action, now)
        if isinstance(judged, Objection):
            self._refuse(request, action.id, judged)
            return None
        tune = judged()
        failure = self._host.failure
        if isinstance(failure, Refused):
            self._refuse(request, action.id, failure.objection)
        elif failure is not None:
            self._refuse(request, action.id, build_objection(PhoneReason.NOT_SAVED))
        else:
            phone = self._phones.find(action.secret)
            self._states.note_press(phone.name if phone is not None else "")
            self.socket.reply(request.client, {"id": action.id, "ok": True})
        return tune

    def _judge(self, action: ActionMessage, now: float) -> Objection | Callable[[], Tune]:
        """Why a phone's press, answer or undo does not count now; or what does it."""
        view = self._host.view
        if self._find_phone(action.secret) is None:
            return build_objection(PhoneReason.NOT_PAIRED)
        if not self._door.is_on or kind_in(view) is OpenKind.BOX:
            return build_objection(PanelKeyReason.KEY_NOT_NOW)
        if action.asked != self._states.count_open(view):
            return build_objection(PhoneReason.TOO_LATE)
        if action.pressed is not None and now - action.pressed / 1000 > OLDEST:
            return build_objection(PhoneReason.TOO_OLD)
        if isinstance(action, UndoMessage):
            allowed = can_undo(kind_in(view), view)
            return self._host.undo if allowed else build_objection(PanelKeyReason.KEY_NOT_NOW)
        try:
            step = self._host.run_entry(partial(_apply_action, action))
        except GameFault as fault:
            return fault.objection
        if isinstance(step, Entry) and step.refused is not None:
            return step.refused
        return partial(self._host.take_step, step)

    def _refuse(self, request: TableRequest, message_id: int, objection: Objection) -> None:
        words, question = self._words_for(request), question_of(self._host.entry)
        if self._host.session is not None:
            words = words.of(self._host.session.name)
        text = words.why(objection, question.key if question is not None else "")
        refused = {"reason": str(objection.reason), "text": text}
        self.socket.reply(request.client, {"id": message_id, "refused": refused})

    def _words_for(self, request: TableRequest) -> Words:
        return self._states.words_in(request.language, self._host.view)

    # Pairing ---------------------------------------------------------------------------------

    def _name_phone(self, request: TableRequest, message: PhoneMessage) -> None:
        phone = self._find_phone(message.secret)
        if phone is None:
            self._refuse(request, message.id, build_objection(PhoneReason.NOT_PAIRED))
        else:
            self.socket.reply(request.client, {"id": message.id, "phone": {"name": phone.name}})

    def _find_phone(self, secret: str) -> Phone | None:
        """The paired phone that has this secret, and so has shown itself; None for none."""
        phone = self._phones.find(secret)
        if phone is not None:
            self._phones.note_seen(phone)
        return phone

    def _disconnect_phone(self, request: TableRequest, message: LeaveMessage) -> None:
        """Pair a phone no longer, as its own page asks."""
        phone = self._phones.find(message.secret)
        if phone is None:
            self._refuse(request, message.id, build_objection(PhoneReason.NOT_PAIRED))
            return
        try:
            self._door.disconnect_phone(phone.number)
        except JournalError:
            self._refuse(request, message.id, build_objection(PhoneReason.NOT_SAVED))
        else:
            self.socket.reply(request.client, {"id": message.id, "ok": True})

    def _ask_to_pair(self, request: TableRequest, message: PairMessage, now: float) -> Tune | None:
        late = None if self._door.is_on else PhoneReason.CODE_EXPIRED
        reason = late or self._phones.ask(message.code, message.name, now)
        if reason is not None:
            self._refuse(request, message.id, build_objection(reason))
            return None
        self._waiting = request
        self._host.entry = ask_about_phone(self._host.entry, message.name)
        return Tune.CLICK

    def _settle_pairing(self) -> None:
        """Answer the phone that waits once it is paired, declined, or the time is over."""
        if self._phones.request is not None:
            if asks_about_phone(self._host.entry):
                return
            self._phones.decline()
        self._host.entry = without_phone(self._host.entry)
        request, self._waiting = self._waiting, None
        if request is None:
            return
        message = request.message
        assert isinstance(message, PairMessage), "nothing else waits for OK"
        if (secret := self._phones.take_secret()) is None:
            self._refuse(request, message.id, build_objection(PhoneReason.DECLINED))
        else:
            paired = {"name": message.name, "secret": secret}
            self.socket.reply(request.client, {"id": message.id, "paired": paired})


def _do_without(*_: object) -> None:
    """Do nothing: what has failed is left out."""


def _tell_none(*_: object) -> dict[str, Any]:
    """No events: telling them has failed."""
    return {"answers": 0, "list": []}


def _apply_action(action: AnswerMessage | PressMessage, entry: Entry) -> Step:
    """Let the entry judge an action; returns its step."""
    if isinstance(action, PressMessage):
        return press_remotely(entry, action.press)
    return answer_remotely(entry, action.key, action.value)
