"""English: phones at the box."""

from collections.abc import Mapping

from companion.text.plural import Sentence

WORDS: Mapping[str, Sentence] = {
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
    "menu.phones": "Send away a phone",
    "confirm.phone": "Phone of {player}?",
    "confirm.send-away": "Send {player}'s phone away?",
    "notice.phone-paired": "{player}'s phone can press now.",
    "notice.hotspot-refused": "The hotspot can't be switched: {why}",
}
