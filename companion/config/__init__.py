"""The settings: one frozen value made of one TOML file and the command line, or told why not."""

from companion.config.reader import find, load, read
from companion.config.settings import (
    NO_PORT,
    SAMPLE,
    SYSTEM,
    Config,
    ConfigError,
    Fault,
    InForce,
    Source,
    Value,
)

__all__ = [
    "NO_PORT",
    "SAMPLE",
    "SYSTEM",
    "Config",
    "ConfigError",
    "Fault",
    "InForce",
    "Source",
    "Value",
    "find",
    "load",
    "read",
]
