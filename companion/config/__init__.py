"""The settings, read from one TOML file and the command line, or the reason why that fails."""

from companion.config.reader import SYSTEM, config_paths, load_config, read_config
from companion.config.settings import (
    NO_PORT,
    Config,
    ConfigError,
    ConfigFault,
    EffectiveSetting,
    Source,
    Value,
)

__all__ = [
    "NO_PORT",
    "SYSTEM",
    "Config",
    "ConfigError",
    "ConfigFault",
    "EffectiveSetting",
    "Source",
    "Value",
    "config_paths",
    "load_config",
    "read_config",
]
