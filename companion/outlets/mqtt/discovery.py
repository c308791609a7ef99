"""What Home Assistant needs to find a table by itself: one device with its entities."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from companion import PRODUCT, __version__
from companion.box.service.machine import find_address
from companion.core.events import KINDS, TAKEN_BACK
from companion.outlets.broker import BASE, OFFLINE, ONLINE, TableTopic, topic_of
from companion.text import Words

MODEL = "Tabletop companion"
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
        "state_class": "measurement",
        "value_template": "{{ value_json.turn if value_json.turn is number else None }}",
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
        "state_class": "measurement",
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
    "picture": {
        "p": "image",
        "icon": "mdi:table-picnic",
        "content_type": "image/svg+xml",
    },
    "event": {
        "p": "event",
        "icon": "mdi:flag-triangle",
        "value_template": "{{ dict(value_json, event_type=value_json.kind) | to_json }}",
    },
}
"""The entities in short names, but for their topics and what they are called."""
TRIGGERS = ("scoring", "award", "winner")
"""The kinds of events on which an automation can begin."""
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


def _build_ids(platform: str, english: str, box: str) -> dict[str, str]:
    """The id of an entity, the same in every language; Home Assistant has renamed this key."""
    plain = unicodedata.normalize("NFKD", english).encode("ascii", "ignore").decode().lower()
    name = re.sub("[^a-z0-9]+", "_", plain).strip("_") or device_id(box)
    return {"object_id": name, "default_entity_id": f"{platform}.{name}"}


def describe_device(
    box: str, table_name: str, words: Words, parts: Mapping[str, str]
) -> dict[str, Any]:
    """The device of a table and its entities, in the language of ``words``.

    ``parts`` are the labels of what its games tell of their tables, by key.
    """
    state, device = topic_of(box, TableTopic.STATE), device_id(box)
    events = topic_of(box, TableTopic.EVENT)
    english = Words()
    entities = {
        key: {
            **entity,
            "name": words.say(f"mqtt.entity.{key}"),
            "unique_id": f"{device}_{key}",
            **_build_ids(entity["p"], f"{table_name} {english.say(f'mqtt.entity.{key}')}", box),
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
            **_build_ids("sensor", f"{table_name} {key}", box),
        }
    entities["player"]["json_attributes_topic"] = state
    kinds = [kind.name for kind in KINDS.values() if kind.is_public]
    entities["event"]["event_types"] = [*kinds, TAKEN_BACK]
    entities["event"]["state_topic"] = events
    for key, unit in (("left", "cards"), ("turn", "turns")):
        entities[key]["unit_of_measurement"] = words.say(f"mqtt.unit.{unit}")
    entities["picture"]["image_topic"] = topic_of(box, TableTopic.PICTURE)
    for kind in TRIGGERS:
        entities[f"trigger_{kind}"] = {
            "p": "device_automation",
            "automation_type": "trigger",
            "type": kind,
            "subtype": "table",
            "topic": events,
            "value_template": "{{ value_json.kind }}",
            "payload": kind,
        }
    described = {
        "ids": [device],
        "name": table_name,
        "mf": PRODUCT,
        "mdl": MODEL,
        "sn": box,
        "sw": __version__,
    }
    if address := find_address():
        described["cu"] = f"http://{address}/"
    return {
        "dev": described,
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
