"""English: phones at the box, the voice, the phone page.

What is said aloud is for the ear: short sentences, no signs, a figure where one is heard. They are
joined by full stops. The form for one says no figure, so that a language can say "un point"; none
at all has a sentence of its own.
"""

from companion.text.plural import Plural, Sentence

WORDS: dict[str, Sentence] = {
    "box.phone": "Phone",
    "menu.phone": "Phone",
    "phone.show": "Show the code",
    "phone.list": "Phones: {phones}",
    "phone.hotspot-on": "Hotspot: on",
    "phone.hotspot-off": "Hotspot: off",
    "phone.off": "Switch Phone off",
    "phone.open": "Open on the phone",
    "phone.join": "Join this Wi-Fi",
    "phone.no-network": "No network: phones can't find the box.",
    "menu.phones": "Disconnect a phone",
    "confirm.phone": "Phone of {player}?",
    "confirm.disconnect": "Disconnect {player}'s phone?",
    "notice.phone-paired": "{player}'s phone can press now.",
    "notice.hotspot-refused": "The hotspot can't be switched: {why}",
    # The voice -------------------------------------------------------------------------
    "say.voice-on": "The voice is on",
    "say.turn": "{player}'s turn",
    # Any scoring ---------------------------------------------------------------------------
    "say.gets-nothing": "{player} gets nothing",
    "say.gets": Plural("points", "{player} gets 1 point", "{player} gets {points} points"),
    "say.loses": Plural("points", "{player} loses 1 point", "{player} loses {points} points"),
    "say.standings": "The points: {standings}",
    "say.standing": "{player}: {points}",
    "say.standing.below-zero": "{player}: minus {points}",
    # The phone page --------------------------------------------------------------------
    "web.navigation": "Pages",
    "web.skip": "To the content",
    "web.table": "Table",
    "web.tv": "TV",
    "web.games": "Saved games",
    "web.players": "Players",
    "web.turn": "{player}'s turn",
    "web.refused": Plural(
        "options", "{options} other is not possible", "{options} others are not possible"
    ),
    "web.chosen": "Chosen so far",
    "web.nothing-chosen": "nothing yet",
    "web.own-words": "Something else",
    "web.number": "A number from {least} to {most}",
    "web.send": "Send",
    "web.closed-eye": "Points stay hidden until the box shows them.",
    "web.points": Plural("points", "{points} point", "{points} points"),
    "web.winners": Plural("winners", "{players} has won", "{players} have won"),
    "web.actions": "Last actions",
    "web.watching": "You are watching. To press from here, open Phone in the box's menu and scan its code.",
    "web.join": "Join in",
    "web.join.how": "To watch on a phone, open {address}. To play from it, open Phone in the box's menu"
    " and scan its code.",
    "web.last-games": "Last games",
    "web.away": "The box is not there",
    "web.away.why": "Switch it on, and Phone in its menu. This page comes back by itself.",
    "web.your-turn": "Your turn",
    "web.phone-of": "{player}'s phone",
    "web.pressed-by": "{player}'s phone pressed last",
    "web.pressed-at-box": "The box pressed last",
    "web.sound": "A sound at my turn",
    "web.vibration": "Vibrate at my turn",
    "web.leave": "Disconnect this phone",
    "web.too-soon": "Another question has come; press again",
    "web.lost": "Connection lost: this picture may be old. It comes back by itself.",
    # Pairing ------------------------------------------------------------------------------
    "web.pair": "Press from this phone",
    "web.pair.who": "Whose phone is this?",
    "web.pair.other": "Somebody else",
    "web.pair.name": "Name",
    "web.pair.code": "The code on the box",
    "web.pair.send": "Pair this phone",
    "web.pair.wait": "Now press {ok} on the box.",
    "web.pair.failed": "This phone was not paired. Show a new code on the box and try again.",
    # What a page can't do -----------------------------------------------------------------
    "web.error": "This did not work",
    "web.error.bad-request": "The request was not understood.",
    "web.error.no-page": "There is no such page here.",
    "web.error.not-so": "This page does not take such a request.",
    "web.error.too-large": "That was too much at once.",
    "web.error.foreign-host": "Open the page by its address in numbers.",
    "web.error.foreign-page": "Refused: this request did not come from the page itself.",
    "web.error.not-paired": "This phone is not paired.",
    "web.error.full": "Too many pages follow the table. Close one and try again.",
    "web.error.fault": "An error occurred here. The game on the box is safe.",
    "web.home": "To the table",
    # The command --------------------------------------------------------------------------
    "cli.web": "serve the page for phones",
    "cli.web-port": "the port (default: {port})",
    "cli.web-host": "serve this address of the machine only (default: all)",
    "cli.web-serving": "the table is at {address}; Ctrl-C ends",
    "cli.web-taken": "port {port} can't be used: {why}; choose another with --port",
    # Saved games on the phone page -----------------------------------------------------
    "web.result": "Result",
    "web.charts": "Charts",
    "web.turns": "Turn by turn",
    "web.figures": "The chart's numbers",
    "web.unfinished": "Points are shown here when the game has ended.",
    "web.begun": "Started on {day}",
    "web.all-games": "All saved games",
}
