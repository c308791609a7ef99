"""The settings of `companion mqtt`, the table [mqtt]; without a broker's host it is off."""

from dataclasses import dataclass
from pathlib import Path

MQTT_PORT, MQTT_TLS_PORT = 1883, 8883


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """The fields' defaults are the defaults of the settings."""

    host: str = ""
    """The broker; "" for none: then nothing is sent."""
    port: int = 0
    """0 for the usual one, see `broker_port`."""
    tls: bool = False
    ca: Path | None = None
    """The certificates that are trusted, which means TLS; None for those of the system."""
    user: str = ""
    password_file: Path | None = None
    """The password is the file's first line."""
    name: str = ""
    """What the table is called; "" for the name of the machine."""
    home_assistant: bool = True

    @property
    def is_encrypted(self) -> bool:
        """Whether TLS is spoken."""
        return self.tls or self.ca is not None

    @property
    def broker_port(self) -> int:
        """The port, or else the usual one with or without TLS."""
        return self.port or (MQTT_TLS_PORT if self.is_encrypted else MQTT_PORT)
