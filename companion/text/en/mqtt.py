"""English: `companion mqtt`, and what Home Assistant calls its entities."""

from companion.text.plural import Sentence

WORDS: dict[str, Sentence] = {
    "cli.mqtt": "tell an MQTT broker what happens at the table, as the settings say",
    "cli.mqtt-leave": "remove all that this table has left at the broker, and end",
    "cli.mqtt-folder": "where events wait for the broker",
    "cli.mqtt-off": "MQTT is off: the settings name no broker",
    "cli.mqtt-missing": "MQTT needs paho-mqtt: {python} -m pip install 'campanile-companion[mqtt]'",
    "cli.mqtt-password": "the password for the broker can't be read: {path}: {why}",
    "cli.mqtt-unknown": "the id of the table is not known: switch the box on, and its MQTT, and try again",
    "cli.mqtt-left": "Nothing of this table is left at {broker}.",
    # Home Assistant's entities -------------------------------------------------------------
    "mqtt.entity.game": "Game",
    "mqtt.entity.turn": "Turn",
    "mqtt.entity.player": "Whose turn",
    "mqtt.entity.left": "Cards left",
    "mqtt.entity.leader": "Leader",
    "mqtt.entity.playing": "Playing",
    "mqtt.entity.event": "Event",
}
