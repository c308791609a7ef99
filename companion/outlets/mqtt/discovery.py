"""What Home Assistant needs to find a table by itself: one device with its entities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import PRODUCT, __version__
from companion.core.events import KINDS, TAKEN_BACK
from companion.outlets.broker import BASE, OFFLINE, ONLINE, TableTopic, topic_of
from companion.text import Words

PREFIX = "homeassistant"
BIRTH = f"{PREFIX}/status"
"""Where Home Assistant says "online" after each of its starts."""
ENTITIES: dict[str, dict[str, Any]] = {
    "game": {
        "p": "sensor",
        "icon": "mdi:dice-multiple",
        "value_template": "{{ value_json.game.title if value_json.game else None }}",
    },
    "turn": {
        "p": "sensor",
        "icon": "mdi:counter",
        "value_template": "{{ value_json.turn }}",
    },
    "player": {
        "p": "sensor",
        "icon": "mdi:account-arrow-right",
        "value_template": "{{ value_json.players"
        " | selectattr('turn') | map(attribute='name') | first | default(None) }}",
        "json_attributes_template": "{{ {'light': value_json.light, 'doing': value_json.doing,"
        " 'waiting': value_json.waiting} | to_json }}",
    },
    "left": {
        "p": "sensor",
        "icon": "mdi:cards",
        "value_template": "{{ value_json.left }}",
    },
    "leader": {
        "p": "sensor",
        "icon": "mdi:podium-gold",
        "value_template": "{{ value_json.players[value_json.leader].name"
        " if value_json.leader is not none else None }}",
    },
    "playing": {
        "p": "binary_sensor",
        "icon": "mdi:table-furniture",
        "value_template": "{{ 'ON' if value_json.game and value_json.game.started"
        " and not value_json.game.finished else 'OFF' }}",
    },
    "event": {
        "p": "event",
        "icon": "mdi:flag-triangle",
        "value_template": "{{ dict(value_json, event_type=value_json.kind) | to_json }}",
    },
}
"""The entities in short names, but for their topics and what they are called."""
SENSOR = (
    "{%% set part = value_json.parts | selectattr('key', 'eq', '%s') | first | default(None) %%}"
    "{{ None if part is none else part.text if part.value is none else part.value }}"
)
"""The state of the sensor of a part: its number, else its text."""


def device_id(box: str) -> str:
    """The table as Home Assistant knows it."""
    return f"{BASE}_{box}"


def config_topic(box: str) -> str:
    """Where Home Assistant looks for the table; its id is a level, which a broker can guard."""
    return f"{PREFIX}/device/{BASE}/{box}/config"


def describe_device(
    box: str, table_name: str, words: Words, parts: Mapping[str, str]
) -> dict[str, Any]:
    """The device of a table and its entities, in the language of ``words``.

    ``parts`` are the labels of what its games tell of their tables, by key.
    """
    state, device = topic_of(box, TableTopic.STATE), device_id(box)
    entities = {
        key: {
            **entity,
            "name": words.say(f"mqtt.entity.{key}"),
            "unique_id": f"{device}_{key}",
        }
        for key, entity in ENTITIES.items()
    }
    for key, label in parts.items():
        entities[f"part_{key}"] = {
            "p": "sensor",
            "icon": "mdi:cards-playing-outline",
            "value_template": SENSOR % key,
            "name": label,
            "unique_id": f"{device}_part_{key}",
        }
    entities["player"]["json_attributes_topic"] = state
    kinds = [kind.name for kind in KINDS.values() if kind.is_public]
    entities["event"]["event_types"] = [*kinds, TAKEN_BACK]
    entities["event"]["state_topic"] = topic_of(box, TableTopic.EVENT)
    return {
        "dev": {"ids": [device], "name": table_name, "mf": PRODUCT, "sw": __version__},
        "o": {"name": PRODUCT, "sw": __version__},
        "availability": [
            {
                "topic": topic_of(box, TableTopic.STATUS),
                "payload_available": ONLINE,
                "payload_not_available": OFFLINE,
            }
        ],
        "state_topic": state,
        "qos": 1,
        "cmps": entities,
    }
